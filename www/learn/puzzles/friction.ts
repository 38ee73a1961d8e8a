// Friction on a disc: it stops the sliding, but is no longer than μ times the push.
import { arrows } from './picture';
import { type Case, caseOf, type Puzzle } from './puzzle';
import { Random } from './random';
import { add, at, each, scale } from './vectors';

const SIZES: [string, number][] = [
  ['12 contacts, some of which hold', 12],
  ['one contact that does not push', 1],
  ['65 contacts', 65],
  ['128 contacts, light and heavy', 128],
];

function make(about: string, count: number): Case {
  const random = new Random(count + 61);
  const masses = Array.from({ length: count }, () =>
    count === 128 ? 10 ** random.between(-1, 1) : random.between(0.5, 2),
  );
  return caseOf(
    about,
    count,
    { count },
    {
      impulses: each(count, (i) => (i % 5 === 0 ? [0, 0] : random.list(2, -0.4, 0.4))),
      // every fifth stands still
      slips: each(count, (i) => (i % 5 === 0 ? [0, 0] : random.list(2, -1, 1))),
      masses,
      // every seventh does not touch
      pushes: masses.map((mass, i) => (i % 7 === 0 ? 0 : mass * random.between(0.3, 1.6))),
      frictions: random.list(count, 0.2, 1.2),
    },
  );
}

function rubbed(one: Case, shorten: (wanted: number[], most: number, push: number) => number[]) {
  const { impulses, slips, masses, pushes, frictions } = one.values;
  return {
    impulses: each(one.step.count!, (i) => {
      const wanted = add(at(impulses!, i, 2), at(slips!, i, 2), -masses![i]!);
      return shorten(wanted, frictions![i]! * pushes![i]!, pushes![i]!);
    }),
  };
}

const onDisc = (v: number[], most: number) => {
  const size = Math.hypot(...v);
  return size > most ? scale(v, most / size) : v;
};

export const friction: Puzzle = {
  name: 'friction',
  step: { count: 'u32' },
  fields: [
    { name: 'impulses', kind: 'vec2<f32>', role: 'both' },
    { name: 'slips', kind: 'vec2<f32>', role: 'in' },
    { name: 'masses', kind: 'f32', role: 'in' },
    { name: 'pushes', kind: 'f32', role: 'in' },
    { name: 'frictions', kind: 'f32', role: 'in' },
  ],
  cases: SIZES.map(([about, count]) => make(about, count)),
  truth: (one) => rubbed(one, onDisc),
  // a handful of operations in f32, with a root and a division
  tolerance: 1e-5,
  mistakes: [
    { says: 'Nothing limits it: friction holds whatever comes.', gives: (one) => rubbed(one, (v) => v) },
    {
      says: 'You limit x and y each by itself: that is a square. The limit is on the length.',
      gives: (one) => rubbed(one, (v, most) => v.map((part) => Math.max(-most, Math.min(most, part)))),
    },
    {
      says: 'The limit is the push itself. It should be μ times the push.',
      gives: (one) => rubbed(one, (v, _, push) => onDisc(v, push)),
    },
  ],
  draw: (of, one) =>
    arrows(
      of('impulses'),
      2,
      one.values.pushes!.map((push, i) => push * one.values.frictions![i]!),
    ),
};
