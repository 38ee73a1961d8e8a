// What was measured since the start, a column for each copy: what the plots show and the CSV holds.
import type { Runner } from './stage';
import type { PlotName } from './state';

/** Rows kept: five minutes of four a second. */
const MOST = 1200;

export interface Curve {
  name: string;
  solver: Runner['solver'];
}

export class Readings {
  curves: Curve[] = [];
  times: number[] = [];
  gaps: number[][] = [];
  energies: number[][] = [];
  /** Milliseconds a frame as a clock on the wall sees it, and by stage on the device where it tells. */
  wall: number[] = [];
  stages = new Map<string, number[]>();
  /** Of the last step, by pass. */
  residuals: number[][] = [];

  start(runners: Runner[]): void {
    this.curves = runners.map(({ title, solver }) => ({ name: title, solver }));
    this.times = [];
    this.wall = [];
    this.stages.clear();
    const columns = () => runners.map((): number[] => []);
    [this.gaps, this.energies, this.residuals] = [columns(), columns(), columns()];
  }

  add(runners: Runner[], wall: number): void {
    const time = Math.max(...runners.map(({ measures }) => measures?.time ?? 0));
    if (time < (this.times.at(-1) ?? 0)) this.start(runners);
    if (this.times.at(-1) === time) return;
    this.times.push(time);
    this.wall.push(wall);
    runners.forEach(({ measures, gone }, k) => {
      const alive = measures !== null && !gone;
      this.gaps[k]!.push(alive ? measures.maxGap : Number.NaN);
      this.energies[k]!.push(alive ? measures.kineticEnergy + measures.potentialEnergy : Number.NaN);
      // recorded now and then only
      if (!alive) this.residuals[k] = [];
      else if (measures.residualByIteration.length > 0) this.residuals[k] = [...measures.residualByIteration];
    });
    this.#addStages(runners);
    if (this.times.length <= MOST) return;
    for (const column of [this.times, this.wall, ...this.gaps, ...this.energies, ...this.stages.values()])
      column.shift();
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
  }

  /** Comma-separated: a row a measurement, SI units in the names; what is not known is left empty. */
  csv(plots: PlotName[]): string {
    const columns: [string, number[]][] = [['time_s', this.times]];
    const each = (what: string, unit: string, values: number[][]) =>
      this.curves.forEach(({ solver }, k) => {
        columns.push([`${what}_${solver}_${unit}`, values[k]!]);
      });
    each('largest_gap', 'm', this.gaps);
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
