// Where things of the world are in a picture.
import type { Camera } from '../exports';

export interface Point {
  x: number;
  y: number;
}

/**
 * What stands in a picture of this width and height at a point of the world, from the upper left; null where it is
 * behind the camera.
 */
export function project(
  camera: Camera,
  point: readonly number[],
  width: number,
  height: number,
): Point | null {
  const { target, yaw, pitch, distance, fieldOfView } = camera;
  const [sy, cy, sp, cp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
  const [x, y, z] = [0, 1, 2].map((axis) => point[axis]! - target[axis]!) as [number, number, number];
  const away = distance - (x * sy * cp + y * sp + z * cy * cp);
  if (away <= 0) return null;
  const right = x * cy - z * sy;
  const up = -x * sp * sy + y * cp - z * sp * cy;
  const focal = (0.5 * height) / Math.tan(0.5 * fieldOfView);
  return { x: width / 2 + (focal * right) / away, y: height / 2 - (focal * up) / away };
}
