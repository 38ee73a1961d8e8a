// What was measured since the start, a column for each copy: what the plots show and the CSV holds.
import type { Measures } from '../beadwork';
import { wordOf } from '../compare';
import type { Look } from './colours';
import type { Runner } from './runner';
import type { PlotName } from './state';

/** Rows kept: five minutes of four a second. */
const MOST = 1200;

const GROUPS = ['prepare', 'solve', 'move'] as const;
export type Group = (typeof GROUPS)[number];

const PREPARES = ['compute_inertia', 'compute_free_velocity', 'compute_jacobian_and_delassus', 'warm_start'];

/** Of a kernel; none where it only measures. */
export function groupOf(kernel: string): Group | null {
  if (/measure|record|publish|find_fault|copy/.test(kernel)) return null;
  if (PREPARES.includes(kernel)) return 'prepare';
  return kernel === 'compute_positions' ? 'move' : 'solve';
}

export interface Curve {
  name: string;
  look: Look;
  /** In the names of columns. */
  column: string;
}

export class Readings {
  curves: Curve[] = [];
  times: number[] = [];
  /** m */
  gaps: number[][] = [];
  /** The same in bead radii; where depth counts the deepest overlap, m. */
  gapRadii: number[][] = [];
  /** J */
  energies: number[][] = [];
  /** The same in per cent of that at the start. */
  energyShares: number[][] = [];
  /** Milliseconds of a frame as a clock on the wall sees it, and by stage on the device where it tells. */
  wall: number[] = [];
  stages = new Map<string, number[]>();
  /** The stages as three groups, without what only measures. */
  groups = new Map<Group, number[]>();
  /** Of the last step, by pass; what an exact solver leaves stands at pass 1. */
  residuals: number[][] = [];
  /** What counts is how deep bodies are in each other. */
  byDepth = false;
  /** What computes. */
  machine: 'gpu' | 'cpu' = 'gpu';
  #firstEnergies: number[] = [];

  start(runners: Runner[]): void {
    const columns = columnsOf(runners);
    this.curves = runners.map(({ title, look }, k) => ({ name: title, look, column: columns[k]! }));
    this.byDepth = runners.length > 0 && runners.every(({ byDepth }) => byDepth);
    this.machine = runners[0]?.simulation.machine ?? 'gpu';
    this.times = [];
    this.wall = [];
    this.stages.clear();
    this.groups.clear();
    this.#firstEnergies = [];
    const none = () => runners.map((): number[] => []);
    [this.gaps, this.gapRadii, this.residuals] = [none(), none(), none()];
    [this.energies, this.energyShares] = [none(), none()];
  }

  add(runners: Runner[], wall: number): void {
    const time = Math.max(...runners.map(({ measures }) => measures?.time ?? 0));
    if (time < (this.times.at(-1) ?? 0)) this.start(runners);
    if (this.times.at(-1) === time) return;
    this.times.push(time);
    this.wall.push(wall);
    runners.forEach((runner, k) => {
      const measures = runner.gone ? null : runner.measures;
      const { byDepth } = this;
      const [gap, radii] = byDepth
        ? (['maxDepth', 'maxDepth'] as const)
        : (['maxGap', 'maxGapRadii'] as const);
      this.gaps[k]!.push(measures?.[gap] ?? Number.NaN);
      this.gapRadii[k]!.push(measures?.[radii] ?? Number.NaN);
      const energy = measures ? measures.kineticEnergy + measures.potentialEnergy : Number.NaN;
      this.energies[k]!.push(energy);
      this.#firstEnergies[k] ??= energy;
      const first = this.#firstEnergies[k];
      this.energyShares[k]!.push(first > 0 ? (100 * energy) / first : Number.NaN);
      this.#addResiduals(measures, runner.iterative, k);
    });
    this.#addStages(runners);
    if (this.times.length <= MOST) return;
    const columns = [this.times, this.wall, ...this.gaps, ...this.gapRadii, ...this.energies];
    columns.push(...this.energyShares, ...this.stages.values(), ...this.groups.values());
    for (const column of columns) column.shift();
  }

  /** Recorded now and then only. */
  #addResiduals(measures: Measures | null, iterative: boolean, k: number): void {
    if (!measures) this.residuals[k] = [];
    else if (measures.residualByIteration.length > 0) this.residuals[k] = [...measures.residualByIteration];
    else if (!iterative && measures.solver === 'direct') this.residuals[k] = [Number.NaN, measures.residual];
  }

  /** All copies together; every stage as long as the times. */
  #addStages(runners: Runner[]): void {
    const now = new Map<string, number>();
    for (const { measures } of runners)
      for (const [stage, ms] of Object.entries(measures?.stageMilliseconds ?? {}))
        now.set(stage, (now.get(stage) ?? 0) + ms);
    for (const stage of now.keys())
      if (!this.stages.has(stage)) this.stages.set(stage, Array(this.times.length - 1).fill(Number.NaN));
    for (const [stage, column] of this.stages) column.push(now.get(stage) ?? Number.NaN);
    if (now.size === 0) return;
    const sums = new Map<Group, number>(GROUPS.map((group) => [group, 0]));
    for (const [stage, ms] of now) {
      const group = groupOf(stage);
      if (group) sums.set(group, sums.get(group)! + ms);
    }
    for (const [group, ms] of sums) {
      if (!this.groups.has(group)) this.groups.set(group, Array(this.times.length - 1).fill(Number.NaN));
      this.groups.get(group)!.push(ms);
    }
  }

  /** Comma-separated: one row for each measurement, SI units in the names; what is not known is left empty. */
  csv(plots: PlotName[]): string {
    const columns: [string, number[]][] = [['time_s', this.times]];
    const each = (what: string, unit: string, values: number[][]) =>
      this.curves.forEach(({ column }, k) => {
        columns.push([`${what}_${column}_${unit}`, values[k]!]);
      });
    each(this.byDepth ? 'deepest_overlap' : 'largest_gap', 'm', this.gaps);
    if (plots.includes('energy')) each('energy', 'J', this.energies);
    if (plots.includes('time')) {
      columns.push(['frame_ms', this.wall]);
      for (const [stage, values] of this.stages) columns.push([`${stage}_ms`, values]);
    }
    const cell = (value: number | undefined) =>
      value === undefined || !Number.isFinite(value) ? '' : String(value);
    const rows = this.times.map((_, i) => columns.map(([, values]) => cell(values[i])).join(','));
    return `${[columns.map(([name]) => name).join(','), ...rows].join('\n')}\n`;
  }
}

/** What each is in the name of a column: its word in the address, without what a column's name has no place for. */
function columnsOf(runners: readonly Runner[]): string[] {
  const words = runners.map(({ competitor }) => wordOf(competitor).replace(/[:=,]/g, '_'));
  return words.map((word, k) => (words.indexOf(word) < k ? `${word}_${k + 1}` : word));
}
