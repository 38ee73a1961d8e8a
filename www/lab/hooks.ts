// What tests and the curious get hold of, on the console.
import { BeadworkError } from '../beadwork';
import type { Player } from '../player/player';
import type { Runner } from './runner';
import type { Stage } from './stage';
import type { LabState } from './state';

declare global {
  interface Window {
    lab: {
      runners: () => Runner[];
      view: () => Stage['view'];
      state: () => LabState;
      /** Resolves when nothing is under way any more. */
      idle: () => Promise<void>;
      /** Where a bead of a copy, the first unless said otherwise, is on the page, CSS pixels. */
      place: (body: number, copy?: number) => Promise<{ x: number; y: number }>;
      /** The same of all its beads. */
      places: (copy?: number) => Promise<{ x: number; y: number }[]>;
    };
  }
}

export function offer(stage: Stage, player: Player): void {
  const places = (copy = 0) => player.inTurn(() => placesOf(stage, copy));
  window.lab = {
    runners: () => stage.runners,
    view: () => stage.view,
    state: () => structuredClone(stage.state),
    idle: () => player.inTurn(() => undefined),
    place: async (body, copy) => (await places(copy))[body]!,
    places,
  };
}

async function placesOf(stage: Stage, copy: number): Promise<{ x: number; y: number }[]> {
  const runner = stage.runners[copy];
  if (!runner || !stage.view) throw new BeadworkError('busy', 'There is no picture yet.');
  const poses = await runner.simulation.readPoses();
  const { left, top } = stage.canvas.getBoundingClientRect();
  return Array.from({ length: poses.length / 7 }, (_, body) => {
    const { x, y } = stage.seen(copy, poses.subarray(7 * body));
    return { x: left + x, y: top + y };
  });
}
