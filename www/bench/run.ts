// The benchmark itself: rows of one scene timed in turns on one simulation, every run from the same state; then ten
// seconds of each for its gaps, residual and energy. timing.ts has a row's clock, quality.ts the ten seconds.
import { version } from '../../package.json';
import type { NumberedScene } from '../beadwork';
import { detail, init, load } from '../loading';
import { curves } from './curves';
import { gaps } from './gaps';
import { launches } from './launches';
import { copies, describe } from './machine';
import { engineOf } from './peers/engines';
import type { Hearer, Plan } from './plan';
import { errors, JUDGED_MINUTES, peerQuality, qualityTwice } from './quality';
import type { Judged, Quality, Report, Row, SceneReport, Shown } from './record';
import { goOn, keyed, keyOfOurs, STOPPED, sameAs } from './resume';
import { on, subject } from './subject';
import { type Tables, tables } from './tables';
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
  REST_SECONDS,
  sample,
  type Timed,
  waysOf,
} from './timing';

/** What most people came to compare comes first: the article, the exact ones, other engines. */
const cameFor = ({ row: { solver, execution } }: Timed | PeerRow): boolean =>
  execution === 'peer' || ['article', 'direct', 'auto'].includes(solver);
const firstThingsFirst = <T extends Timed | PeerRow>(rows: T[]): T[] =>
  rows.toSorted((one, other) => Number(cameFor(other)) - Number(cameFor(one)));

/** A row's errors are those of every row that solves alike, in whatever size. */
const judgedAs = (key: string, row: Row, options: Record<string, number>): string => {
  const which =
    row.execution === 'peer' ? key : `${row.solver} ${row.positions} ${row.contactSolver} ${row.kernels}`;
  return `${which} ${JSON.stringify(options)}`;
};

/** What `benchmarkCase` says of a scene. */
interface Case {
  scene: string;
  options: Record<string, number>;
  beads: number;
  joints: number;
  contract: string;
  judged: Judged | null;
  /** Its bodies touch. */
  touching: boolean;
  energyUnit: number;
  rows: KnownRow[];
}

/** After which errors are taken. */
const TWO_SECONDS = 120;
/** Of each point of a curve, at most. */
const CURVE_ROUNDS = 5;
/** Sizes from here on get two rounds. */
const LARGE = 300_000;
/** Milliseconds: a row whose frame would take longer, going by the size before, is left out. */
const TOO_LONG = 8_000;
/** For the progress bar: beads of which one run takes about as long as ten seconds of a small scene. */
const WORK_OF_TEN_SECONDS = 20_000;

const grouped = (n: number) => n.toLocaleString('en');

/** With no rows yet. */
function sceneReport({ scene, options, beads, joints, contract }: Case): SceneReport {
  return {
    scene,
    options,
    beads,
    joints,
    contract,
    buildMilliseconds: null,
    topologyMilliseconds: null,
    loadMilliseconds: 0,
    deviceBytes: 0,
    rows: [],
  };
}

export async function benchmark(plan: Plan, hearer: Hearer, signal: AbortSignal): Promise<Shown> {
  // says in a sentence what is missing here, if anything is
  await init({ machine: plan.machine });
  on.machine = plan.machine;
  // nor may anybody be asked for who is not there
  plan.peers.forEach(engineOf);
  const fresh: Report = {
    format: 1,
    command: plan.command,
    date: new Date().toISOString().slice(0, 10),
    beadwork: version,
    machine: await describe(plan.machine),
    copyBandwidth: null,
    copies: [],
    launches: [],
    scenes: [],
    gaps: [],
    notes: [],
  };
  const report = goOn(fresh, plan.before);
  const work = new Work(await tables(), plan, report, hearer, signal);
  try {
    await work.all();
  } catch (error) {
    if (!signal.aborted) throw error;
    report.notes.push(STOPPED);
  }
  work.progress(report.notes.includes(STOPPED) ? 'Stopped' : 'Done', 1);
  return work.shown();
}

/** Bytes on the device. */
const allocated = async (): Promise<number> =>
  on.machine === 'gpu' ? (JSON.parse((await load()).deviceFacts()).allocated ?? 0) : 0;

