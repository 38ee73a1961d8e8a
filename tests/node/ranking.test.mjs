// The lab's list of the ten joints that stand out by one measure.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './module.mjs';

const { tenJoints } = await load('www/lab/why/ranking.ts');

const NONE = [0, 0, 0, 0, 0, 0];
/** A hinge at an angle, rad, with a torque, N m, and in a state. */
const hinge = (joint, angle, torque, state) => ({
  joint,
  gap: 0,
  angle: 0,
  coordinates: NONE.with(3, angle),
  speeds: NONE,
  forces: NONE.with(3, torque),
  states: Array(6).fill('free').with(3, state),
});
const rows = (servo) => [
  { index: 3, title: 'About x', turns: true, held: false, servo, most: servo.maxForce },
];

test('a servo that lies at a stop uses what its spring asks for, as far as it may', () => {
  const servos = [
    { target: 1, hertz: 1, maxForce: 100 },
    // N m/rad: stiff, and soft
    { target: 0.5, stiffness: 1e5, maxForce: 200 },
    { target: 0.5, stiffness: 10, maxForce: 200 },
    { target: 0.5, hertz: 2, maxForce: 200 },
  ];
  const readings = [
    hinge(0, 0, 40, 'free'),
    hinge(1, -1, -3000, 'low'),
    hinge(2, -1, -3000, 'low'),
    hinge(3, -1, -3000, 'low'),
  ];
  const ranked = tenJoints(
    readings,
    'use',
    (joint) => rows(servos[joint]),
    () => 0.5,
  );
  const share = Object.fromEntries(ranked.map(({ index, value }) => [index, value]));
  assert.equal(share[0], 40);
  assert.equal(share[1], 100);
  assert.equal(share[2], (100 * 10 * 1.5) / 200);
  // k = m ω²
  assert(Math.abs(share[3] - (100 * 0.5 * (4 * Math.PI) ** 2 * 1.5) / 200) < 1e-9);
  assert.equal(ranked[0].index, 1);
});
