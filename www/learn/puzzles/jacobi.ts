// A pass of Jacobi over a chain: everybody answers to what was before the pass.
import { image, massesOf } from './chain';
import { bars } from './picture';
import { type Case, caseOf, type Puzzle } from './puzzle';
import { Random } from './random';

const SIZES: [string, number, number][] = [
  ['a chain of 24 joints', 24, 2],
  ['one joint', 1, 2],
  ['two joints', 2, 2],
  ['65 joints, light and heavy bodies', 65, 100],
  ['128 joints', 128, 2],
];

function make(about: string, count: number, spread: number): Case {
  const random = new Random(count + 113);
  return caseOf(
    about,
    count,
    { omega: 0.6667, count },
    {
      inverse_masses: massesOf(random, count, spread),
      rights: random.list(count, -1, 1),
      old: random.list(count, -1, 1),
    },
    { sizes: { next: count } },
  );
}

const passed = (one: Case, imageOf: typeof image) => {
  const { inverse_masses: w, rights, old } = one.values;
  return {
    next: old!.map(
      (q, l) => q + (one.step.omega! * (rights![l]! - imageOf(w!, old!, l))) / (w![l]! + w![l + 1]!),
    ),
  };
};
const own = (w: number[], q: number[], l: number) => (w[l]! + w[l + 1]!) * q[l]!;

export const jacobi: Puzzle = {
  name: 'jacobi',
  step: { omega: 'f32', count: 'u32' },
  fields: [
    { name: 'inverse_masses', kind: 'f32', role: 'in' },
    { name: 'rights', kind: 'f32', role: 'in' },
    { name: 'old', kind: 'f32', role: 'in' },
    { name: 'next', kind: 'f32', role: 'out' },
  ],
  cases: SIZES.map(([about, count, spread]) => make(about, count, spread)),
  truth: (one) => passed(one, image),
  // a handful of operations in f32, and a division to 2.5 last digits
  tolerance: 1e-5,
  mistakes: [
    { says: 'The neighbours are missing.', gives: (one) => passed(one, own) },
    {
      says: 'The neighbours have the wrong sign: in A q they are taken away.',
      gives: (one) => passed(one, (w, q, l) => 2 * own(w, q, l) - image(w, q, l)),
    },
    {
      says: 'The neighbour after is missing.',
      gives: (one) => passed(one, (w, q, l) => image(w, q, l) + w[l + 1]! * (q[l + 1] ?? 0)),
    },
    {
      says: 'The neighbour before is missing.',
      gives: (one) => passed(one, (w, q, l) => image(w, q, l) + w[l]! * (q[l - 1] ?? 0)),
    },
  ],
  draw: (of) => bars(of('next')),
};
