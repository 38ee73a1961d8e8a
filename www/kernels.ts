// What an editor shows of the kernels. It weighs as much as a page, so what needs no texts does not import this.
import texts from './generated/kernels.json';
import type { KernelInfo } from './types';

/** The simulation's kernels, with their WGSL. */
export function kernels(): KernelInfo[] {
  return structuredClone(texts) as KernelInfo[];
}
