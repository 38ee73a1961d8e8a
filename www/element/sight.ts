// How much of a picture its beads take.
import type { View } from '../exports';
import { project } from '../player/sight';

/** How far beads are from the middle of a picture, of half its width or height: beyond 1 they cannot be seen. */
export interface Extent {
  sideways: number;
  top: number;
  bottom: number;
}

/** `extent` with beads that stand `aside` metres to the right of where their scene has them. */
export function widen(
  extent: Extent,
  { camera }: Pick<View, 'camera'>,
  { clientWidth, clientHeight }: Pick<HTMLCanvasElement, 'clientWidth' | 'clientHeight'>,
  positions: Float32Array,
  aside: number,
): Extent {
  let { sideways, top, bottom } = extent;
  const [wide, high] = [clientWidth / 2, clientHeight / 2];
  for (let i = 0; i < positions.length; i += 3) {
    const bead = [positions[i]! + aside, positions[i + 1]!, positions[i + 2]!];
    const at = project(camera, bead, clientWidth, clientHeight);
    if (!at) continue;
    const up = 1 - at.y / high;
    sideways = Math.max(sideways, Math.abs(at.x / wide - 1));
    top = Math.max(top, up);
    bottom = Math.min(bottom, up);
  }
  return { sideways, top, bottom };
}
