// The benchmark itself: rows of one scene timed in turns on one simulation, every run from the same state; then ten
// seconds of each for its gaps, residual and energy. timing.ts has a row's clock, quality.ts the ten seconds.
import { version } from '../../package.json';
import { type Parameters, Simulation, type SolverName } from '../beadwork';
import { detail, load, type Wasm } from '../loading';
import { copies, describe } from './machine';
import { quality, rapierQuality } from './quality';
import type { Rapier } from './rapier';
import type { Quality, Report, SceneReport, Shown } from './record';
import { type KnownRow, ownRow, rapierRow, sample, type Timed } from './timing';

export interface Plan {
  scene: string;
  /** Others that follow it in the same run. */
  others?: string[];
  /** Beads, about. */
  sizes: number[];
  rounds: number;
  /** Frames of the quality runs; 0 leaves them out. */
  frames: number;
  /** Beads of the largest scene that has them. */
  judged?: number;
  /** Chains of the quality runs, where timing has more. */
  chains: number;
  gaps: boolean;
  rapier: boolean;
  /** Passes that Rapier takes, a row each; its own number unless told. */
  rapierPasses?: number[];
  /** What to type for the same again. */
  command: string;
}

export const USUAL: Plan = {
  scene: 'necklaces',
  sizes: [1_000, 10_000, 100_000],
  rounds: 9,
  frames: 600,
  chains: 2,
  gaps: true,
  rapier: false,
  command: 'bench.html',
};

export interface Hearer {
  /** What is being done, and the share of all that is done. */
  progress(what: string, share: number): void;
  /** Something was added to the report. */
  changed(found: Shown): void;
}

/** What `benchmarkCase` says of a scene. */
interface Case {
  scene: string;
  options: Record<string, number>;
  beads: number;
  joints: number;
  /** Its bodies touch. */
  touching: boolean;
  energyUnit: number;
  rows: KnownRow[];
}

/** Frames before the clock starts, under `auto`: the scene should be moving. */
const FRAMES_BEFORE = 30;
/** The same where bodies touch: what falls should lie. */
const FRAMES_TO_REST = 240;
/** Sizes from here on get two rounds. */
const LARGE = 300_000;
/** Milliseconds: a row whose frame takes longer is timed in one round only, and left out where it would take… */
const PATIENCE = 3_000;
/** …this long, going by the size before. */
const TOO_LONG = 8_000;
/** For the progress bar: beads of which one run takes about as long as ten seconds of a small scene. */
const WORK_OF_TEN_SECONDS = 20_000;
/** Beads that Rapier is given at most: beyond, one step takes seconds and its build minutes. */
const MOST_FOR_RAPIER = 120_000;

const grouped = (n: number) => n.toLocaleString('en');

export async function benchmark(plan: Plan, hearer: Hearer, signal: AbortSignal): Promise<Shown> {
  // says in a sentence what is missing here, if anything is
  const wasm = await load();
  const report: Report = {
    format: 1,
    command: plan.command,
    date: new Date().toISOString().slice(0, 10),
    beadwork: version,
    machine: await describe(),
    copyBandwidth: null,
    copies: [],
    scenes: [],
    gaps: [],
    notes: [],
  };
  const work = new Work(wasm, plan, report, hearer, signal);
  try {
    await work.all();
  } catch (error) {
    if (!signal.aborted) throw error;
    report.notes.push('Stopped before its end.');
  }
  work.progress('Done', 1);
  return work.shown();
}

class Work {
  #steps = 0;
  #done = 0;

