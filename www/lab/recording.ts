// Recordings to take away and to play back. What is recorded is the first copy: its start and every change at its
// step, so that on the same device it ends in the same bits.
import { type Recorder, type Recording, record, replay, type SceneDescription, stateHash } from '../beadwork';
import type { Simulation } from '../simulation';

export class Tape {
  #recorder: Recorder | undefined;
  /** Of a simulation that is gone; kept until somebody takes it. */
  #ended: Recording | undefined;

  get state(): 'empty' | 'running' | 'ended' {
    if (this.#ended) return 'ended';
    return this.#recorder ? 'running' : 'empty';
  }

  start(simulation: Simulation): void {
    this.#recorder = record(simulation);
  }

  /** The simulation is about to go: what was recorded of it stays. */
  async end(): Promise<void> {
    const recorder = this.#recorder;
    this.#recorder = undefined;
    this.#ended = await recorder?.stop();
  }

  /** What was recorded since `start`; the tape is empty then. */
  async take(): Promise<Recording | undefined> {
    if (!this.#ended) await this.end();
    const recording = this.#ended;
    this.#ended = undefined;
    return recording;
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
    const { hash } = recording;
    const frames = `${recording.frames} ${recording.frames === 1 ? 'frame' : 'frames'}`;
    const words =
      hash === null
        ? `Played back ${frames}. The recording broke off there, so no end was kept to compare with.`
        : hash === stateHash(await simulation.readState())
          ? `Played back ${frames}, to the same bits.`
          : `Played back ${frames}. They end in other bits: another device, or another build.`;
    return { scene: await simulation.describe(), words };
  } finally {
    simulation.destroy();
  }
}
