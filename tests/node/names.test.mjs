// Bodies and joints by their names, in a simulation on the CPU: wherever a number is taken, through describe, recordings and another scene.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { library } from './module.mjs';

let beadwork;
before(async () => {
  beadwork = await library();
});

const scene = {
  version: 2,
  bodies: [
    { name: 'post', position: [0, 2, 0], radius: 0.1, fixed: true },
    { name: 'door', position: [0.5, 2, 0], radius: 0.1 },
    { name: '1', position: [1, 2, 0], radius: 0.1 },
  ],
  joints: [
    {
      name: 'hinge',
      type: 'hinge',
      a: 'post',
      b: 'door',
      axisA: [0, 0, 1],
      anchorA: [0, 0, 0],
      anchorB: [-0.5, 0, 0],
    },
    { name: 'door', type: 'point', a: 'door', b: 2, anchorA: [0.25, 0, 0], anchorB: [-0.25, 0, 0] },
  ],
};
const made = (t, options = {}) =>
  beadwork.Simulation.create({ scene, machine: 'cpu', ...options }).then((simulation) => {
    t.after(() => simulation.destroy());
    return simulation;
  });
const bits = (state) => beadwork.stateHash(state);

test('a name gives the number, and is told from one', async (t) => {
  const simulation = await made(t);
  assert.deepEqual(
    ['post', 'door', '1'].map((name) => simulation.body(name)),
    [0, 1, 2],
  );
  assert.deepEqual(
    ['hinge', 'door'].map((name) => simulation.joint(name)),
    [0, 1],
  );
});

test('every call that takes a number takes the name, with the same bits', async (t) => {
  const run = async (body, joint) => {
    const simulation = await made(t);
    simulation.setJoint(joint('hinge'), { motor: { speed: 2, maxForce: 50 } });
    simulation.setVelocity(body('1'), { linear: [0, 1, 0] });
    simulation.push(body('door'), { force: [0, 0, 3] });
    await simulation.step(5);
    const [reading] = await simulation.readJoints([joint('hinge')]);
    simulation.setFixed(body('door'), true);
    simulation.cut(joint('door'));
    await simulation.step(5);
    return [reading, bits(await simulation.readState())];
  };
  const numbers = { post: 0, door: 1, 1: 2 };
  const named = await run(
    (name) => name,
    (name) => name,
  );
  const numbered = await run(
    (name) => numbers[name],
    (name) => ['hinge', 'door'].indexOf(name),
  );
  assert.deepEqual(named, numbered);
  const still = await made(t);
  await still.step(10);
  assert.notEqual(named[1], bits(await still.readState()));
});

test('an unknown name is not found in any call, and nothing changes', async (t) => {
  const simulation = await made(t);
  const start = bits(await simulation.readState());
  const calls = {
    body: (name) => simulation.body(name),
    joint: (name) => simulation.joint(name),
    setFixed: (name) => simulation.setFixed(name, true),
    setVelocity: (name) => simulation.setVelocity(name, { linear: [1, 0, 0] }),
    push: (name) => simulation.push(name, { force: [1, 0, 0] }),
    cut: (name) => simulation.cut(name),
    setJoint: (name) => simulation.setJoint(name, { softness: { hertz: 3 } }),
  };
  for (const [call, act] of Object.entries(calls)) {
    for (const name of ['nobody', 'Door', '', '0', 'toString', '\ud800']) {
      assert.throws(() => act(name), { name: 'BeadworkError', code: 'not-found' }, `${call} ${name}`);
    }
    assert.throws(() => act('nobody'), { path: 'nobody', message: /called "nobody"/ }, call);
    for (const odd of [null, undefined, -1, 0.5, Number.NaN, {}, ['door'], true, Symbol('door')]) {
      assert.throws(() => act(odd), { code: 'parameter' }, `${call} ${String(odd)}`);
    }
  }
  await assert.rejects(simulation.readJoints(['hinge', 'nobody']), { code: 'not-found', path: 'nobody' });
  assert.equal(bits(await simulation.readState()), start);
});

test('joints to be read are numbers from 0 or names, each of them', async (t) => {
  const simulation = await made(t);
  for (const odd of [-1, 0.5, 2 ** 32, Number.NaN, null, ['hinge']])
    await assert.rejects(simulation.readJoints(['hinge', odd]), { code: 'parameter', path: 'joints' });
  const hole = Object.assign(Array(2), { 1: 1 });
  await assert.rejects(simulation.readJoints(hole), { code: 'parameter', path: 'joints' });
  await assert.rejects(simulation.readJoints('hinge'), { code: 'parameter', path: 'joints' });
  const read = await simulation.readJoints(['door', 0]);
  assert.deepEqual(
    read.map(({ joint }) => joint),
    [1, 0],
  );
});

test('describe has the names, with what was cut gone, and load finds them', async (t) => {
  const simulation = await made(t);
  await simulation.step(3);
  simulation.cut('hinge');
  const described = await simulation.describe();
  assert.deepEqual(
    described.bodies.map(({ name }) => name),
    ['post', 'door', '1'],
  );
  assert.deepEqual(
    described.joints.map(({ name, a, b }) => [name, a, b]),
    [['door', 1, 2]],
  );
  await simulation.load(described);
  assert.equal(simulation.joint('door'), 0);
  assert.throws(() => simulation.joint('hinge'), { code: 'not-found' });
  await simulation.load('pendant');
  assert.throws(() => simulation.body('door'), { code: 'not-found' });
  assert.equal(
    (await simulation.describe()).bodies.every((body) => !('name' in body)),
    true,
  );
});

test('setJoint and reset keep the name; a change of it is refused', async (t) => {
  const simulation = await made(t);
  simulation.setJoint('hinge', { limit: [-0.5, 0.5] });
  assert.equal((await simulation.describe()).joints[0].name, 'hinge');
  assert.throws(() => simulation.setJoint('hinge', { name: 'other' }), { code: 'parameter', path: 'name' });
  simulation.reset();
  assert.equal((await simulation.describe()).joints[0].name, 'hinge');
  assert.equal(simulation.joint('hinge'), 0);
});

test('a recording of calls by name plays back to the same bits', async (t) => {
  const simulation = await made(t);
  simulation.setJoint('hinge', { motor: { speed: -1 } });
  const recorder = beadwork.record(simulation);
  await simulation.step(2);
  simulation.push('door', { impulse: [0, 0, 0.2] });
  simulation.cut('door');
  await simulation.step(4);
  const recording = await recorder.stop();
  const played = await beadwork.replay(JSON.stringify(recording));
  t.after(() => played.destroy());
  assert.equal(bits(await played.readState()), recording.hash);
  assert.equal(played.body('door'), 1);
});
