// A centre of mass that is not the origin of the shape: scenes, `addBodies`, poses at once, `setPose`, rays, `describe`, recordings.
import assert from 'node:assert/strict';
import test from 'node:test';
import { library, load } from './module.mjs';

const { Simulation, record, replay, stateHash } = await library();

const TUMBLER = { name: 'tumbler', position: [0, 0.5, 0], radius: 0.5, mass: 2, centre: [0, -0.2, 0] };
const GROUND = { position: [0, 0, 0], shape: { type: 'plane' } };
const made = async (t, bodies, rest = {}) => {
  const scene = { version: 2, contacts: true, bodies, ...rest };
  const simulation = await Simulation.create({ scene, machine: 'cpu' });
  t.after(() => simulation.destroy());
  return simulation;
};
const near = (found, truth, allowed, what) =>
  assert(Math.abs(found - truth) <= allowed, `${what}: ${found}, should be ${truth}`);
const hash = async (simulation) => stateHash(await simulation.readState());

test('a tumbler rights itself, its pose is that of its shape, and rays meet that', async (t) => {
  const simulation = await made(t, [GROUND, { ...TUMBLER, rotation: [0, 0, 0.6, 0.8] }]);
  simulation.stepNow(900);
  const [x, y, z, qx, qy, qz, qw] = simulation.posesNow().slice(7);
  near(y, 0.5, 0.02, 'its middle over the ground');
  near(1 - 2 * (qx * qx + qz * qz), 1, 0.01, 'how upright it is');
  near(Math.hypot(qx, qy, qz, qw), 1, 1e-6, 'a unit');
  const { positions } = await simulation.readState();
  near(positions[4], y - 0.2, 0.01, 'the centre of mass below');
  const hit = await simulation.castRay({ origin: [x, 5, z], direction: [0, -1, 0] });
  assert.equal(hit.body, 1);
  near(hit.point[1], y + 0.5, 1e-5, 'its top');
});

test('it comes by addBodies, is put elsewhere, is described and played again to the same bits', async (t) => {
  const simulation = await made(t, [GROUND]);
  const recorder = record(simulation);
  const [body] = simulation.addBodies([{ ...TUMBLER, rotation: [0, 0, 0.6, 0.8] }]);
  await simulation.step(20);
  const off = () =>
    Math.hypot(
      ...simulation
        .posesNow()
        .slice(7, 10)
        .map((x, k) => x - [1, 2, 3][k]),
    );
  simulation.setPose(body, { position: [1, 2, 3] });
  near(off(), 0, 1e-6, 'there');
  const turned = [0, 0.6, 0, 0.8];
  simulation.setPose('tumbler', { rotation: turned });
  near(off(), 0, 1e-6, 'still there');
  const described = await simulation.describe();
  assert.deepEqual(
    described.bodies[body].centre.map((x) => Math.fround(x)),
    [0, -0.2, 0].map(Math.fround),
  );
  await simulation.step(40);
  const end = await hash(simulation);
  const resumed = await Simulation.create({ scene: described, machine: 'cpu' });
  t.after(() => resumed.destroy());
  await resumed.step(40);
  const poses = [simulation, resumed].map((one) => [...one.posesNow().slice(7)]);
  assert.deepEqual(poses[0], poses[1], 'the same bits');
  const again = await replay(JSON.stringify(await recorder.stop()));
  t.after(() => again.destroy());
  assert.equal(await hash(again), end);
});

test('what is no centre is refused at its path, and nothing comes', async (t) => {
  const simulation = await made(t, [GROUND]);
  for (const [body, path] of [
    [{ ...TUMBLER, centre: [0, 0] }, 'bodies[0].centre'],
    [{ ...TUMBLER, centre: [0, -1001, 0] }, 'bodies[0].centre'],
    [{ ...GROUND, centre: [0, 0, 0] }, 'bodies[0].centre'],
  ]) {
    assert.throws(() => simulation.addBodies([body]), { name: 'BeadworkError', code: 'scene', path });
  }
  assert.deepEqual(simulation.bodies(), [0]);
});

test('a push acts by its arm from the centre of mass, and a hinge holds a point of the shape', async (t) => {
  const simulation = await made(t, [{ ...TUMBLER, position: [0, 3, 0] }], { gravity: [0, 0, 0] });
  simulation.push('tumbler', { impulse: [1, 0, 0], at: [0, 3, 0] });
  simulation.stepNow(1);
  // v = J/m, ω = r × J/I with r = 0.2 m upwards and I = 2/5 m r²
  const { linearVelocities, angularVelocities } = await simulation.readState();
  near(linearVelocities[0], 0.5, 1e-5, 'its speed');
  near(angularVelocities[2], -1, 1e-5, 'its spin');
  const hung = await made(t, [{ ...TUMBLER, position: [0, 3, 0], rotation: [0, 0, 0.6, 0.8] }], {
    joints: [{ type: 'point', a: 'world', b: 'tumbler', anchorA: [0, 3, 0], anchorB: [0, 0, 0] }],
  });
  hung.stepNow(40);
  near(
    Math.hypot(
      ...hung
        .posesNow()
        .slice(0, 3)
        .map((x, k) => x - [0, 3, 0][k]),
    ),
    0,
    1e-4,
    'it stays',
  );
  const [joint] = await hung.readJoints();
  near(joint.gap, 0, 1e-4, 'and is shut');
});

test('marks of the lab stand where shapes are, and a row moves the mass about its centre', async (t) => {
  const { ofShapes } = await load('www/lab/shapes.ts');
  const { effectiveMass } = await load('www/lab/why/mass.ts');
  const { rowsOf } = await load('www/lab/why/rows.ts');
  const [mass, moment, away] = [2, 0.3, 0.4];
  const inertia = [moment, moment, moment];
  const body = { position: [1, 2, 0], rotation: [0, 0, 0.6, 0.8], radius: 0.5, mass, inertia };
  const joint = { type: 'point', a: 0, b: 'world', anchorA: [0, 0, 0], anchorB: [1, 2, 0] };
  const simulation = await made(t, [{ ...body, centre: [away, 0, 0] }], { joints: [joint] });
  const { bodies, joints } = await simulation.describe();
  const state = ofShapes(await simulation.readState(), bodies);
  const poses = await simulation.readPoses();
  for (const k of [0, 1, 2]) near(state.positions[k], poses[k], 1e-6, 'the shape');
  // seen from the anchor the mass lies along the body's x: a push along it turns nothing, one across has an arm
  const held = { joint: joints[0], bodies, pinned: () => false, state };
  const rows = rowsOf(joints[0]);
  const across = 1 / (1 / mass + away ** 2 / moment);
  for (const [k, truth] of [mass, across, across].entries())
    near(effectiveMass(held, rows, k), truth, 1e-6, `row ${k}, kg`);
});
