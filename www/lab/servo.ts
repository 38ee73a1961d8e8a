// The servos of a scene: which coordinate of which joint each draws, how far, and where its target is in the world.

import type {
  AxisDescription,
  BodyDescription,
  JointChanges,
  NumberedJoint,
  NumberedScene,
  Servo,
  Simulation,
  SixDofAxes,
  State,
  Travel,
  Vector,
} from '../beadwork';
import { boundingRadius } from '../bodies';
import { about, back, bodyAt, four, ONE, plus, type Rotation, scaled, three, turned, unit } from './vectors';

type AxisName = keyof SixDofAxes;

const AXES: AxisName[] = ['x', 'y', 'z', 'rx', 'ry', 'rz'];
/** Scenes with more joints are not looked through. */
const MOST_JOINTS = 5000;
/** A slide without stops may go so far, in bounding radii of what slides. */
const REACH = 6;
/** A handle stands so far off the body that it is for, in its bounding radii. */
const OFF = 1.25;

export type DrivenJoint = Exclude<NumberedJoint, { type: 'distance' | 'point' }>;

export class DrivenAxis {
  /** m or rad */
  readonly from: number;
  readonly to: number;
  target: number;
  /** As the scene has it, or an edit of the joint. */
  usual: number;
  /** Whether it is an angle. */
  readonly turns: boolean;

  constructor(
    readonly joint: number,
    readonly description: DrivenJoint,
    readonly axis: AxisName,
    travel: Travel & { servo: Servo },
    /** Of b, m. */
    private readonly radius: number,
  ) {
    this.turns = axis.startsWith('r');
    this.target = this.usual = travel.servo.target;
    const reach = REACH * radius;
    const all: [number, number] = this.turns
      ? [-Math.PI, Math.PI]
      : [Math.min(0, this.target) - reach, Math.max(0, this.target) + reach];
    [this.from, this.to] = travel.limit ?? all;
  }

  /** The joint as the scene and its edits have it now. */
  learn(joint: DrivenJoint): void {
    Object.assign(this.description, { servo: undefined, ...joint });
    const servo = travels(joint).find(([axis]) => axis === this.axis)?.[1].servo;
    if (servo && servo.target !== this.usual) this.target = this.usual = servo.target;
  }

  /** Whether there is a servo still. */
  get drives(): boolean {
    return travels(this.description).some(([axis, { servo }]) => axis === this.axis && servo);
  }

  get unit(): string {
    return this.turns ? 'rad' : 'm';
  }

  /** What `setJoint` takes to draw it there. */
  changes(target: number): JointChanges {
    const { axis, description } = this;
    if (description.type !== 'six-dof') {
      const { servo } = description as Travel;
      return { servo: { ...servo!, target } };
    }
    const { axes } = description;
    const own = axes[axis] as Travel;
    // all of them at once: the others as they are drawn now
    const next = { ...axes, [axis]: { ...own, servo: { ...own.servo!, target } } };
    description.axes = next;
    return { axes: next };
  }

  /** Where its handle stands in the world, m: off b, where b were if it stood at this target. */
  at(target: number, { positions, rotations }: State): Vector {
    const { a, anchorA, anchorB, frameA = ONE, frameB = ONE } = this.description;
    const k = AXES.indexOf(this.axis) % 3;
    const along = unit(k);
    // from the anchor to b's centre in the joint's axes, and what of it is across this one
    const centre = turned(anchorB.map((x) => -x) as Vector, back(frameB as Rotation));
    const across = centre.map((x, i) => (i === k ? 0 : x)) as Vector;
    const length = Math.hypot(...across);
    const way = length > 0.1 * this.radius ? (across.map((x) => x / length) as Vector) : unit((k + 1) % 3);
    const local: Vector = this.turns
      ? turned(scaled(way, length + OFF * this.radius), about(along, target))
      : plus(scaled(along, target), scaled(way, length + OFF * this.radius));
    const onA = plus(anchorA, turned(local, frameA as Rotation));
    return plus(three(positions, a), turned(onA, four(rotations, a)));
  }
}

/** Those of the scene as it was loaded; none of a scene with very many joints. */
export function drivenAxes({ inner, jointCount }: Simulation): DrivenAxis[] {
  if (jointCount > MOST_JOINTS) return [];
  const { bodies, joints = [] }: NumberedScene = JSON.parse(inner.origin()).scene;
  return joints.flatMap((joint, index) => {
    if (!('type' in joint) || joint.type === 'point' || joint.type === 'distance') return [];
    const radius = boundingRadius(
      bodyAt(bodies as BodyDescription[], joint.b === 'world' ? joint.a : joint.b),
    );
    return travels(joint).flatMap(([axis, travel]) =>
      travel.servo ? [new DrivenAxis(index, joint, axis, { ...travel, servo: travel.servo }, radius)] : [],
    );
  });
}

function travels(joint: NumberedJoint): [AxisName, Travel][] {
  switch (joint.type) {
    case 'hinge':
      return [['rx', joint]];
    case 'slider':
      return [['x', joint]];
    case 'six-dof':
      return AXES.map((axis): [AxisName, AxisDescription] => [axis, joint.axes[axis] ?? 'free']).filter(
        (entry): entry is [AxisName, Travel] => typeof entry[1] === 'object',
      );
    default:
      return [];
  }
}
