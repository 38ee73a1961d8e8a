// Where the parts of a joint are in the world: anchors, axes, the way of a stop, and what it pushes with.
import type { JointReading, NumberedJoint, State, Vector } from '../../beadwork';
import { about, back, four, minus, ONE, plus, type Rotation, scaled, three, turned, unit } from '../vectors';

export interface Place {
  centreA: Vector;
  centreB: Vector;
  /** On a and on b, m. */
  onA: Vector;
  onB: Vector;
  /** The joint's x, y and z on a. */
  axes: [Vector, Vector, Vector];
  /** Its x on b. */
  axisB: Vector;
  /** From the anchor to b's centre, m. */
  reach: number;
  /** Of unit length, across x: where b hangs from the axis when its angle is this, rad. */
  hand: (angle: number) => Vector;
}

/** What of its length counts as across. */
const ACROSS = 0.1;

export function placeOf(joint: NumberedJoint, { positions, rotations }: State): Place {
  const [a, b] = [four(rotations, joint.a), four(rotations, joint.b)];
  const [centreA, centreB] = [three(positions, joint.a), three(positions, joint.b)];
  const frame = (which: 'frameA' | 'frameB'): Rotation =>
    which in joint ? ((joint as { frameA?: Rotation; frameB?: Rotation })[which] ?? ONE) : ONE;
  const axes = [0, 1, 2].map((k) => turned(turned(unit(k), frame('frameA')), a)) as Place['axes'];
  const inB = turned(scaled(joint.anchorB, -1), back(frame('frameB')));
  const across: Vector = [0, inB[1], inB[2]];
  const reach = Math.hypot(...inB);
  const length = Math.hypot(...across);
  const way = length > ACROSS * reach && length > 0 ? scaled(across, 1 / length) : unit(1);
  return {
    centreA,
    centreB,
    onA: plus(centreA, turned(joint.anchorA, a)),
    onB: plus(centreB, turned(joint.anchorB, b)),
    axes,
    axisB: turned(turned(unit(0), frame('frameB')), b),
    reach,
    hand: (angle) => turned(turned(turned(way, about(unit(0), angle)), frame('frameA')), a),
  };
}

/** Halfway between its two anchors, m. */
export const middleOf = ({ onA, onB }: Place): Vector => scaled(plus(onA, onB), 0.5);

/** What it pushes b with in world axes, N. */
export function forceOf(joint: NumberedJoint, { forces }: JointReading, place: Place): Vector {
  const [x, y, z] = forces.slice(0, 3).map((force) => (Number.isFinite(force) ? force : 0)) as Vector;
  if (joint.type !== 'distance') {
    const [alongX, alongY, alongZ] = place.axes;
    return plus(plus(scaled(alongX, x), scaled(alongY, y)), scaled(alongZ, z));
  }
  const line = minus(place.onB, place.onA);
  return scaled(line, x / Math.max(1e-12, Math.hypot(...line)));
}

/** How strong what a joint bears is, N and N m. */
export function loadOf({ forces }: JointReading): { force: number; torque: number } {
  const size = (part: number[]) => Math.hypot(...part.filter(Number.isFinite));
  return { force: size(forces.slice(0, 3)), torque: size(forces.slice(3)) };
}
