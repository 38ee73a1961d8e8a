// What ten seconds of a solver leave behind: gaps, residual, energy. Mirrors src/benchmark/quality.rs.
import { type Parameters, Simulation } from '../beadwork';
import { load } from '../loading';
import type { Quality } from './record';

type Options = Record<string, number>;

export async function quality(
  frames: number,
  scene: string,
  sceneOptions: Options,
  parameters: Partial<Parameters>,
  signal: AbortSignal,
): Promise<Quality> {
  const simulation = await Simulation.create({ scene, sceneOptions, parameters });
  try {
    return await follow(
      frames,
      simulation.bodyCount,
      await energyUnit(scene, sceneOptions),
      async () => {
        signal.throwIfAborted();
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

/** The same of Rapier. */
export async function peerQuality(
  frames: number,
  scene: string,
  sceneOptions: Options,
  signal: AbortSignal,
): Promise<Quality> {
  const { Peer } = await import('./rapier');
  const simulation = await Simulation.create({ scene, sceneOptions });
  const peer = await Peer.of(await simulation.describe());
  simulation.destroy();
  try {
    return await follow(
      frames,
      peer.bodies,
      await energyUnit(scene, sceneOptions),
      async () => {
        signal.throwIfAborted();
        peer.step();
      },
      async () => ({ ...peer.measure(), residual: null }),
    );
  } finally {
    peer.free();
  }
}

/** m g L/2 of exactly these options. */
async function energyUnit(scene: string, options: Options): Promise<number> {
  const wasm = await load();
  return wasm.benchmarkEnergyUnit(scene, JSON.stringify(options));
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
