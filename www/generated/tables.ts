// Made from src/parameters.rs, src/simulation/measures.rs and src/scene/joint_fields.rs by `cargo run --example catalogue`.

import type { Motor, Servo, Softness } from '../joint-types';

/** A solver's name; `solvers` says what each is good and bad at. */
export type SolverName = 'article' | 'jacobi' | 'chebyshev' | 'gauss-seidel' | 'conjugate-gradient' | 'nncg' | 'soft-step' | 'xpbd' | 'avbd' | 'direct' | 'auto';

/** How a simulation is stepped. `setParameters` changes any of them between two steps. */
export interface Parameters {
  /** What solves for the forces; `auto` takes what fits each island of the scene. Default: `auto`. */
  solver: SolverName;
  /** How a solver runs. `global`: one dispatch per pass, any size. `tile`: whole islands in one workgroup. `auto`: the faster of the two by a fixed rule. Default: `auto`. */
  execution: 'auto' | 'global' | 'tile';
  /** Passes of an iterative solver in each substep. From 1 to 1000. Default: 20. */
  iterations: number;
  /** Substeps of each frame. More of them make fast motion truer: 4 divide the error of a whip crack by six. From 1 to 100. Default: 1. */
  substeps: number;
  /** The simulated time of one frame. From 0.00001 to 0.1 s. Default: 1/60. */
  timestep: number;
  /** Acceleration of all that moves; a scene may bring its own. Components within ±1000 m/s². Default: [0, -9.81, 0]. */
  gravity: [number, number, number];
  /** When gravity acts. `each`: in every substep. `once`: all of a frame's at its start, as TGS does where an engine does not ask for more. Then more substeps shut joints, and leave the error of one step. Default: `each`. */
  forces: 'each' | 'once';
  /** ω: how far an iterative solver goes in each pass. Too high, and trees and nets explode; `auto` is safe. Above 0 to 2, or `auto`. Default: auto. */
  relaxation: number | 'auto';
  /** The places that a pass of `xpbd` uses. `coloured`: a colour of joints at a time, so that each joint knows of those before it. `side-by-side`: all joints at once from the same places, each held back by how many joints its bodies have; two dispatches a pass whatever is joined to what. `auto`: `coloured`. The other solvers have an order of their own. Default: `auto`. */
  passOrder: 'auto' | 'coloured' | 'side-by-side';
  /** How far every firm joint yields under its load with `xpbd`, in metres for each newton. 0: not at all. Rows that hold an angle yield by as much in radians for each newton metre. The other solvers have springs by joint alone. From 0 to 1 m/N. Default: 0. */
  compliance: number;
  /** The highest frequency of joints with `soft-step`, which are springs until bodies have moved. `auto`: a quarter of the substeps in a second. With a number more substeps make joints no firmer. From 0.1 to 10000 Hz, or `auto`. Default: auto. */
  softness: number | 'auto';
  /** κ: the least penalty of a joint with `avbd`, as a multiple of k₀. That is the stiffness that would close its gap in one substep if its bodies had no other joint. From 0.001 to 10000. Default: 1. */
  penalty: number;
  /** By how much a pass of `avbd` raises a joint's penalty for each radius that it stands open, as a multiple of k₀. 0: it stays at `penalty`. From 0 to 10000. Default: 30. */
  penaltyGrowth: number;
  /** γ: the share of its penalty that a joint keeps from one substep to the next with `avbd`. From 0 to 1. Default: 0.999. */
  penaltyKept: number;
  /** α: the share of a gap that `avbd` leaves in each substep, so that it is not closed at a blow. From 0 to 1. Default: 0.99. */
  gapKept: number;
  /** Whether joints of `avbd` learn their forces. `auto`: they do. `false` leaves them springs of stiffness `penalty`, which is VBD: they yield under their load, however many passes there are. true, false, or `auto`. Default: auto. */
  hard: boolean | 'auto';
  /** The share of the last substep's forces that a solve starts from. `auto`: 1 for `direct`, 0.9 for the others. From 0 to 1, or `auto`. Default: auto. */
  warmStart: number | 'auto';
  /** β: the share of a gap that one substep tries to close. With 0 gaps grow; too much adds energy where a solver does not converge. `auto`: 0.2 for `direct`, 0.05 for the others. From 0 to 1, or `auto`. Default: auto. */
  stabilisation: number | 'auto';
  /** How the exact solver keeps joints shut in place. `pulled`: a share of each gap is closed by the velocities. `projected`: gaps are closed after the step. `symplectic`: the forces are those that close them, of second order and without drift of energy; where bodies touch, it is for what touches nothing. `auto`: `symplectic`, where bodies touch `projected`, and `pulled` where `stabilisation` is a number. The other solvers know only `pulled`. Default: `auto`. */
  positions: 'auto' | 'pulled' | 'projected' | 'symplectic';
  /** How fast a joint that stands open is drawn together at most, in m/s and rad/s, unless it has a `recoverySpeed` of its own. `auto`: 1 and 5 in a scene where some joint holds an angle, no bound in others. With two numbers, firm points are solved like joints of any kind, which takes longer. Each from 1e-6 to 1000000, or `auto`. Default: auto. */
  recoverySpeed: [number, number] | 'auto';
  /** How often the exact solver solves at most in each substep where a joint has limits, or a motor or servo with a largest force. It stops as soon as every limit and motor is right, mostly after two or three. From 2 to 32. Default: 8. */
  rounds: number;
  /** The share of velocity lost per second; damping times the substep must stay below 1. From 0 to 10 per second. Default: 0. */
  damping: number;
  /** Raises a bead's inertia where its tension would make the step unstable. true, false, or `auto`. Default: auto. */
  stiffnessGuard: boolean | 'auto';
  /** Whether bodies that touch push each other apart and rub. `auto`: as the scene says. true, false, or `auto`. Default: auto. */
  contacts: boolean | 'auto';
  /** What solves for the forces of contacts. `gauss-seidel`: a colour at a time, so that each contact knows of those before it. `mass-splitting`: all contacts at once, each with a share of its bodies' masses; it needs more passes. `chebyshev`: the same with momentum, better with heavy loads. `jacobi`: all at once and held back until it is stable; stacks sink in it. `auto`: `gauss-seidel`. Default: `auto`. */
  contactSolver: 'auto' | 'gauss-seidel' | 'chebyshev' | 'mass-splitting' | 'jacobi';
  /** Passes over all contacts in each substep before bodies move, and as many again after that where contacts are soft: these take back the speed that the pushing left. `auto`: 1. More substeps do more than more passes. From 1 to 64, or `auto`. Default: auto. */
  contactPasses: number | 'auto';
  /** How firmly bodies that overlap are pushed apart: by springs that would swing so often, with five times critical damping. `auto`: a quarter of the substeps in a second; by softer ones tall or loaded stacks buckle. `hard` closes a fifth of the depth in each substep instead, and leaves that as speed: it takes more passes for the same stack. Above 0 to 10000 Hz, `hard` or `auto`. Default: auto. */
  contactSoftness: number | 'hard' | 'auto';
}

