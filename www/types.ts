// The shapes that the API takes and gives, with units.

import type { SolverName } from './generated/tables';

export type { Measures, Parameters, SolverName } from './generated/tables';

/** The whole state in flat arrays, as `readState` gives and `writeState` takes it. */
export interface State {
  /** Simulated time, s. */
  time: number;
  /** Centres, m, three numbers a body. */
  positions: Float32Array;
  /** Unit quaternions (x, y, z, w), four numbers a body. */
  rotations: Float32Array;
  /** m/s, three numbers a body. */
  linearVelocities: Float32Array;
  /** rad/s in world axes, three numbers a body. */
  angularVelocities: Float32Array;
  /** λ, the joints' forces: N, three numbers a joint. */
  multipliers: Float32Array;
}

/** x, y and z, in a right-handed frame with y up. */
export type Vector = [number, number, number];

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

/** What version 2 adds to every body. */
export interface Driven {
  /** Whether it moves by its velocities, whatever pulls. Unless given it does not. */
  kinematic?: boolean;
}

/** What bodies weigh. */
export interface Weight {
  /** kg; a solid body of density 1000 unless given. */
  mass?: number;
  /** Principal moments in body axes, kg m²; the solid shape's unless given. */
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

/** All below a plane through the body's position whose normal is the body's y axis. */
export interface PlaneShape {
  /** Which shape. */
  type: 'plane';
}

/** A bead of a scene of version 2. */
export interface SphereDescription extends BodyFields, Weight, Driven {
  /** May be left out. */
  shape?: SphereShape;
  /** m; 1e-4 to 1000. */
  radius: number;
}

/** A box or a capsule; its sizes stand in its shape. */
export interface SolidDescription extends BodyFields, Weight, Driven {
  /** And its sizes. */
  shape: BoxShape | CapsuleShape;
  /** Only spheres have one here. */
  radius?: undefined;
}

/** A plane; it is always fixed, and weighs nothing. */
export interface PlaneDescription extends BodyFields {
  /** It has no sizes. */
  shape: PlaneShape;
  /** May be left out. */
  fixed?: true;
  /** Only spheres have one here. */
  radius?: undefined;
  /** It stays. */
  kinematic?: false;
  /** It has none. */
  mass?: undefined;
  /** It has none. */
  inertia?: undefined;
}

/** A rigid body of a scene of version 2. */
export type BodyDescription = SphereDescription | SolidDescription | PlaneDescription;

/** Holds a point of one body to a point of another; both may turn freely about it. */
export interface JointDescription {
  /** The only kind so far. */
  type: 'point';
  /** Index of one body. */
  a: number;
  /** Index of the other. */
  b: number;
  /** From a's centre, m, in a's axes. */
  anchorA: Vector;
  /** From b's centre, m, in b's axes. */
  anchorB: Vector;
  /** N; where the next solve starts. */
  multiplier?: Vector;
}

/** What scenes of every version have. */
export interface SceneFields {
  /** Simulated time so far, s. */
  time?: number;
  /** m/s²; sets the parameter of that name unless the same call gives one. */
  gravity?: Vector;
  /** What holds the bodies together. */
  joints?: JointDescription[];
}

/** A scene of beads. */
export interface SceneVersion1 extends SceneFields {
  /** Of this format. */
  version: 1;
  /** The beads; joints name them by their place in this list. */
  bodies: BeadDescription[];
}

/** A scene of bodies of any shape. */
export interface SceneVersion2 extends SceneFields {
  /** Of this format. */
  version: 2;
  /** The bodies; joints name them by their place in this list. */
  bodies: BodyDescription[];
}

/**
 * A scene as JSON. What `Simulation.describe` gives, `Simulation.load` reads back to the same bits: in version 1 where
 * that can say it, else in version 2. A field that is unknown or makes no sense is refused with its path, and nothing
 * is loaded.
 */
export type SceneDescription = SceneVersion1 | SceneVersion2;

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
