// What an error costs: a small scene by each solver with more and more passes or steps, and by each engine with more and more steps.
// A row of the record for each setting, timed in turns with the others of its solver.
import { type NumberedScene, Simulation, type State } from '../beadwork';
import { detail } from '../loading';
import type { EngineInfo } from './peers/engines';
import type { Progress } from './plan';
import { errors, JUDGED_MINUTES, peerQuality, quality } from './quality';
import type { Row, SceneReport } from './record';
import {
  breathe,
  type KnownRow,
  ownRow,
  type PeerRow,
  parametersOf,
  peerRow,
  sample,
  type Timed,
} from './timing';

/** Of those that iterate, at one step a frame. */
const PASSES = [5, 10, 20, 40, 80];
/** Of those that do not, and as many times their own of other engines. */
const STEPS = [1, 2, 4, 8];
/** Frames before the clock starts. */
const FRAMES_BEFORE = 30;

export interface Teller extends Progress {
  rounds: number;
}

interface Scene {
  name: string;
  /** Of the scene that is timed, and of the fewer chains whose error is taken. */
  options: Record<string, number>;
  fewer: Record<string, number>;
}

/** A row for each way of each solver: how the kernels are cut is chosen for it. */
function waysOf(rows: KnownRow[]): KnownRow[] {
  const ways = new Map<string, KnownRow>();
  for (const row of rows) {
    if (row.solver === 'auto') continue;
    const key = `${row.solver} ${row.positions}`;
    if (!ways.has(key)) ways.set(key, { ...row, execution: 'auto', bytes: null });
  }
  return [...ways.values()];
}

/** Fills `report.rows`. */
export async function curves(
  report: SceneReport,
  scene: Scene,
  known: KnownRow[],
  engines: EngineInfo[],
  teller: Teller,
): Promise<void> {
  const { name, options, fewer } = scene;
  const simulation = await Simulation.create({ scene: name, sceneOptions: options, machine: 'gpu' });
  try {
    const description = await simulation.describe();
    await simulation.step(FRAMES_BEFORE);
    const start = await simulation.readState();
    for (const way of waysOf(known)) {
      await line(report, ownLine(simulation, start, way), scene, teller, (row) =>
        quality(errors.frames, name, fewer, parametersOf(row), teller.signal, errors.frames),
      );
    }
    for (const engine of engines) await engineLine(report, scene, description, engine, teller);
  } finally {
    simulation.destroy();
  }
}

function ownLine(simulation: Simulation, start: State, way: KnownRow): Timed[] {
  const settings =
    way.iterations === null
      ? STEPS.map((substeps) => ({ ...way, substeps }))
      : PASSES.map((iterations) => ({ ...way, iterations, substeps: 1 }));
  return settings.map((row) => ownRow(simulation, start, row));
}

/** Points of one curve, timed forwards and backwards. */
async function line(
  report: SceneReport,
  points: Timed[],
  { options, fewer }: Scene,
  teller: Teller,
  judge: (row: Row) => Promise<Row['quality']>,
): Promise<void> {
  report.rows.push(...points.map(({ row }) => row));
  for (let round = 0; round < teller.rounds; round++) {
    for (const one of round % 2 ? [...points].reverse() : points) {
      teller.next(`what an error costs: ${one.row.solver}`);
      await sample(one);
      await breathe();
    }
  }
  for (const { row } of points) {
    const minutes = ((row.wall?.median ?? 0) * errors.frames) / 60_000;
    if (!row.wall || (minutes > JUDGED_MINUTES && options.chains === fewer.chains)) continue;
    teller.next(`two seconds of ${row.solver}`);
    row.quality = await judge(row);
    teller.changed();
  }
}

/** One that cannot be had, or cannot do what the scene asks for, says why in a row of its own. */
async function engineLine(
  report: SceneReport,
  scene: Scene,
  description: NumberedScene,
  engine: EngineInfo,
  teller: Teller,
): Promise<void> {
  const { name, fewer } = scene;
  const points: PeerRow[] = [];
  try {
    const { of } = await engine.load();
    let own = 1;
    for (const times of STEPS) {
      teller.next(`building it in ${engine.title}`);
      const one = peerRow(engine, undefined);
      const options = points.length === 0 ? {} : { substeps: times * own };
      one.peer = await of(description, options);
      if (points.length === 0) own = one.peer.substeps;
      [one.row.iterations, one.row.substeps] = [one.peer.passes, one.peer.substeps];
      points.push(one);
    }
    await line(report, points, scene, teller, async ({ substeps }) => {
      const options = substeps === own ? {} : { substeps };
      const { frames } = errors;
      return (await peerQuality(frames, name, fewer, engine, options, teller.signal, frames)).found;
    });
  } catch (error) {
    if (teller.signal.aborted) throw error;
    const [first] = points;
    if (first && report.rows.includes(first.row)) first.row.fault = detail(error);
    else report.rows.push({ ...peerRow(engine, undefined).row, fault: detail(error) });
  } finally {
    for (const { peer } of points) peer?.free();
  }
  teller.changed();
}
