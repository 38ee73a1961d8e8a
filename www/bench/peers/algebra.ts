// Vectors and unit quaternions as scenes write them: x, y, z and x, y, z, w.

export type V3 = [number, number, number];
export type Q = [number, number, number, number];

export const ONE: Q = [0, 0, 0, 1];

export const plus = (a: V3, b: V3): V3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: V3, b: V3): V3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scaled = (s: number, [x, y, z]: V3): V3 => [s * x, s * y, s * z];
export const dot = (a: V3, b: V3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: V3, b: V3): V3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (v: V3): number => Math.hypot(...v);

export const back = ([x, y, z, w]: Q): Q => [-x, -y, -z, w];

export const times = (a: Q, b: Q): Q => [
  a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
  a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
  a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
  a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
];

/** R(q) v = v + 2 w (u × v) + 2 u × (u × v) */
export function rotate([x, y, z, w]: Q, v: V3): V3 {
  const t = scaled(2, cross([x, y, z], v));
  return plus(plus(v, scaled(w, t)), cross([x, y, z], t));
}

/** The angle of q about x, rad, −π to π: the twist where q also swings. */
export function twistOf([x, , , w]: Q): number {
  return w < 0 ? 2 * Math.atan2(-x, -w) : 2 * Math.atan2(x, w);
}

/** The angle by which q tilts x, rad. */
export function swingOf([x, y, z, w]: Q): number {
  return 2 * Math.atan2(Math.hypot(y, z), Math.hypot(x, w));
}

/** About one of the axes, 0 to 2, by an angle in rad. */
export function about(axis: 0 | 1 | 2, angle: number): Q {
  const q: Q = [0, 0, 0, Math.cos(angle / 2)];
  q[axis] = Math.sin(angle / 2);
  return q;
}

/** A place and how it is turned. */
export interface Frame {
  at: V3;
  turn: Q;
}

/** A frame that is told in another one, seen from where that one is. */
export const within = (outer: Frame, inner: Frame): Frame => ({
  at: plus(outer.at, rotate(outer.turn, inner.at)),
  turn: times(outer.turn, inner.turn),
});

/** The other way about: within(outer, seenFrom(outer, frame)) = frame. */
export const seenFrom = (outer: Frame, frame: Frame): Frame => ({
  at: rotate(back(outer.turn), minus(frame.at, outer.at)),
  turn: times(back(outer.turn), frame.turn),
});
