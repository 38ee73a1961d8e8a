// The shapes that the API takes and gives, with units.

import type { Dense, Drag } from './body-types';
import type { Parameters, SolverName } from './generated/tables';
import type { JointDescription, JointDescriptionVersion1, Named, NumberedJoint } from './joint-types';

export type * from './body-types';
export type { Measures, Parameters, SolverName } from './generated/tables';
export type * from './joint-types';
export type * from './ray-types';

/** The whole state in flat arrays, as `readState` gives and `writeState` takes it. */
export interface State {
  /** Simulated time, s. */
  time: number;
  /** Centres of mass, m, three numbers a body. */
  positions: Float32Array;
  /** Unit quaternions (x, y, z, w) that turn principal axes, four numbers a body. `readPoses` has how shapes are turned. */
  rotations: Float32Array;
  /** m/s, three numbers a body. */
  linearVelocities: Float32Array;
  /** rad/s in world axes, three numbers a body. */
  angularVelocities: Float32Array;
  /** λ, the joints' forces: N, three numbers a joint; in world axes where x, y and z are held hard, else along the axes that are held. */
  multipliers: Float32Array;
  /** λ, the joints' torques: N m, three numbers a joint; only where some joint is more than a hard point joint. */
  torques?: Float32Array;
  /** By joint: how far it has twisted on, with whole turns, rad; only where some joint is past half a turn. */
  wound?: Float32Array;
  /** Joints that broke; only where there are torques. */
  broken?: Uint32Array;
  /** What contacts bore, where the next solve starts; only where there are contacts. Nothing but `writeState` can read it. */
  contacts?: Float32Array;
  /** What `avbd` has learnt of joints and bodies, where its next substep starts; only where it ran. Nothing but `writeState` can read it. */
  solverMemory?: Float32Array;
}

/** x, y and z, in a right-handed frame with y up. */
export type Vector = [number, number, number];

/** What `setVelocity` sets; what is left out stays as it is. */
export interface VelocityChange {
  /** m/s, world axes; each within ±10⁶. */
  linear?: Vector;
  /** rad/s, world axes; each within ±10⁶. */
  angular?: Vector;
}

/** What `setBody` changes; what is left out stays as it is. */
export interface BodyChanges {
  /** How much of the force that presses two bodies together rubs, 0 to 1000. A pair has the geometric mean of its two. */
  friction?: number;
  /** The share of its speed with which an impact bounces, 0 to 1. A pair has the larger. */
  restitution?: number;
  /** 1/s, 0 to 10⁶: each substep of h seconds multiplies the velocity by e^{−c h}. */
  linearDamping?: number;
  /** The same of the angular velocity, 1/s. */
  angularDamping?: number;
  /** How much of gravity it feels, −1000 to 1000. */
  gravityScale?: number;
  /** 32 bits that say what it is. */
  group?: number;
  /** 32 bits, those of the groups that it meets. */
  collidesWith?: number;
  /** Whether `readEvents` tells when it begins and ceases to touch another. */
  events?: boolean;
}

/** Where `setPose` puts a body and how it is to move; what is left out stays as it is. */
export interface PoseChange {
  /** Of the origin of its shape, m; each within ±10⁶. */
  position?: Vector;
  /** Quaternion (x, y, z, w), which is normalised. */
  rotation?: [number, number, number, number];
  /** m/s, world axes; each within ±10⁶. */
  linearVelocity?: Vector;
  /** rad/s, world axes; each within ±10⁶. */
  angularVelocity?: Vector;
}

