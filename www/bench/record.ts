// What a benchmark writes down: the fields of src/benchmark/record.rs.

export interface Spread {
  median: number;
  p95: number;
  min: number;
  runs: number;
}

export interface Quality {
  /** Beads of the scene that it was found on. */
  beads: number;
  frames: number;
  /** Largest over all joints and frames. */
  maxGapRadii: number;
  /** Largest way beyond a stop, m or rad; null where nothing went beyond one. */
  maxOvershoot: number | null;
  /** Deepest that bodies lay in one another, m: of all frames, and after the last; null where nothing touches. */
  maxDepth: number | null;
  depth: number | null;
  /** m: the largest distance of any bead from the truth after two seconds; null where there is no truth. */
  error: number | null;
  /** m/s; null where the engine does not say. */
  residual: number | null;
  /** Energy at the end less that at the start, over m g L/2. */
  energyDrift: number;
  energyDriftJoules: number;
  /** Largest energy above the start, over m g L/2. */
  energyGain: number;
  finite: boolean;
  /** Of every bit of the last state, where two runs ended in the same; null where they did not; absent where nobody looked. */
  hash?: string | null;
}

export interface Row {
  solver: string;
  execution: string;
  /** How the exact solver keeps joints shut; null where nothing was chosen. */
  positions: string | null;
  /** What solves contacts; null where nothing touches. */
  contactSolver: string | null;
  kernels: string;
  iterations: number | null;
  substeps: number;
  /** Hz, of contacts; as the scene has it where nothing is said. */
  contactSoftness?: number | null;
  /** Milliseconds of a frame, from submission to the device being done. */
  wall: Spread | null;
  framesARun: number;
  /** The same by the device's own clock. */
  gpu: Spread | null;
  stages: [string, number][];
  beadStepsPerSecond: number | null;
  /** Of a frame; null where nothing is dispatched, and in records from before they were counted. */
  dispatches?: number | null;
  /** Those, at what one costs that waits for the one before, over the time of a frame. */
  waitShare?: number | null;
  /** By the byte model, a frame. */
  bytes: number | null;
  copyShare: number | null;
  timesFaster: number | null;
  quality: Quality | null;
  fault: string | null;
}

/** Where bodies touch no truth is known: how deep they lie, how far they went or how far joints opened, after ten seconds. */
export type Judged = 'depth' | 'moved' | 'gap';

export interface SceneReport {
  scene: string;
  options: Record<string, number>;
  beads: number;
  joints: number;
  /** Eight digits that stand for the scene; absent in old records. */
  contract?: string | null;
  /** What a curve's errors are, where bodies touch. */
  judged?: Judged | null;
  buildMilliseconds: number | null;
  topologyMilliseconds: number | null;
  loadMilliseconds: number;
  deviceBytes: number;
  rows: Row[];
  /** It was measured to its end. */
  whole?: boolean;
  /** Why it was not measured, or not to its end; natively only. */
  fault?: string | null;
}

export interface GapRow {
  what: string;
  scene: string;
  options: Record<string, number>;
  solver: string;
  positions: string | null;
  substeps: number;
  stabilisation: number | null;
  quality: Quality;
}

export interface Machine {
  adapter: string;
  backend: string;
  driver: string;
  software: boolean;
  processor: string;
  threads: number;
  /** GiB; 0 where nobody says. */
  memory: number;
  system: string;
  browser: string;
}

/** A dispatch that computes next to nothing, started in some way. */
export interface Launch {
  what: string;
  microseconds: number;
}

export interface Report {
  format: 1;
  command: string;
  /** YYYY-MM-DD */
  date: string;
  beadwork: string;
  machine: Machine;
  /** Bytes a second, read and written together. */
  copyBandwidth: number | null;
  copies: { bytes: number; bytesPerSecond: number }[];
  /** What a dispatch costs; none on the CPU, and in records from before there were any. */
  launches?: Launch[];
  scenes: SceneReport[];
  gaps: GapRow[];
  /** One scene with rows at several settings of each solver; none in records from before there were any. */
  curves?: SceneReport[];
  notes: string[];
}

/** What the crate makes of the records: derived fields, and each table's cells (`shown` in src/benchmark/report.rs). */
export interface Shown {
  report: Report;
  heads: string[];
  /** By scene, row and column. */
  cells: string[][][];
  gapHeads: string[];
  gapCells: string[][];
  curveHeads: string[];
  /** By scene and line: a solver each. */
  curveCells: string[][][];
  curveExplanation: string;
  /** By scene, in Markdown: where errors are worth nothing. */
  curveCautions: (string | null)[];
  launchHeads: string[];
  launchCells: string[][];
  /** What the columns mean, in Markdown. */
  explanation: string[];
}
