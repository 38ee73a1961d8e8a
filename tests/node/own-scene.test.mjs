// A scene of one's own, with all that a scene that runs can be asked: names, who comes and goes, rays, poses, sensors and events.
import assert from 'node:assert/strict';
import test from 'node:test';
import { library } from './module.mjs';

const { Simulation, record, replay, stateHash } = await library();

const ROOM = {
  version: 2,
  contacts: true,
  bodies: [
    { name: 'ground', position: [0, 0, 0], shape: { type: 'plane' } },
    { name: 'frame', position: [0, 2, 0], radius: 0.1, fixed: true },
    { name: 'door', position: [0.5, 2, 0], shape: { type: 'box', halfExtents: [0.4, 0.9, 0.05] } },
    {
      name: 'gate',
      position: [3, 1, 0],
      shape: { type: 'box', halfExtents: [0.5, 1, 0.5] },
      fixed: true,
      sensor: true,
    },
  ],
  joints: [
    {
      name: 'hinge',
      type: 'hinge',
      a: 'frame',
      b: 'door',
      anchorA: [0, 0, 0],
      anchorB: [-0.5, 0, 0],
      axisA: [0, 1, 0],
    },
  ],
};
const BALL = { name: 'ball', position: [3, 2.4, 0], radius: 0.25, events: true };

const made = () => Simulation.create({ scene: ROOM, machine: 'cpu' });

test('a door, a ball that is thrown in, a gate that sees it, a ray that finds it', async () => {
  const simulation = await made();
  assert.equal(simulation.body('door'), 2);
  assert.equal(simulation.joint('hinge'), 0);
  simulation.push('door', { impulse: [0, 0, 30] });
  assert.deepEqual(simulation.addBodies([BALL]), [4]);
  simulation.stepNow(1);
  const down = { origin: [3, 10, 0], direction: [0, -2, 0] };
  assert.equal((await simulation.castRay(down)).body, simulation.body('ball'));
  assert.equal(await simulation.castRay({ ...down, maxDistance: 5 }), null);
  await simulation.step(60);
  const events = await simulation.readEvents();
  assert.deepEqual(
    events.filter(({ type }) => type === 'began').map(({ a, b }) => [a, b]),
    [
      [3, 4],
      [0, 4],
    ],
  );
  assert(Math.abs(simulation.posesNow()[7 * 2 + 4]) > 0.1, 'the door turned');
  simulation.setPose('ball', { position: [-3, 2, 0] });
  await simulation.step(2);
  const after = (await simulation.readEvents()).map(({ type, a, b }) => `${type} ${a} ${b}`);
  assert.deepEqual(after, ['ended 0 4', 'ended 3 4']);
  simulation.removeBodies(['ball']);
  assert.throws(() => simulation.body('ball'), { code: 'not-found', path: 'ball' });
  assert.deepEqual([...(await simulation.readPoses()).slice(28, 35)], [0, 0, 0, 0, 0, 0, 0]);
  assert.equal((await simulation.castRay(down)).body, 0);
  simulation.destroy();
});

test('joints to the world come, are written, are played back and go', async () => {
  const lamp = { name: 'lamp', position: [0, 1, 4], radius: 0.1 };
  const hook = { name: 'hook', type: 'hinge', b: 'world', anchorB: [0, 2, 4], axisB: [0, 0, 1] };
  const scene = {
    ...ROOM,
    bodies: [...ROOM.bodies, lamp],
    joints: [...ROOM.joints, { ...hook, a: 'lamp', anchorA: [0, 1, 0] }],
  };
  const simulation = await Simulation.create({ scene, machine: 'cpu' });
  const recorder = record(simulation);
  simulation.push('lamp', { impulse: [4, 0, 0] });
  await simulation.step(20);
  const [hangs] = await simulation.readJoints(['hook']);
  assert(Math.abs(hangs.coordinates[3]) > 0.1 && hangs.gap < 1e-3, 'it swings where it hangs');
  simulation.addBodies([BALL]);
  const sling = { name: 'sling', type: 'distance', a: 'world', b: 'ball', min: 0, max: 1 };
  assert.deepEqual(simulation.addJoints([{ ...sling, anchorA: [3, 3, 0], anchorB: [0, 0, 0] }]), [2]);
  await simulation.step(40);
  assert.deepEqual(simulation.bodies(), [0, 1, 2, 3, 4, 5]);
  assert.equal((await simulation.readPoses()).length, 7 * 6);
  assert.equal((await simulation.readState()).positions.length, 3 * 6);
  const [, { position }] = [0, (await simulation.describe()).bodies[5]];
  assert(Math.hypot(position[0] - 3, position[1] - 3, position[2]) < 1.01, 'the sling holds');
  const { joints } = await simulation.describe();
  assert.deepEqual(
    joints.map(({ a, b }) => [a, b]),
    [
      [1, 2],
      [4, 'world'],
      ['world', 5],
    ],
  );
  const recording = await recorder.stop();
  const hash = stateHash(await simulation.readState());
  const again = await replay(JSON.parse(JSON.stringify(recording)));
  assert.equal(stateHash(await again.readState()), hash);
  again.destroy();
  const both = { type: 'point', a: 'world', b: 'world', anchorA: [0, 0, 0], anchorB: [0, 0, 0] };
  assert.throws(() => simulation.addJoints([both]), { code: 'scene', path: 'joints[0].b' });
  simulation.removeJoints(['sling']);
  await simulation.step(30);
  assert((await simulation.readPoses())[7 * 5 + 1] < 1.9, 'it falls');
  simulation.reset();
  assert.deepEqual(simulation.joints(), [0, 1]);
  simulation.destroy();
});

