// Fields of bodies: damping, gravity scale, density; `setBody`; standing pushes; torques between two bodies.
import assert from 'node:assert/strict';
import test from 'node:test';
import { library } from './module.mjs';

const { Simulation, record, replay, stateHash } = await library();

const H = 1 / 60;
const ball = (x, more = {}) => ({ position: [x, 0, 0], radius: 0.1, ...more });
const made = async (t, bodies, rest = {}) => {
  const simulation = await Simulation.create({ scene: { version: 2, bodies, ...rest }, machine: 'cpu' });
  t.after(() => simulation.destroy());
  return simulation;
};
const near = (found, truth, allowed, what) =>
  assert(Math.abs(found - truth) <= allowed, `${what}: ${found}, should be ${truth}`);
const refused = (act, code, path) => assert.throws(act, { name: 'BeadworkError', code, path });
const hash = async (simulation) => stateHash(await simulation.readState());

/** A door on a post. */
const DOOR = [
  { name: 'post', position: [0, 2, 0], radius: 0.1, fixed: true },
  {
    name: 'door',
    position: [0.5, 2, 0],
    shape: { type: 'box', halfExtents: [0.4, 0.9, 0.05] },
    density: 100,
  },
];
const HINGE = {
  name: 'hinge',
  type: 'hinge',
  a: 'post',
  b: 'door',
  anchorA: [0, 0, 0],
  anchorB: [-0.5, 0, 0],
  axisA: [0, 1, 0],
};

test('damping, gravity and density follow their closed forms, and are described', async (t) => {
  const simulation = await made(t, [
    ball(0, { linearDamping: 2, gravityScale: 0, linearVelocity: [3, 0, 0], angularDamping: 1 }),
    ball(2, { gravityScale: -0.5, density: 500 }),
    ball(4, { linearDamping: 4 }),
  ]);
  await simulation.step(60);
  const { linearVelocities } = await simulation.readState();
  near(linearVelocities[0], 3 * Math.exp(-2), 1e-4, 'a speed that decays');
  near(linearVelocities[4], 0.5 * 9.81, 1e-3, 'what rises');
  near(linearVelocities[7], (-9.81 / 4) * (1 - Math.exp(-4)), 2 * H * 9.81, 'what falls with damping');
  const { bodies } = await simulation.describe();
  assert.equal(bodies[0].linearDamping, 2);
  assert.equal(bodies[0].gravityScale, 0);
  near(bodies[1].mass, (500 * 4 * Math.PI * 1e-3) / 3, 1e-5, 'mass of a density');
  assert(!('density' in bodies[1]));
  await assert.rejects(made(t, [ball(0, { mass: 1, density: 2 })]), {
    code: 'scene',
    path: 'bodies[0].density',
  });
});

test('a body is changed as a whole or not at all, and reset takes it back', async (t) => {
  const bodies = [
    { position: [0, -0.1, 0], shape: { type: 'plane' } },
    ball(0, { name: 'one' }),
    ball(0.5, { name: 'two', events: true }),
  ];
  const simulation = await made(t, bodies, { contacts: true });
  const before = await simulation.describe();
  simulation.setBody('one', {
    gravityScale: -1,
    group: 2,
    collidesWith: 4,
    events: true,
    linearDamping: 0.5,
  });
  const [, one] = (await simulation.describe()).bodies;
  assert.deepEqual([one.gravityScale, one.group, one.collidesWith, one.events], [-1, 2, 4, true]);
  for (const [changes, path] of [
    [{ friction: 1, gravityScale: Number.NaN }, 'gravityScale'],
    [{ friction: 1, linearDamping: -1 }, 'linearDamping'],
    [{ group: 2 ** 32 }, 'group'],
    [{ events: 'yes' }, 'events'],
    [{ mass: 1 }, 'mass'],
  ])
    refused(() => simulation.setBody('one', changes), 'parameter', path);
  assert.deepEqual((await simulation.describe()).bodies[1], one);
  const down = { origin: [0, 5, 0], direction: [0, -1, 0], collidesWith: 2 };
  assert.equal((await simulation.castRay(down)).body, 1);
  await simulation.step(30);
  const { linearVelocities } = await simulation.readState();
  near(linearVelocities[4], (9.81 / 0.5) * (1 - Math.exp(-0.25)), 0.05, 'it rises');
  simulation.reset();
  assert.deepEqual(await simulation.describe(), before);
  assert.equal(await simulation.castRay(down), null);
});

