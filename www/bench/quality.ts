// What ten seconds of a solver leave behind: every frame is measured, and the crate says what the frames amount to.
import {
  BeadworkError,
  type Parameters,
  type SceneDescription,
  type Simulation,
  stateHash,
} from '../beadwork';
import type { EngineInfo } from './peers/engines';
import type { PeerOptions } from './peers/peer';
import type { Judged, Quality } from './record';
import { on, subject } from './subject';
import { tables } from './tables';
import { breathe } from './timing';

type Options = Record<string, number>;

/** Frames after which errors are taken: two seconds, and fewer where the plan of a run says so. */
export const errors = { frames: 120 };

/** Errors of a row whose frames would take longer are left out, … */
export const JUDGED_MINUTES = 1;
/** …and so is a truth that would. */
const TRUTH_MILLISECONDS = 180_000;

/**
 * By scene and options: where the beads are after two seconds, as well as the device can tell; null where it cannot or would
 * take too long, and where bodies touch: a hair's breadth decides there who hits whom.
 */
const truths = new Map<string, Promise<Float32Array | null>>();

/** The exact solver, symplectic, at 16 substeps; src/benchmark/quality.rs has the same. */
function truthOf(scene: string, sceneOptions: Options): Promise<Float32Array | null> {
  const { frames } = errors;
  const key = `${on.machine} ${scene} ${JSON.stringify(sceneOptions)} ${frames}`;
  const known = truths.get(key);
  if (known) return known;
  const find = async () => {
    const parameters = { solver: 'direct', positions: 'symplectic', substeps: 16 } as const;
    const simulation = await subject({ scene, sceneOptions, parameters });
    try {
      if (touches(await simulation.describe())) return null;
      // the first frame compiles the pipelines
      await simulation.step(1);
      const clock = performance.now();
      await simulation.step(1);
      if ((performance.now() - clock) * frames > TRUTH_MILLISECONDS) return null;
      await simulation.step(frames - 2);
      return (await simulation.readState()).positions;
    } finally {
      simulation.destroy();
    }
  };
  const found = find().catch(() => null);
  truths.set(key, found);
  return found;
}

/** Numbers that `benchmarkQuality` reads of each look. */
const SAMPLE = 5;

/** Largest distance of any bead, m. */
function apart(ours: ArrayLike<number>, truth: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i + 2 < truth.length; i += 3) {
    const [x, y, z] = [0, 1, 2].map((k) => ours[i + k]! - truth[i + k]!);
    most = Math.max(most, Math.hypot(x!, y!, z!));
  }
  return most;
}

function touches(scene: SceneDescription): boolean {
  return scene.version === 2 && (scene.contacts ?? false);
}

/** How an engine's state stands. */
interface Measured {
  maxGapRadii: number;
  maxOvershoot: number;
  /** m; not a number where nothing touches. */
  maxDepth: number;
  residual?: number;
  energy: number;
  finite: boolean;
}

/** A scene in an engine: takes a step, and says how it stands. */
interface Run {
  beads: number;
  step(frames: number): Promise<void>;
  positions(): Promise<ArrayLike<number>>;
  measure(): Promise<Measured>;
}

/** `every`: frames between two looks. */
export function quality(
  frames: number,
  scene: string,
  sceneOptions: Options,
  parameters: Partial<Parameters>,
  signal: AbortSignal,
  every = 1,
  judged?: Judged,
): Promise<Quality> {
  const then = async (_: Simulation, found: Quality) => found;
  return ofOurs(frames, scene, sceneOptions, parameters, signal, every, then, judged);
}

/** The same with the bits of the end, where a second run that nobody looks at ends in the same. */
export function qualityTwice(
  frames: number,
  scene: string,
  sceneOptions: Options,
  parameters: Partial<Parameters>,
  signal: AbortSignal,
): Promise<Quality> {
  return ofOurs(frames, scene, sceneOptions, parameters, signal, 1, async (simulation, found) => {
    if (!found.finite) return found;
    const hash = stateHash(await simulation.readState());
    simulation.reset();
    for (let frame = 1; frame <= frames; frame++) {
      signal.throwIfAborted();
      await simulation.step();
    }
    const again = stateHash(await simulation.readState());
    return { ...found, hash: again === hash ? hash : null };
  });
}

