// What was measured since the start, a column for each copy: what the plots show and the CSV holds.
import type { Measures } from '../beadwork';
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
  solver: Runner['solver'];
}

export class Readings {
  curves: Curve[] = [];
  times: number[] = [];
  /** m */
  gaps: number[][] = [];
  /** The same in bead radii; where there are no joints the deepest overlap, m. */
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
  /** There are no joints, only contacts. */
  loose = false;
  #firstEnergies: number[] = [];

  start(runners: Runner[]): void {
    this.curves = runners.map(({ title, solver }) => ({ name: title, solver }));
    this.loose = runners.length > 0 && runners.every(({ loose }) => loose);
    this.times = [];
    this.wall = [];
    this.stages.clear();
    this.groups.clear();
    this.#firstEnergies = [];
    const columns = () => runners.map((): number[] => []);
    [this.gaps, this.gapRadii, this.residuals] = [columns(), columns(), columns()];
    [this.energies, this.energyShares] = [columns(), columns()];
  }

  add(runners: Runner[], wall: number): void {
    const time = Math.max(...runners.map(({ measures }) => measures?.time ?? 0));
    if (time < (this.times.at(-1) ?? 0)) this.start(runners);
    if (this.times.at(-1) === time) return;
    this.times.push(time);
    this.wall.push(wall);
    runners.forEach((runner, k) => {
      const measures = runner.gone ? null : runner.measures;
      const { loose } = this;
      const [gap, radii] = [loose ? 'maxDepth' : 'maxGap', loose ? 'maxDepth' : 'maxGapRadii'] as const;
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
      this.curves.forEach(({ solver }, k) => {
        columns.push([`${what}_${solver}_${unit}`, values[k]!]);
      });
    each(this.loose ? 'deepest_overlap' : 'largest_gap', 'm', this.gaps);
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
