// Vectors and unit quaternions (x, y, z, w), as few of their rules as the lab needs.
import type { BodyDescription, NumberedEnd, Vector } from '../beadwork';

export type Rotation = [number, number, number, number];

export const ONE: Rotation = [0, 0, 0, 1];

export const unit = (k: number): Vector => [0, 1, 2].map((i) => (i === k ? 1 : 0)) as Vector;
export const scaled = (v: Vector, by: number): Vector => v.map((x) => x * by) as Vector;
export const plus = (v: Vector, w: Vector): Vector => v.map((x, i) => x + w[i]!) as Vector;
export const minus = (v: Vector, w: Vector): Vector => v.map((x, i) => x - w[i]!) as Vector;
export const dot = (v: Vector, w: Vector): number => v[0] * w[0] + v[1] * w[1] + v[2] * w[2];
export const cross = ([a, b, c]: Vector, [x, y, z]: Vector): Vector => [
  b * z - c * y,
  c * x - a * z,
  a * y - b * x,
];
export const back = ([x, y, z, w]: Rotation): Rotation => [-x, -y, -z, w];
export const about = (axis: Vector, angle: number): Rotation => [
  ...scaled(axis, Math.sin(angle / 2)),
  Math.cos(angle / 2),
];

/** v + 2 u × (u × v + w v), of a unit quaternion (u, w). */
export function turned(v: Vector, [x, y, z, w]: Rotation): Vector {
  const u: Vector = [x, y, z];
  return plus(v, scaled(cross(u, plus(cross(u, v), scaled(v, w))), 2));
}

/** In the place of a body, where a joint asks: in the origin, without a size. */
const WORLD: BodyDescription = { position: [0, 0, 0], radius: 0, fixed: true };

/** The body at one end of a joint. */
export const bodyAt = (bodies: readonly BodyDescription[], end: NumberedEnd): BodyDescription =>
  end === 'world' ? WORLD : bodies[end]!;

/** The three numbers of one body or joint. */
export const three = (numbers: ArrayLike<number>, index: NumberedEnd): Vector =>
  index === 'world' ? [0, 0, 0] : ([0, 1, 2].map((i) => numbers[3 * index + i]!) as Vector);

/** The four of one body. */
export const four = (numbers: ArrayLike<number>, index: NumberedEnd): Rotation =>
  index === 'world' ? ONE : ([0, 1, 2, 3].map((i) => numbers[4 * index + i]!) as Rotation);

/** First `r`, then `q`. */
export function times([a, b, c, d]: Rotation, [x, y, z, w]: Rotation): Rotation {
  return [
    d * x + a * w + b * z - c * y,
    d * y - a * z + b * w + c * x,
    d * z + a * y - b * x + c * w,
    d * w - a * x - b * y - c * z,
  ];
}
