// Joints and contacts as lines in the world: numbers alone, so that they can be drawn by anything.
import { Quaternion, Vector3 } from 'three';
import type { ContactReading, JointDescription, NumberedJoint, Vector } from '../types';

/** Red, green and blue from 0 to 1. */
type Colour = readonly [number, number, number];

const ARM: Colour = [0.42, 0.5, 0.6];
const AXIS: Colour = [1, 0.62, 0.1];
const STOP: Colour = [0.25, 0.78, 0.42];
const NOW: Colour = [0.98, 0.9, 0.35];
const APART: Colour = [0.95, 0.22, 0.2];
const TOUCH: Colour = [0.93, 0.3, 0.75];
const NEAR: Colour = [0.5, 0.42, 0.62];

/** A body as it stands. */
export interface Stand {
  position: Vector3;
  rotation: Quaternion;
}

/** Gathers lines: six numbers for each one's ends, six for the ends' colours. */
export class Pen {
  ends: number[] = [];
  colours: number[] = [];

  line(from: Vector3, to: Vector3, colour: Colour): void {
    this.ends.push(from.x, from.y, from.z, to.x, to.y, to.z);
    this.colours.push(...colour, ...colour);
  }

  /** Through points, one after the other. */
  path(points: Vector3[], colour: Colour): void {
    for (let i = 1; i < points.length; i++) this.line(points[i - 1]!, points[i]!, colour);
  }

  clear(): void {
    this.ends.length = 0;
    this.colours.length = 0;
  }
}

const X = new Vector3(1, 0, 0);
const AXES = [X, new Vector3(0, 1, 0), new Vector3(0, 0, 1)];
/** Of an arc that is a whole turn. */
const PARTS = 32;

/** A joint's axes on one of its bodies, in the world. */
class Place {
  anchor: Vector3;
  rotation: Quaternion;

  constructor({ position, rotation }: Stand, anchor: Vector, frame: number[] | undefined) {
    this.anchor = new Vector3(...anchor).applyQuaternion(rotation).add(position);
    this.rotation = rotation.clone();
    if (frame) this.rotation.multiply(new Quaternion(...frame));
  }

  /** A point given in the joint's axes. */
  at(x: number, y: number, z: number): Vector3 {
    return new Vector3(x, y, z).applyQuaternion(this.rotation).add(this.anchor);
  }

  /** So far along one of the axes. */
  along(axis: number, far: number): Vector3 {
    return AXES[axis]!.clone().multiplyScalar(far).applyQuaternion(this.rotation).add(this.anchor);
  }

  /** About one of the axes, from the next one on: the angle, and how far out. */
  about(axis: number, angle: number, radius: number): Vector3 {
    const point = [0, 0, 0];
    point[(axis + 1) % 3] = Math.cos(angle) * radius;
    point[(axis + 2) % 3] = Math.sin(angle) * radius;
    return this.at(point[0]!, point[1]!, point[2]!);
  }
}

function arc(pen: Pen, place: Place, axis: number, [low, high]: readonly number[], size: number): void {
  const parts = Math.max(1, Math.ceil((PARTS * Math.min(high! - low!, 2 * Math.PI)) / (2 * Math.PI)));
  const points = Array.from({ length: parts + 1 }, (_, i) =>
    place.about(axis, low! + ((high! - low!) * i) / parts, size),
  );
  pen.path([place.anchor, ...points, place.anchor], STOP);
}

/** A rail with a stroke across at each end. */
function rail(pen: Pen, place: Place, axis: number, [low, high]: readonly number[], size: number): void {
  pen.line(place.along(axis, low!), place.along(axis, high!), STOP);
  for (const end of [low!, high!]) {
    const across = (side: number) => {
      const point = [0, 0, 0];
      point[axis] = end;
      point[(axis + 1) % 3] = side * size * 0.3;
      return place.at(point[0]!, point[1]!, point[2]!);
    };
    pen.line(across(-1), across(1), STOP);
  }
}