test('a push stays until it is cleared', async (t) => {
  const simulation = await made(t, [ball(0, { mass: 2, name: 'one' }), ball(3, { mass: 2 })], {
    gravity: [0, 0, 0],
  });
  simulation.push('one', { force: [4, 0, 0], until: 'cleared' });
  simulation.push(1, { force: [0, 4, 0], until: 'cleared' });
  await simulation.step(30);
  simulation.clearPushes('one');
  await simulation.step(30);
  simulation.clearPushes();
  await simulation.step(30);
  const { linearVelocities } = await simulation.readState();
  near(linearVelocities[0], 1, 1e-5, 'half a second');
  near(linearVelocities[4], 2, 1e-5, 'a second');
  refused(() => simulation.push(0, { force: [1, 0, 0], until: 'later' }), 'parameter', 'until');
  refused(() => simulation.push(0, { impulse: [1, 0, 0], until: 'cleared' }), 'parameter', 'impulse');
  refused(() => simulation.clearPushes('two'), 'not-found', 'two');
  refused(() => simulation.clearPushes(9), 'not-found', 'body');
});

test('an engine between two bodies turns both and keeps their angular momentum', async (t) => {
  const brick = (x) => ({ position: [x, 0, 0], shape: { type: 'box', halfExtents: [0.2, 0.1, 0.1] } });
  const joint = { ...HINGE, a: 0, b: 1, anchorA: [0.3, 0, 0], anchorB: [-0.3, 0, 0], axisA: [0, 0, 1] };
  const simulation = await made(t, [brick(0), brick(0.6)], { gravity: [0, 0, 0], joints: [joint] });
  simulation.push(1, { torqueBetween: 'hinge', torque: 0.5, until: 'cleared' });
  await simulation.step(20);
  const [{ speeds }] = await simulation.readJoints();
  assert(speeds[3] > 0.1, `it turns: ${speeds[3]}`);
  const { angularMomentum, momentum } = await simulation.measure();
  for (const x of [...angularMomentum, ...momentum]) near(x, 0, 1e-5, 'nothing is left over');
  refused(() => simulation.push(1, { torqueBetween: 'elbow', torque: 1 }), 'not-found', 'elbow');
  refused(() => simulation.push(1, { torqueBetween: 0 }), 'parameter', 'torque');
  refused(() => simulation.push(1, { torqueBetween: {}, torque: 1 }), 'parameter', 'torqueBetween');
});

test('a recording has all changes, and the standing pushes from before it began', async (t) => {
  const simulation = await made(t, DOOR, { joints: [HINGE] });
  simulation.push('door', { torqueBetween: 'hinge', torque: 5, until: 'cleared' });
  simulation.setBody('door', { angularDamping: 0.5 });
  await simulation.step(5);
  const recorder = record(simulation);
  await simulation.step(5);
  simulation.setBody('door', { linearDamping: 1, gravityScale: 2, angularDamping: 0 });
  simulation.push('door', { force: [0, 0, 3], until: 'cleared' });
  await simulation.step(5);
  simulation.clearPushes('door');
  await simulation.step(5);
  const recording = JSON.parse(JSON.stringify(await recorder.stop()));
  assert.equal(recording.ended, null);
  const again = await replay(recording);
  assert.equal(await hash(again), await hash(simulation));
  assert.equal(recording.hash, await hash(again));
  again.destroy();
});

test('a recording has the pushes on bodies that were pinned since', async (t) => {
  for (const added of [false, true]) {
    const simulation = await made(t, [ball(0), ball(2), ball(4, { fixed: true })]);
    if (added) simulation.addBodies([ball(6, { fixed: true })]);
    const [, ...pushed] = simulation.bodies();
    for (const body of pushed) {
      simulation.setFixed(body, false);
      simulation.push(body, { force: [0, 500, 0], until: 'cleared' });
      simulation.setFixed(body, true);
    }
    const recorder = record(simulation);
    await simulation.step(3);
    for (const body of pushed) simulation.setFixed(body, false);
    await simulation.step(3);
    const recording = JSON.parse(JSON.stringify(await recorder.stop()));
    const again = await replay(recording);
    assert.equal(await hash(again), recording.hash);
    const { positions, linearVelocities } = await again.readState();
    for (const body of pushed) assert(linearVelocities[3 * body + 1] > 0, `body ${body}: ${positions}`);
    again.destroy();
  }
});