/** The attributes of `<bead-work>` that are parameters. */
export interface ParameterAttributes {
  /** What solves for the forces; `auto` takes what fits each island of the scene. Default: `auto`. */
  solver?: string;
  /** How a solver runs. `global`: one dispatch per pass, any size. `tile`: whole islands in one workgroup. `auto`: the faster of the two by a fixed rule. Default: `auto`. */
  execution?: string;
  /** Passes of an iterative solver in each substep. From 1 to 1000. Default: 20. */
  iterations?: number | string;
  /** Substeps of each frame. More of them make fast motion truer: 4 divide the error of a whip crack by six. From 1 to 100. Default: 1. */
  substeps?: number | string;
  /** The simulated time of one frame. From 0.00001 to 0.1 s. Default: 1/60. */
  timestep?: number | string;
  /** Acceleration of all that moves; a scene may bring its own. Components within ±1000 m/s². Default: [0, -9.81, 0]. */
  gravity?: string;
  /** When gravity acts. `each`: in every substep. `once`: all of a frame's at its start, as TGS does where an engine does not ask for more. Then more substeps shut joints, and leave the error of one step. Default: `each`. */
  forces?: string;
  /** ω: how far an iterative solver goes in each pass. Too high, and trees and nets explode; `auto` is safe. Above 0 to 2, or `auto`. Default: auto. */
  relaxation?: number | string;
  /** The places that a pass of `xpbd` uses. `coloured`: a colour of joints at a time, so that each joint knows of those before it. `side-by-side`: all joints at once from the same places, each held back by how many joints its bodies have; two dispatches a pass whatever is joined to what. `auto`: `coloured`. The other solvers have an order of their own. Default: `auto`. */
  'pass-order'?: string;
  /** How far every firm joint yields under its load with `xpbd`, in metres for each newton. 0: not at all. Rows that hold an angle yield by as much in radians for each newton metre. The other solvers have springs by joint alone. From 0 to 1 m/N. Default: 0. */
  compliance?: number | string;
  /** The highest frequency of joints with `soft-step`, which are springs until bodies have moved. `auto`: a quarter of the substeps in a second. With a number more substeps make joints no firmer. From 0.1 to 10000 Hz, or `auto`. Default: auto. */
  softness?: number | string;
  /** κ: the least penalty of a joint with `avbd`, as a multiple of k₀. That is the stiffness that would close its gap in one substep if its bodies had no other joint. From 0.001 to 10000. Default: 1. */
  penalty?: number | string;
  /** By how much a pass of `avbd` raises a joint's penalty for each radius that it stands open, as a multiple of k₀. 0: it stays at `penalty`. From 0 to 10000. Default: 30. */
  'penalty-growth'?: number | string;
  /** γ: the share of its penalty that a joint keeps from one substep to the next with `avbd`. From 0 to 1. Default: 0.999. */
  'penalty-kept'?: number | string;
  /** α: the share of a gap that `avbd` leaves in each substep, so that it is not closed at a blow. From 0 to 1. Default: 0.99. */
  'gap-kept'?: number | string;
  /** Whether joints of `avbd` learn their forces. `auto`: they do. `false` leaves them springs of stiffness `penalty`, which is VBD: they yield under their load, however many passes there are. true, false, or `auto`. Default: auto. */
  hard?: string;
  /** The share of the last substep's forces that a solve starts from. `auto`: 1 for `direct`, 0.9 for the others. From 0 to 1, or `auto`. Default: auto. */
  'warm-start'?: number | string;
  /** β: the share of a gap that one substep tries to close. With 0 gaps grow; too much adds energy where a solver does not converge. `auto`: 0.2 for `direct`, 0.05 for the others. From 0 to 1, or `auto`. Default: auto. */
  stabilisation?: number | string;
  /** How the exact solver keeps joints shut in place. `pulled`: a share of each gap is closed by the velocities. `projected`: gaps are closed after the step. `symplectic`: the forces are those that close them, of second order and without drift of energy; where bodies touch, it is for what touches nothing. `auto`: `symplectic`, where bodies touch `projected`, and `pulled` where `stabilisation` is a number. The other solvers know only `pulled`. Default: `auto`. */
  positions?: string;
  /** How fast a joint that stands open is drawn together at most, in m/s and rad/s, unless it has a `recoverySpeed` of its own. `auto`: 1 and 5 in a scene where some joint holds an angle, no bound in others. With two numbers, firm points are solved like joints of any kind, which takes longer. Each from 1e-6 to 1000000, or `auto`. Default: auto. */
  'recovery-speed'?: string;
  /** How often the exact solver solves at most in each substep where a joint has limits, or a motor or servo with a largest force. It stops as soon as every limit and motor is right, mostly after two or three. From 2 to 32. Default: 8. */
  rounds?: number | string;
  /** The share of velocity lost per second; damping times the substep must stay below 1. From 0 to 10 per second. Default: 0. */
  damping?: number | string;
  /** Raises a bead's inertia where its tension would make the step unstable. true, false, or `auto`. Default: auto. */
  'stiffness-guard'?: string;
  /** Whether bodies that touch push each other apart and rub. `auto`: as the scene says. true, false, or `auto`. Default: auto. */
  contacts?: string;
  /** What solves for the forces of contacts. `gauss-seidel`: a colour at a time, so that each contact knows of those before it. `mass-splitting`: all contacts at once, each with a share of its bodies' masses; it needs more passes. `chebyshev`: the same with momentum, better with heavy loads. `jacobi`: all at once and held back until it is stable; stacks sink in it. `auto`: `gauss-seidel`. Default: `auto`. */
  'contact-solver'?: string;
  /** Passes over all contacts in each substep before bodies move, and as many again after that where contacts are soft: these take back the speed that the pushing left. `auto`: 1. More substeps do more than more passes. From 1 to 64, or `auto`. Default: auto. */
  'contact-passes'?: number | string;
  /** How firmly bodies that overlap are pushed apart: by springs that would swing so often, with five times critical damping. `auto`: a quarter of the substeps in a second; by softer ones tall or loaded stacks buckle. `hard` closes a fifth of the depth in each substep instead, and leaves that as speed: it takes more passes for the same stack. Above 0 to 10000 Hz, `hard` or `auto`. Default: auto. */
  'contact-softness'?: number | string;
}

