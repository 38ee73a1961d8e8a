// GPU threads come in groups of 64: those behind the end of the array have to leave.
import { bars } from './picture';
import { type Case, caseOf, type Puzzle } from './puzzle';
import { Random } from './random';

const SIZES: [string, number][] = [
  ['40 bodies', 40],
  ['64 bodies, a whole group', 64],
  ['65 bodies', 65],
  ['one body alone', 1],
  ['130 bodies', 130],
  ['no body at all', 0],
];

const make = (about: string, count: number): Case =>
  caseOf(
    about,
    count,
    { g: 9.81, count },
    { masses: new Random(count + 7).list(count, 0.2, 3) },
    { sizes: { weights: count } },
  );

export const guard: Puzzle = {
  name: 'guard',
  step: { g: 'f32', count: 'u32' },
  fields: [
    { name: 'masses', kind: 'f32', role: 'in' },
    { name: 'weights', kind: 'f32', role: 'out' },
  ],
  cases: SIZES.map(([about, count]) => make(about, count)),
  truth: (one) => ({ weights: one.values.masses!.map((mass) => mass * one.step.g!) }),
  // one product in f32: 1e-7
  tolerance: 1e-5,
  mistakes: [],
  // with the places of the 24 threads that have no body
  draw: (of) => bars(of('weights'), 1, 24),
};
