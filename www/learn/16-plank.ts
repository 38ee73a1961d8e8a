// A board on two trestles, with a load on it: two contacts of one body. Its equation, its answer by trying all four cases, and one row
// of projected Gauss-Seidel. Nothing is drawn here.
import type { Matrix } from './matrix';

/** m and kg */
export const LENGTH = 2;
const MASS = 10;
/** kg m², about its middle. */
const INERTIA = (MASS * LENGTH ** 2) / 12;
const GRAVITY = 9.81;
/** N */
export const WEIGHT = MASS * GRAVITY;

export interface Plank {
  /** m, of each trestle from the middle. */
  half: number;
  /** N, and m to the right of the middle. */
  load: number;
  place: number;
}

/** The trestles part from the board with (Aλ + b) m/s in each second. */
export interface Pair {
  a: Matrix;
  b: [number, number];
}

/** A_ij = 1/m + x_i x_j / I,   b_i = −(mg + P)/m − x_i s P / I */
export function pairOf({ half, load, place }: Plank): Pair {
  const x = [-half, half] as const;
  const entry = (i: 0 | 1, j: 0 | 1) => 1 / MASS + (x[i] * x[j]) / INERTIA;
  const falling = (i: 0 | 1) => -(WEIGHT + load) / MASS - (x[i] * place * load) / INERTIA;
  return {
    a: [
      [entry(0, 0), entry(0, 1)],
      [entry(1, 0), entry(1, 1)],
    ],
    b: [falling(0), falling(1)],
  };
}

/** m/s²: how fast each trestle's end of the board leaves it. */
export const leaving = ({ a, b }: Pair, lambda: readonly number[]): [number, number] => [
  a[0]![0]! * lambda[0]! + a[0]![1]! * lambda[1]! + b[0],
  a[1]![0]! * lambda[0]! + a[1]![1]! * lambda[1]! + b[1],
];

/** Both push, one of them, the other, or none: the one of the four that breaks no rule. */
export function answer(pair: Pair): [number, number] {
  const { a, b } = pair;
  const [left, across, right] = [a[0]![0]!, a[0]![1]!, a[1]![1]!];
  const whole = left * right - across * across;
  const cases: [number, number][] = [
    [(across * b[1] - right * b[0]) / whole, (across * b[0] - left * b[1]) / whole],
    [-b[0] / left, 0],
    [0, -b[1] / right],
    [0, 0],
  ];
  return cases.find(
    (lambda) => lambda.every((each) => each >= 0) && leaving(pair, lambda).every((speed) => speed > -1e-9),
  )!;
}

/** What is cut off at zero: the force that the row comes to, or each change of it. */
export type Clamp = 'sum' | 'change';

/** What a row asks for, and the force that it then has. */
export function relaxRow(
  pair: Pair,
  lambda: readonly number[],
  i: 0 | 1,
  clamp: Clamp,
): { wanted: number; taken: number } {
  const change = -leaving(pair, lambda)[i] / pair.a[i]![i]!;
  const wanted = lambda[i]! + change;
  return { wanted, taken: clamp === 'sum' ? Math.max(0, wanted) : lambda[i]! + Math.max(0, change) };
}

/** m: beyond it the board tips, and the other trestle lets go.   a (mg + P)/P */
export const tipping = ({ half, load }: Plank): number => (half * (WEIGHT + load)) / load;
