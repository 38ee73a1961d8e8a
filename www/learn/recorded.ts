// Where nothing can run: the lines of a run that was recorded at the settings which the page opens with, by the
// crate's f64 twin (`cargo run --example tutorial_values`).
import type runs from '../generated/runs.json';

export type Runs = typeof runs;
export type Points = [number, number][];

/** Shows what `show` draws of the recorded runs in a figure that cannot run. */
export async function showRecorded(figure: HTMLElement, show: (runs: Runs) => void): Promise<void> {
  figure.classList.add('recorded');
  show((await import('../generated/runs.json')).default);
}
