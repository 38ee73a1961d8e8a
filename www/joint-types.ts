// A joint in a scene, what a change to one takes, and what one does while it runs.

import type { ConeStops, Firmness, StopSoftness, TorqueCap, Travel } from './generated/tables';
import type { Vector } from './types';

export type { ConeStops, Firmness, StopSoftness, TorqueCap, Travel } from './generated/tables';

/** What joints of every kind and version have. */
export interface JointFields {
  /** One body: its index, or its name; or `'world'`, which is no body and never moves. */
  a: number | string;
  /** The other, alike; one of the two at least must be a body that can move. */
  b: number | string;
  /** From a's centre, m, in a's axes; of the world, in world coordinates. */
  anchorA: Vector;
  /** From b's centre, m, in b's axes; of the world alike. */
  anchorB: Vector;
  /** N; where the next solve starts. In world axes where x, y and z are held hard, else along the axes that are held. */
  multiplier?: Vector;
}

/** Holds a point of one body to a point of another; both may turn freely about it. */
export interface JointDescriptionVersion1 extends JointFields {
  /** The only kind in version 1. */
  type: 'point';
  /** Index of one body. */
  a: number;
  /** Index of the other. */
  b: number;
}

/** A spring by how it swings. */
export interface FrequencySoftness {
  /** How often it swings by itself, Hz; 1e-3 to 1e6. */
  hertz: number;
  /** Its share of critical damping; 0 to 100, and 1 unless given. */
  dampingRatio?: number;
}

/** A spring and a damper; one of the two at least 1e-9. */
export interface SpringSoftness {
  /** N/m, or N m/rad where an angle is held; 0 to 1e18. */
  stiffness: number;
  /** N s/m, or N m s/rad; 0 to 1e18, and 0 unless given. */
  damping?: number;
}

/** The two numbers of ODE. */
export interface MixingSoftness {
  /** s/kg, or s/(kg m²) where an angle is held; 0 to 1e18. */
  cfm: number;
  /** The share of the error that is closed in a substep; 0 to 1. */
  erp: number;
}

/** How what a joint holds yields, in one of three notations; `describe` keeps the one that was given. */
export type Softness = FrequencySoftness | SpringSoftness | MixingSoftness;

/** What every joint and every body of version 2 may be called by. */
export interface Named {
  /** 1 to 64 characters; of two joints not the same, nor of two bodies. No body is called `world`. */
  name?: string;
}

/**
 * The joint's axes, of which x is the one that it is named by. What is left out is taken so that every angle is 0 in the
 * pose given; both frames say where 0 is. `describe` writes frames.
 */
export interface JointFrames {
  /** The joint's axes in a's; unit quaternion (x, y, z, w). */
  frameA?: [number, number, number, number];
  /** The joint's axes in b's; unit quaternion (x, y, z, w). */
  frameB?: [number, number, number, number];
  /** Its x in a's axes, of any length but 0; not beside `frameA`. */
  axisA?: Vector;
  /** Its x in b's axes, of any length but 0; not beside `frameB`. */
  axisB?: Vector;
}

/** Keeps a coordinate at a speed. */
export interface Motor {
  /** m/s or rad/s; -1e6 to 1e6. */
  speed: number;
  /**
   * N s/m or N m s/rad, 1e-9 to 1e18: its force is this times what is missing of the speed. As firm as it can be unless given; not
   * beside a servo or a softness.
   */
  damping?: number;
  /** N or N m; 0 to 1e30, where 0 does nothing. As much as it takes unless given. */
  maxForce?: number;
}

/** Draws a coordinate to a place, as a spring and a damper do. */
export interface Servo {
  /** m, -1e7 to 1e7, or rad, -π to π, of a hinge -200π to 200π. Beyond a stop it presses against that. */
  target: number;
  /** How often it swings by itself, Hz; 1e-3 to 1e6. It takes this or `stiffness`. */
  hertz?: number;
  /** Its share of critical damping; 0 to 100, and 1 unless given. */
  dampingRatio?: number;
  /** In place of `hertz`: N/m or N m/rad; 0 to 1e18. */
  stiffness?: number;
  /** Beside `stiffness`: N s/m or N m s/rad; 0 to 1e18, and 0 unless given. */
  damping?: number;
  /** N or N m; 0 to 1e30, where 0 does nothing. As much as it takes unless given. */
  maxForce?: number;
}

