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

/** A rigid bead of a scene. */
export interface BodyDescription {
  /** Of its centre, m. */
  position: Vector;
  /** Unit quaternion (x, y, z, w); none unless given. */
  rotation?: [number, number, number, number];
  /** m/s; at rest unless given. */
  linearVelocity?: Vector;
  /** rad/s, world axes; at rest unless given. */
  angularVelocity?: Vector;
  /** m; 1e-4 to 1000. */
  radius: number;
  /** kg; a solid bead of density 1000 unless given. */
  mass?: number;
  /** Principal moments in body axes, kg m²; the solid sphere's unless given. */
  inertia?: Vector;
  /** Whether it stays where it is, whatever pulls. */
  fixed?: boolean;
  /** `#rrggbb` */
  colour?: string;
}

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

/**
 * A scene as JSON. What `Simulation.describe` gives, `Simulation.load` reads back to the same bits. A field that is
 * unknown or makes no sense is refused with its path, and nothing is loaded.
 */
export interface SceneDescription {
  /** Of this format. */
  version: 1;
  /** Simulated time so far, s. */
  time?: number;
  /** m/s²; sets the parameter of that name unless the same call gives one. */
  gravity?: Vector;
  /** The beads; joints name them by their place in this list. */
  bodies: BodyDescription[];
  /** What holds them together. */
  joints?: JointDescription[];
}

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