class Work {
  /** Rows of the size before, by key. */
  #before: { scene: string; beads: number; rows: Map<string, Row> } | undefined;
  #steps = 0;
  #done = 0;

  constructor(
    readonly tables: Tables,
    readonly plan: Plan,
    readonly report: Report,
    readonly hearer: Hearer,
    readonly signal: AbortSignal,
  ) {}

  progress(what: string, share = this.#steps === 0 ? 0 : this.#done / this.#steps): void {
    this.hearer.progress(what, Math.min(1, share));
  }

  changed(): void {
    this.hearer.changed(this.shown());
  }

  shown(): Shown {
    return JSON.parse(this.tables.benchmarkReport(JSON.stringify(this.report)));
  }

  /** Said once. */
  #note(note: string): void {
    if (!this.report.notes.includes(note)) this.report.notes.push(note);
  }

  /** Between two pieces of work: where a person may stop it. */
  #next(what: string, work = WORK_OF_TEN_SECONDS): void {
    this.signal.throwIfAborted();
    this.#done += work;
    this.progress(what);
  }

  #rounds(beads: number): number {
    return beads > LARGE ? Math.min(2, this.plan.rounds) : this.plan.rounds;
  }

  async all(): Promise<void> {
    const { plan, report, signal } = this;
    errors.frames = plan.errorFrames ?? TWO_SECONDS;
    // about twelve rows each
    const scenes = [plan.scene, ...(plan.others ?? [])];
    const timing = scenes.length * plan.sizes.reduce((sum, size) => sum + 12 * size * this.#rounds(size), 0);
    this.#steps =
      timing +
      // some fifty settings in five rounds, and two seconds of each
      300 * plan.curves * scenes.length +
      WORK_OF_TEN_SECONDS * ((plan.frames > 0 ? 12 * scenes.length : 0) + (plan.gaps ? 14 : 0));
    if (plan.machine === 'gpu') await this.#device();
    this.changed();
    if (plan.curves > 0) for (const scene of scenes) await this.#curves(scene);
    for (const scene of scenes) {
      const known = new Map<string, Quality>();
      for (const size of plan.sizes) {
        signal.throwIfAborted();
        try {
          await this.#size(scene, size, known);
        } catch (error) {
          if (signal.aborted) throw error;
          report.notes.push(`${scene}, ${grouped(size)} beads: ${detail(error)}`);
          this.changed();
        }
      }
    }
    if (plan.gaps)
      await gaps(report, plan, {
        signal,
        next: (what) => this.#next(what),
        changed: () => this.changed(),
      });
  }

  /** What this device can do, whatever the scene. */
  async #device(): Promise<void> {
    const { report, signal } = this;
    this.progress('Copying buffers');
    if (report.copies.length === 0) report.copies = await copies(signal);
    if (report.copies.length > 0)
      report.copyBandwidth = Math.max(...report.copies.map((copy) => copy.bytesPerSecond));
    this.progress('Dispatching next to nothing');
    if (!report.launches?.length) report.launches = await launches(signal);
  }

  /** Rows of ours: on the CPU each solver goes about it in one way only. */
  #ours(rows: KnownRow[]): KnownRow[] {
    const { only, machine } = this.plan;
    const asked = rows.filter(
      ({ solver, contactSolver }) => !only || only.includes(solver) || only.includes(contactSolver ?? ''),
    );
    return machine === 'cpu' ? waysOf(asked) : asked;
  }

  async #size(name: string, size: number, known: Map<string, Quality>): Promise<void> {
    const { plan, report, tables } = this;
    this.progress(`${name}, ${grouped(size)} beads: loading`);
    const found = JSON.parse(tables.benchmarkCase(name, size)) as Case;
    if (this.#goPast(found, known)) return;
    if (found.touching) this.#mustRest(found);
    const begin = performance.now();
    const simulation = await subject({ scene: name, sceneOptions: found.options });
    const loadMilliseconds = performance.now() - begin;
    const scene = { ...sceneReport(found), loadMilliseconds };
    let peers: PeerRow[] = [];
    let timed: Timed[] = [];
    try {
      if (plan.peers.length > 0)
        peers = await this.#peers(scene, await simulation.describe(), found.touching);
      await simulation.step(found.touching ? FRAMES_TO_REST : FRAMES_BEFORE);
      const start = await simulation.readState();
      const own = this.#ours(found.rows).map((row) => ownRow(simulation, start, row));
      for (const one of own) this.#leaveOut(scene, one);
      timed = firstThingsFirst([...own, ...peers]);
      scene.rows = timed.map(({ row }) => row);
      report.scenes.push(scene);
      const rounds = this.#rounds(found.beads);
      for (let round = 0; round < rounds; round++) {
        for (const one of round % 2 ? [...timed].reverse() : timed) {
          this.#next(
            `${name}, ${grouped(found.beads)} beads, round ${round + 1} of ${rounds}: ${one.row.contactSolver ?? one.row.solver}`,
            found.beads,
          );
          await sample(one);
          await breathe();
          scene.deviceBytes = await allocated();
          this.changed();
        }
      }
    } finally {
      simulation.destroy();
      for (const { peer } of peers) peer?.free();
      const rows = new Map(timed.map(({ key, row }) => [key, row]));
      this.#before = { scene: name, beads: scene.beads, rows };
    }
    if (plan.frames > 0 && scene.beads <= (plan.judged ?? Infinity))
      await this.#judge(scene, timed, known, found.touching);
    scene.whole = true;
    this.changed();
  }

  /** Whether it was measured before this run was stopped; what the next size needs to know of it is then known. */
  #goPast(found: Case, known: Map<string, Quality>): boolean {
    const kept = sameAs(this.report.scenes, found);
    if (!kept?.whole) return false;
    const rows = keyed(kept.rows);
    this.#before = { scene: kept.scene, beads: kept.beads, rows };
    const options = this.#fewer(kept.options, found.touching);
    for (const [key, row] of rows) if (row.quality) known.set(judgedAs(key, row, options), row.quality);
    this.#done += rows.size * kept.beads * this.#rounds(kept.beads);
    return true;
  }

  /** A row of which the size before says that one frame would take too long. */
  #leaveOut(scene: SceneReport, { key, row }: Timed): void {
    if (this.#before?.scene !== scene.scene) return;
    const same = this.#before.rows.get(key);
    const milliseconds = ((same?.wall?.median ?? 0) * scene.beads) / this.#before.beads;
    if (same?.fault) row.fault = same.fault;
    else if (milliseconds > TOO_LONG)
      row.fault = `left out: a step would take about ${Math.round(milliseconds / 1000)} s`;
  }

  /** Throws where the size before says that bodies would take too long to lie still. */
  #mustRest({ scene, beads, rows: [usual] }: Case): void {
    if (!usual || this.#before?.scene !== scene) return;
    const same = this.#before.rows.get(keyOfOurs(usual));
    const seconds = ((((same?.wall?.median ?? 0) * beads) / this.#before.beads) * FRAMES_TO_REST) / 1000;
    if (seconds > REST_SECONDS)
      throw new Error(`left out: coming to rest would take about ${Math.ceil(seconds / 60)} min.`);
  }

  /** Rows of other engines. One that cannot be had, or cannot do what the scene asks for, says why. */
  async #peers(scene: SceneReport, description: NumberedScene, touching: boolean): Promise<PeerRow[]> {
    const { plan, signal } = this;
    const made: PeerRow[] = [];
    for (const engine of plan.peers.map(engineOf)) {
      for (const passes of [undefined, ...(plan.peerPasses ?? [])]) {
        const one = peerRow(engine, passes);
        const { row } = one;
        this.#leaveOut(scene, one);
        try {
          this.progress(`${scene.scene}, ${grouped(scene.beads)} beads: building it in ${engine.title}`);
          if (!row.fault) await this.#build(one, description, touching);
        } catch (error) {
          one.peer?.free();
          one.peer = undefined;
          if (signal.aborted) {
            for (const { peer } of made) peer?.free();
            throw error;
          }
          row.fault = detail(error);
        }
        // its own number of passes may be one of those asked for
        const known = made.some(
          (other) => other.engine === engine && other.row.iterations === row.iterations,
        );
        if (known && one.peer) one.peer.free();
        else made.push(one);
      }
    }
    return made;
  }

  async #build(one: PeerRow, description: NumberedScene, touching: boolean): Promise<void> {
    const { signal } = this;
    const { row, engine, passes } = one;
    const { most, of } = await engine.load();
    if (description.bodies.length > most)
      throw new Error(`left out: ${engine.title} is given ${grouped(most)} bodies at most here`);
    const peer = await of(description, { passes });
    one.peer = peer;
    [row.iterations, row.substeps] = [peer.passes, peer.substeps];
    const note = `${engine.label}: ${peer.settings}.`;
    if (passes === undefined) this.#note(note);
    const restless = touching ? await comeToRest(peer, signal) : undefined;
    if (restless) throw new Error(restless);
  }

  /** Ten seconds of every row. */
  async #judge(
    scene: SceneReport,
    timed: (Timed | PeerRow)[],
    known: Map<string, Quality>,
    touching: boolean,
  ): Promise<void> {
    const { plan } = this;
    const options = this.#fewer(scene.options, touching);
    const all = options.chains === scene.options.chains;
    for (const one of firstThingsFirst(timed)) {
      const { row } = one;
      const key = judgedAs(one.key, row, options);
      const name = `${scene.scene}, ${grouped(scene.beads)} bodies, ${row.contactSolver ?? row.solver}`;
      let found = known.get(key);
      if (!found && row.wall) {
        this.#next(`${plan.frames} frames of ${row.contactSolver ?? row.solver}`);
        const minutes = (plan.frames * row.wall.median) / 60_000;
        if (all && minutes > JUDGED_MINUTES) {
          this.#note(
            `${name}: ${plan.frames} frames would take about ${Math.ceil(minutes)} min, so gaps, errors and energy were not looked at.`,
          );
          continue;
        }
        try {
          found = await this.#qualityOf(one, scene.scene, options);
          known.set(key, found);
          // other engines run once
          if (found.finite && found.hash === null && !('engine' in one))
            this.#note(`${name}: two runs ended in different bits.`);
        } catch (error) {
          // an engine that gives up is no reason not to look at the others
          if (this.signal.aborted || !('engine' in one)) throw error;
          row.fault = detail(error);
        }
      }
      row.quality = found ?? null;
      this.changed();
    }
  }

  async #qualityOf(one: Timed | PeerRow, scene: string, options: Record<string, number>): Promise<Quality> {
    const { plan, signal } = this;
    if ('engine' in one) {
      const { passes } = one;
      return (await peerQuality(plan.frames, scene, options, one.engine, { passes }, signal)).found;
    }
    return qualityTwice(plan.frames, scene, options, parametersOf(one.row), signal);
  }

  /** What an error costs: the distance from the truth, and where bodies touch what those are judged by. */
  async #curves(name: string): Promise<void> {
    const { plan, report, signal, tables } = this;
    const failed = `What an error costs, ${name}: `;
    try {
      const found = JSON.parse(tables.benchmarkCase(name, plan.curves)) as Case;
      const before = sameAs(report.curves, found);
      report.notes = report.notes.filter((note) => !note.startsWith(failed));
      if (before?.whole) return;
      const scene = before ?? { ...sceneReport(found), ...(found.judged && { judged: found.judged }) };
      if (!before) report.curves = [...(report.curves ?? []), scene];
      const { options } = found;
      const fewer = this.#fewer(options, found.touching);
      const teller = {
        signal,
        rounds: Math.min(CURVE_ROUNDS, plan.rounds),
        next: (what: string) => this.#next(`${name}, ${grouped(found.beads)} beads: ${what}`, found.beads),
        changed: () => this.changed(),
      };
      await curves(scene, { name, options, fewer }, this.#ours(found.rows), plan.peers.map(engineOf), teller);
      scene.whole = true;
    } catch (error) {
      if (signal.aborted) throw error;
      this.#note(`${failed}${detail(error)}`);
      this.changed();
    }
  }

  /** Options of a scene of a few chains where there are many: they are alike, unless they touch each other. */
  #fewer(options: Record<string, number>, touching: boolean): Record<string, number> {
    if (options.chains === undefined || touching) return { ...options };
    return { ...options, chains: Math.min(options.chains, this.plan.chains) };
  }
}
