// How many beads run smoothly here: a short measurement on the first visit, remembered for the next.
import type { MachineChoice } from '../beadwork';
import { softwareAdapter } from '../machine';
import type { Player } from '../player/player';

const KEY = 'beadwork-smooth';
const KEY_OF_CPU = 'beadwork-smooth-cpu';
/** A picture and its step may take this long, ms. */
const BUDGET = 1000 / 45;
const FRAMES = 6;

/** Of the machine that will run. */
export async function remembered(machine: MachineChoice): Promise<number | null> {
  // which of the two is faster differs by scene, where the adapter is software: then each visit measures what it gets
  if (machine === 'auto' && (await softwareAdapter())) return null;
  try {
    const onGpu = machine === 'gpu' || (machine === 'auto' && 'gpu' in navigator);
    const beads = Number(localStorage.getItem(onGpu ? KEY : KEY_OF_CPU));
    return beads > 0 ? beads : null;
  } catch {
    return null;
  }
}

/** Milliseconds that a step and a picture of what is on the stage take together. */
async function frameTime({ picture, copies }: Player): Promise<number> {
  const frame = async () => {
    picture.draw();
    await copies.step(1);
  };
  // the first one compiles
  await frame();
  const began = performance.now();
  for (let k = 0; k < FRAMES; k++) await frame();
  return (performance.now() - began) / FRAMES;
}

/** Builds one size after the other, from the smallest, until one is too slow; gives how many beads are not. */
export async function measurePace(
  options: Record<string, number>,
  player: Player,
  build: () => Promise<unknown>,
  sizes: number[],
  beads: number,
): Promise<number> {
  let smooth = 0;
  for (const chains of sizes) {
    options.chains = chains;
    await build();
    const took = await frameTime(player);
    if (took > BUDGET) break;
    smooth = (chains * beads * BUDGET) / took;
    const next = sizes[sizes.indexOf(chains) + 1];
    // no need to see the next one fail
    if (next !== undefined && smooth < 0.5 * next * beads) break;
  }
  smooth = Math.max(1, Math.round(smooth));
  try {
    const onCpu = player.copies.first?.simulation.machine === 'cpu';
    localStorage.setItem(onCpu ? KEY_OF_CPU : KEY, String(smooth));
  } catch {
    // measured again next time
  }
  return smooth;
}

/** The largest size that runs smoothly, or the smallest there is. */
export function fitting(sizes: number[], beads: number, smooth: number): number {
  return sizes.filter((chains) => chains * beads <= smooth).at(-1) ?? sizes[0]!;
}
