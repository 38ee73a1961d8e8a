// The record of the CPU's bits, and how a page with the public module plays it. tests/machines/same_bits_everywhere.rs writes and plays it natively.
import { readFileSync } from 'node:fs';

/** @type {{ scene: string, sceneOptions: object, parameters: { solver?: string }, frames: number, hash: string }[]} */
export const cases = JSON.parse(readFileSync(new URL('./same-bits.json', import.meta.url), 'utf8'));

/** In the page: the hash of the end. */
export async function play({ frames, hash: _, ...options }) {
  const { Simulation, stateHash } = window.beadwork;
  const simulation = await Simulation.create({ ...options, machine: 'cpu' });
  for (let at = 0; at < frames; at += 100) await simulation.step(100);
  const found = stateHash(await simulation.readState());
  simulation.destroy();
  return found;
}
