// Scenes made by hand as documents, and the softness of a joint in its three notations.
import assert from 'node:assert/strict';
import test from 'node:test';
import { library, load } from './module.mjs';

const { addBody, anchorsOf, axisOf, emptyScene, frameAlong, joinBodies, placeBody, removeBody } =
  await load('www/lab/make/document.ts');
const { surfaceTowards } = await load('www/lab/make/solid.ts');
const { fromDegrees, toDegrees } = await load('www/lab/make/turning.ts');
const { turned } = await load('www/lab/vectors.ts');

function close(one, other, within = 1e-5) {
  for (const [k, x] of one.entries()) assert(Math.abs(x - other[k]) < within, `${one} and ${other}`);
}

test('joints stay where they are as a body moves, and go with a body that is deleted', () => {
  const box = (position) => ({ position, shape: { type: 'box', halfExtents: [0.2, 0.2, 0.2] } });
  const at = (y) => [0, y, 0];
  let made = emptyScene();
  for (const y of [3, 2, 1]) made = addBody(made, box(at(y)));
  for (const kind of ['hinge', 'slider', 'point', 'universal', 'cone', 'fixed', 'six-dof'])
    made = joinBodies(made, kind, 2, 3, [at(1.5), at(1.5)], [0.6, 0, 0.8]);
  made = joinBodies(made, 'distance', 1, 2, [at(2.8), at(2.2)], [0, 0, 1]);
  made = placeBody(made, 3, [1, 1, 0.5], fromDegrees([20, -40, 130]));
  for (const joint of made.joints.slice(0, 7)) {
    for (const anchor of anchorsOf(made, joint)) close(anchor, at(1.5));
    const axis = axisOf(made, joint);
    if (axis) close(axis, [0.6, 0, 0.8]);
  }
  // a rod goes along, and is as long as it has to be
  made = placeBody(made, 2, [0, 2, 2]);
  close(anchorsOf(made, made.joints[7])[1], [0, 2.2, 2]);
  const before = structuredClone(made);
  const left = removeBody(made, 3).joints;
  assert.deepEqual(
    left.map(({ type, a, b }) => [type, a, b]),
    [['distance', 1, 2]],
  );
  const { joints } = removeBody(made, 1);
  assert.deepEqual([joints.length, joints[0].a, joints[0].b], [7, 1, 2]);
  assert.deepEqual(made, before, 'documents are not changed in place');
});

test('angles, frames and surfaces', () => {
  for (const angles of [
    [10, 20, 30],
    [0, 0, 90],
    [-170, 80, 5],
    [0, 0, 0],
  ])
    close(toDegrees(fromDegrees(angles)), angles, 1e-3);
  const upright = fromDegrees([0, 90, 40]);
  close(turned([1, 2, 3], fromDegrees(toDegrees(upright))), turned([1, 2, 3], upright), 1e-4);
  for (const axis of [
    [1, 0, 0],
    [0, -1, 0],
    [0.3, -0.4, 0.5],
  ])
    close(
      turned([1, 0, 0], frameAlong(axis)),
      axis.map((part) => part / Math.hypot(...axis)),
    );
  const capsule = {
    position: [1, 0, 0],
    rotation: fromDegrees([0, 0, 90]),
    shape: { type: 'capsule', radius: 0.1, halfHeight: 0.4 },
  };
  close(surfaceTowards(capsule, [5, 0, 0]), [1.5, 0, 0]);
  close(surfaceTowards(capsule, [1, 3, 0]), [1, 0.1, 0]);
  close(surfaceTowards({ position: [0, 0, 0], shape: { type: 'plane' } }, [2, 3, 1]), [2, 0, 1]);
});

test('a softness says the same in all three notations', async () => {
  const { Simulation } = await library();
  const { effectiveMass } = await load('www/lab/why/mass.ts');
  const { rowsOf } = await load('www/lab/why/rows.ts');
  const { notationsOf } = await load('www/lab/why/softness.ts');
  const hinge = { type: 'hinge', a: 0, b: 1, anchorA: [0, 0, 0], anchorB: [-0.5, 0.1, 0], axisA: [0, 0, 1] };
  const shape = { type: 'box', halfExtents: [0.5, 0.05, 0.1] };
  // a soft stop that a bar rests on: by frequency, then as the panel says it otherwise
  const play = async (limitSoftness) => {
    const scene = {
      version: 2,
      bodies: [
        { position: [0, 2, 0], shape, fixed: true },
        { position: [0.5, 1.9, 0], shape },
      ],
      joints: [{ ...hinge, limit: [0, 1], limitSoftness }],
    };
    const simulation = await Simulation.create({ scene, machine: 'cpu' });
    const { bodies, joints } = await simulation.describe();
    const state = await simulation.readState();
    const about = { joint: joints[0], bodies, pinned: (body) => body === 0, state };
    const mass = effectiveMass(about, rowsOf(joints[0]), 3);
    const { timestep, substeps } = simulation.parameters;
    await simulation.step(40);
    const [{ coordinates }] = await simulation.readJoints();
    simulation.destroy();
    return { angle: coordinates[3], mass, h: timestep / substeps };
  };
  const own = { hertz: 2, dampingRatio: 0.3 };
  const { angle, mass, h } = await play(own);
  const { stiffness, damping, cfm, erp } = notationsOf(own, mass, h);
  const back = notationsOf({ cfm, erp }, mass, h);
  // it yields, and by rounding alike
  assert(Math.abs(angle) > 0.02);
  for (const other of [
    { stiffness, damping },
    { cfm, erp },
  ])
    assert(Math.abs((await play(other)).angle - angle) < 1e-4 * Math.abs(angle));
  close([back.hertz, back.dampingRatio], [2, 0.3], 5e-7);
});
