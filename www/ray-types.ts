// A ray, and what it meets.

import type { Vector } from './types';

/** What `castRay` and `castRays` take. */
export interface Ray {
  /** Where it begins, m; each within ±10⁶. */
  origin: Vector;
  /** Where it leads: of any length but zero. */
  direction: Vector;
  /** How far it goes, m, 0 or more; without end unless given. */
  maxDistance?: number;
  /** A mask of 32 bits: it meets bodies whose group has a bit in it, and passes all others. All unless given. */
  collidesWith?: number;
}

/** The first body that a ray meets. */
export interface RayHit {
  /** Index of the body; of several at the same distance the lowest. */
  body: number;
  /** From the origin along the ray, m; 0 where it begins inside the body. */
  distance: number;
  /** The point of the world where that is, m. */
  point: Vector;
  /** Unit vector out of the surface there; against the ray where it begins inside the body. */
  normal: Vector;
}
