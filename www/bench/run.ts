// The benchmark itself: rows of one scene timed in turns on one simulation, every run from the same state; then ten
// seconds of each for what it leaves behind. Mirrors src/benchmark/timing.rs and quality.rs.
import { version } from '../../package.json';
import { type Parameters, Simulation, type SolverName, type State } from '../beadwork';
import { load } from '../loading';
import { copies, describe } from './machine';
import type { Peer } from './rapier';
import { derive, type Quality, type Report, type Row, type SceneReport, spread } from './record';

export interface Plan {
  scene: string;
  /** Beads, about. */
  sizes: number[];
  rounds: number;
  /** Frames of the quality runs; 0 leaves them out. */
  frames: number;
  /** Chains of the quality runs, where timing has more. */
  chains: number;
  gaps: boolean;
  rapier: boolean;
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
  changed(report: Report): void;
}

/** What `benchmarkCase` says of a scene. */
interface Case {
  scene: string;
  options: Record<string, number>;
  beads: number;
  joints: number;
  energyUnit: number;
  rows: Pick<Row, 'solver' | 'execution' | 'kernels' | 'iterations' | 'substeps' | 'bytes'>[];
}

/** Milliseconds that one run should take at least, so that submitting and waiting are a small share of it. */
const RUN_MILLISECONDS = 60;
const MOST_FRAMES = 4096;
/** Frames before the clock starts, under `auto`: the scene should be moving. */
const FRAMES_BEFORE = 30;
/** Sizes from here on get two rounds. */
const LARGE = 300_000;
/** Milliseconds: a row whose frame takes longer is timed in one round only, and left out where it would take… */
const PATIENCE = 3_000;
/** …this long, going by the size before. */
const TOO_LONG = 8_000;
/** For the progress bar: beads of which one run takes about as long as ten seconds of a small scene. */
const WORK_OF_TEN_SECONDS = 20_000;
/** Beads that a peer is asked to carry at most: beyond, one step takes seconds and its build minutes. */
const MOST_FOR_PEERS = 120_000;

const now = () => performance.now();
const grouped = (n: number) => n.toLocaleString('en');

/** A row with a way to run some frames from the start state. */
interface Timed {
  row: Row;
  wall: number[];
  gpu: number[];
  stages: Map<string, number[]>;
  sample(): Promise<void>;
}

export async function benchmark(plan: Plan, hearer: Hearer, signal: AbortSignal): Promise<Report> {
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
  const work = new Work(plan, report, hearer, signal);
  try {
    await work.all();
  } catch (error) {
    if (!signal.aborted) throw error;
    report.notes.push('Stopped before its end.');
  }
  work.tell('Done', 1);
  return report;
}

class Work {
  #steps = 0;
  #done = 0;

  constructor(
    readonly plan: Plan,
    readonly report: Report,
    readonly hearer: Hearer,
    readonly signal: AbortSignal,
  ) {}

  tell(what: string, share = this.#steps === 0 ? 0 : this.#done / this.#steps): void {
    this.hearer.progress(what, Math.min(1, share));
  }

  changed(): void {
    derive(this.report);
    this.hearer.changed(this.report);
  }

