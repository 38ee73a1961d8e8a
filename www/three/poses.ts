// Poses of a simulation after some of its last frames, and between two of them: a centre goes along a line,
//   x = (1 − s) x₀ + s x₁,   q = ((1 − s) q₀ ± s q₁) / |…|
// with the sign that turns the shorter way, since q and −q are the same rotation.

/** Numbers of a body: x, y, z, and the quaternion's x, y, z, w. */
export const WIDTH = 7;

/**
 * The pose of a body between a and b into `out`. Where only b has it, as it has b's; false, and `out` stays, where b has none: what is
 * not there has zeros in place of a quaternion.
 */
export function between(
  a: Float32Array | undefined,
  b: Float32Array,
  s: number,
  body: number,
  out: Float32Array,
): boolean {
  const at = WIDTH * body;
  if (!isThere(b, at)) return false;
  if (a === undefined || s >= 1 || !isThere(a, at)) {
    for (let k = 0; k < WIDTH; k++) out[k] = b[at + k]!;
    return true;
  }
  for (let k = 0; k < 3; k++) out[k] = a[at + k]! + s * (b[at + k]! - a[at + k]!);
  let dot = 0;
  for (let k = 3; k < WIDTH; k++) dot += a[at + k]! * b[at + k]!;
  const t = dot < 0 ? -s : s;
  for (let k = 3; k < WIDTH; k++) out[k] = (1 - s) * a[at + k]! + t * b[at + k]!;
  const length = Math.hypot(out[3]!, out[4]!, out[5]!, out[6]!);
  for (let k = 3; k < WIDTH; k++) out[k] = out[k]! / length;
  return true;
}

const isThere = (poses: Float32Array, at: number): boolean =>
  at + WIDTH <= poses.length &&
  (poses[at + 3] !== 0 || poses[at + 4] !== 0 || poses[at + 5] !== 0 || poses[at + 6] !== 0);

/** Where all bodies were after a frame. */
interface Moment {
  frame: number;
  poses: Float32Array;
}

/** As many as lie between what is shown and what is asked for, and one more. */
const MOST = 4;

/** The last moments, in order of their frames. */
export class Track {
  #moments: Moment[] = [];
  /** Those that the picture stands between, and where. */
  #before: Float32Array | undefined;
  #after: Float32Array | undefined;
  #part = 1;

  /** The poses after a frame; they take the place of what was known of that frame. */
  add(frame: number, poses: Float32Array): void {
    while ((this.#moments.at(-1)?.frame ?? -1) >= frame) this.#moments.pop();
    this.#moments.push({ frame, poses });
    if (this.#moments.length > MOST) this.#moments.shift();
  }

  /** Where bodies were until now does not lead to where they are. */
  cut(bodies: Iterable<number>): void {
    for (const body of bodies)
      for (const { poses } of this.#moments) poses.fill(0, WIDTH * body, WIDTH * (body + 1));
  }

  /** Nothing of what was leads to what is. */
  clear(): void {
    this.#moments = [];
    this.#before = undefined;
    this.#after = undefined;
  }

  get empty(): boolean {
    return this.#moments.length === 0;
  }

  /** The picture stands here now, in frames: between the moments before and after, or at the nearest one. */
  show(frame: number): void {
    while (this.#moments.length > 1 && this.#moments[1]!.frame <= frame) this.#moments.shift();
    const [a, b] = this.#moments;
    this.#before = b && a?.poses;
    this.#after = (b ?? a)?.poses;
    this.#part = a && b ? Math.max((frame - a.frame) / (b.frame - a.frame), 0) : 1;
  }

  /** The pose of a body where the picture stands, into `out`; false, and `out` stays, where it is not there. */
  poseOf(body: number, out: Float32Array): boolean {
    return this.#after !== undefined && between(this.#before, this.#after, this.#part, body, out);
  }
}
