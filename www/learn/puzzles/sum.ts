// A sum over a workgroup: each half adds the other, with a barrier in between.
import { withoutComments } from './bounded';
import { bars } from './picture';
import { type Case, caseOf, type Puzzle, WORKGROUP } from './puzzle';
import { Random } from './random';

/** What is said, and how many gaps each chain has. */
const CASES: [string, number[]][] = [
  ['12 chains', [64, 40, 100, 12, 1, 65, 30, 128, 7, 80, 33, 50]],
  ['a chain without a joint', [0]],
  ['one joint', [1]],
  ['chains of 63, 64 and 65 joints', [63, 64, 65]],
  ['a long chain beside short ones', [3, 1000, 0, 2]],
];

function make(about: string, lengths: number[]): Case {
  const random = new Random(lengths.length + 131);
  const starts = [0];
  for (const length of lengths) starts.push(starts.at(-1)! + length);
  return {
    ...caseOf(
      about,
      WORKGROUP * lengths.length,
      { count: lengths.length },
      { starts, gaps: random.list(starts.at(-1)!, -1, 1) },
      { sizes: { sums: lengths.length } },
    ),
    groups: lengths.length,
  };
}

/** The sum over those of a chain's gaps that `counts` takes by their number within it. */
const summed = (
  one: Case,
  counts: (k: number, length: number) => boolean,
  of = (gap: number) => gap * gap,
) => ({
  sums: Array.from({ length: one.step.count! }, (_, chain) => {
    const { starts, gaps } = one.values;
    const own = gaps!.slice(starts![chain], starts![chain + 1]);
    return own.reduce((sum, gap, k) => sum + (counts(k, own.length) ? of(gap) : 0), 0);
  }),
});

export const sum: Puzzle = {
  name: 'sum',
  step: { count: 'u32' },
  fields: [
    { name: 'starts', kind: 'u32', role: 'in' },
    { name: 'gaps', kind: 'f32', role: 'in' },
    { name: 'sums', kind: 'f32', role: 'out' },
  ],
  cases: CASES.map(([about, lengths]) => make(about, lengths)),
  truth: (one) => summed(one, () => true),
  // up to 16 sums in a thread and 6 in the tree, in f32
  tolerance: 1e-5,
  mistakes: [
    {
      says: 'That is what GPU thread 0 alone has found: every 64th gap.',
      gives: (one) => summed(one, (k) => k % WORKGROUP === 0),
    },
    {
      says: 'Only the first half of the threads is in it: begin with half = 32.',
      gives: (one) => summed(one, (k) => k % WORKGROUP < WORKGROUP / 2),
    },
    {
      says: 'Only threads 0 and 32 are in it: the halving stops too early, or never goes on.',
      gives: (one) => summed(one, (k) => k % (WORKGROUP / 2) === 0),
    },
    {
      says: 'The last halving is missing: threads with odd numbers are not in it.',
      gives: (one) => summed(one, (k) => k % 2 === 0),
    },
    {
      says: 'This is the sum without the last gap of each chain.',
      gives: (one) => summed(one, (k, length) => k < length - 1),
    },
    {
      says: 'This is the sum of the gaps, not of their squares.',
      gives: (one) =>
        summed(
          one,
          () => true,
          (gap) => gap,
        ),
    },
  ],
  objects: (code) => {
    const barriers = withoutComments(code).match(/workgroupBarrier\s*\(/g)?.length ?? 0;
    return barriers < 2
      ? 'But that is luck: before a GPU thread reads what another has written, all have to wait at a workgroupBarrier(). One is needed before the loop, and one in each of its turns.'
      : null;
  },
  draw: (of) => bars(of('sums')),
};
