// A step of a rotation: q ← exp(h ω) q, also of bodies that do not turn.
import { arrows } from './picture';
import { type Case, caseOf, type Puzzle } from './puzzle';
import { Random } from './random';
import { at, each, exponential, product, rotated, scale } from './vectors';

const SIZES: [string, number, number][] = [
  ['12 bodies, one of them at rest', 12, 9],
  ['one body at rest', 1, 0],
  ['65 bodies that turn fast', 65, 22],
  ['128 bodies', 128, 12],
];

function make(about: string, count: number, fastest: number): Case {
  const random = new Random(count + 83);
  return caseOf(
    about,
    count,
    // a long step, so that it can be seen
    { h: 0.0625, count },
    {
      rotations: random.rotations(count),
      spins: each(count, (i) => (i === 5 ? [0, 0, 0] : random.list(3, -fastest, fastest))),
    },
  );
}

const unit = (q: number[]) => scale(q, 1 / Math.hypot(...q));
const turned = (one: Case, step: (phi: number[], q: number[]) => number[]) => ({
  rotations: each(one.step.count!, (i) =>
    unit(step(scale(at(one.values.spins!, i), one.step.h!), at(one.values.rotations!, i, 4))),
  ),
});

/** Where each body's own x axis points: a quaternion by itself is no picture. */
const axes = (rotations: number[]) =>
  each(rotations.length / 4, (i) => rotated(at(rotations, i, 4), [1, 0, 0]));

export const turn: Puzzle = {
  name: 'turn',
  step: { h: 'f32', count: 'u32' },
  fields: [
    { name: 'rotations', kind: 'vec4<f32>', role: 'both' },
    { name: 'spins', kind: 'vec3<f32>', role: 'in' },
  ],
  cases: SIZES.map(([about, count, fastest]) => make(about, count, fastest)),
  truth: (one) => turned(one, (phi, q) => product(exponential(phi), q)),
  // WGSL promises sin and cos to 2^-11 only, 5e-4
  tolerance: 2e-3,
  mistakes: [
    { says: 'Nothing turns yet.', gives: (one) => turned(one, (_, q) => q) },
    {
      says: 'It turns twice as far: in a quaternion stands half the angle.',
      gives: (one) => turned(one, (phi, q) => product(exponential(scale(phi, 2)), q)),
    },
    {
      says: 'It turns in body axes: exp(h ω) has to stand on the left of q.',
      gives: (one) => turned(one, (phi, q) => product(q, exponential(phi))),
    },
    {
      says: 'That is right for small angles only, and these are not small.',
      gives: (one) => turned(one, (phi, q) => product([...scale(phi, 0.5), 1], q)),
    },
  ],
  draw: (of) => {
    const pair = of('rotations');
    return arrows({ ...pair, found: pair.found && axes(pair.found), wanted: axes(pair.wanted) }, 3);
  },
};
