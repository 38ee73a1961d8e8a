// Bodies and joints that come and go, as pages have it: numbers, refusals, recordings.
import assert from 'node:assert/strict';
import test from 'node:test';
import { library } from './module.mjs';

const { Simulation, record, replay, stateHash } = await library();

const SCENE = {
  version: 2,
  contacts: true,
  bodies: [
    { position: [0, 0, 0], shape: { type: 'plane' } },
    { position: [0, 3, 0], radius: 0.1, fixed: true },
    { position: [0.2, 3, 0], radius: 0.1 },
    { position: [2, 0.1, 0], shape: { type: 'box', halfExtents: [0.1, 0.1, 0.1] } },
  ],
  joints: [{ type: 'point', a: 1, b: 2, anchorA: [0.1, 0, 0], anchorB: [-0.1, 0, 0] }],
};
const BOX = { position: [4, 1, 0], shape: { type: 'box', halfExtents: [0.1, 0.2, 0.1] } };
const ROD = { type: 'distance', a: 2, b: 3, anchorA: [0, 0, 0], anchorB: [0, 0, 0] };

const made = () => Simulation.create({ scene: SCENE, machine: 'cpu' });

test('numbers are given, freed and given again', async () => {
  const simulation = await made();
  assert.deepEqual(simulation.addBodies([BOX, { ...BOX, position: [5, 1, 0] }]), [4, 5]);
  assert.deepEqual(simulation.addJoints([{ ...ROD, a: 4, b: 5 }]), [1]);
  await simulation.step(10);
  simulation.removeBodies([2]);
  assert.deepEqual(simulation.bodies(), [0, 1, 3, 4, 5]);
  assert.deepEqual(simulation.joints(), [1]);
  const { positions, multipliers } = await simulation.readState();
  assert.deepEqual([positions.length, multipliers.length], [18, 6]);
  assert.deepEqual([...positions.slice(6, 9)], [0, 0, 0]);
  assert(positions[13] < 1, 'it falls');
  assert.deepEqual(simulation.addBodies([BOX]), [2]);
  assert.deepEqual(simulation.addJoints([ROD]), [0]);
  assert.equal((await simulation.readJoints()).length, 2);
  simulation.removeJoints([1]);
  assert.deepEqual(simulation.joints(), [0]);
  const described = await simulation.describe();
  assert.deepEqual([described.bodies.length, described.joints.length], [6, 1]);
  simulation.reset();
  assert.deepEqual([simulation.bodies(), simulation.joints()], [[0, 1, 2, 3], [0]]);
  assert.equal(simulation.bodyCount, 4);
  simulation.destroy();
});

test('what is wrong is refused with its path, whole or not at all', async () => {
  const simulation = await made();
  simulation.removeBodies([2]);
  const before = stateHash(await simulation.readState());
  for (const [act, code, path] of [
    [() => simulation.addBodies([BOX, BOX, { ...BOX, mass: -1 }]), 'scene', 'bodies[2].mass'],
    [() => simulation.addBodies([{ ...BOX, colour: 7 }]), 'scene', 'bodies[0].colour'],
    [() => simulation.addBodies(BOX), 'scene', 'bodies'],
    [() => simulation.addBodies(undefined), 'scene', 'bodies'],
    [() => simulation.addJoints([ROD]), 'not-found', 'joints[0].a'],
    [() => simulation.addJoints([{ ...ROD, a: 3, b: 77 }]), 'not-found', 'joints[0].b'],
    [() => simulation.addJoints([{ ...ROD, a: 3, b: 'nobody' }]), 'not-found', 'joints[0].b'],
    [() => simulation.addJoints([{ ...ROD, a: 3, b: 0, max: -2 }]), 'scene', 'joints[0].max'],
    [() => simulation.removeBodies([3, 2]), 'not-found', 'bodies[1]'],
    [() => simulation.removeBodies(3), 'parameter', 'bodies'],
    [() => simulation.removeBodies([3, 0.5]), 'parameter', 'bodies[1]'],
    [() => simulation.removeJoints([0]), 'not-found', 'joints[0]'],
    [() => simulation.push(2, { force: [1, 0, 0] }), 'not-found', 'body'],
    [() => simulation.cut(0), 'not-found', 'joint'],
  ]) {
    assert.throws(act, (error) => {
      assert.deepEqual([error.code, error.path], [code, path], error.message);
      return true;
    });
  }
  assert.deepEqual(simulation.bodies(), [0, 1, 3]);
  assert.equal(stateHash(await simulation.readState()), before);
  simulation.destroy();
});

test('recordings know who comes and goes, before they begin and while they run', async () => {
  for (const early of [false, true]) {
    const simulation = await made();
    await simulation.step(3);
    if (early) {
      simulation.removeBodies([2]);
      simulation.addBodies([BOX, { ...BOX, position: [4, 3, 0] }, { ...BOX, position: [4, 5, 0] }]);
      simulation.addJoints([{ ...ROD, a: 2, b: 4 }]);
      simulation.removeBodies([5]);
      simulation.setFixed(4, true);
      await simulation.step(2);
    }
    const recorder = record(simulation);
    await simulation.step(4);
    const [number] = simulation.addBodies([{ ...BOX, position: [2, 2, 0] }]);
    await simulation.step(4);
    simulation.addJoints([{ ...ROD, a: 3, b: number }]);
    await simulation.step(4);
    simulation.removeJoints([0]);
    simulation.removeBodies([1]);
    await simulation.step(4);
    if (early) {
      simulation.reset();
      await simulation.step(3);
    }
    const recording = JSON.parse(JSON.stringify(await recorder.stop()));
    assert.deepEqual([recording.version, recording.ended], [2, null]);
    const again = await replay(recording);
    assert.equal(stateHash(await again.readState()), recording.hash);
    assert.deepEqual([again.bodies(), again.joints()], [simulation.bodies(), simulation.joints()]);
    simulation.destroy();
    again.destroy();
  }
  const simulation = await made();
  const recorder = record(simulation);
  await simulation.step(2);
  assert.equal((await recorder.stop()).version, 1, 'nothing was added or removed');
  simulation.destroy();
});
