// A row that yields: γ of what it bears is given back.
import { bars } from './picture';
import { type Case, caseOf, type Puzzle } from './puzzle';
import { Random } from './random';

const SIZES: [string, number][] = [
  ['24 rows, hard and soft', 24],
  ['one row', 1],
  ['65 rows', 65],
  ['200 rows', 200],
];

function make(about: string, count: number): Case {
  const random = new Random(count + 43);
  return caseOf(
    about,
    count,
    { count },
    {
      impulses: random.list(count, -1, 1),
      speeds: random.list(count, -1, 1),
      biases: random.list(count, -0.5, 0.5),
      answers: random.list(count, 0.5, 3),
      softnesses: random.list(count, 0.2, 4).map((softness, i) => (i % 4 === 1 ? 0 : softness)),
    },
  );
}

const relaxed = (one: Case, given: number, stiffened: number) => ({
  impulses: one.values.impulses!.map((q, i) => {
    const [speed, bias] = [one.values.speeds![i]!, one.values.biases![i]!];
    const softness = one.values.softnesses![i]!;
    return q + (speed + bias - given * softness * q) / (one.values.answers![i]! + stiffened * softness);
  }),
});

export const soft: Puzzle = {
  name: 'soft',
  step: { count: 'u32' },
  fields: [
    { name: 'impulses', kind: 'f32', role: 'both' },
    { name: 'speeds', kind: 'f32', role: 'in' },
    { name: 'biases', kind: 'f32', role: 'in' },
    { name: 'answers', kind: 'f32', role: 'in' },
    { name: 'softnesses', kind: 'f32', role: 'in' },
  ],
  cases: SIZES.map(([about, count]) => make(about, count)),
  truth: (one) => relaxed(one, 1, 1),
  // a handful of operations in f32, and a division to 2.5 last digits
  tolerance: 1e-5,
  mistakes: [
    { says: 'That is a hard row: γ is nowhere in it.', gives: (one) => relaxed(one, 0, 0) },
    {
      says: 'γ q is not taken away yet: what the row bears already has to yield too.',
      gives: (one) => relaxed(one, 0, 1),
    },
    { says: 'You divide by A. It has to be A + γ.', gives: (one) => relaxed(one, 1, 0) },
    { says: 'γ q is added. It has to be taken away.', gives: (one) => relaxed(one, -1, 1) },
  ],
  draw: (of) => bars(of('impulses')),
};
