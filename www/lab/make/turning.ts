// A rotation as three angles that people can type: about x, then y, then z of the world.
import type { Vector } from '../../beadwork';
import { about, type Rotation, times, unit } from '../vectors';

const DEGREE = Math.PI / 180;

/** R = Rz Ry Rx */
export const fromDegrees = ([x, y, z]: Vector): Rotation =>
  times(times(about(unit(2), z * DEGREE), about(unit(1), y * DEGREE)), about(unit(0), x * DEGREE));

export function toDegrees([x, y, z, w]: Rotation): Vector {
  const sine = Math.max(-1, Math.min(1, 2 * (w * y - z * x)));
  // y straight up or down: x and z turn about the same axis, and z has it all
  const angles: Vector =
    Math.abs(sine) > 1 - 1e-9
      ? [0, Math.sign(sine) * 0.5 * Math.PI, Math.atan2(-2 * (x * y - w * z), 1 - 2 * (x * x + z * z))]
      : [
          Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
          Math.asin(sine),
          Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
        ];
  return angles.map((angle) => Number((angle / DEGREE).toFixed(4)) + 0) as Vector;
}
