// A symmetric 3 × 3 system, as the block A_ll of a joint is one.
import { bars } from './picture';
import { type Case, caseOf, type Puzzle } from './puzzle';
import { Random } from './random';
import { at, cross, dot, each, scale } from './vectors';

const SIZES: [string, number, number][] = [
  ['8 joints', 8, 1],
  ['one joint', 1, 1],
  ['65 joints', 65, 1],
  ['100 joints, light and heavy bodies', 100, 100],
];

/** A of two equal spheres with their arms: (2/m) 1 + Σ w (|a|² 1 − a aᵀ). */
function block(random: Random, spread: number) {
  const w = spread ** random.between(-0.5, 0.5);
  const arms = [random.list(3, -1, 1), random.list(3, -1, 1)];
  const turning = (r: number, c: number) =>
    arms.reduce((sum, a) => sum + 2.5 * w * ((r === c ? dot(a, a) : 0) - a[r]! * a[c]!), 0);
  return {
    diagonal: [0, 1, 2].map((k) => 2 * w + turning(k, k)),
    off: [turning(0, 1), turning(0, 2), turning(1, 2)],
  };
}

function make(about: string, count: number, spread: number): Case {
  const random = new Random(count + 97);
  const blocks = Array.from({ length: count }, () => block(random, spread));
  return caseOf(
    about,
    count,
    { count },
    {
      diagonals: blocks.flatMap(({ diagonal }) => diagonal),
      offs: blocks.flatMap(({ off }) => off),
      rights: random.list(3 * count, -1, 1),
    },
    { sizes: { solutions: count } },
  );
}

type Columns = [number[], number[], number[]];
/** Cramer's rule. */
function solved([x, y, z]: Columns, b: number[]): number[] {
  const volume = dot(x, cross(y, z));
  return scale([dot(b, cross(y, z)), dot(x, cross(b, z)), dot(x, cross(y, b))], 1 / volume);
}

/** `arrange` has the diagonal and xy, xz, yz. */
const solutions = (one: Case, arrange: (d: number[], o: number[]) => Columns) => ({
  solutions: each(one.step.count!, (l) =>
    solved(arrange(at(one.values.diagonals!, l), at(one.values.offs!, l)), at(one.values.rights!, l)),
  ),
});

export const symmetric: Puzzle = {
  name: 'symmetric',
  step: { count: 'u32' },
  fields: [
    { name: 'diagonals', kind: 'vec3<f32>', role: 'in' },
    { name: 'offs', kind: 'vec3<f32>', role: 'in' },
    { name: 'rights', kind: 'vec3<f32>', role: 'in' },
    { name: 'solutions', kind: 'vec3<f32>', role: 'out' },
  ],
  cases: SIZES.map(([about, count, spread]) => make(about, count, spread)),
  truth: (one) =>
    solutions(one, ([xx, yy, zz], [xy, xz, yz]) => [
      [xx!, xy!, xz!],
      [xy!, yy!, yz!],
      [xz!, yz!, zz!],
    ]),
  // the greatest eigenvalue is at most some 9 times the least, and Cramer's rule takes products of three
  tolerance: 1e-4,
  mistakes: [
    {
      says: 'That is right only where xy, xz and yz are zero.',
      gives: (one) =>
        solutions(one, ([xx, yy, zz]) => [
          [xx!, 0, 0],
          [0, yy!, 0],
          [0, 0, zz!],
        ]),
    },
    {
      says: 'xz and yz stand in each other’s place: the order is xy, xz, yz.',
      gives: (one) =>
        solutions(one, ([xx, yy, zz], [xy, xz, yz]) => [
          [xx!, xy!, yz!],
          [xy!, yy!, xz!],
          [yz!, xz!, zz!],
        ]),
    },
  ],
  draw: (of) => bars(of('solutions'), 3),
};
