// What ten seconds of a solver leave behind: every frame is measured, and the crate says what the frames amount to.
import { type Parameters, type SceneDescription, Simulation } from '../beadwork';
import { load } from '../loading';
import type { Quality } from './record';

type Options = Record<string, number>;

/** Frames after which errors are taken: two seconds. */
const ERROR_FRAMES = 120;

/**
 * By scene and options: where the beads are after two seconds, as well as the device can tell; null where it cannot, and
 * where bodies touch: a hair's breadth decides there who hits whom.
 */
const truths = new Map<string, Promise<Float32Array | null>>();

/** The exact solver, symplectic, at 16 substeps; src/benchmark/quality.rs has the same. */
function truthOf(scene: string, sceneOptions: Options): Promise<Float32Array | null> {
  const key = `${scene} ${JSON.stringify(sceneOptions)}`;
  const known = truths.get(key);
  if (known) return known;
  const find = async () => {
    const parameters = { solver: 'direct', positions: 'symplectic', substeps: 16 } as const;
    const simulation = await Simulation.create({ scene, sceneOptions, parameters, machine: 'gpu' });
    try {
      if (touches(await simulation.describe())) return null;
      await simulation.step(ERROR_FRAMES);
      return (await simulation.readState()).positions;
    } finally {
      simulation.destroy();
    }
  };
  const found = find().catch(() => null);
  truths.set(key, found);
  return found;
}

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
  step(): Promise<void>;
  positions(): Promise<ArrayLike<number>>;
  measure(): Promise<Measured>;
}

export async function quality(
  frames: number,
  scene: string,
  sceneOptions: Options,
  parameters: Partial<Parameters>,
  signal: AbortSignal,
): Promise<Quality> {
  const simulation = await Simulation.create({ scene, sceneOptions, parameters, machine: 'gpu' });
  const touching = touches(await simulation.describe());
  const run: Run = {
    beads: simulation.bodyCount,
    step: () => simulation.step(1),
    positions: async () => (await simulation.readState()).positions,
    async measure() {
      const found = await simulation.measure();
      const maxDepth = touching ? found.maxDepth : Number.NaN;
      return { ...found, maxDepth, energy: found.kineticEnergy + found.potentialEnergy };
    },
  };
  try {
    return await follow(frames, scene, sceneOptions, run, signal);
  } finally {
    simulation.destroy();
  }
}

/** The same of Rapier. */
export async function rapierQuality(
  frames: number,
  scene: string,
  sceneOptions: Options,
  passes: number | null,
  signal: AbortSignal,
): Promise<Quality> {
  const { Rapier } = await import('./rapier');
  const simulation = await Simulation.create({ scene, sceneOptions, machine: 'gpu' });
  const rapier = await Rapier.of(await simulation.describe(), passes ?? undefined);
  simulation.destroy();
  const run: Run = {
    beads: rapier.beads.length,
    step: async () => rapier.step(),
    positions: async () => rapier.positions(),
    measure: async () => rapier.measure(),
  };
  try {
    return await follow(frames, scene, sceneOptions, run, signal);
  } finally {
    rapier.free();
  }
}

async function follow(
  frames: number,
  scene: string,
  options: Options,
  run: Run,
  signal: AbortSignal,
): Promise<Quality> {
  const wasm = await load();
  const unit = wasm.benchmarkEnergyUnit(scene, JSON.stringify(options));
  const samples: number[] = [];
  const measure = async (): Promise<boolean> => {
    const { maxGapRadii, maxOvershoot, maxDepth, residual, energy, finite } = await run.measure();
    samples.push(maxGapRadii, maxOvershoot, maxDepth, residual ?? Number.NaN, finite ? energy : Number.NaN);
    return finite && Number.isFinite(energy + maxGapRadii);
  };
  let finite = await measure();
  let error: number | undefined;
  for (let frame = 1; frame <= frames && finite; frame++) {
    signal.throwIfAborted();
    await run.step();
    finite = await measure();
    if (frame !== ERROR_FRAMES || !finite) continue;
    const truth = await truthOf(scene, options);
    if (truth) error = apart(await run.positions(), truth);
  }
  return JSON.parse(wasm.benchmarkQuality(run.beads, unit, new Float64Array(samples), error));
}