/** What joints have that may bear a torque. */
export interface Torque {
  /** N m, by row; where the next solve starts. */
  torque?: Vector;
}

/** Two anchors stay together; both bodies may turn freely about them. */
export interface PointDescription extends JointFields, Named, Firmness {
  /** Which kind. */
  type: 'point';
}

/** Two anchors stay together, and b turns about x only: between stops, at a speed or to an angle where that is said. */
export interface HingeDescription
  extends JointFields,
    Named,
    Firmness,
    JointFrames,
    Travel,
    StopSoftness,
    TorqueCap,
    Torque,
    Turns {
  /** Which kind. It must say its axis: `axisA`, `axisB`, `frameA` or `frameB`. */
  type: 'hinge';
  /** Its angle in the pose given, rad, -π to π; b's frame is turned to suit, so not beside `frameB`. `describe` writes frames. */
  angle?: number;
}

/** Of kinds that twist. */
export interface Turns {
  /** Whole turns of its twist so far, within ±1e6; 0 unless given. `setJoint` counts anew. */
  turns?: number;
}

/** b moves along x only, and does not turn: between stops, at a speed or to a place where that is said. */
export interface SliderDescription
  extends JointFields,
    Named,
    Firmness,
    JointFrames,
    Travel,
    StopSoftness,
    TorqueCap,
    Torque {
  /** Which kind. It must say its axis: `axisA`, `axisB`, `frameA` or `frameB`. */
  type: 'slider';
  /** Its coordinate in the pose given, m, -1e7 to 1e7; `anchorB` is moved along the axis to suit. `describe` writes anchors. */
  offset?: number;
}

/** Two bodies move as one. */
export interface FixedDescription extends JointFields, Named, Firmness, JointFrames, TorqueCap, Torque {
  /** Which kind. */
  type: 'fixed';
}

/** A cardan joint: two anchors stay together, and a's y at right angles to b's z. It bends and does not twist. */
export interface UniversalDescription extends JointFields, Named, Firmness, JointFrames, TorqueCap, Torque {
  /** Which kind. */
  type: 'universal';
}

/** Two anchors stay together; turning is free, within stops where they are said. */
export interface ConeDescription
  extends JointFields,
    Named,
    Firmness,
    JointFrames,
    ConeStops,
    StopSoftness,
    Torque,
    Turns {
  /** Which kind. */
  type: 'cone';
}

/** Two anchors stay between two distances: a rod where these are equal, as they are where neither is said; a rope where `min` is 0. */
export interface DistanceDescription extends JointFields, Named, Firmness, StopSoftness {
  /** Which kind. */
  type: 'distance';
  /** m; 0 to 1e7, not above `max`, and the distance in the pose given unless given. */
  min?: number;
  /** m; 1e-6 to 1e7, and the distance in the pose given unless given. */
  max?: number;
}

/** What a coordinate of a `six-dof` joint does that is neither free nor fixed; a limit, a motor, a servo, friction or a softness it must have. */
export interface AxisFields extends Travel {
  /** Draws it to 0; not beside a servo, which has its own. */
  softness?: Softness;
  /** N or N m; 0 to 1e30, where 0 does nothing: of its motor, servo and softness together. */
  maxForce?: number;
}

/** What holds one coordinate of a `six-dof` joint: nothing, the joint's own firmness, or what is told. */
export type AxisDescription = 'free' | 'fixed' | AxisFields;

/** The six coordinates of b seen from a; those left out are free, and one at least is not. */
export interface SixDofAxes {
  /** Along the joint's x. */
  x?: AxisDescription;
  /** Along its y. */
  y?: AxisDescription;
  /** Along its z. */
  z?: AxisDescription;
  /** Twist about x. */
  rx?: AxisDescription;
  /** Swing about y. */
  ry?: AxisDescription;
  /** Swing about z. */
  rz?: AxisDescription;
}

