// One row of the benchmark, timed: some frames from the start state, waited for once.
import type { Parameters, Simulation, SolverName, State } from '../beadwork';
import { detail, load } from '../loading';
import type { Rapier } from './rapier';
import type { Row, Spread } from './record';

/** Milliseconds that one run should take at least, so that submitting and waiting are a small share of it. */
const RUN_MILLISECONDS = 60;
const MOST_FRAMES = 4096;

/** What `benchmarkCase` says of a row. */
export type KnownRow = Pick<
  Row,
  'solver' | 'execution' | 'positions' | 'contactSolver' | 'kernels' | 'iterations' | 'substeps' | 'bytes'
>;

/** A row with a way to run some frames from the start state. */
export interface Timed {
  row: Row;
  wall: number[];
  gpu: number[];
  stages: Map<string, number[]>;
  run(): Promise<void>;
}

/** One more run. An error is noted in the row, which is then left alone. */
export async function sample(one: Timed): Promise<void> {
  if (one.row.fault) return;
  try {
    await one.run();
  } catch (error) {
    one.row.fault = detail(error);
  }
  const wasm = await load();
  const spread = (milliseconds: number[]): Spread | null =>
    JSON.parse(wasm.benchmarkSpread(new Float64Array(milliseconds)));
  one.row.wall = spread(one.wall);
  one.row.gpu = spread(one.gpu);
  one.row.stages = [...one.stages].map(([name, all]) => [name, spread(all)!.median]);
}

function emptyRow(): Row {
  return {
    solver: '',
    execution: '',
    positions: null,
    contactSolver: null,
    kernels: '',
    iterations: null,
    substeps: 1,
    wall: null,
    framesARun: 0,
    gpu: null,
    stages: [],
    beadStepsPerSecond: null,
    bytes: null,
    copyShare: null,
    timesFaster: null,
    quality: null,
    fault: null,
  };
}

function framesFor(milliseconds: number): number {
  return Math.min(MOST_FRAMES, Math.max(1, Math.ceil(RUN_MILLISECONDS / Math.max(milliseconds, 1e-3))));
}

export function ownRow(simulation: Simulation, start: State, known: KnownRow): Timed {
  const one: Timed = {
    row: { ...emptyRow(), ...known },
    wall: [],
    gpu: [],
    stages: new Map(),
    async run() {
      const { row } = one;
      simulation.setParameters({
        solver: row.solver as SolverName,
        execution: row.execution as Parameters['execution'],
        positions: (row.positions ?? 'auto') as Parameters['positions'],
        ...(row.contactSolver
          ? {
              contactSolver: row.contactSolver as Parameters['contactSolver'],
              contactPasses: row.iterations ?? 'auto',
            }
          : { iterations: row.iterations ?? 20 }),
        substeps: row.substeps,
      });
      simulation.writeState(start);
      // the first frame compiles the pipelines; the one after a measurement is timed by stages
      if (row.framesARun === 0) await simulation.step(1);
      await simulation.measure();
      await simulation.step(1);
      const { stageMilliseconds } = await simulation.measure();
      const stages = Object.entries(stageMilliseconds);
      if (stages.length > 0) {
        one.gpu.push(row.substeps * stages.reduce((sum, [, ms]) => sum + ms, 0));
        for (const [name, ms] of stages) one.stages.set(name, [...(one.stages.get(name) ?? []), ms]);
      }
      if (row.framesARun === 0) {
        const clock = performance.now();
        await simulation.step(1);
        row.framesARun = framesFor(performance.now() - clock);
      }
      simulation.writeState(start);
      await simulation.step(0);
      const clock = performance.now();
      await simulation.step(row.framesARun);
      one.wall.push((performance.now() - clock) / row.framesARun);
    },
  };
  return one;
}

export function rapierRow(rapier: Rapier): Timed {
  const one: Timed = {
    row: { ...emptyRow(), solver: rapier.name, execution: 'peer', iterations: rapier.iterations },
    wall: [],
    gpu: [],
    stages: new Map(),
    async run() {
      if (one.row.framesARun === 0) {
        for (let k = 0; k < 3; k++) rapier.step();
        const clock = performance.now();
        rapier.step();
        one.row.framesARun = framesFor(performance.now() - clock);
      }
      const clock = performance.now();
      for (let k = 0; k < one.row.framesARun; k++) rapier.step();
      one.wall.push((performance.now() - clock) / one.row.framesARun);
    },
  };
  return one;
}
