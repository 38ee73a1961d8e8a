// A body sums the forces of its joints from a list: nobody else writes its velocity.
import { arrows } from './picture';
import { type Case, caseOf, type Puzzle } from './puzzle';
import { Random } from './random';
import { add, at, each } from './vectors';

/** What is said, bodies, and joints as pairs of them. */
const CASES: [string, number, (random: Random) => [number, number][]][] = [
  ['a chain of 12 bodies', 12, () => chain(12)],
  ['one body without a joint', 1, () => []],
  ['a heavy body with 63 others around it', 64, () => Array.from({ length: 63 }, (_, l) => [0, l + 1])],
  [
    '100 bodies, some of them without joints',
    100,
    (random) => Array.from({ length: 150 }, () => [random.below(60), 60 + random.below(20)]),
  ],
];

const chain = (bodies: number): [number, number][] =>
  Array.from({ length: bodies - 1 }, (_, l) => (l % 2 === 0 ? [l, l + 1] : [l + 1, l]));

function make(about: string, count: number, joints: (random: Random) => [number, number][]): Case {
  const random = new Random(count + 101);
  const pairs = joints(random);
  const lists: number[][] = Array.from({ length: count }, () => []);
  for (const [l, [a, b]] of pairs.entries()) {
    lists[a]!.push(2 * l);
    lists[b]!.push(2 * l + 1);
  }
  const starts = [0];
  for (const list of lists) starts.push(starts.at(-1)! + list.length);
  return caseOf(
    about,
    count,
    { h: 0.1, count },
    {
      velocities: random.list(3 * count, -1, 1),
      inverse_masses: Array.from({ length: count }, (_, i) =>
        i === 0 ? (count === 12 ? 0 : 0.1) : random.between(0.5, 2),
      ),
      forces: random.list(3 * pairs.length, -10, 10),
      starts,
      items: lists.flat(),
    },
  );
}

/** `share` says how much of the force of an item a body takes. */
const gathered = (one: Case, share: (isB: boolean, nth: number, inverse: number) => number) => ({
  velocities: each(one.step.count!, (i) => {
    const { velocities, inverse_masses, forces, starts, items } = one.values;
    const inverse = inverse_masses![i]!;
    return items!
      .slice(starts![i], starts![i + 1])
      .reduce(
        (v, item, nth) =>
          add(
            v,
            at(forces!, Math.floor(item / 2)),
            one.step.h! * inverse * share(item % 2 === 1, nth, inverse),
          ),
        at(velocities!, i),
      );
  }),
});

export const gather: Puzzle = {
  name: 'gather',
  step: { h: 'f32', count: 'u32' },
  fields: [
    { name: 'velocities', kind: 'vec3<f32>', role: 'both' },
    { name: 'inverse_masses', kind: 'f32', role: 'in' },
    { name: 'forces', kind: 'vec3<f32>', role: 'in' },
    { name: 'starts', kind: 'u32', role: 'in' },
    { name: 'items', kind: 'u32', role: 'in' },
  ],
  cases: CASES.map(([about, count, joints]) => make(about, count, joints)),
  truth: (one) => gathered(one, (isB) => (isB ? 1 : -1)),
  // up to 63 sums in f32
  tolerance: 3e-5,
  mistakes: [
    {
      says: 'All forces are added. λ pulls a back: where the body is a, it is taken away.',
      gives: (one) => gathered(one, () => 1),
    },
    {
      says: 'The signs are the other way round: λ pulls a back and b forth.',
      gives: (one) => gathered(one, (isB) => (isB ? -1 : 1)),
    },
    {
      says: 'All forces are taken away. λ pulls b forth: where the body is b, it is added.',
      gives: (one) => gathered(one, () => -1),
    },
    {
      says: 'Only the first item of each list counts so far.',
      gives: (one) => gathered(one, (isB, nth) => (nth > 0 ? 0 : isB ? 1 : -1)),
    },
  ],
  draw: (of) => arrows(of('velocities'), 3),
};
