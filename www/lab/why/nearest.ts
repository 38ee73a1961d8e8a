// Which joint a tap means: the anchor that is nearest on screen, in any copy, where no body is nearer.
import type { NumberedJoint, State, Vector } from '../../beadwork';
import { four, plus, three, turned } from '../vectors';

type Point = { x: number; y: number };

export interface Near {
  joint: number;
  copy: number;
  /** CSS pixels. */
  away: number;
}

/** @param reach CSS pixels */
export function nearestJoint(
  joints: readonly NumberedJoint[],
  gone: (joint: number) => boolean,
  states: readonly State[],
  seen: (copy: number, point: Vector) => Point,
  at: Point,
  reach: number,
): Near | null {
  let nearest: Near | null = null;
  states.forEach(({ positions, rotations }, copy) => {
    joints.forEach(({ b, anchorB }, joint) => {
      const { x, y } = seen(copy, plus(three(positions, b), turned(anchorB, four(rotations, b))));
      const away = Math.hypot(x - at.x, y - at.y);
      if (away <= reach && away < (nearest?.away ?? Number.POSITIVE_INFINITY) && !gone(joint))
        nearest = { joint, copy, away };
    });
  });
  return nearest;
}

/** In which copy a body was tapped, and how far from its centre, CSS pixels. */
export function centreOf(
  body: number,
  states: readonly State[],
  seen: (copy: number, point: Vector) => Point,
  at: Point,
): { copy: number; away: number } {
  const aways = states.map(({ positions }, copy) => {
    const { x, y } = seen(copy, three(positions, body));
    return Math.hypot(x - at.x, y - at.y);
  });
  const away = Math.min(...aways);
  return { copy: aways.indexOf(away), away };
}
