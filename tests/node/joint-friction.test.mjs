// Dry friction of joints from a page: set, read, described and refused, and what the lab says of it.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { library, load } from './module.mjs';

let beadwork;
before(async () => {
  beadwork = await library();
});

const ANGLE = 3;
/** A weight on an arm of 0.5 m: level, it needs 2 kg · 10 m/s² · 0.5 m = 10 N m. */
const arm = (more) => ({
  version: 2,
  gravity: [0, -10, 0],
  bodies: [
    { position: [0, 0, 0], radius: 0.1, fixed: true },
    { position: [0.5, 0, 0], radius: 0.1, mass: 2 },
  ],
  joints: [
    {
      ...{ type: 'hinge', name: 'hinge', a: 0, b: 1, axisA: [0, 0, 1] },
      ...{ anchorA: [0, 0, 0], anchorB: [-0.5, 0, 0], ...more },
    },
  ],
});
const made = (t, scene) =>
  beadwork.Simulation.create({ scene, machine: 'cpu' }).then((simulation) => {
    t.after(() => simulation.destroy());
    return simulation;
  });
const reading = async (simulation) => (await simulation.readJoints())[0];

test('friction holds an arm, lets it slide, and is taken away', async (t) => {
  const simulation = await made(t, arm({ friction: 12 }));
  await simulation.step(60);
  const held = await reading(simulation);
  assert.equal(held.states[ANGLE], 'held');
  // it gives way once, in each half of the substep by at most 10⁻³ A_rr of its half impulse; A_rr is that of the ball by itself,
  // 1/(0.4 · 2 kg · 0.01 m²)
  const once = (0.5 * 1e-3 * 125 * 10) / 60 ** 2;
  const gave = -held.coordinates[ANGLE];
  assert(gave > 0.8 * once && gave <= once, `${gave} rad, at most ${once}`);
  await simulation.step(120);
  const later = (await reading(simulation)).coordinates[ANGLE];
  assert(Math.abs(later - held.coordinates[ANGLE]) < 1e-6, `${later} rad`);
  assert(Math.abs(held.forces[ANGLE] - 10) < 1e-2, `${held.forces[ANGLE]} N m`);
  simulation.setJoint('hinge', { friction: 4 });
  await simulation.step(5);
  const slides = await reading(simulation);
  assert.equal(slides.states[ANGLE], 'saturated');
  assert(Math.abs(slides.forces[ANGLE] - 4) < 1e-3, `${slides.forces[ANGLE]} N m`);
  assert.equal((await simulation.describe()).joints[0].friction, 4);
  simulation.setJoint('hinge', { friction: null });
  await simulation.step(1);
  assert.equal((await reading(simulation)).states[ANGLE], 'free');
  assert.equal((await simulation.describe()).joints[0].friction, undefined);
});

test('beside a servo it takes up to F/k of its way', async (t) => {
  const servo = { target: 0.6, stiffness: 50, damping: 10 };
  const simulation = await made(t, { ...arm({ servo, friction: 5 }), gravity: [0, 0, 0] });
  await simulation.step(300);
  const { coordinates, speeds } = await reading(simulation);
  const left = 0.6 - coordinates[ANGLE];
  assert(left > 1e-4 && left < 5 / 50 + 1e-4, `${left} rad are left`);
  assert(Math.abs(speeds[ANGLE]) < 1e-6, `${speeds[ANGLE]} rad/s`);
});

test('what cannot rub is refused with its path', async (t) => {
  const simulation = await made(t, arm());
  const refused = (changes, path) =>
    assert.throws(
      () => simulation.setJoint('hinge', changes),
      (error) => error.path === path,
    );
  refused({ friction: -1 }, 'friction');
  refused({ friction: 'much' }, 'friction');
  const scene = arm();
  scene.joints[0] = { type: 'point', a: 0, b: 1, anchorA: [0, 0, 0], anchorB: [-0.5, 0, 0], friction: 1 };
  await assert.rejects(beadwork.Simulation.create({ scene, machine: 'cpu' }), {
    path: 'joints[0].friction',
    message: /one free coordinate.* a point joint has none/,
  });
});

test('the lab tells and sets it', async () => {
  const { rowsOf } = await load('www/lab/why/rows.ts');
  const { settingsOf } = await load('www/lab/why/settings.ts');
  const { stateWords } = await load('www/lab/why/verdict.ts');
  const alone = arm({ friction: 3 }).joints[0];
  const row = rowsOf(alone)[ANGLE];
  assert.equal(row.most, 3);
  assert.equal(stateWords(row, 'saturated'), 'sliding against its friction');
  assert.equal(stateWords(row, 'held'), 'held by friction');
  const field = (joint, name) =>
    settingsOf(joint)
      .flatMap(({ settings }) => settings)
      .find((setting) => setting.name === name);
  assert.equal(field(alone, 'friction').now, 3);
  assert.equal(field(alone, 'friction').unit, 'N m');
  assert.deepEqual(field(alone, 'friction').changes(2), { friction: 2 });
  assert.deepEqual(field(alone, 'friction').changes(null), { friction: null });
  assert.equal(field({ ...alone, type: 'slider' }, 'friction').unit, 'N');
  assert(field({ ...alone, type: 'cone' }, 'friction'));
  const six = { ...alone, type: 'six-dof', friction: undefined, axes: { x: { friction: 3 } } };
  assert.deepEqual(field(six, 'x-friction').changes(4), { axes: { x: { friction: 4 } } });
  assert.equal(rowsOf(six)[0].held, false);
  // with a motor's largest force it is what both have
  assert.equal(rowsOf(arm({ friction: 3, motor: { speed: 1, maxForce: 4 } }).joints[0])[ANGLE].most, 7);
});