/** How the last step went: what is left undone, and what it took. */
export interface Measures {
  /** Simulated time. In s. */
  time: number;
  /** Frames since the last load. */
  steps: number;
  /** The largest gap |C| of any joint. In m. */
  maxGap: number;
  /** The root mean square of the gaps. In m. */
  rmsGap: number;
  /** The largest gap over the smaller radius of its joint's bodies. In radii. */
  maxGapRadii: number;
  /** The largest angle by which a joint is open that is to hold one. In rad. */
  maxAngle: number;
  /** The largest way by which a joint is beyond a stop, m or rad. In m or rad. */
  maxOvershoot: number;
  /** The joint with that gap. */
  worstJoint: number;
  /** The root mean square over joints of |J V + β C/h|, after the last substep's last pass. In m/s. */
  residual: number;
  /** The same after the warm start (entry 0) and after each pass; empty unless asked for. Where bodies touch, of their contacts: the root mean square over points that push of the speed by which each, alone, would still be put right. In m/s. */
  residualByIteration: Float32Array;
  /** The energy of movement and spin, with the true inertia. In J. */
  kineticEnergy: number;
  /** The energy of height: zero at y = 0, moving bodies only. In J. */
  potentialEnergy: number;
  /** The momentum of all that moves: x, y and z. In kg m/s. */
  momentum: [number, number, number];
  /** Their angular momentum about the origin, with the true inertia. In kg m²/s. */
  angularMomentum: [number, number, number];
  /** Islands whose substep gained energy or came apart and was taken back and projected instead, since the last measurement; only `positions: symplectic` does so. In islands. */
  fellBack: number;
  /** The most solves that limits and motors took in a substep, since the last measurement; 0 where there are none, or another solver than the exact one. */
  rounds: number;
  /** Points at which bodies push each other. */
  contacts: number;
  /** The largest depth of any body in another. In m. */
  maxDepth: number;
  /** Pairs of bodies that touch and found no room to be taken, since the last measurement: counted in each frame. */
  contactsDropped: number;
  /** Events that found no room to wait in for `readEvents`, since the last measurement. */
  eventsDropped: number;
  /** The solver; under `auto` the one that it chose. */
  solver: SolverName;
  /** The numbers that the solver goes by where a parameter says `auto`; null where it has no relaxation. */
  tuning: { relaxation: number | null; warmStart: number; stabilisation: number };
  /** The kernel or kernels that solved: which execution was taken. */
  execution: string;
  /** What it runs on. */
  machine: 'gpu' | 'cpu';
  /** False as soon as a position or velocity is not a number. */
  finite: boolean;
  /** The first body that is not finite. */
  badBody: number | null;
  /** Milliseconds by stage of one substep; empty where the device has no timestamps. In ms. */
  stageMilliseconds: Record<string, number>;
}