/** What `push` does to a body. All in world axes; what is left out is zero. */
export interface Push {
  /** N, all the frame long; each within ±10¹⁸. */
  force?: Vector;
  /** N m, all the frame long; each within ±10¹⁸. Beside `torqueBetween` it may be one number, about the joint's axis. */
  torque?: Vector | number;
  /** N s, at once where the frame begins; each within ±10¹⁸. */
  impulse?: Vector;
  /**
   * The point of the world where force and impulse act, m: off the body's centre of mass they turn it as well, by the arm that they
   * have where the frame begins. At the centre of mass unless given.
   */
  at?: Vector;
  /**
   * A joint of the body, by its number or name: the body at its other end gets the opposite of `torque`, so that both together keep their
   * angular momentum. One number is a torque about the joint's axis, which turns with the body `a` of the joint.
   */
  torqueBetween?: number | string;
  /** The push acts in every frame until `clearPushes`, not in the next one only. An impulse cannot stay. */
  until?: 'cleared';
}

/** A point where two bodies touch, or soon will, as `readContacts` gives it. */
export interface ContactReading {
  /** Index of one body. */
  a: number;
  /** Index of the other. */
  b: number;
  /** Midway between the two surfaces, m. */
  point: Vector;
  /** Unit vector from a to b, across the surfaces. */
  normal: Vector;
  /** How deep they are in each other there, m; a gap is less than 0. */
  depth: number;
  /** With which they push each other apart, N; mean of the last substep, 0 where they do not touch yet. */
  force: number;
  /** With which b is rubbed along, N; a the other way. */
  friction: Vector;
}

/** Two bodies, one of which has `events` or is a `sensor`, began or ceased to touch, as `readEvents` tells it. */
export interface ContactEvent {
  /** Whether they touch that did not in the frame before, or do not that did. */
  type: 'began' | 'ended';
  /** Index of the one with the lower number. */
  a: number;
  /** Index of the other. */
  b: number;
  /** In which frame, counted from 1 since the last load or reset, as `measure().steps` counts them. */
  frame: number;
}

/** A joint broke, as `readEvents` tells it. */
export interface BreakEvent {
  /** What tells it from the others. */
  type: 'broke';
  /** Its index. */
  joint: number;
  /** In which frame, counted alike. */
  frame: number;
}

/** An event of a frame. */
export type SimulationEvent = ContactEvent | BreakEvent;

/** What bodies of every shape have. */
export interface BodyFields {
  /** Of its centre, m. */
  position: Vector;
  /** Unit quaternion (x, y, z, w); none unless given. */
  rotation?: [number, number, number, number];
  /** m/s; at rest unless given. */
  linearVelocity?: Vector;
  /** rad/s, world axes; at rest unless given. */
  angularVelocity?: Vector;
  /** Whether it stays where it is, whatever pulls. */
  fixed?: boolean;
  /** `#rrggbb` */
  colour?: string;
}

/** What version 2 adds to every body but planes, which stay. */
export interface Driven {
  /** Whether it moves by its velocities, whatever pulls. Unless given it does not. */
  kinematic?: boolean;
}

/** What version 2 adds to every body: how it meets others, in scenes with contacts. */
export interface Surface {
  /**
   * How much of the force that presses two bodies together rubs, 0 to 1000; 0.5 unless given. A pair has the geometric mean of its
   * two.
   */
  friction?: number;
  /** The share of its speed with which an impact bounces, 0 to 1; 0 unless given. A pair has the larger. */
  restitution?: number;
  /**
   * m, 0 to 10⁶: rolling is braked by this times the force that presses. 0.02 of the radius for spheres unless given, 0 for other
   * shapes. A pair has the larger.
   */
  rollingResistance?: number;
  /** Whether it takes part in contacts; it does unless given. */
  collides?: boolean;
  /** 32 bits that say what it is; 1 unless given. Two bodies meet if each one's group has a bit in the other's `collidesWith`. */
  group?: number;
  /** 32 bits, those of the groups that it meets; 0xffffffff unless given. */
  collidesWith?: number;
  /** Whether `readEvents` tells when it begins and ceases to touch another; it does not unless given. */
  events?: boolean;
  /** Whether it touches and is touched without a force, which `readEvents` tells; it is not unless given. */
  sensor?: boolean;
}

