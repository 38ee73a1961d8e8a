// Poses read and set, and steps taken at once, in simulations on the CPU.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { library } from './module.mjs';

let beadwork;
before(async () => {
  beadwork = await library();
});

const box = (x, y) => ({ position: [x, y, 0], shape: { type: 'box', halfExtents: [0.5, 0.5, 0.5] } });
const scene = {
  version: 2,
  contacts: true,
  bodies: [
    { name: 'ground', position: [0, 0, 0], shape: { type: 'plane' } },
    { name: 'low', ...box(0, 0.5) },
    { name: 'high', ...box(0, 1.5) },
    { name: 'far', ...box(9, 2) },
    { name: 'lift', ...box(20, 1), kinematic: true },
  ],
};
const made = async (t, options = {}) => {
  const simulation = await beadwork.Simulation.create({ scene, machine: 'cpu', ...options });
  t.after(() => simulation.destroy());
  return simulation;
};
const bits = async (simulation) => beadwork.stateHash(await simulation.readState());
const refused = (act, code, path) => assert.throws(act, { name: 'BeadworkError', code, path });

test('poses are those of the state, in an array of the caller’s where there is one', async (t) => {
  const simulation = await made(t);
  await simulation.step(5);
  const { positions, rotations } = await simulation.readState();
  const wanted = Float32Array.from({ length: 7 * 5 }, (_, i) => {
    const [body, k] = [Math.floor(i / 7), i % 7];
    return k < 3 ? positions[3 * body + k] : rotations[4 * body + k - 3];
  });
  assert.deepEqual(await simulation.readPoses(), wanted);
  assert.deepEqual(simulation.posesNow(), wanted);
  const mine = new Float32Array(40).fill(-1);
  assert.equal(await simulation.readPoses(mine), mine);
  assert.deepEqual(mine.subarray(0, 35), wanted);
  assert.deepEqual([...mine.subarray(35)], [-1, -1, -1, -1, -1]);
  mine.fill(0);
  assert.equal(simulation.posesNow(mine), mine);
  assert.deepEqual(mine.subarray(0, 35), wanted);
  for (const odd of [new Float32Array(34), new Float64Array(35), [], null, 35]) {
    await assert.rejects(simulation.readPoses(odd), { code: 'parameter', path: 'into' });
    refused(() => simulation.posesNow(odd), 'parameter', 'into');
  }
});

test('steps taken at once are the same steps, and are recorded', async (t) => {
  const [waited, atOnce] = [await made(t), await made(t)];
  const recorder = beadwork.record(atOnce);
  await waited.step(7);
  atOnce.stepNow();
  atOnce.stepNow(6);
  const hash = await bits(waited);
  assert.equal(await bits(atOnce), hash);
  const recording = await recorder.stop();
  assert.deepEqual([recording.frames, recording.hash], [7, hash]);
  const played = await beadwork.replay(recording);
  t.after(() => played.destroy());
  assert.equal(await bits(played), hash);
  for (const odd of [-1, 0.5, 1e6, '1', null]) refused(() => atOnce.stepNow(odd), 'parameter', 'frames');
  assert.equal(await bits(atOnce), hash);
});

test('what is not finite is thrown at once, at the last good state', async (t) => {
  const simulation = await made(t);
  const state = await simulation.readState();
  const hash = await bits(simulation);
  const torn = { ...state, positions: state.positions.slice() };
  simulation.writeState(state);
  torn.positions[6] = Number.NaN;
  simulation.writeState(torn);
  refused(() => simulation.stepNow(), 'non-finite', 'bodies[2]');
  assert.equal(await bits(simulation), hash);
});

test('nothing is done at once after destroy', async (t) => {
  const simulation = await made(t);
  simulation.destroy();
  refused(() => simulation.stepNow(), 'destroyed');
  refused(() => simulation.posesNow(), 'destroyed');
  await assert.rejects(simulation.readPoses(), { code: 'destroyed' });
});

test('setPose moves one body by name, and the others go on to the same bits', async (t) => {
  const [put, alone] = [await made(t), await made(t)];
  for (const simulation of [put, alone]) simulation.stepNow(20);
  put.setPose('far', { position: [9, 5, 1], rotation: [0, 0, 2, 0], linearVelocity: [0, 2, 0] });
  const pose = put.posesNow().subarray(21, 28);
  assert.deepEqual([...pose], [9, 5, 1, 0, 0, 1, 0]);
  const state = await put.readState();
  assert.deepEqual([...state.linearVelocities.subarray(9, 12)], [0, 2, 0]);
  for (const simulation of [put, alone]) simulation.stepNow(20);
  const [ours, theirs] = [put.posesNow(), alone.posesNow()];
  assert.deepEqual(ours.subarray(0, 21), theirs.subarray(0, 21));
  assert.notDeepEqual(ours.subarray(21, 28), theirs.subarray(21, 28));
  // thrown up at 2 m/s from 5 m; 20 frames of eight substeps: y = 5 + v t − g/2 t (t + h)
  const [time, h] = [20 / 60, 1 / 480];
  const y = 5 + 2 * time - (9.81 / 2) * time * (time + h);
  assert.ok(Math.abs(ours[22] - y) < 1e-4, `${ours[22]} where ${y} was due`);
});

