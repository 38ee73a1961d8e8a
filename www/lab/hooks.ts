// What tests and the curious get hold of, on the console.
import { BeadworkError } from '../beadwork';
import type { Lab } from './lab';
import { project } from './placing';
import type { Runner, Stage } from './stage';
import type { LabState } from './state';

declare global {
  interface Window {
    lab: {
      runners: () => Runner[];
      view: () => Stage['view'];
      state: () => LabState;
      /** Resolves when nothing is under way any more. */
      idle: () => Promise<void>;
      /** Where a bead of the first copy is on the page, CSS pixels. */
      place: (body: number) => Promise<{ x: number; y: number }>;
    };
  }
}

export function offer({ stage, state, queue }: Lab): void {
  window.lab = {
    runners: () => stage.runners,
    view: () => stage.view,
    state: () => structuredClone(state),
    idle: () => queue.run(() => undefined),
    place: (body) => queue.run(() => placeOf(stage, body)),
  };
}

async function placeOf(
  { first, view, layout, canvas, aspect }: Stage,
  body: number,
): Promise<{ x: number; y: number }> {
  if (!first || !view) throw new BeadworkError('busy', 'There is no picture yet.');
  const { positions } = await first.simulation.readState();
  const offset = layout?.offsets[0] ?? [0, 0, 0];
  const point = [0, 1, 2].map((axis) => positions[3 * body + axis]! + offset[axis]!);
  const [x, y] = project(view.camera, point, aspect);
  const box = canvas.getBoundingClientRect();
  return { x: box.left + x * box.width, y: box.top + y * box.height };
}
