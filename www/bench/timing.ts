// One row of the benchmark, timed: some frames from the start state, waited for once.
import type { Parameters, Simulation, SolverName, State } from '../beadwork';
import { detail } from '../loading';
import type { EngineInfo } from './peers/engines';
import type { Peer } from './peers/peer';
import type { Row, Spread } from './record';
import { keyOfOurs, keyOfPeer } from './resume';
import { tables } from './tables';

/** Milliseconds that one run should take at least, so that submitting and waiting are a small share of it. */
const RUN_MILLISECONDS = 60;
const MOST_FRAMES = 4096;
/** ms: a row whose frame takes longer is timed once only. */
const PATIENCE = 3_000;

/** Frames before the clock starts, under `auto`: the scene should be moving. */
export const FRAMES_BEFORE = 30;
/** The same where bodies touch: what falls should lie. */
export const FRAMES_TO_REST = 240;
/** Seconds: a scene that would take longer to come to rest is left out. */
export const REST_SECONDS = 120;

/** Frames of another engine ahead of its clock, and ms that they may take: browsers compile wasm well only once it has run. */
const WARM_FRAMES = 240;
const WARM_MILLISECONDS = 500;

/** What `benchmarkCase` says of a row. */
export type KnownRow = Pick<
  Row,
  | 'solver'
  | 'execution'
  | 'positions'
  | 'contactSolver'
  | 'contactSoftness'
  | 'kernels'
  | 'iterations'
  | 'substeps'
  | 'dispatches'
  | 'bytes'
>;

/** A row for each way of each solver: how the kernels are cut is chosen for it. */
export function waysOf(rows: KnownRow[]): KnownRow[] {
  const ways = new Map<string, KnownRow>();
  for (const row of rows) {
    const key = `${row.solver} ${row.positions} ${row.contactSolver}`;
    if (!ways.has(key)) ways.set(key, { ...row, execution: 'auto', bytes: null, dispatches: null });
  }
  return [...ways.values()];
}

/** A row with a way to run some frames from the start state. */
export interface Timed {
  row: Row;
  /** Which row of the size before is the same. */
  key: string;
  wall: number[];
  gpu: number[];
  stages: Map<string, number[]>;
  run(): Promise<void>;
}

/** One more run. An error is noted in the row, which is then left alone. */
export async function sample(one: Timed): Promise<void> {
  if (one.row.fault || (one.wall[0] ?? 0) > PATIENCE) return;
  try {
    await one.run();
  } catch (error) {
    one.row.fault = detail(error);
  }
  const { benchmarkSpread } = await tables();
  const spread = (milliseconds: number[]): Spread | null =>
    JSON.parse(benchmarkSpread(new Float64Array(milliseconds)));
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
    dispatches: null,
    waitShare: null,
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

/** What a simulation is told for a row. */
export function parametersOf(row: KnownRow): Partial<Parameters> {
  const { solver, execution, positions, contactSolver, contactSoftness, iterations, substeps } = row;
  return {
    solver: solver as SolverName,
    execution: execution as Parameters['execution'],
    positions: (positions ?? 'auto') as Parameters['positions'],
    ...(contactSolver
      ? {
          contactSolver: contactSolver as Parameters['contactSolver'],
          contactPasses: iterations ?? 'auto',
          ...(contactSoftness && { contactSoftness }),
        }
      : { iterations: iterations ?? 20 }),
    substeps,
  };
}

export function ownRow(simulation: Simulation, start: State, known: KnownRow): Timed {
  const one: Timed = {
    row: { ...emptyRow(), ...known },
    key: keyOfOurs(known),
    wall: [],
    gpu: [],
    stages: new Map(),
    async run() {
      const { row } = one;
      simulation.setParameters(parametersOf(row));
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

/** A row of another engine, which is built later; `passes` where they are not its own. */
export interface PeerRow extends Timed {
  engine: EngineInfo;
  passes: number | undefined;
  peer: Peer | undefined;
}

export function peerRow(engine: EngineInfo, passes: number | undefined): PeerRow {
  const one: PeerRow = {
    engine,
    passes,
    peer: undefined,
    row: { ...emptyRow(), solver: engine.label, execution: 'peer', iterations: passes ?? null },
    key: keyOfPeer(engine.label, passes),
    wall: [],
    gpu: [],
    stages: new Map(),
    async run() {
      const { peer, row } = one;
      if (!peer) return;
      if (row.framesARun === 0) {
        const begin = performance.now();
        for (let k = 0; k < WARM_FRAMES && (k < 3 || performance.now() - begin < WARM_MILLISECONDS); k++) {
          await breathe();
          peer.step();
        }
        const clock = performance.now();
        peer.step();
        row.framesARun = framesFor(performance.now() - clock);
      }
      const clock = performance.now();
      for (let k = 0; k < row.framesARun; k++) peer.step();
      one.wall.push((performance.now() - clock) / row.framesARun);
    },
  };
  return one;
}

/** Takes an engine's scene to rest. Says why not where one of the steps says that it would take too long. */
export async function comeToRest(peer: Peer, signal: AbortSignal): Promise<string | undefined> {
  for (let frame = 0; frame < FRAMES_TO_REST; frame++) {
    signal.throwIfAborted();
    await breathe();
    const clock = performance.now();
    peer.step();
    const seconds = (performance.now() - clock) / 1000;
    if (seconds * FRAMES_TO_REST > REST_SECONDS)
      return `left out: a step takes ${seconds.toPrecision(2)} s, and ${FRAMES_TO_REST} of them are needed to come to rest`;
  }
  return undefined;
}

/** ms for which a page may stand still. */
const STILL = 50;
let breathed = 0;

/** Lets the page see to its buttons, now and then: for loops over engines that compute while they are called. */
export async function breathe(): Promise<void> {
  if (performance.now() - breathed < STILL) return;
  await new Promise((resolve) => setTimeout(resolve));
  breathed = performance.now();
}
