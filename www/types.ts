// The shapes that the API takes and gives, with units.

export type SolverName =
  | 'article'
  | 'jacobi'
  | 'chebyshev'
  | 'gauss-seidel'
  | 'conjugate-gradient'
  | 'direct'
  | 'auto';

export interface Parameters {
  solver: SolverName;
  /** `global`: a dispatch a pass, any size. `tile`: whole islands in a workgroup. */
  execution: 'auto' | 'global' | 'tile';
  /** Passes a substep of an iterative solver; 1 to 1000. */
  iterations: number;
  /** Substeps a frame; 1 to 100. */
  substeps: number;
  /** Seconds a frame; 1e-5 to 0.1. */
  timestep: number;
  /** m/s², components within ±1000. */
  gravity: [number, number, number];
  /** ω in (0, 2]. */
  relaxation: number | 'auto';
  /** Share of the last step's multipliers that a solve starts from; 0 to 1. */
  warmStart: number | 'auto';
  /** β: share of the gap that a substep tries to close; 0 to 1. */
  stabilisation: number | 'auto';
  /** Share of velocity lost a second; 0 to 10. */
  damping: number;
  /** Raises a bead's inertia where its tension would make the step unstable. */
  stiffnessGuard: boolean | 'auto';
}

/** The whole state in flat arrays. */
export interface State {
  /** s */
  time: number;
  /** m, three a body */
  positions: Float32Array;
  /** Unit quaternions (x, y, z, w), four a body. */
  rotations: Float32Array;
  /** m/s, three a body */
  linearVelocities: Float32Array;
  /** rad/s in world axes, three a body */
  angularVelocities: Float32Array;
  /** N, three a joint */
  multipliers: Float32Array;
}

export interface Measures {
  /** Simulated seconds. */
  time: number;
  /** Frames since the last load. */
  steps: number;
  /** Largest gap in m. */
  maxGap: number;
  /** Root mean square gap in m. */
  rmsGap: number;
  /** Largest gap over the smaller radius of its joint's bodies. */
  maxGapRadii: number;
  /** The joint with that gap. */
  worstJoint: number;
  /** Root mean square over joints of |JV + βC/h| in m/s, after the last substep's last iteration. */
  residual: number;
  /** The same after the warm start (entry 0) and after each iteration; empty unless asked for. */
  residualByIteration: Float32Array;
  /** J */
  kineticEnergy: number;
  /** J, zero at y = 0, moving bodies only. */
  potentialEnergy: number;
  /** What `auto` chose, or the solver itself. */
  solver: SolverName;
  /** The numbers that the solver goes by, `auto` settled; null where it has no relaxation. */
  tuning: { relaxation: number | null; warmStart: number; stabilisation: number };
  /** The kernels that did the solving. */
  execution: string;
  /** False as soon as a position or velocity is not a number. */
  finite: boolean;
  /** The first body that is not finite. */
  badBody: number | null;
  /** Milliseconds by stage of one substep; empty without timestamp queries. */
  stageMilliseconds: Record<string, number>;
}

type Vector = [number, number, number];

export interface BodyDescription {
  /** m */
  position: Vector;
  /** Unit quaternion (x, y, z, w). */
  rotation?: [number, number, number, number];
  /** m/s */
  linearVelocity?: Vector;
  /** rad/s, world axes */
  angularVelocity?: Vector;
  /** m */
  radius: number;
  /** kg; a solid bead of density 1000 unless given. */
  mass?: number;
  /** Principal moments in body axes, kg m²; the solid sphere's unless given. */
  inertia?: Vector;
  fixed?: boolean;
  /** #rrggbb */
  colour?: string;
}

export interface JointDescription {
  type: 'point';
  a: number;
  b: number;
  /** m, in a's axes */
  anchorA: Vector;
  /** m, in b's axes */
  anchorB: Vector;
  /** N; where the next solve starts. */
  multiplier?: Vector;
}

export interface SceneDescription {
  version: 1;
  /** s */
  time?: number;
  /** m/s² */
  gravity?: Vector;
  bodies: BodyDescription[];
  joints?: JointDescription[];
}

export interface OptionInfo {
  name: string;
  default: number;
  min: number;
  max: number;
  /** Empty for counts and ratios. */
  unit: string;
  integer: boolean;
}

export interface SceneInfo {
  name: string;
  title: string;
  options: OptionInfo[];
}

export interface SolverInfo {
  name: SolverName;
  title: string;
  /** Good at and bad at, in a sentence or two. */
  verdict: string;
  iterative: boolean;
}

export interface KernelInfo {
  name: string;
  /** Path in the repository. */
  file: string;
  /** WGSL; what `replaceKernel` takes in its place. */
  source: string;
}

export interface KernelMessage {
  type: 'error' | 'warning' | 'info';
  message: string;
  /** Counted from 1 in the kernel's own text; 0 where unknown. */
  line: number;
  column: number;
}