/** The cone within which b's x stays, about a's x. */
function cone(pen: Pen, place: Place, swing: number, size: number): void {
  const [far, wide] = [Math.cos(swing) * size, Math.sin(swing) * size];
  const edge = (i: number) => {
    const angle = (2 * Math.PI * i) / PARTS;
    return place.at(far, Math.cos(angle) * wide, Math.sin(angle) * wide);
  };
  pen.path(
    Array.from({ length: PARTS + 1 }, (_, i) => edge(i)),
    STOP,
  );
  for (let i = 0; i < PARTS; i += PARTS / 4) pen.line(place.anchor, edge(i), STOP);
}

function sixDof(pen: Pen, a: Place, joint: JointDescription & { type: 'six-dof' }, size: number): void {
  (['x', 'y', 'z'] as const).forEach((name, axis) => {
    const slide = joint.axes[name] ?? 'free';
    if (slide === 'free') pen.line(a.along(axis, -size), a.along(axis, size), AXIS);
    else if (slide !== 'fixed' && slide.limit) rail(pen, a, axis, slide.limit, size);
    const turn = joint.axes[`r${name}`] ?? 'free';
    if (typeof turn === 'object' && turn.limit) arc(pen, a, axis, turn.limit, size);
  });
}

/** A joint, its arms from its bodies' centres, what it leaves free, and its stops; `size` m are as long as its signs. */
export function drawJoint(pen: Pen, joint: NumberedJoint, a: Stand, b: Stand, size: number): void {
  const frames = joint as { frameA?: number[]; frameB?: number[] };
  const onA = new Place(a, joint.anchorA, frames.frameA);
  const onB = new Place(b, joint.anchorB, frames.frameB);
  pen.line(a.position, onA.anchor, ARM);
  pen.line(b.position, onB.anchor, ARM);
  const loose = joint.type === 'distance' || joint.type === 'slider' || joint.type === 'six-dof';
  pen.line(onA.anchor, onB.anchor, loose ? NOW : APART);
  switch (joint.type) {
    case 'hinge':
      pen.line(onA.along(0, -size), onA.along(0, size), AXIS);
      pen.line(onB.anchor, onB.along(1, size), NOW);
      if (joint.limit) arc(pen, onA, 0, joint.limit, size);
      break;
    case 'slider':
      if (joint.limit) rail(pen, onA, 0, joint.limit, size);
      else pen.line(onA.along(0, -size), onA.along(0, size), AXIS);
      break;
    case 'universal':
      pen.line(onA.along(1, -size), onA.along(1, size), AXIS);
      pen.line(onB.along(2, -size), onB.along(2, size), AXIS);
      break;
    case 'cone':
      pen.line(onB.anchor, onB.along(0, size), NOW);
      if (joint.swing !== undefined) cone(pen, onA, joint.swing, size);
      if (joint.twist) arc(pen, onA, 0, joint.twist, size / 2);
      break;
    case 'six-dof':
      sixDof(pen, onA, joint, size);
      break;
    case 'point':
    case 'fixed':
      for (const axis of [0, 1, 2]) pen.line(onA.along(axis, -size / 4), onA.along(axis, size / 4), AXIS);
  }
}

/** A square in both surfaces, and where something pushes a line along the normal. */
export function drawContact(pen: Pen, contact: ContactReading, size: number): void {
  const point = new Vector3(...contact.point);
  const normal = new Vector3(...contact.normal);
  const side = new Vector3()
    .crossVectors(normal, AXES[Math.abs(normal.x) < 0.7 ? 0 : 1]!)
    .setLength(size / 3);
  const other = new Vector3().crossVectors(normal, side);
  const colour = contact.force > 0 ? TOUCH : NEAR;
  const corners = [side, other, side.clone().negate(), other.clone().negate(), side];
  pen.path(
    corners.map((corner) => corner.clone().add(point)),
    colour,
  );
  if (contact.force > 0) pen.line(point, normal.setLength(size).add(point), TOUCH);
}
