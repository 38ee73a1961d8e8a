// What a benchmark writes down: the same fields as src/benchmark/record.rs.

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
  /** m/s; null where the engine does not say. */
  residual: number | null;
  /** Energy at the end less that at the start, over m g L/2. */
  energyDrift: number;
  energyDriftJoules: number;
  /** Largest energy above the start, over m g L/2. */
  energyGain: number;
  finite: boolean;
}

export interface Row {
  solver: string;
  execution: string;
  kernels: string;
  iterations: number | null;
  substeps: number;
  /** Milliseconds of a frame, from submission to the device being done. */
  wall: Spread | null;
  framesARun: number;
  /** The same by the device's own clock. */
  gpu: Spread | null;
  stages: [string, number][];
  beadStepsPerSecond: number | null;
  /** By the byte model, a frame. */
  bytes: number | null;
  copyShare: number | null;
  timesFaster: number | null;
  quality: Quality | null;
  fault: string | null;
}

export interface SceneReport {
  scene: string;
  options: Record<string, number>;
  beads: number;
  joints: number;
  buildMilliseconds: number | null;
  topologyMilliseconds: number | null;
  loadMilliseconds: number;
  deviceBytes: number;
  rows: Row[];
}

export interface GapRow {
  what: string;
  scene: string;
  options: Record<string, number>;
  solver: string;
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
  scenes: SceneReport[];
  gaps: GapRow[];
  notes: string[];
}

/** The value that a share `q` of the numbers does not exceed, between two of them in proportion. */
export function quantile(sorted: number[], q: number): number {
  const at = q * (sorted.length - 1);
  const low = sorted[Math.floor(at)]!;
  return low + (sorted[Math.ceil(at)]! - low) * (at % 1);
}

export function spread(milliseconds: number[]): Spread | null {
  if (milliseconds.length === 0) return null;
  const sorted = [...milliseconds].sort((a, b) => a - b);
  return {
    median: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    min: sorted[0]!,
    runs: sorted.length,
  };
}

/** Fills in what follows from other fields. */
export function derive(report: Report): void {
  for (const scene of report.scenes) {
    const unit = scene.rows.find((row) => row.solver === 'article')?.wall?.median;
    for (const row of scene.rows) {
      if (!row.wall) continue;
      const ms = row.wall.median;
      row.beadStepsPerSecond = (1e3 * scene.beads) / ms;
      row.timesFaster = unit === undefined ? null : unit / ms;
      const device = Math.min(row.gpu?.median ?? ms, ms);
      if (row.bytes !== null && report.copyBandwidth !== null) {
        row.copyShare = row.bytes / (1e-3 * device) / report.copyBandwidth;
      }
    }
  }
}

/** One line a row, for spreadsheets. */
export function csv(report: Report): string {
  const heads = [
    'date',
    'adapter',
    'browser',
    'scene',
    'beads',
    'joints',
    'solver',
    'execution',
    'passes',
    'substeps',
    'ms_median',
    'ms_p95',
    'gpu_ms_median',
    'times_faster_than_article',
    'bead_steps_per_second',
    'bytes_by_model',
    'share_of_copy_bandwidth',
    'quality_beads',
    'quality_frames',
    'max_gap_radii',
    'residual_m_per_s',
    'energy_drift_over_mgL_2',
    'energy_drift_J',
    'finite',
    'fault',
  ];
  const cell = (value: unknown) => {
    const text = value === null || value === undefined ? '' : String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = report.scenes.flatMap((scene) =>
    scene.rows.map((row) => {
      const q = row.quality;
      return [
        report.date,
        report.machine.adapter,
        report.machine.browser,
        scene.scene,
        scene.beads,
        scene.joints,
        row.solver,
        row.execution,
        row.iterations,
        row.substeps,
        row.wall?.median,
        row.wall?.p95,
        row.gpu?.median,
        row.timesFaster,
        row.beadStepsPerSecond,
        row.bytes,
        row.copyShare,
        q?.beads,
        q?.frames,
        q?.maxGapRadii,
        q?.residual,
        q?.energyDrift,
        q?.energyDriftJoules,
        q?.finite,
        row.fault,
      ]
        .map(cell)
        .join(',');
    }),
  );
  return `${heads.join(',')}\n${lines.join('\n')}\n`;
}