test('a velocity that setPose gives a kinematic body stays, as setVelocity’s does', async (t) => {
  const simulation = await made(t);
  simulation.setPose('lift', { position: [20, 2, 0], linearVelocity: [0, 1.5, 0] });
  simulation.stepNow(60);
  assert.ok(Math.abs(simulation.posesNow()[29] - 3.5) < 1e-4, `${simulation.posesNow()[29]}`);
});

test('what setPose refuses has a path and changes nothing', async (t) => {
  const simulation = await made(t);
  simulation.stepNow(3);
  const hash = await bits(simulation);
  for (const [body, pose, code, path] of [
    ['nobody', {}, 'not-found', 'nobody'],
    [5, {}, 'not-found', 'body'],
    ['low', null, 'parameter', 'pose'],
    ['low', [], 'parameter', 'pose'],
    ['low', { place: [0, 0, 0] }, 'parameter', 'place'],
    ['low', { position: [0, 0] }, 'parameter', 'position'],
    ['low', { position: [0, Number.NaN, 0] }, 'parameter', 'position'],
    ['low', { position: [0, 2e6, 0], linearVelocity: [1, 0, 0] }, 'parameter', 'position'],
    ['low', { rotation: [0, 0, 0, 0] }, 'parameter', 'rotation'],
    ['low', { linearVelocity: [0, 0, 1e7] }, 'parameter', 'linearVelocity'],
    ['low', { angularVelocity: '1' }, 'parameter', 'angularVelocity'],
    ['ground', { linearVelocity: [0, 0, 1] }, 'parameter', 'linearVelocity'],
  ]) {
    refused(() => simulation.setPose(body, pose), code, path);
  }
  assert.equal(await bits(simulation), hash);
  simulation.setPose('ground', { position: [0, -1, 0] });
  simulation.stepNow(60);
  assert.ok(simulation.posesNow()[8] < 0, 'the stack followed the ground');
});

test('a recording has setPose, and plays back to the same bits', async (t) => {
  const simulation = await made(t);
  const recorder = beadwork.record(simulation);
  await simulation.step(3);
  simulation.setPose('high', { position: [0.2, 3, 0], angularVelocity: [0, 3, 0] });
  await simulation.step(30);
  const recording = await recorder.stop();
  const played = await beadwork.replay(JSON.stringify(recording));
  t.after(() => played.destroy());
  assert.equal(await bits(played), recording.hash);
});

test('setBody changes what a body is like; describe, recordings and reset know it', async (t) => {
  const simulation = await made(t);
  simulation.setBody('far', { restitution: 0.5 });
  const recorder = beadwork.record(simulation);
  await simulation.step(10);
  simulation.setBody('far', { friction: 0.25 });
  simulation.setBody('ground', { restitution: 0.875 });
  await simulation.step(50);
  const recording = await recorder.stop();
  const { bodies } = await simulation.describe();
  assert.deepEqual([bodies[0].restitution, bodies[3].friction, bodies[3].restitution], [0.875, 0.25, 0.5]);
  const played = await beadwork.replay(JSON.stringify(recording));
  t.after(() => played.destroy());
  assert.equal(await bits(played), recording.hash);
  assert.deepEqual((await played.describe()).bodies, bodies);
  const plain = await made(t);
  plain.stepNow(60);
  assert.notEqual(await bits(plain), recording.hash);
  simulation.reset();
  await simulation.step(60);
  assert.equal(await bits(simulation), await bits(plain));
  assert.equal((await simulation.describe()).bodies[0].restitution, undefined);
  for (const [body, changes, code, path] of [
    ['nobody', {}, 'not-found', 'nobody'],
    ['low', { mass: 1 }, 'parameter', 'mass'],
    ['low', { friction: Number.NaN }, 'parameter', 'friction'],
    ['low', { friction: 0.1, restitution: -1 }, 'parameter', 'restitution'],
    ['low', null, 'parameter', 'changes'],
  ]) {
    refused(() => simulation.setBody(body, changes), code, path);
  }
});

test('measure has the momenta of what moves', async (t) => {
  const simulation = await made(t);
  simulation.setVelocity('far', { linear: [1, 0, 0], angular: [0, 0, 3] });
  // a cube of a metre weighs 1000 kg, and turns by 1000/6 kg m²
  const { momentum, angularMomentum } = await simulation.measure();
  assert.deepEqual(momentum, [1000, 0, 0]);
  // (9, 2, 0) × (1000, 0, 0), and its own
  const [x, y, z] = angularMomentum;
  assert.deepEqual([x, y], [0, 0]);
  assert.ok(Math.abs(z - (-2000 + 500)) < 1e-3, `${z}`);
});
