// What ten seconds of a solver leave behind: every frame is measured, and the crate says what the frames amount to.
import { type Parameters, Simulation } from '../beadwork';
import { load } from '../loading';
import type { Quality } from './record';

type Options = Record<string, number>;

/** A scene in an engine: takes a step, and says how it stands. */
interface Run {
  beads: number;
  step(): Promise<void>;
  measure(): Promise<{ maxGapRadii: number; residual?: number; energy: number; finite: boolean }>;
}

export async function quality(
  frames: number,
  scene: string,
  sceneOptions: Options,
  parameters: Partial<Parameters>,
  signal: AbortSignal,
): Promise<Quality> {
  const simulation = await Simulation.create({ scene, sceneOptions, parameters });
  const run: Run = {
    beads: simulation.bodyCount,
    step: () => simulation.step(1),
    async measure() {
      const found = await simulation.measure();
      return { ...found, energy: found.kineticEnergy + found.potentialEnergy };
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
  signal: AbortSignal,
): Promise<Quality> {
  const { Rapier } = await import('./rapier');
  const simulation = await Simulation.create({ scene, sceneOptions });
  const rapier = await Rapier.of(await simulation.describe());
  simulation.destroy();
  const run: Run = {
    beads: rapier.beads.length,
    step: async () => rapier.step(),
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
    const { maxGapRadii, residual, energy, finite } = await run.measure();
    samples.push(maxGapRadii, residual ?? Number.NaN, finite ? energy : Number.NaN);
    return finite && Number.isFinite(energy + maxGapRadii);
  };
  let finite = await measure();
  for (let frame = 0; frame < frames && finite; frame++) {
    signal.throwIfAborted();
    await run.step();
    finite = await measure();
  }
  return JSON.parse(wasm.benchmarkQuality(run.beads, unit, new Float64Array(samples)));
}
