// A chain of point masses on a line, whose joints are coupled each with the next: A q = b with
//     A_ll = w_l + w_{l+1},   A_{l,l+1} = −w_{l+1},   w = 1/m
import type { Random } from './random';

/** Inverse masses of `joints` + 1 bodies, 1/kg; the first is fixed. `spread` is the heaviest over the lightest. */
export const massesOf = (random: Random, joints: number, spread: number): number[] =>
  Array.from({ length: joints + 1 }, (_, body) => (body === 0 ? 0 : spread ** random.between(-0.5, 0.5)));

/** A q at joint l; beyond the ends nothing pulls. */
export function image(w: number[], q: number[], l: number): number {
  return (w[l]! + w[l + 1]!) * q[l]! - w[l]! * (q[l - 1] ?? 0) - w[l + 1]! * (q[l + 1] ?? 0);
}

/** What joint l asks for, with its neighbours as they are. */
export const settled = (w: number[], b: number[], q: number[], l: number): number =>
  q[l]! + (b[l]! - image(w, q, l)) / (w[l]! + w[l + 1]!);