async function ofOurs(
  frames: number,
  scene: string,
  sceneOptions: Options,
  parameters: Partial<Parameters>,
  signal: AbortSignal,
  every: number,
  then: (simulation: Simulation, found: Quality) => Promise<Quality>,
  judged?: Judged,
): Promise<Quality> {
  const simulation = await subject({ scene, sceneOptions, parameters });
  const touching = touches(await simulation.describe());
  const run: Run = {
    beads: simulation.bodyCount,
    step: (frames) => simulation.step(frames),
    positions: async () => (await simulation.readState()).positions,
    async measure() {
      const found = await simulation.measure();
      const maxDepth = touching ? found.maxDepth : Number.NaN;
      return { ...found, maxDepth, energy: found.kineticEnergy + found.potentialEnergy };
    },
  };
  try {
    return await then(simulation, await follow(frames, scene, sceneOptions, run, signal, every, judged));
  } finally {
    simulation.destroy();
  }
}

/** The same of another engine, and the steps that it takes in a frame. */
export async function peerQuality(
  frames: number,
  scene: string,
  sceneOptions: Options,
  engine: EngineInfo,
  options: PeerOptions,
  signal: AbortSignal,
  every = 1,
  judged?: Judged,
): Promise<{ found: Quality; substeps: number }> {
  const simulation = await subject({ scene, sceneOptions });
  const description = await simulation.describe();
  simulation.destroy();
  const peer = await (await engine.load()).of(description, options);
  const run: Run = {
    beads: description.bodies.length,
    async step(frames) {
      for (let frame = 0; frame < frames; frame++) {
        await breathe();
        peer.step();
      }
    },
    positions: async () => peer.positions(),
    measure: async () => peer.measure(),
  };
  try {
    const found = await follow(frames, scene, sceneOptions, run, signal, every, judged);
    return { found, substeps: peer.substeps };
  } finally {
    peer.free();
  }
}

async function follow(
  frames: number,
  scene: string,
  options: Options,
  run: Run,
  signal: AbortSignal,
  every: number,
  judged?: Judged,
): Promise<Quality> {
  const { benchmarkEnergyUnit, benchmarkQuality } = await tables();
  const unit = benchmarkEnergyUnit(scene, JSON.stringify(options));
  const samples: number[] = [];
  const measure = async (): Promise<boolean> => {
    const { maxGapRadii, maxOvershoot, maxDepth, residual, energy, finite } = await run.measure();
    samples.push(maxGapRadii, maxOvershoot, maxDepth, residual ?? Number.NaN, finite ? energy : Number.NaN);
    return finite && Number.isFinite(energy + maxGapRadii);
  };
  /** Nothing where bodies have left all bounds: ours may notice that by itself, and goes back. */
  const inBounds = async <T>(act: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof BeadworkError && error.code === 'non-finite')) throw error;
      samples.push(...Array<number>(SAMPLE).fill(Number.NaN));
      return undefined;
    }
  };
  const goOn = async (): Promise<boolean> => {
    await run.step(every);
    return measure();
  };
  const start = judged === 'moved' ? await run.positions() : [];
  let finite = await measure();
  let error: number | undefined;
  for (let frame = every; frame <= frames && finite; frame += every) {
    signal.throwIfAborted();
    finite = (await inBounds(goOn)) ?? false;
    if (judged || frame !== errors.frames || !finite) continue;
    const truth = await truthOf(scene, options);
    if (!truth) continue;
    const reached = await inBounds(run.positions);
    finite = reached !== undefined;
    if (reached) error = apart(reached, truth);
  }
  const end = finite && judged === 'moved' ? await inBounds(run.positions) : undefined;
  const found: Quality = JSON.parse(benchmarkQuality(run.beads, unit, new Float64Array(samples), error));
  if (!judged || !found.finite) return found;
  const errorOf = {
    depth: () => found.depth,
    moved: () => apart(end ?? [], start),
    gap: () => found.maxGapRadii,
  };
  return { ...found, error: errorOf[judged]() };
}