/** What version 2 adds to joints of every kind. */
export interface Firmness {
  /** How what it holds yields: as firm as can be unless given. */
  softness?: Softness;
  /**
   * N; 0 to 1e30. Each axis along which it holds gives way above this force, and stays where it was pushed to until it is drawn
   * back; 0 holds nothing. As much as it takes unless given. Stops and drives are not meant.
   */
  maxForce?: number;
  /** N; 1e-18 to 1e18. Where it had to bear more in a substep it holds nothing afterwards. */
  breakForce?: number;
  /** N m; 1e-18 to 1e18. */
  breakTorque?: number;
  /**
   * m/s and rad/s, each 1e-6 to 1e6: how fast it is drawn together at most, where it is open. Unless given, as the parameter
   * `recoverySpeed` says.
   */
  recoverySpeed?: [number, number];
  /** Whether its two bodies collide with each other, in a scene with contacts; unless given they do not. */
  collide?: boolean;
}

/** How a coordinate may go: m, N and m/s along an axis, rad, N m and rad/s about one. */
export interface Travel {
  /** It stays between these two, the lower first: m, -1e7 to 1e7, or rad, -π to π, of a hinge -200π to 200π. Equal ones hold it. */
  limit?: [number, number];
  /** Keeps it at a speed. */
  motor?: Motor;
  /** Draws it to a place. Beside a motor the two are one drive: a spring to the target and a damper to the speed, and the smaller force. */
  servo?: Servo;
  /**
   * N or N m; 0 to 1e30. Dry friction, of a cone joint about x: it opposes motion with up to this, beside motor, servo and stops or
   * alone. It holds what is drawn by less. None unless given.
   */
  friction?: number;
}

/** How far a cone joint turns, and what opposes its twist. */
export interface ConeStops {
  /**
   * N or N m; 0 to 1e30. Dry friction, of a cone joint about x: it opposes motion with up to this, beside motor, servo and stops or
   * alone. It holds what is drawn by less. None unless given.
   */
  friction?: number;
  /** The largest angle between the two x, rad; above 0 and at most π. */
  swing?: number;
  /** Between which angles b may twist about x, rad; each -π to π, the lower first. */
  twist?: [number, number];
}

/** What joints have that may have stops. */
export interface StopSoftness {
  /** How all its stops yield: as firm as can be unless given. */
  limitSoftness?: Softness;
}

/** What joints have that keep some angle at 0. */
export interface TorqueCap {
  /**
   * N m; 0 to 1e30. Each angle that it holds gives way above this torque; 0 holds nothing. As much as it takes unless given. Stops
   * and drives are not meant.
   */
  maxTorque?: number;
}
