// What a figure shows before anything has run here, and all along where nothing can: runs recorded with the settings
// that the page opens with, by the crate's CPU reference (`cargo run --example tutorial_values`).
import type runs from '../generated/runs.json';

export type Runs = typeof runs;
export type Points = [number, number][];

/** Shows what `show` draws of the recorded runs. */
export async function showRecorded(figure: HTMLElement, show: (runs: Runs) => void): Promise<void> {
  figure.classList.add('recorded');
  show((await import('../generated/runs.json')).default);
}

/** The live line so far, and behind it what was recorded of the time to come. */
export const overwritten = (recorded: Points, live: Points): Points => {
  const now = live.at(-1)?.[0] ?? 0;
  return [...live, ...recorded.filter(([time]) => time > now)];
};
