// Frames of fixed length out of time that passes unevenly. What a machine cannot keep up with is let go: it shows
// slow motion, and never catches up.

/** What `mostFrames` counts in, s. */
const FRAME = 1 / 60;
/** Pictures in a row that let time go, before it counts as slow. */
const PATIENCE = 3;

export class Pace {
  #behind = 0;
  #late = 0;

  /** `mostFrames` of 1/60 s per picture, or as long in others, but one at least. */
  constructor(private readonly mostFrames = 4) {}

  /** How many frames of `timestep` seconds are due now that `seconds` more have passed. */
  frames(seconds: number, timestep: number): number {
    this.#behind += Math.max(0, seconds);
    // a hair short of a whole frame is one: sums of seconds are not exact
    const due = Math.floor(this.#behind / timestep + 1e-6);
    const most = Math.max(this.mostFrames, Math.ceil((this.mostFrames * FRAME) / timestep - 1e-6));
    if (due > most) {
      this.#behind = 0;
      this.#late += 1;
      return most;
    }
    this.#behind = Math.max(0, this.#behind - due * timestep);
    this.#late = 0;
    return due;
  }

  /** Whether less time is simulated than passes. */
  get slow(): boolean {
    return this.#late >= PATIENCE;
  }

  /** Time stood still; none of it is made up for. */
  rest(): void {
    this.#behind = 0;
    this.#late = 0;
  }
}