  constructor(
    readonly wasm: Wasm,
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
    return JSON.parse(this.wasm.benchmarkReport(JSON.stringify(this.report)));
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
    // about twelve rows each
    const scenes = [plan.scene, ...(plan.others ?? [])];
    const timing = scenes.length * plan.sizes.reduce((sum, size) => sum + 12 * size * this.#rounds(size), 0);
    this.#steps =
      timing + WORK_OF_TEN_SECONDS * ((plan.frames > 0 ? 12 * scenes.length : 0) + (plan.gaps ? 14 : 0));
    this.progress('Copying buffers');
    report.copies = await copies(signal);
    report.copyBandwidth = report.copies.length
      ? Math.max(...report.copies.map((copy) => copy.bytesPerSecond))
      : null;
    this.changed();
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
    if (plan.gaps) await this.#gaps();
  }

  async #size(name: string, size: number, known: Map<string, Quality>): Promise<void> {
    const { plan, report, wasm } = this;
    this.progress(`${name}, ${grouped(size)} beads: loading`);
    const found = JSON.parse(wasm.benchmarkCase(name, size)) as Case;
    const begin = performance.now();
    const simulation = await Simulation.create({ scene: name, sceneOptions: found.options, machine: 'gpu' });
    const loadMilliseconds = performance.now() - begin;
    const scene: SceneReport = {
      scene: name,
      options: found.options,
      beads: found.beads,
      joints: found.joints,
      buildMilliseconds: null,
      topologyMilliseconds: null,
      loadMilliseconds,
      deviceBytes: 0,
      rows: [],
    };
    const rapiers: Rapier[] = [];
    try {
      const timed: Timed[] = [];
      if (plan.rapier) {
        const { Rapier, most } = await import('./rapier');
        if (found.beads <= Math.min(most, MOST_FOR_RAPIER)) {
          this.progress(`${name}, ${grouped(found.beads)} beads: building it in Rapier`);
          for (const passes of plan.rapierPasses ?? [undefined]) {
            const rapier = await Rapier.of(await simulation.describe(), passes);
            rapiers.push(rapier);
            if (found.touching) for (let frame = 0; frame < FRAMES_TO_REST; frame++) rapier.step();
            timed.push(rapierRow(rapier));
          }
        }
      }
      await simulation.step(found.touching ? FRAMES_TO_REST : FRAMES_BEFORE);
      const start = await simulation.readState();
      timed.unshift(...found.rows.map((row) => ownRow(simulation, start, row)));
      scene.rows = timed.map(({ row }) => row);
      this.#leaveOut(scene);
      report.scenes.push(scene);
      const rounds = this.#rounds(found.beads);
      for (let round = 0; round < rounds; round++) {
        for (const one of round % 2 ? [...timed].reverse() : timed) {
          this.#next(
            `${name}, ${grouped(found.beads)} beads, round ${round + 1} of ${rounds}: ${one.row.contactSolver ?? one.row.solver}`,
            found.beads,
          );
          if (one.wall[0] === undefined || one.wall[0] < PATIENCE) await sample(one);
          scene.deviceBytes = JSON.parse(wasm.deviceFacts()).allocated ?? 0;
          this.changed();
        }
      }
    } finally {
      simulation.destroy();
      for (const rapier of rapiers) rapier.free();
    }
    if (plan.frames > 0 && scene.beads <= (plan.judged ?? Infinity))
      await this.#judge(scene, known, found.touching);
  }

  /** Rows of which the size before says that one frame would take too long. */
  #leaveOut(scene: SceneReport): void {
    const before = this.report.scenes.at(-1);
    if (before?.scene !== scene.scene) return;
    for (const row of scene.rows) {
      const same = before.rows.find(
        (r) =>
          r.solver === row.solver &&
          r.execution === row.execution &&
          r.positions === row.positions &&
          r.contactSolver === row.contactSolver &&
          r.iterations === row.iterations,
      );
      const milliseconds = ((same?.wall?.median ?? 0) * scene.beads) / before.beads;
      if (same?.fault) row.fault = same.fault;
      else if (milliseconds > TOO_LONG)
        row.fault = `left out: a step would take about ${Math.round(milliseconds / 1000)} s`;
    }
  }

  /** Ten seconds of every row, on a few chains where the scene has many: they are alike, unless they touch each other. */
  async #judge(scene: SceneReport, known: Map<string, Quality>, touching: boolean): Promise<void> {
    const { plan } = this;
    const options = { ...scene.options };
    if (options.chains !== undefined && !touching) options.chains = Math.min(options.chains, plan.chains);
    for (const row of scene.rows) {
      const passes = row.execution === 'peer' ? row.iterations : null;
      const key = `${row.solver} ${row.positions} ${row.contactSolver} ${row.kernels} ${passes} ${JSON.stringify(options)}`;
      let found = known.get(key);
      if (!found && row.wall) {
        this.#next(`${plan.frames} frames of ${row.contactSolver ?? row.solver}`);
        const parameters = {
          solver: row.solver as SolverName,
          execution: row.execution as 'auto',
          positions: (row.positions ?? 'auto') as Parameters['positions'],
          ...(row.contactSolver && { contactSolver: row.contactSolver as Parameters['contactSolver'] }),
        };
        found =
          row.execution === 'peer'
            ? await rapierQuality(plan.frames, scene.scene, options, passes, this.signal)
            : await quality(plan.frames, scene.scene, options, parameters, this.signal);
        known.set(key, found);
      }
      row.quality = found ?? null;
      this.changed();
    }
  }

  /** Scenes known for their gaps. */
  async #gaps(): Promise<void> {
    const { signal } = this;
    const { frames } = this.plan;
    const tilt = Math.PI / 6;
    const chain = { chains: 2, beads: 40, radius: 0.25, tilt };
    const pendant = { beads: 40, radius: 0.25, tilt, massRatio: 1000 };
    const scenes: [string, string, Record<string, number>, number[]][] = [
      ['necklaces, r = 0.25 m, tilt 30°', 'necklaces', chain, [1, 4]],
      ['pendant 1000:1, r = 0.25 m, tilt 30°', 'pendant', pendant, [1, 4]],
    ];
    for (const [what, scene, options, all] of scenes) {
      for (const substeps of all) {
        for (const positions of ['pulled', 'projected', 'symplectic'] as const) {
          this.#next(`${what}, ${substeps} substeps, ${positions}`);
          const found = await quality(
            frames,
            scene,
            options,
            { solver: 'direct', substeps, positions },
            signal,
          );
          const stabilisation = positions === 'pulled' ? 0.2 : null;
          const row = { what, scene, options, solver: 'direct', positions, substeps, stabilisation };
          this.report.gaps.push({ ...row, quality: found });
          this.changed();
        }
      }
      if (this.plan.rapier) {
        this.#next(`${what}, Rapier`);
        const found = await rapierQuality(frames, scene, options, null, signal);
        this.report.gaps.push({
          what,
          scene,
          options,
          solver: 'rapier3d-simd',
          positions: null,
          substeps: 1,
          stabilisation: null,
          quality: found,
        });
        this.changed();
      }
    }
  }
}