test('a hinge says its axis; recordings of joints that said none play on', async () => {
  const simulation = await made();
  const recorder = record(simulation);
  const wheel = { position: [8, 1, 0], radius: 0.2, angularVelocity: [3, 0, 0] };
  simulation.addBodies([wheel]);
  const bare = { type: 'hinge', a: 'frame', b: 4, anchorA: [8, -1, 0], anchorB: [0, 0, 0] };
  const error = { code: 'scene', path: 'joints[0].axisA' };
  assert.throws(() => simulation.addJoints([bare]), error);
  await assert.rejects(
    Simulation.create({ scene: { ...ROOM, joints: [{ ...bare, b: 2 }] }, machine: 'cpu' }),
    error,
  );
  simulation.addJoints([{ ...bare, frameA: [0, 0, 0, 1] }]);
  await simulation.step(20);
  const recording = JSON.parse(JSON.stringify(await recorder.stop()));
  const added = recording.log.find(({ call }) => call === 'addJoints');
  delete added.with[0][0].frameA;
  const again = await replay(recording);
  assert.equal(stateHash(await again.readState()), stateHash(await simulation.readState()));
  again.destroy();
  simulation.destroy();
});

test('whole turns are counted, stopped at, saved and played back', async () => {
  const stop = 4 * Math.PI + 1;
  const scene = {
    ...{ version: 2, gravity: [0, 0, 0] },
    bodies: [{ position: [0, 2, 0], radius: 0.1 }],
    joints: [
      {
        ...{ type: 'hinge', a: 'world', b: 0, anchorA: [0, 2, 0], anchorB: [0, 0, 0], axisA: [0, 0, 1] },
        ...{ limit: [0, stop], motor: { speed: 8, maxForce: 1 } },
      },
    ],
  };
  const simulation = await Simulation.create({ scene, machine: 'cpu' });
  const angleOf = async (one) => {
    const [{ coordinates, turns }] = await one.readJoints();
    return coordinates[3] + 2 * Math.PI * turns;
  };
  await simulation.step(60);
  // 1 N m takes a ball of 1,000 kg/m³ and I = ⅖ m r² to 8 rad/s, and on at that speed
  const gains = 1 / (0.4 * ((4 / 3) * Math.PI * 0.1 ** 3 * 1000) * 0.1 ** 2);
  const turned = 8 - 8 ** 2 / (2 * gains);
  assert(
    Math.abs((await angleOf(simulation)) - turned) < 1e-3,
    `${await angleOf(simulation)}, not ${turned}`,
  );
  const saved = await simulation.readState();
  assert.equal(saved.wound.length, 1);
  const recorder = record(simulation);
  await simulation.step(90);
  const recording = await recorder.stop();
  assert(Math.abs((await angleOf(simulation)) - stop) < 2e-3);
  const hash = stateHash(await simulation.readState());
  const again = await replay(JSON.parse(JSON.stringify(recording)));
  assert.equal(stateHash(await again.readState()), hash);
  assert.equal(await angleOf(again), await angleOf(simulation));
  simulation.writeState(saved);
  await simulation.step(90);
  assert.equal(stateHash(await simulation.readState()), hash);
  assert.equal((await simulation.describe()).joints[0].turns, 2);
  assert.throws(() => simulation.writeState({ ...saved, wound: new Float32Array(2) }), { path: 'wound' });
  simulation.setJoint(0, { motor: null });
  assert.equal((await simulation.readJoints())[0].turns, 0);
  again.destroy();
  simulation.destroy();
});

test('a recording of all of it plays back to the same bits', async () => {
  const simulation = await made();
  const recorder = record(simulation);
  await simulation.step(3);
  simulation.addBodies([BALL, { position: [3.1, 3, 0], radius: 0.2, group: 2, collidesWith: 1 }]);
  simulation.addJoints([
    { type: 'distance', a: 'ball', b: 5, anchorA: [0, 0, 0], anchorB: [0, 0, 0], min: 0.3, max: 1 },
  ]);
  await simulation.step(20);
  simulation.setBody('ball', { friction: 0.1, restitution: 0.6 });
  simulation.setPose('door', { angularVelocity: [0, 2, 0] });
  await simulation.step(20);
  simulation.removeBodies([5]);
  await simulation.step(20);
  const recording = await recorder.stop();
  const hash = stateHash(await simulation.readState());
  const again = await replay(JSON.parse(JSON.stringify(recording)));
  assert.equal(stateHash(await again.readState()), hash);
  assert.deepEqual(again.bodies(), simulation.bodies());
  assert.equal(again.body('ball'), 4);
  again.destroy();
  simulation.destroy();
});
