// Turns as unit quaternions (x, y, z, w), Hamilton's product, in f64: a pose made of a twist and a swing, and five ways to read
// the twist from it. Angles are in rad. Nothing is drawn here.

export type Vector = [number, number, number];
export type Quaternion = [number, number, number, number];

export function product(p: Quaternion, q: Quaternion): Quaternion {
  const [a, b, c, d] = p;
  const [x, y, z, w] = q;
  return [
    d * x + w * a + b * z - c * y,
    d * y + w * b + c * x - a * z,
    d * z + w * c + a * y - b * x,
    d * w - a * x - b * y - c * z,
  ];
}

export const inverse = ([x, y, z, w]: Quaternion): Quaternion => [-x, -y, -z, w];

/** About a unit axis. It goes on after half a turn: w is negative from there on. */
export function about([x, y, z]: Vector, angle: number): Quaternion {
  const [sine, cosine] = [Math.sin(0.5 * angle), Math.cos(0.5 * angle)];
  return [sine * x, sine * y, sine * z, cosine];
}

/** R(q) r */
export function turned(q: Quaternion, [x, y, z]: Vector): Vector {
  const [a, b, c] = product(product(q, [x, y, z, 0]), inverse(q));
  return [a, b, c];
}

/** The same angle in (−π, π]. */
export const wrapped = (angle: number): number =>
  angle - 2 * Math.PI * Math.ceil(angle / (2 * Math.PI) - 0.5);

/** Of the two quaternions of a turn the one with w ≥ 0. */
export const near = (q: Quaternion): Quaternion => (q[3] < 0 ? (q.map((each) => -each) as Quaternion) : q);

/** How b stands in a: first it twists about x, then its x swings by an angle about an axis across, at `toward` from y. */
export interface Pose {
  twist: number;
  swing: number;
  toward: number;
}

export const turnOf = ({ twist, swing, toward }: Pose): Quaternion =>
  product(about([0, Math.cos(toward), Math.sin(toward)], swing), about([1, 0, 0], twist));

/** twist = 2 atan2(x, w);   N = √(x² + w²),   Y = (wy − xz)/N,   Z = (wz + xy)/N,   s = 2 atan2(√(Y² + Z²), N) (Y, Z)/√(Y² + Z²) */
export function twistAndSwing(q: Quaternion): { twist: number; y: number; z: number } {
  const [x, y, z, w] = near(q);
  const n = Math.hypot(x, w);
  const [across, up] = [(w * y - x * z) / n, (w * z + x * y) / n];
  const size = Math.hypot(across, up);
  const factor = size < 1e-12 ? 2 : (2 * Math.atan2(size, n)) / size;
  return { twist: 2 * Math.atan2(x, w), y: factor * across, z: factor * up };
}

const arcsine = (sine: number) => Math.asin(Math.min(1, Math.max(-1, sine)));

/** Five ways to read the twist of a joint, a's frame turned by `a` in the world and b's by `q` in a's. */
export const READINGS: Record<string, (a: Quaternion, q: Quaternion) => number> = {
  A: (a, [x, y, z]) => {
    const axis = turned(a, [1, 0, 0]);
    return 2 * arcsine(x * axis[0] + y * axis[1] + z * axis[2]);
  },
  B: (_, [x]) => 2 * arcsine(x),
  C: (_, [x, , , w]) => 2 * Math.atan2(x, w),
  // where b's y points, seen along a's x
  D: (_, q) => {
    const [, y, z] = turned(q, [0, 1, 0]);
    return Math.atan2(z, y);
  },
  E: (_, q) => twistAndSwing(q).twist,
};