/** What bodies weigh. */
export interface Weight {
  /** kg; a solid body of density 1000 unless given. */
  mass?: number;
  /** Principal moments about the centre of mass, in body axes, kg m²; the solid shape's unless given. */
  inertia?: Vector;
}

/** A rigid bead: all that a scene of version 1 is made of. */
export interface BeadDescription extends BodyFields, Weight {
  /** m; 1e-4 to 1000. */
  radius: number;
  /** In version 2. */
  shape?: undefined;
}

/** A ball, the shape of what names none; its body says the radius. */
export interface SphereShape {
  /** Which shape. */
  type: 'sphere';
}

/** A brick. */
export interface BoxShape {
  /** Which shape. */
  type: 'box';
  /** From its centre to its faces along the body's axes, m; each 1e-4 to 1000. */
  halfExtents: Vector;
}

/** A rod with round ends, along the body's y axis. */
export interface CapsuleShape {
  /** Which shape. */
  type: 'capsule';
  /** m; 1e-4 to 1000. */
  radius: number;
  /** Half of its straight part, without the ends, m; 1e-4 to 1000. */
  halfHeight: number;
}

/** A drum about the body's y axis, with flat ends. */
export interface CylinderShape {
  /** Which shape. */
  type: 'cylinder';
  /** m; 1e-4 to 1000. */
  radius: number;
  /** From its centre to its flat ends, m; 1e-4 to 1000. */
  halfHeight: number;
}

/** All between a few points: their convex hull. Its centre of mass is worked out, and is the body's `centre` unless that is said. */
export interface HullShape {
  /** Which shape. */
  type: 'hull';
  /** 4 to 32 in body axes, m, that span a volume; those inside are of no account. */
  points: Vector[];
}

/** A shape where it stands in its compound. */
export interface CompoundPart {
  /** A sphere says its radius here. */
  shape: (SphereShape & { radius: number }) | BoxShape | CapsuleShape | CylinderShape | HullShape;
  /** Of its origin, in the body's axes, m; each within ±1000, [0, 0, 0] unless given. */
  position?: Vector;
  /** Quaternion (x, y, z, w), which is normalised; not turned unless given. */
  rotation?: [number, number, number, number];
  /** kg/m³, 0.001 to 10⁶; that of the body unless given. */
  density?: number;
}

/** Shapes that are one body. Its centre of mass is worked out, and is the body's `centre` unless that is said; where parts overlap, that weighs twice. */
export interface CompoundShape {
  /** Which shape. */
  type: 'compound';
  /** 1 to 16. */
  parts: CompoundPart[];
}

/** All below a plane through the body's position whose normal is the body's y axis. */
export interface PlaneShape {
  /** Which shape. */
  type: 'plane';
}

/** A bead of a scene of version 2. */
export interface SphereDescription extends BodyFields, Named, Weight, Dense, Driven, Drag, Surface {
  /** May be left out. */
  shape?: SphereShape;
  /** m; 1e-4 to 1000. */
  radius: number;
}

/** A box, a capsule, a cylinder, a hull or a compound; its sizes stand in its shape. */
export interface SolidDescription extends BodyFields, Named, Weight, Dense, Driven, Drag, Surface {
  /** And its sizes. */
  shape: BoxShape | CapsuleShape | CylinderShape | HullShape | CompoundShape;
  /** Only spheres have one here. */
  radius?: undefined;
}

/** A plane; it is always fixed, and weighs nothing. */
export interface PlaneDescription extends BodyFields, Named, Surface {
  /** It has no sizes. */
  shape: PlaneShape;
  /** May be left out. */
  fixed?: true;
  /** Only spheres have one here. */
  radius?: undefined;
  /** It has no mass. */
  density?: undefined;
  /** Nor a centre of it. */
  centre?: undefined;
  /** Nor axes. */
  principalAxes?: undefined;
  /** It stays. */
  kinematic?: false;
  /** It has none. */
  mass?: undefined;
  /** It has none. */
  inertia?: undefined;
}

