// Frames of fixed length out of time that passes unevenly. What a machine cannot keep up with is let go: it shows
// slow motion, and never catches up.

/** Frames a picture at most. */
const MOST_FRAMES = 4;
/** Pictures in a row that let time go, before it counts as slow. */
const PATIENCE = 3;

export class Pace {
  #behind = 0;
  #late = 0;

  /** How many frames of `timestep` seconds are due now that `seconds` more have passed. */
  frames(seconds: number, timestep: number): number {
    this.#behind += Math.max(0, seconds);
    // a hair short of a whole frame is one: sums of seconds are not exact
    const due = Math.floor(this.#behind / timestep + 1e-6);
    const most = Math.max(MOST_FRAMES, Math.ceil(MOST_FRAMES / 60 / timestep));
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
