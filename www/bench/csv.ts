// The records for spreadsheets: one line per row.
import type { Report, Row, SceneReport } from './record';

type Value = string | number | boolean | null | undefined;

const COLUMNS: Record<string, (row: Row, scene: SceneReport, report: Report) => Value> = {
  date: (_row, _scene, { date }) => date,
  adapter: (_row, _scene, { machine }) => machine.adapter,
  browser: (_row, _scene, { machine }) => machine.browser,
  scene: (_row, { scene }) => scene,
  beads: (_row, { beads }) => beads,
  joints: (_row, { joints }) => joints,
  contract: (_row, { contract }) => contract,
  solver: ({ solver }) => solver,
  execution: ({ execution }) => execution,
  positions: ({ positions }) => positions,
  passes: ({ iterations }) => iterations,
  substeps: ({ substeps }) => substeps,
  ms_median: ({ wall }) => wall?.median,
  ms_p95: ({ wall }) => wall?.p95,
  gpu_ms_median: ({ gpu }) => gpu?.median,
  times_faster_than_article: ({ timesFaster }) => timesFaster,
  bead_steps_per_second: ({ beadStepsPerSecond }) => beadStepsPerSecond,
  bytes_by_model: ({ bytes }) => bytes,
  share_of_copy_bandwidth: ({ copyShare }) => copyShare,
  quality_beads: ({ quality }) => quality?.beads,
  quality_frames: ({ quality }) => quality?.frames,
  max_gap_radii: ({ quality }) => quality?.maxGapRadii,
  max_overshoot_m_or_rad: ({ quality }) => quality?.maxOvershoot,
  max_depth_m: ({ quality }) => quality?.maxDepth,
  depth_m: ({ quality }) => quality?.depth,
  error_m: ({ quality }) => quality?.error,
  residual_m_per_s: ({ quality }) => quality?.residual,
  energy_drift_over_mgL_2: ({ quality }) => quality?.energyDrift,
  energy_drift_J: ({ quality }) => quality?.energyDriftJoules,
  finite: ({ quality }) => quality?.finite,
  state_hash: ({ quality }) => quality?.hash,
  contact_solver: ({ contactSolver }) => contactSolver,
  fault: ({ fault }) => fault,
};

function cell(value: Value): string {
  const text = String(value ?? '');
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csv(report: Report): string {
  const lines = report.scenes.flatMap((scene) =>
    scene.rows.map((row) =>
      Object.values(COLUMNS)
        .map((of) => cell(of(row, scene, report)))
        .join(','),
    ),
  );
  return `${[Object.keys(COLUMNS).join(','), ...lines].join('\n')}\n`;
}
