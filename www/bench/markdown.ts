// The records as Markdown: the same tables as src/benchmark/report.rs writes.
import type { Quality, Report, Row, SceneReport } from './record';

/** Three significant digits, as people write them. */
export function figure(x: number): string {
  const size = Math.abs(x);
  if (size === 0) return '0';
  if (!Number.isFinite(size)) return '∞';
  const exponent = Math.floor(Math.log10(size));
  if (size >= 1e-3 && size < 1e5) return x.toFixed(Math.max(2 - exponent, 0));
  return `${(x / 10 ** exponent).toFixed(1)}e${exponent}`;
}

export const grouped = (n: number): string => n.toLocaleString('en');

export const HEADS = [
  'solver',
  'execution',
  'passes',
  'ms',
  'p95',
  'GPU ms',
  'faster',
  'bead·steps/s',
  'MB',
  'of copy',
  'gap',
  'residual',
  'drift',
] as const;

/** The cells of one row, in the order of HEADS. */
export function cells(row: Row): string[] {
  const or = <T>(value: T | null | undefined, write: (value: T) => string) =>
    value === null || value === undefined ? '–' : write(value);
  const quality = (of: (q: Quality) => number | null) =>
    or(row.quality, (q) => (q.finite ? or(of(q), figure) : 'blown'));
  const kernels = row.iterations === null && row.kernels ? ` (${row.kernels})` : '';
  const fault = row.fault ? ` – ${row.fault}` : '';
  return [
    row.solver,
    `${row.execution}${kernels}${fault}`,
    or(row.iterations, String),
    or(row.wall, (w) => figure(w.median)),
    or(row.wall, (w) => figure(w.p95)),
    or(row.gpu, (g) => figure(g.median)),
    or(row.timesFaster, (x) => x.toFixed(2)),
    or(row.beadStepsPerSecond, (x) => x.toExponential(1).replace('+', '')),
    or(row.bytes, (b) => figure(b * 1e-6)),
    or(row.copyShare, (s) => `${(100 * s).toFixed(0)} %`),
    quality((q) => q.maxGapRadii),
    quality((q) => q.residual),
    quality((q) => q.energyDrift),
  ];
}

export const EXPLANATION = [
  '**ms**: wall clock of one frame of 1/60 s, from submission to the device being done, median and 95th percentile of runs taken in turns; **GPU ms**: sum of its stages by the device’s own clock, where it has one.',
  '**faster**: against `article`, 20 passes, on the same scene. Solvers without passes have none in their column.',
  '**MB**: what a frame moves by the [byte model](bytes.md); **of copy**: that over the time, as a share of the copy bandwidth. Above 100 % a cache helped.',
  '**gap**: the largest of any joint in any of 600 frames, in radii; **residual**: root mean square of |JV + βC/h| after the last, in m/s; **drift**: energy at the end less that at the start, over m g L/2 (L: a chain’s length).',
];

const rule = (n: number) => `|${'---|'.repeat(n)}`;

function sceneTable(scene: SceneReport): string[] {
  const lines = [
    `\n## ${scene.scene}, ${grouped(scene.beads)} beads, ${grouped(scene.joints)} joints\n`,
    `\`${JSON.stringify(scene.options)}\`\n`,
    `| ${HEADS.join(' | ')} |`,
    rule(HEADS.length),
    ...scene.rows.map((row) => {
      const [solver, ...rest] = cells(row);
      return `| \`${solver}\` | ${rest.join(' | ')} |`;
    }),
  ];
  const beads = new Set(scene.rows.flatMap((row) => (row.quality ? [row.quality.beads] : [])));
  const [fewer] = beads;
  if (beads.size === 1 && fewer !== undefined && fewer !== scene.beads) {
    lines.push(
      `\nGap, residual and drift were found on ${grouped(fewer)} beads of the same scene; its chains are alike.`,
    );
  }
  lines.push(
    `\nOn the device after ${figure(scene.loadMilliseconds)} ms; buffers of all rows ${figure(scene.deviceBytes * 1e-6)} MB.`,
  );
  return lines;
}

/** One scene in several sizes: nanoseconds a bead and step should stay the same. */
function growthTables(scenes: SceneReport[]): string[] {
  return [...new Set(scenes.map((scene) => scene.scene))].flatMap((name) => {
    const sizes = scenes.filter((scene) => scene.scene === name);
    if (sizes.length < 2) return [];
    return [
      `\n## How cost grows: ${name}, ns a bead and step\n`,
      `| solver | execution | ${sizes.map((s) => `${grouped(s.beads)} beads`).join(' | ')} |`,
      rule(2 + sizes.length),
      ...sizes[0]!.rows.map((row) => {
        const times = sizes.map((size) => {
          const same = size.rows.find((r) => r.solver === row.solver && r.execution === row.execution);
          return same?.wall ? figure((same.wall.median * 1e6) / size.beads) : '–';
        });
        return `| \`${row.solver}\` | ${row.execution} | ${times.join(' | ')} |`;
      }),
    ];
  });
}

export function markdown(report: Report): string {
  const m = report.machine;
  const lines = [
    `# Benchmark: ${m.adapter}, ${m.browser}\n`,
    '| | |',
    '|---|---|',
    `| adapter | ${m.adapter} · ${m.backend} · ${m.driver}${m.software ? ' (computes on the CPU)' : ''} |`,
    `| machine | ${m.processor}, ${m.threads} threads${m.memory ? `, ${m.memory.toFixed(0)} GiB` : ''}, ${m.system} |`,
    `| browser | ${m.browser} |`,
    `| date | ${report.date} |`,
    `| command | \`${report.command}\` |`,
    `| beadwork | ${report.beadwork} |`,
  ];
  if (report.copyBandwidth !== null) {
    const largest = (report.copies.at(-1)?.bytes ?? 0) >> 20;
    lines.push(
      `| copy bandwidth | ${figure(report.copyBandwidth * 1e-9)} GB/s read and written together, buffers of up to ${largest} MiB |`,
    );
  }
  lines.push('', ...EXPLANATION.map((text) => `- ${text}`));
  for (const scene of report.scenes) lines.push(...sceneTable(scene));
  lines.push(...growthTables(report.scenes));
  if (report.gaps.length > 0) {
    lines.push(
      '\n## How far joints come apart\n',
      'Largest over all joints and frames, in radii, at 60 frames a second.\n',
      '| scene | solver | substeps | β | gap | residual | drift |',
      rule(7),
      ...report.gaps.map((row) => {
        const q = row.quality;
        const beta = row.stabilisation === null ? '–' : String(row.stabilisation);
        const residual = q.residual === null ? '–' : figure(q.residual);
        return `| ${row.what} | \`${row.solver}\` | ${row.substeps} | ${beta} | ${q.finite ? figure(q.maxGapRadii) : 'blown'} | ${residual} | ${figure(q.energyDrift)} |`;
      }),
    );
  }
  if (report.notes.length > 0) lines.push('\n## Notes\n', ...report.notes.map((note) => `- ${note}`));
  return `${lines.join('\n')}\n`;
}