  /** Between two pieces of work: where a person may stop it. */
  #next(what: string, work = WORK_OF_TEN_SECONDS): void {
    this.signal.throwIfAborted();
    this.#done += work;
    this.tell(what);
  }

  #rounds(beads: number): number {
    return beads > LARGE ? Math.min(2, this.plan.rounds) : this.plan.rounds;
  }

  async all(): Promise<void> {
    const { plan, report, signal } = this;
    // about ten rows each
    const timing = plan.sizes.reduce((sum, size) => sum + 10 * size * this.#rounds(size), 0);
    this.#steps = timing + WORK_OF_TEN_SECONDS * ((plan.frames > 0 ? 10 : 0) + (plan.gaps ? 6 : 0));
    this.tell('Copying buffers');
    report.copies = await copies(signal);
    report.copyBandwidth = report.copies.length
      ? Math.max(...report.copies.map((copy) => copy.bytesPerSecond))
      : null;
    this.changed();
    const known = new Map<string, Quality>();
    for (const size of plan.sizes) {
      signal.throwIfAborted();
      try {
        await this.#size(size, known);
      } catch (error) {
        if (signal.aborted) throw error;
        report.notes.push(`${plan.scene}, ${grouped(size)} beads: ${message(error)}`);
        this.changed();
      }
    }
    if (plan.gaps) await this.#gaps();
  }

  async #size(size: number, known: Map<string, Quality>): Promise<void> {
    const { plan, report } = this;
    this.tell(`${plan.scene}, ${grouped(size)} beads: loading`);
    const wasm = await load();
    const found = JSON.parse(wasm.benchmarkCase(plan.scene, size)) as Case;
    const begin = now();
    const simulation = await Simulation.create({ scene: plan.scene, sceneOptions: found.options });
    const loadMilliseconds = now() - begin;
    const scene: SceneReport = {
      scene: plan.scene,
      options: found.options,
      beads: found.beads,
      joints: found.joints,
      buildMilliseconds: null,
      topologyMilliseconds: null,
      loadMilliseconds,
      deviceBytes: 0,
      rows: [],
    };
    let peer: Peer | undefined;
    try {
      const timed: Timed[] = [];
      if (plan.rapier) {
        const { Peer, most } = await import('./rapier');
        if (found.beads <= Math.min(most, MOST_FOR_PEERS)) {
          this.tell(`${plan.scene}, ${grouped(found.beads)} beads: building it in Rapier`);
          peer = await Peer.of(await simulation.describe());
          timed.push(peerRow(peer));
        }
      }
      await simulation.step(FRAMES_BEFORE);
      const start = await simulation.readState();
      timed.unshift(...found.rows.map((row) => ownRow(simulation, start, row)));
      scene.rows = timed.map(({ row }) => row);
      this.#leaveOut(scene);
      report.scenes.push(scene);
      const rounds = this.#rounds(found.beads);
      for (let round = 0; round < rounds; round++) {
        for (const one of round % 2 ? [...timed].reverse() : timed) {
          this.#next(
            `${plan.scene}, ${grouped(found.beads)} beads, round ${round + 1} of ${rounds}: ${one.row.solver}`,
            found.beads,
          );
          if (one.wall[0] === undefined || one.wall[0] < PATIENCE) await this.#sample(one);
          scene.deviceBytes = JSON.parse(wasm.deviceFacts()).allocated ?? 0;
          this.changed();
        }
      }
    } finally {
      simulation.destroy();
      peer?.free();
    }
    if (plan.frames > 0) await this.#judge(scene, known);
  }

  /** Rows of which the size before says that one frame would take too long. */
  #leaveOut(scene: SceneReport): void {
    const before = this.report.scenes.at(-1);
    if (!before) return;
    for (const row of scene.rows) {
      const same = before.rows.find((r) => r.solver === row.solver && r.execution === row.execution);
      const milliseconds = ((same?.wall?.median ?? 0) * scene.beads) / before.beads;
      if (same?.fault) row.fault = same.fault;
      else if (milliseconds > TOO_LONG)
        row.fault = `left out: a step would take about ${Math.round(milliseconds / 1000)} s`;
    }
  }

  async #sample(one: Timed): Promise<void> {
    if (one.row.fault) return;
    try {
      await one.sample();
    } catch (error) {
      one.row.fault = message(error);
    }
    one.row.wall = spread(one.wall);
    one.row.gpu = spread(one.gpu);
    one.row.stages = [...one.stages].map(([name, all]) => [name, spread(all)!.median]);
  }

  /** Ten seconds of every row, on a few chains where the scene has many: they are alike. */
  async #judge(scene: SceneReport, known: Map<string, Quality>): Promise<void> {
    const { plan } = this;
    const options = { ...scene.options };
    if (options.chains !== undefined) options.chains = Math.min(options.chains, plan.chains);
    for (const row of scene.rows) {
      const key = `${row.solver} ${row.kernels} ${JSON.stringify(options)}`;
      let quality = known.get(key);
      if (!quality && row.wall) {
        this.#next(`${plan.frames} frames of ${row.solver}`);
        const parameters = { solver: row.solver as SolverName, execution: row.execution as 'auto' };
        quality =
          row.execution === 'peer'
            ? await this.#peerQuality(plan.scene, options)
            : await this.#quality(plan.scene, options, parameters);
        known.set(key, quality);
      }
      row.quality = quality ?? null;
      this.changed();
    }
  }

  async #quality(
    scene: string,
    sceneOptions: Record<string, number>,
    parameters: Partial<Parameters>,
  ): Promise<Quality> {
    const simulation = await Simulation.create({ scene, sceneOptions, parameters });
    try {
      return await follow(
        this.plan.frames,
        simulation.bodyCount,
        await this.#energyUnit(scene, sceneOptions),
        async () => {
          this.signal.throwIfAborted();
          await simulation.step(1);
        },
        async () => {
          const found = await simulation.measure();
          return { ...found, energy: found.kineticEnergy + found.potentialEnergy };
        },
      );
    } finally {
      simulation.destroy();
    }
  }

  async #peerQuality(scene: string, sceneOptions: Record<string, number>): Promise<Quality> {
    const { Peer } = await import('./rapier');
    const simulation = await Simulation.create({ scene, sceneOptions });
    const peer = await Peer.of(await simulation.describe());
    simulation.destroy();
    try {
      return await follow(
        this.plan.frames,
        peer.bodies,
        await this.#energyUnit(scene, sceneOptions),
        async () => {
          this.signal.throwIfAborted();
          peer.step();
        },
        async () => ({ ...peer.measure(), residual: null }),
      );
    } finally {
      peer.free();
    }
  }

  /** m g L/2 of exactly these options. */
  async #energyUnit(scene: string, options: Record<string, number>): Promise<number> {
    const wasm = await load();
    return wasm.benchmarkEnergyUnit(scene, JSON.stringify(options));
  }

  /** Scenes known for their gaps. */
  async #gaps(): Promise<void> {
    const tilt = Math.PI / 6;
    const chain = { chains: 2, beads: 40, radius: 0.25, tilt };
    const pendant = { beads: 40, radius: 0.25, tilt, massRatio: 1000 };
    const scenes: [string, string, Record<string, number>, number[]][] = [
      ['necklaces, r = 0.25 m, tilt 30°', 'necklaces', chain, [1, 4]],
      ['pendant 1000:1, r = 0.25 m, tilt 30°', 'pendant', pendant, [1, 4]],
    ];
    for (const [what, scene, options, all] of scenes) {
      for (const substeps of all) {
        this.#next(`${what}, ${substeps} substeps`);
        const parameters: Partial<Parameters> = { solver: 'direct', substeps, stabilisation: 0.2 };
        const quality = await this.#quality(scene, options, parameters);
        this.report.gaps.push({
          what,
          scene,
          options,
          solver: 'direct',
          substeps,
          stabilisation: 0.2,
          quality,
        });
        this.changed();
      }
      if (this.plan.rapier) {
        this.#next(`${what}, Rapier`);
        const quality = await this.#peerQuality(scene, options);
        this.report.gaps.push({
          what,
          scene,
          options,
          solver: 'rapier3d-simd',
          substeps: 1,
          stabilisation: null,
          quality,
        });
        this.changed();
      }
    }
  }
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function emptyRow(): Row {
  return {
    solver: '',
    execution: '',
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

function ownRow(simulation: Simulation, start: State, known: Case['rows'][number]): Timed {
  const one: Timed = {
    row: { ...emptyRow(), ...known },
    wall: [],
    gpu: [],
    stages: new Map(),
    async sample() {
      const { row } = one;
      simulation.setParameters({
        solver: row.solver as SolverName,
        execution: row.execution as Parameters['execution'],
        iterations: row.iterations ?? 20,
        substeps: row.substeps,
      });
      simulation.writeState(start);
      // the first frame of all brings the pipelines in; the one after a measurement is timed by stages
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
        const clock = now();
        await simulation.step(1);
        row.framesARun = framesFor(now() - clock);
      }
      simulation.writeState(start);
      await simulation.step(0);
      const clock = now();
      await simulation.step(row.framesARun);
      one.wall.push((now() - clock) / row.framesARun);
    },
  };
  return one;
}

function peerRow(peer: Peer): Timed {
  const one: Timed = {
    row: { ...emptyRow(), solver: peer.name, execution: 'peer', kernels: '', iterations: peer.iterations },
    wall: [],
    gpu: [],
    stages: new Map(),
    async sample() {
      if (one.row.framesARun === 0) {
        for (let k = 0; k < 3; k++) peer.step();
        const clock = now();
        peer.step();
        one.row.framesARun = framesFor(now() - clock);
      }
      const clock = now();
      for (let k = 0; k < one.row.framesARun; k++) peer.step();
      one.wall.push((now() - clock) / one.row.framesARun);
    },
  };
  return one;
}

interface Found {
  maxGapRadii: number;
  residual: number | null;
  energy: number;
  finite: boolean;
}

async function follow(
  frames: number,
  beads: number,
  unit: number,
  step: () => Promise<void>,
  measure: () => Promise<Found>,
): Promise<Quality> {
  const start = (await measure()).energy;
  const out: Quality = {
    beads,
    frames: 0,
    maxGapRadii: 0,
    residual: 0,
    energyDrift: 0,
    energyDriftJoules: 0,
    energyGain: 0,
    finite: true,
  };
  while (out.frames < frames) {
    await step();
    const found = await measure();
    const energy = found.energy - start;
    out.frames += 1;
    out.finite = found.finite && Number.isFinite(energy) && Number.isFinite(found.maxGapRadii);
    if (!out.finite) break;
    out.maxGapRadii = Math.max(out.maxGapRadii, found.maxGapRadii);
    out.energyGain = Math.max(out.energyGain, energy / unit);
    out.residual = found.residual;
    out.energyDriftJoules = energy;
    out.energyDrift = energy / unit;
  }
  return out;
}
