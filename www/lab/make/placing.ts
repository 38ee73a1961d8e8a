// Where a body comes to stand: on the grid, not in the ground, and a new one where there is room.
import type { BodyDescription, Camera, Vector } from '../../beadwork';
import { boundingRadius } from '../../bodies';
import { dot, minus, plus, scaled, turned } from '../vectors';
import type { Anchor } from './choosing';
import { type Kind, type Made, rotationOf } from './document';
import { facing, gridOf, snapped, ways } from './looking';
import { reach, surfaceTowards } from './solid';

/** A ground is as level as this: its normal's y. */
const LEVEL = 0.9;
/** Places that are tried for a new body. */
const MOST_TRIES = 200;

/** As high as it has to be to stand on the ground. */
export function above(made: Made, body: BodyDescription, position: Vector): Vector {
  if (body.shape?.type === 'plane') return position;
  let found = position;
  for (const ground of made.bodies) {
    if (ground.shape?.type !== 'plane') continue;
    const normal = turned([0, 1, 0], rotationOf(ground));
    if (normal[1] < LEVEL) continue;
    const deep = reach(body, scaled(normal, -1)) - dot(minus(found, ground.position), normal);
    if (deep > 0) found = plus(found, [0, deep / normal[1], 0]);
  }
  return found;
}

/** On the grid and above the ground, unless that is not wanted. */
export function settled(
  made: Made,
  body: BodyDescription,
  at: Vector,
  camera: Camera,
  free: boolean,
): Vector {
  return free ? at : above(made, body, snapped(at, gridOf(camera), facing(camera)));
}

/** The middle of the picture, or the next place to the right of it where no body is. */
export function freePlace(made: Made, body: BodyDescription, camera: Camera, from: Vector): Vector {
  if (body.shape?.type === 'plane') return [from[0], 0, from[2]];
  const step = gridOf(camera);
  const [right] = ways(camera);
  const own = boundingRadius(body);
  let at = above(made, body, snapped(from, step, facing(camera)));
  const taken = (one: BodyDescription) =>
    one.shape?.type !== 'plane' && Math.hypot(...minus(one.position, at)) < 0.8 * (own + boundingRadius(one));
  for (let tries = 0; tries < MOST_TRIES && made.bodies.some(taken); tries++)
    at = plus(at, scaled(right, step));
  return at;
}

/** Where a joint holds its first and its second body: one point, or the ends of a rod. */
export function anchorPoints(
  made: Made,
  kind: Kind,
  a: number,
  b: number,
  anchor: Anchor,
  clicked: Vector | null,
): [Vector, Vector] {
  const [one, other] = [made.bodies[a]!, made.bodies[b]!];
  const isPlane = ({ shape }: BodyDescription) => shape?.type === 'plane';
  const onB = surfaceTowards(other, one.position);
  const onA = surfaceTowards(one, isPlane(one) ? other.position : isPlane(other) ? onB : other.position);
  if (anchor === 'click' && clicked) return kind === 'distance' ? [onA, clicked] : [clicked, clicked];
  if (anchor === 'first') return kind === 'distance' ? [one.position, onB] : [one.position, one.position];
  if (anchor === 'second')
    return kind === 'distance' ? [onA, other.position] : [other.position, other.position];
  if (kind === 'distance') return [onA, onB];
  const middle = scaled(plus(onA, onB), 0.5);
  return [middle, middle];
}
