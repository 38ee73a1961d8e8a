// A solver keeps one colour everywhere: in its thread, its figure and its curve.
import type { SolverName } from '../beadwork';

/** Custom property of its colour; lab.css has them for both themes. */
export const colourOf = (solver: SolverName): string => `--solver-${solver}`;

/** The exact ones are dashed, so that colour is never the only difference. */
export const dashed = (solver: SolverName): boolean => solver === 'direct' || solver === 'auto';

export const style = (property: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(property).trim();

/** Red, green and blue from 0 to 1 of a custom property that holds #rrggbb. */
export function channels(property: string): [number, number, number] {
  const value = Number.parseInt(style(property).slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}
