// One bead on a thread of length 1 that turns about a nail, without gravity, at speed 1: each way of keeping the thread's
// length, in so few lines that they can be checked on paper. u is the direction of the thread, C = |p| − 1.

export const WAYS = ['pulled', 'projected', 'symplectic'] as const;
export type Way = (typeof WAYS)[number];

/** Which of the lines' colours each has, all over the chapter. */
export const COLOUR: Record<Way, number> = { symplectic: 0, projected: 1, pulled: 2 };
/** One item for each way, in the order of the colours. */
export const inColours = <T>(items: readonly T[]): T[] => [...items].reverse();

type Pair = readonly [number, number];

export interface Bead {
  readonly place: Pair;
  readonly velocity: Pair;
}

const dot = ([a, b]: Pair, [c, d]: Pair) => a * c + b * d;
const along = ([a, b]: Pair, way: Pair, by: number): Pair => [a + by * way[0], b + by * way[1]];
const directionOf = (p: Pair): Pair => [p[0] / Math.hypot(...p), p[1] / Math.hypot(...p)];

/** v without what of it points along u. */
const across = (v: Pair, u: Pair): Pair => along(v, u, -dot(v, u));

export const START: Bead = { place: [0, -1], velocity: [1, 0] };

/** V ← V − (u·V + β C/h) u,   x ← x + h V */
function pulled({ place, velocity }: Bead, h: number, beta: number): Bead {
  const u = directionOf(place);
  const v = along(across(velocity, u), u, (-beta / h) * (Math.hypot(...place) - 1));
  return { place: along(place, v, h), velocity: v };
}

/** V ← V − (u·V) u,   x' = x + h V,   x ← x' − C' u' */
function projected({ place, velocity }: Bead, h: number): Bead {
  const v = across(velocity, directionOf(place));
  return { place: directionOf(along(place, v, h)), velocity: v };
}

/** V' = V − q u,   x ← x + h V' with |x| = 1,   V ← V' − (u'·V') u' */
function symplectic({ place, velocity }: Bead, h: number): Bead {
  // |x + h V| = 1 − h q …: with V across the thread, (1 − h q)² + h² V² = 1
  const q = (1 - Math.sqrt(Math.max(0, 1 - h * h * dot(velocity, velocity)))) / h;
  const v = along(velocity, directionOf(place), -q);
  const next = along(place, v, h);
  return { place: next, velocity: across(v, directionOf(next)) };
}

/** The bead at its start and after each of `steps` steps of h. */
export function track(way: Way, steps: number, h: number, beta: number): Bead[] {
  const step = { pulled: (bead: Bead) => pulled(bead, h, beta), projected, symplectic }[way];
  const beads = [START];
  for (let i = 0; i < steps; i++) beads.push(step(beads.at(-1)!, h));
  return beads;
}

/** C over the thread's length. */
export const gapOf = ({ place }: Bead): number => Math.hypot(...place) - 1;

export const speedOf = ({ velocity }: Bead): number => Math.hypot(...velocity);

/** Radians from one bead to another about the nail, the shorter way round. */
export function between({ place: p }: Bead, { place: q }: Bead): number {
  return Math.atan2(p[0] * q[1] - p[1] * q[0], dot(p, q));
}

/** Where a bead is that turns without any error. */
export const truth = (time: number): Bead => ({
  place: [Math.sin(time), -Math.cos(time)],
  velocity: [Math.cos(time), Math.sin(time)],
});