/** Each axis by itself. */
export interface SixDofDescription
  extends JointFields,
    Named,
    Firmness,
    JointFrames,
    StopSoftness,
    TorqueCap,
    Torque,
    Turns {
  /** Which kind. */
  type: 'six-dof';
  /** What holds each. */
  axes: SixDofAxes;
}

/** A joint of a scene of version 2. */
export type JointDescription =
  | PointDescription
  | HingeDescription
  | SliderDescription
  | FixedDescription
  | UniversalDescription
  | ConeDescription
  | DistanceDescription
  | SixDofDescription;

/** One end of a joint: the index of a body, or the world. */
export type NumberedEnd = number | 'world';

/** The same, with its bodies by their indices. */
export type NumberedJoint = JointDescription & { a: NumberedEnd; b: NumberedEnd };

/**
 * What keeps a coordinate where it is. `free`: nothing. `held`: a hold, a spring, a motor, a servo or friction. `low` and `high`: its
 * lower or its upper stop. `saturated`: a hold, a motor, a servo or friction with all the force that it may have, which together is that
 * of drive and friction.
 */
export type JointState = 'free' | 'held' | 'low' | 'high' | 'saturated';

/** What a joint does now, as `readJoints` gives it. Six of each: x, y, z and the angles about them (rx, ry, rz), of b seen from a. */
export interface JointReading {
  /** Its index. */
  joint: number;
  /** m and rad; of a distance joint x is how far its anchors are apart, of a cone ry is the swing. NaN where the joint has no such coordinate. */
  coordinates: number[];
  /** m/s and rad/s. */
  speeds: number[];
  /**
   * N and N m that the joint pushes b with, towards larger coordinates: a rod under tension has a negative one, and so has an upper
   * stop. Of a row it is what its stop, its drive and its friction do together.
   */
  forces: number[];
  /** 'free' where there is no such row, too. */
  states: JointState[];
  /** How far it is open along what it holds hard, m: neither what is soft nor what has a largest force, a stop or a drive. */
  gap: number;
  /** And about it, rad. */
  angle: number;
  /**
   * Whole turns of a hinge or of another twist since the scene was loaded or `setJoint` changed it: coordinates[3] + 2π turns goes on past π,
   * as long as it turns by less than half a turn in a substep. 0 where there is no twist.
   */
  turns: number;
}

/** The same fields, each of which null takes away. */
export type OrNull<Fields> = { [Field in keyof Fields]: Fields[Field] | null };

/** What `setJoint` changes of a joint of any kind. Null: as if it had not been given. A joint that broke already stays broken. */
export interface PointChanges extends OrNull<Firmness> {
  /** From a's centre, m, in a's axes. */
  anchorA?: Vector;
  /** From b's centre, m, in b's axes. */
  anchorB?: Vector;
}

/** And of one that has axes. */
export interface FrameChanges extends PointChanges {
  /** The joint's axes in a's; unit quaternion (x, y, z, w). */
  frameA?: [number, number, number, number];
  /** The joint's axes in b's; unit quaternion (x, y, z, w). */
  frameB?: [number, number, number, number];
}

/** Of a fixed or a universal joint. */
export interface FixedChanges extends FrameChanges, OrNull<TorqueCap> {}

/** Of a hinge or a slider. */
export interface TravelChanges extends FixedChanges, OrNull<Travel & StopSoftness> {}

/** Of a cone joint. */
export interface ConeChanges extends FrameChanges, OrNull<ConeStops & StopSoftness> {}

/** Of a distance joint. */
export interface DistanceChanges extends PointChanges, OrNull<StopSoftness> {
  /** m */
  min?: number;
  /** m */
  max?: number;
}

/** Of a six-DOF joint. */
export interface SixDofChanges extends FixedChanges, OrNull<StopSoftness> {
  /** All of them at once: those left out are free. */
  axes?: SixDofAxes;
}

/**
 * What `setJoint` changes, with the meanings and ranges of the scene format; what is left out stays as it is, null takes a thing
 * away, and what stands within a field is set as a whole. Refused are fields that the joint's kind does not have.
 */
export type JointChanges =
  | PointChanges
  | FrameChanges
  | FixedChanges
  | TravelChanges
  | ConeChanges
  | DistanceChanges
  | SixDofChanges;
