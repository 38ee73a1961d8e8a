// What follows from a body's shape.

import { partBody } from './compounds';
import type { BodyDescription } from './types';

/** The radius of the smallest sphere about a body's centre that holds it, m; 0 for a plane, which none holds. */
export function boundingRadius({ shape, radius }: BodyDescription): number {
  switch (shape?.type) {
    case 'box':
      return Math.hypot(...shape.halfExtents);
    case 'cylinder':
      return Math.hypot(shape.radius, shape.halfHeight);
    case 'hull':
      return Math.max(...shape.points.map((point) => Math.hypot(...point)));
    case 'compound':
      return Math.max(
        ...shape.parts.map(partBody).map((part) => Math.hypot(...part.position) + boundingRadius(part)),
      );
    case 'capsule':
      return shape.radius + shape.halfHeight;
    default:
      return radius ?? 0;
  }
}

/** What a body is called, by its shape. */
export function kindOf({
  shape,
}: BodyDescription): 'Bead' | 'Box' | 'Capsule' | 'Cylinder' | 'Hull' | 'Compound' | 'Plane' {
  switch (shape?.type) {
    case 'box':
      return 'Box';
    case 'capsule':
      return 'Capsule';
    case 'cylinder':
      return 'Cylinder';
    case 'hull':
      return 'Hull';
    case 'compound':
      return 'Compound';
    case 'plane':
      return 'Plane';
    default:
      return 'Bead';
  }
}
