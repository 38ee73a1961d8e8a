// Where things of the world are in a picture.
import type { View } from '../beadwork';

export interface Point {
  x: number;
  y: number;
}

/** What stands in the picture at a point of the world, CSS pixels; null where it is behind the camera. */
export function project(view: View, canvas: HTMLCanvasElement, point: readonly number[]): Point | null {
  const { target, yaw, pitch, distance, fieldOfView } = view.camera;
  const [sy, cy, sp, cp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
  const [x, y, z] = [0, 1, 2].map((axis) => point[axis]! - target[axis]!) as [number, number, number];
  const away = distance - (x * sy * cp + y * sp + z * cy * cp);
  if (away <= 0) return null;
  const right = x * cy - z * sy;
  const up = -x * sp * sy + y * cp - z * sp * cy;
  const focal = (0.5 * canvas.clientHeight) / Math.tan(0.5 * fieldOfView);
  return {
    x: canvas.clientWidth / 2 + (focal * right) / away,
    y: canvas.clientHeight / 2 - (focal * up) / away,
  };
}

/** How far beads are from the middle of a picture, of half its width or height: beyond 1 they cannot be seen. */
export interface Extent {
  sideways: number;
  top: number;
  bottom: number;
}

/** `extent` with beads that stand `aside` metres to the right of where their scene has them. */
export function widen(
  extent: Extent,
  view: View,
  canvas: HTMLCanvasElement,
  positions: Float32Array,
  aside: number,
): Extent {
  let { sideways, top, bottom } = extent;
  const [wide, high] = [canvas.clientWidth / 2, canvas.clientHeight / 2];
  for (let i = 0; i < positions.length; i += 3) {
    const at = project(view, canvas, [positions[i]! + aside, positions[i + 1]!, positions[i + 2]!]);
    if (!at) continue;
    const up = 1 - at.y / high;
    sideways = Math.max(sideways, Math.abs(at.x / wide - 1));
    top = Math.max(top, up);
    bottom = Math.min(bottom, up);
  }
  return { sideways, top, bottom };
}