/** A rigid body of a scene of version 2. */
export type BodyDescription = SphereDescription | SolidDescription | PlaneDescription;

/** What scenes of every version have. */
export interface SceneFields {
  /** Simulated time so far, s. */
  time?: number;
  /** m/s²; sets the parameter of that name unless the same call gives one. */
  gravity?: Vector;
}

/** A scene of beads held together at points. */
export interface SceneVersion1 extends SceneFields {
  /** Of this format. */
  version: 1;
  /** The beads; joints name them by their place in this list. */
  bodies: BeadDescription[];
  /** What holds the beads together. */
  joints?: JointDescriptionVersion1[];
}

/** A scene of bodies of any shape and joints of every kind. */
export interface SceneVersion2 extends SceneFields {
  /** Of this format. */
  version: 2;
  /** The bodies; joints name them by their place in this list, or by their names. */
  bodies: BodyDescription[];
  /** What holds the bodies together. */
  joints?: JointDescription[];
  /**
   * Whether bodies that touch push each other apart and rub; unless given they do not. The parameter `contacts` may say otherwise.
   */
  contacts?: boolean;
  /**
   * What it recommends. These parameters hold unless the same call gives them, until another scene is loaded; `setParameters` may
   * change them. A scene with contacts that names no `substeps` recommends 8.
   */
  parameters?: Partial<Omit<Parameters, 'gravity'>>;
  /** What contacts bore, where the next solve starts: `describe` writes it, and nothing but `load` can read it. */
  contactMemory?: number[];
  /** What `avbd` has learnt, where its next substep starts: likewise. */
  solverMemory?: number[];
}

/**
 * A scene as JSON. What `Simulation.describe` gives, `Simulation.load` reads back to the same bits: in version 1 where
 * that can say it, else in version 2. A field that is unknown or makes no sense is refused with its path, and nothing
 * is loaded.
 */
export type SceneDescription = SceneVersion1 | SceneVersion2;

/** A scene as `Simulation.describe` gives it: joints have their bodies by their indices, whatever these are called. */
export type NumberedScene = SceneVersion1 | (Omit<SceneVersion2, 'joints'> & { joints?: NumberedJoint[] });

/** An option of a built-in scene. */
export interface OptionInfo {
  /** As `sceneOptions` takes it. */
  name: string;
  /** What it is unless given. */
  default: number;
  /** The least that is taken. */
  min: number;
  /** The most. */
  max: number;
  /** Empty for counts and ratios. */
  unit: string;
  /** Whether it must be a whole number. */
  integer: boolean;
}

/** A built-in scene. */
export interface SceneInfo {
  /** As `Simulation.create` and `Simulation.load` take it. */
  name: string;
  /** For people. */
  title: string;
  /** What there is to see, in a sentence. */
  look: string;
  /** What to try, in a sentence. */
  task: string;
  /** What can be chosen about it. */
  options: OptionInfo[];
}

/** A solver. */
export interface SolverInfo {
  /** As the parameter `solver` takes it. */
  name: SolverName;
  /** For people. */
  title: string;
  /** Good at and bad at, in a sentence or two. */
  verdict: string;
  /** Whether it takes the parameter `iterations`. */
  iterative: boolean;
  /** Its default substeps and passes; undefined where they are the general defaults. */
  recommended?: { substeps: number; iterations: number };
}

/** A kernel of the simulation. */
export interface KernelInfo {
  /** As `replaceKernel` takes it; also the name of its entry point. */
  name: string;
  /** Path in the repository. */
  file: string;
  /** WGSL; what `replaceKernel` takes in its place. */
  source: string;
}

/** What the browser's compiler said of an edited kernel. */
export interface KernelMessage {
  /** With an `error` the kernel before runs on. */
  type: 'error' | 'warning' | 'info';
  /** In the compiler's own words. */
  message: string;
  /** Counted from 1 in the kernel's own text; 0 where unknown. */
  line: number;
  /** Counted from 1 in that line; 0 where unknown. */
  column: number;
}
