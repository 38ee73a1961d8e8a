// Recordings to take away and to play back. What is recorded is the first copy: its start and every change at its
// step, so that on the same device it ends in the same bits.
import { type Recorder, type Recording, record, replay, type SceneDescription, stateHash } from '../beadwork';
import type { Simulation } from '../simulation';

export class Tape {
  #recorder: Recorder | undefined;

  get running(): boolean {
    return this.#recorder !== undefined;
  }

  start(simulation: Simulation): void {
    this.#recorder = record(simulation);
  }

  /** What was recorded since `start`. */
  async stop(): Promise<Recording | undefined> {
    const recorder = this.#recorder;
    this.#recorder = undefined;
    return recorder?.stop();
  }
}

/** Whether a file's contents say that they are one; whether they are sound is for `replay` to say. */
export function isRecording(contents: unknown): contents is Recording {
  return (contents as { beadwork?: unknown } | null)?.beadwork === 'recording';
}

/** Where a recording ends, and a sentence on whether it came out as it was. */
export async function playBack(recording: Recording): Promise<{ scene: SceneDescription; words: string }> {
  const simulation = await replay(recording);
  try {
    const same = stateHash(await simulation.readState()) === recording.hash;
    const words = same
      ? `Played back ${recording.frames} frames, to the same bits.`
      : `Played back ${recording.frames} frames. They end in other bits: another device, or another build.`;
    return { scene: await simulation.describe(), words };
  } finally {
    simulation.destroy();
  }
}
