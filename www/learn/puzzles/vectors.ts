// Vectors, quaternions and lists of them, for the truth of the puzzles. A list is flat: three numbers for each vector.

export const at = (list: number[], item: number, size = 3): number[] =>
  list.slice(item * size, (item + 1) * size);
/** One after the other, flat. */
export const each = (count: number, make: (item: number) => number[]): number[] =>
  Array.from({ length: count }, (_, item) => make(item)).flat();

export const add = (a: number[], b: number[], factor = 1): number[] =>
  a.map((value, k) => value + factor * b[k]!);
export const scale = (a: number[], factor: number): number[] => a.map((value) => factor * value);

export function cross([ax, ay, az]: number[], [bx, by, bz]: number[]): number[] {
  return [ay! * bz! - az! * by!, az! * bx! - ax! * bz!, ax! * by! - ay! * bx!];
}

export const dot = (a: number[], b: number[]): number => a.reduce((sum, value, k) => sum + value * b[k]!, 0);

/** Hamilton's product of (x, y, z, w). */
export function product(p: number[], q: number[]): number[] {
  const [pv, qv] = [p.slice(0, 3), q.slice(0, 3)];
  const vector = add(add(scale(qv, p[3]!), scale(pv, q[3]!)), cross(pv, qv));
  return [...vector, p[3]! * q[3]! - dot(pv, qv)];
}

/** R(q) r, as q r q*. */
export function rotated(q: number[], r: number[]): number[] {
  const back = [...scale(q.slice(0, 3), -1), q[3]!];
  return product(product(q, [...r, 0]), back).slice(0, 3);
}

/** The turn by |φ| radians about φ. */
export function exponential(phi: number[]): number[] {
  const angle = Math.hypot(...phi);
  if (angle === 0) return [0, 0, 0, 1];
  return [...scale(phi, Math.sin(angle / 2) / angle), Math.cos(angle / 2)];
}
