// The chain of chapter 5, and what is found after so many passes of Jacobi.
import type { SceneVersion1 } from '../beadwork';

export const BEADS = 5;
const RADIUS = 0.25;
/** s */
export const STEP = 1 / 60;
/** m/s² */
export const GRAVITY = 10;

export const bodies: SceneVersion1['bodies'] = Array.from({ length: BEADS }, (_, i) => ({
  position: [0, 3 - 2 * RADIUS * i, 0],
  radius: RADIUS,
  mass: 1,
  fixed: i === 0,
}));
export const joints = Array.from({ length: BEADS - 1 }, (_, l) => ({
  type: 'point' as const,
  a: l,
  b: l + 1,
  anchorA: [0, -RADIUS, 0] as [number, number, number],
  anchorB: [0, RADIUS, 0] as [number, number, number],
}));

/** λ by joint in N, positive upwards on the lower bead, and V by bead in m/s, positive upwards. */
export interface AfterPass {
  lambda: number[];
  speed: number[];
}

export interface Passes {
  /** After k passes, from the same cold start. */
  after(k: number): Promise<AfterPass>;
}
