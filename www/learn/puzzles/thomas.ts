// Thomas's algorithm: elimination down the chain and back, one GPU thread per chain. Exact, whatever the masses.
import { massesOf } from './chain';
import { bars } from './picture';
import { type Case, caseOf, type Puzzle } from './puzzle';
import { Random } from './random';

/** What is said, how many joints each chain has, and the heaviest body over the lightest. */
const CASES: [string, number[], number][] = [
  ['4 chains', [9, 6, 1, 8], 4],
  ['a chain without a joint', [0], 1],
  ['one joint', [1], 1],
  ['70 chains, some of them empty', Array.from({ length: 70 }, (_, k) => k % 7), 4],
  ['light and heavy bodies', [20, 20, 20], 1000],
];

function make(about: string, lengths: number[], spread: number): Case {
  const random = new Random(lengths.length + 149);
  const starts = [0];
  for (const length of lengths) starts.push(starts.at(-1)! + length);
  const masses = lengths.map((length) => massesOf(random, length, spread));
  const total = starts.at(-1)!;
  return caseOf(
    about,
    lengths.length,
    { count: lengths.length },
    {
      starts,
      diagonals: masses.flatMap((w) => w.slice(1).map((after, l) => w[l]! + after)),
      // behind a chain's last joint stands a coupling too, which nobody may use
      couplings: masses.flatMap((w) => w.slice(1).map((after) => -after)),
      rights: random.list(total, -1, 1),
    },
    { sizes: { pivots: total, impulses: total } },
  );
}

/** `down` and `back` change how a chain is eliminated. */
function solved(one: Case, { down = true, pivot = true, back = true, apart = true } = {}) {
  const { starts, diagonals, couplings, rights } = one.values;
  const q = [...rights!];
  const pivots = [...diagonals!];
  for (let chain = 0; chain < one.step.count!; chain++) {
    const [first, end] = [starts![chain]!, starts![chain + 1]!];
    for (let i = first + 1; i < end; i++) {
      const factor = couplings![i - 1]! / pivots[i - 1]!;
      if (pivot) pivots[i]! -= factor * couplings![i - 1]!;
      if (down) q[i]! -= factor * q[i - 1]!;
    }
    for (let i = end - 1; i >= first; i--) {
      if (back && i + 1 < end) q[i]! += (apart ? -1 : 1) * couplings![i]! * q[i + 1]!;
      q[i]! /= pivots[i]!;
    }
  }
  return { impulses: q };
}

export const thomas: Puzzle = {
  name: 'thomas',
  step: { count: 'u32' },
  fields: [
    { name: 'starts', kind: 'u32', role: 'in' },
    { name: 'diagonals', kind: 'f32', role: 'in' },
    { name: 'couplings', kind: 'f32', role: 'in' },
    { name: 'rights', kind: 'f32', role: 'in' },
    { name: 'pivots', kind: 'f32', role: 'scratch' },
    { name: 'impulses', kind: 'f32', role: 'out' },
  ],
  cases: CASES.map(([about, lengths, spread]) => make(about, lengths, spread)),
  truth: (one) => solved(one),
  // what f32 rounds, 6e-8, times the condition of A, some 1e4 with the heaviest bodies
  tolerance: 2e-3,
  mistakes: [
    {
      says: 'No joint knows of another yet: each is solved by itself.',
      gives: (one) => solved(one, { down: false, pivot: false, back: false }),
    },
    {
      says: 'The way down is right. On the way back each joint still has to take away what the next one pulls.',
      gives: (one) => solved(one, { back: false }),
    },
    {
      says: 'The way back is right. On the way down both have to change: the pivot and the right side.',
      gives: (one) => solved(one, { down: false, pivot: false }),
    },
    {
      says: 'On the way down the right side has to change as well as the pivot.',
      gives: (one) => solved(one, { down: false }),
    },
    {
      says: 'On the way down the pivot has to change as well as the right side.',
      gives: (one) => solved(one, { pivot: false }),
    },
    {
      says: 'On the way back the coupling has the wrong sign: it is taken away.',
      gives: (one) => solved(one, { apart: false }),
    },
  ],
  draw: (of) => bars(of('impulses')),
};
