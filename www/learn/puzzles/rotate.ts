// A quaternion turns an anchor from the body's axes to the world's.
import { arrows } from './picture';
import { type Case, caseOf, type Puzzle } from './puzzle';
import { Random } from './random';
import { add, at, cross, each, rotated, scale } from './vectors';

const SIZES: [string, number][] = [
  ['12 bodies', 12],
  ['one body that is not turned', 1],
  ['65 bodies', 65],
  ['128 bodies', 128],
];

function make(about: string, count: number): Case {
  const random = new Random(count + 71);
  return caseOf(
    about,
    count,
    { count },
    {
      rotations: count === 1 ? [0, 0, 0, 1] : random.rotations(count),
      anchors: random.list(3 * count, -1, 1),
    },
    { sizes: { arms: count } },
  );
}

const turned = (one: Case, turn: (q: number[], r: number[]) => number[]) => ({
  arms: each(one.step.count!, (i) => turn(at(one.values.rotations!, i, 4), at(one.values.anchors!, i))),
});
/** 2 (u × r) */
const twice = (q: number[], r: number[]) => scale(cross(q.slice(0, 3), r), 2);

export const rotate: Puzzle = {
  name: 'rotate',
  step: { count: 'u32' },
  fields: [
    { name: 'rotations', kind: 'vec4<f32>', role: 'in' },
    { name: 'anchors', kind: 'vec3<f32>', role: 'in' },
    { name: 'arms', kind: 'vec3<f32>', role: 'out' },
  ],
  cases: SIZES.map(([about, count]) => make(about, count)),
  truth: (one) => turned(one, rotated),
  // two cross products in f32, and quaternions that f32 has rounded
  tolerance: 1e-5,
  mistakes: [
    { says: 'Nothing is turned yet.', gives: (one) => turned(one, (_, r) => r) },
    {
      says: 'It is turned backwards, from the world’s axes to the body’s.',
      gives: (one) => turned(one, (q, r) => rotated([...scale(q.slice(0, 3), -1), q[3]!], r)),
    },
    {
      says: 'The part with w is missing.',
      gives: (one) => turned(one, (q, r) => add(r, cross(q.slice(0, 3), twice(q, r)))),
    },
    {
      says: 'The part u × (u × r) is missing.',
      gives: (one) => turned(one, (q, r) => add(r, twice(q, r), q[3]!)),
    },
  ],
  draw: (of) => arrows(of('arms'), 3),
};
