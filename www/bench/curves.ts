// What an error costs: a small scene by each solver with more and more passes or steps, and by each engine with more and more steps.
// A row of the record for each setting, timed in turns with the others of its solver.
import type { NumberedScene, Parameters, Simulation, State } from '../beadwork';
import { detail } from '../loading';
import type { EngineInfo } from './peers/engines';
import type { Progress } from './plan';
import { errors, JUDGED_MINUTES, peerQuality, quality } from './quality';
import type { Row, SceneReport } from './record';
import { keyOfPoint } from './resume';
import { subject } from './subject';
import {
  breathe,
  comeToRest,
  FRAMES_BEFORE,
  FRAMES_TO_REST,
  type KnownRow,
  ownRow,
  type PeerRow,
  parametersOf,
  peerRow,
  sample,
  type Timed,
  waysOf,
} from './timing';

/** Of those that iterate, at one step a frame. */
const PASSES = [5, 10, 20, 40, 80];
/** Of those that do not, and as many times their own of other engines. */
const STEPS = [1, 2, 4, 8];
/** Of ours where bodies touch: as many times what the scene recommends, which comes first. */
const TIMES = [1, 0.25, 0.5, 2, 4];
/** Frames after which scenes whose bodies touch are judged. */
const TEN_SECONDS = 600;
/** Frames between two looks at these. */
const LOOKS = 60;

export interface Teller extends Progress {
  rounds: number;
}

interface Scene {
  name: string;
  /** Of the scene that is timed, and of the fewer chains whose error is taken. */
  options: Record<string, number>;
  fewer: Record<string, number>;
}

/** Fills `report.rows`. Lines that it has to their end stay. */
export async function curves(
  report: SceneReport,
  scene: Scene,
  known: KnownRow[],
  engines: EngineInfo[],
  teller: Teller,
): Promise<void> {
  const { name, options, fewer } = scene;
  const simulation = await subject({ scene: name, sceneOptions: options });
  // as the scene recommends it; rows change it
  const { contactSoftness } = simulation.parameters;
  let before = report.rows.splice(0);
  /** Whether there is such a line, of so many rows. */
  const keeps = (of: (row: Row) => boolean, count?: number): boolean => {
    const rows = before.filter(of);
    before = before.filter((row) => !of(row));
    if (rows.length === 0 || rows.length !== (count ?? rows.length)) return false;
    report.rows.push(...rows);
    // the goal is known by its place in the report
    const kept = rows.every((row) => row.fault || row.quality || (row.wall && tooLong(report, row, scene)));
    if (!kept) report.rows.length -= rows.length;
    return kept;
  };
  try {
    const description = await simulation.describe();
    await simulation.step(report.judged ? FRAMES_TO_REST : FRAMES_BEFORE);
    const start = await simulation.readState();
    for (const way of waysOf(known)) {
      if (way.solver === 'auto' && !way.contactSolver) continue;
      const points = report.judged
        ? touchingLine(simulation, start, way, contactSoftness)
        : ownLine(simulation, start, way);
      const keys = points.map(({ row }) => keyOfPoint(row));
      if (keeps((row) => keys.includes(keyOfPoint(row)), keys.length)) continue;
      const [frames, every] = looksAt(report);
      await line(report, points, scene, teller, (row) =>
        quality(frames, name, fewer, parametersOf(row), teller.signal, every, report.judged ?? undefined),
      );
    }
    for (const engine of engines)
      if (!keeps(({ solver }) => solver === engine.label))
        await engineLine(report, scene, description, engine, teller);
  } finally {
    // what was not come to stays for the next run
    if (teller.signal.aborted) report.rows.push(...before);
    simulation.destroy();
  }
}

/** Frames after which errors are taken, and between two looks. */
const looksAt = ({ judged }: SceneReport): [number, number] =>
  judged ? [TEN_SECONDS, LOOKS] : [errors.frames, errors.frames];

/** A row's errors are left out where its frames would take too long; never those that are the goal. */
function tooLong(report: SceneReport, row: Row, { options, fewer }: Scene): boolean {
  const goal = report.judged
    ? row === report.rows[0]
    : row.solver === 'direct' && row.positions === 'symplectic' && row.substeps === 1;
  const minutes = ((row.wall?.median ?? 0) * looksAt(report)[0]) / 60_000;
  return minutes > JUDGED_MINUTES && options.chains === fewer.chains && !goal;
}

/** Contacts stay as firm for a step: half the substeps, half the frequency. */
function touchingLine(
  simulation: Simulation,
  start: State,
  way: KnownRow,
  contactSoftness: Parameters['contactSoftness'],
): Timed[] {
  const settings = TIMES.map((times) => Math.max(1, Math.round(times * way.substeps)));
  return [...new Set(settings)].map((substeps) => {
    const hertz = typeof contactSoftness === 'number' ? (contactSoftness * substeps) / way.substeps : null;
    return ownRow(simulation, start, { ...way, substeps, contactSoftness: hertz });
  });
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
  scene: Scene,
  teller: Teller,
  judge: (row: Row) => Promise<Row['quality']>,
): Promise<void> {
  report.rows.push(...points.map(({ row }) => row));
  for (let round = 0; round < teller.rounds; round++) {
    for (const one of round % 2 ? [...points].reverse() : points) {
      teller.next(`what an error costs: ${one.row.contactSolver ?? one.row.solver}`);
      await sample(one);
      await breathe();
    }
  }
  for (const { row } of points) {
    if (!row.wall || tooLong(report, row, scene)) continue;
    teller.next(`${report.judged ? 'ten' : 'two'} seconds of ${row.contactSolver ?? row.solver}`);
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
      const restless = report.judged ? await comeToRest(one.peer, teller.signal) : undefined;
      if (restless) {
        one.peer.free();
        if (points.length === 0) throw new Error(restless);
        // with still more steps it would take longer
        break;
      }
      [one.row.iterations, one.row.substeps] = [one.peer.passes, one.peer.substeps];
      points.push(one);
    }
    await line(report, points, scene, teller, async ({ substeps }) => {
      const options = substeps === own ? {} : { substeps };
      const [frames, every] = looksAt(report);
      const judged = report.judged ?? undefined;
      return (await peerQuality(frames, name, fewer, engine, options, teller.signal, every, judged)).found;
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
