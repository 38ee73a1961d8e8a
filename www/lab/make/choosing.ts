// What is chosen, and what a click in the picture does.
import type { BodyDescription } from '../../beadwork';
import { kindOf } from '../../bodies';
import type { Kind, Made } from './document';

export type Chosen = { body: number } | { joint: number };

export type ShapeName = 'sphere' | 'box' | 'capsule' | 'cylinder' | 'plane';

export type Tool =
  | { does: 'choose' }
  | { does: 'add'; shape: ShapeName }
  /** The first of the two, once it is chosen. */
  | { does: 'join'; first: number | null };

/** Where a joint's anchor is taken. */
export type Anchor = 'between' | 'click' | 'first' | 'second';

export const SHAPES: Record<ShapeName, string> = {
  sphere: 'Bead',
  box: 'Box',
  capsule: 'Capsule',
  cylinder: 'Cylinder',
  plane: 'Plane',
};

/** As lists say them. */
export const KINDS: Record<Kind, string> = {
  point: 'Point: turns every way',
  hinge: 'Hinge: turns about one axis',
  slider: 'Slider: moves along one axis',
  fixed: 'Fixed: the two move as one',
  universal: 'Universal: bends, does not twist',
  cone: 'Cone: turns within a cone',
  distance: 'Distance: a rod or a rope',
  'six-dof': 'Six-DOF: each axis by itself',
};

/** `Box 3`, or `crate · box 3`. */
export function nameOf(made: Made, body: number): string {
  const { name } = made.bodies[body]!;
  const number = `${kindOf(made.bodies[body]!)} ${body + 1}`;
  return name === undefined ? number : `${name} · ${number.toLowerCase()}`;
}

const NAMES: Record<Kind, string> = {
  point: 'point joint',
  hinge: 'hinge',
  slider: 'slider',
  fixed: 'fixed joint',
  universal: 'universal joint',
  cone: 'cone joint',
  distance: 'distance joint',
  'six-dof': 'six-DOF joint',
};

export function nameOfJoint(made: Made, joint: number): string {
  const { name, type } = made.joints[joint]!;
  const number = `oint ${joint + 1}: ${NAMES[type]}`;
  return name === undefined ? `J${number}` : `${name} · j${number}`;
}

/** A new body whose size suits a grid of `step` metres. */
export function newBody(shape: ShapeName, step: number): BodyDescription {
  const size = (of: number) => Number((of * step).toPrecision(6));
  const position: [number, number, number] = [0, 0, 0];
  switch (shape) {
    case 'plane':
      return { position, shape: { type: 'plane' } };
    case 'box':
      return { position, shape: { type: 'box', halfExtents: [size(2), size(2), size(2)] } };
    case 'capsule':
      return { position, shape: { type: 'capsule', radius: size(1), halfHeight: size(2) } };
    case 'cylinder':
      return { position, shape: { type: 'cylinder', radius: size(2), halfHeight: size(2) } };
    default:
      return { position, radius: size(2) };
  }
}
