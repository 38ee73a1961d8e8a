// C of a point joint, from the places of its bodies and its arms.
import { arrows } from './picture';
import { type Case, caseOf, type Puzzle } from './puzzle';
import { Random } from './random';
import { add, at, each } from './vectors';

/** What is said of a case, its joints and its bodies. */
const SIZES: [string, number, number][] = [
  ['a chain of 12 joints', 12, 13],
  ['one joint', 1, 2],
  ['100 joints between 12 bodies', 100, 12],
  ['no joint at all', 0, 3],
  ['64 joints', 64, 65],
];

function make(about: string, count: number, bodies: number): Case {
  const random = new Random(count + 31);
  const joints = each(count, (l) => {
    if (bodies > count) return l % 2 === 0 ? [l, l + 1] : [l + 1, l];
    const a = random.below(bodies);
    return [a, (a + 1 + random.below(bodies - 1)) % bodies];
  });
  return caseOf(
    about,
    count,
    { count },
    {
      joints,
      positions: random.list(3 * bodies, -2, 2),
      arms_a: random.list(3 * count, -0.5, 0.5),
      arms_b: random.list(3 * count, -0.5, 0.5),
    },
    { sizes: { gaps: count } },
  );
}

const gapsOf = (one: Case, armA: number, armB: number) => ({
  gaps: each(one.step.count!, (l) => {
    const [a, b] = at(one.values.joints!, l, 2) as [number, number];
    const { positions, arms_a, arms_b } = one.values;
    const apart = add(at(positions!, a), at(positions!, b), -1);
    return add(add(apart, at(arms_a!, l), armA), at(arms_b!, l), armB);
  }),
});

export const gaps: Puzzle = {
  name: 'gaps',
  step: { count: 'u32' },
  fields: [
    { name: 'joints', kind: 'vec2<u32>', role: 'in' },
    { name: 'positions', kind: 'vec3<f32>', role: 'in' },
    { name: 'arms_a', kind: 'vec3<f32>', role: 'in' },
    { name: 'arms_b', kind: 'vec3<f32>', role: 'in' },
    { name: 'gaps', kind: 'vec3<f32>', role: 'out' },
  ],
  cases: SIZES.map(([about, joints, bodies]) => make(about, joints, bodies)),
  truth: (one) => gapsOf(one, 1, -1),
  // three sums in f32 of numbers up to 2 m
  tolerance: 1e-5,
  mistakes: [
    { says: 'That is from centre to centre. The arms are missing.', gives: (one) => gapsOf(one, 0, 0) },
    { says: 'b’s arm has to be taken away, as b’s position is.', gives: (one) => gapsOf(one, 1, 1) },
    {
      says: 'The arms have the wrong sign: a’s is added, b’s is taken away.',
      gives: (one) => gapsOf(one, -1, 1),
    },
  ],
  draw: (of) => arrows(of('gaps'), 3),
};
