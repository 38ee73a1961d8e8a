// Whole frames of fixed length from the time that passes, so that every screen shows the same motion. A machine
// that cannot keep up gets slow motion: what is owed beyond a few frames is let go, never caught up with.

/** Frames a picture at most. */
const MOST = 3;
/** Pictures in a row that fell behind before it is called slow. */
const PATIENCE = 4;

export class Clock {
  #owed = 0;
  #late = 0;
  /** Share of the asked-for speed that is reached, smoothed. */
  #share = 1;

  /** Frames due after `seconds`, at `speed` simulated seconds a second. */
  due(seconds: number, timestep: number, speed: number): number {
    this.#owed += seconds * speed;
    const due = Math.floor(this.#owed / timestep + 1e-9);
    const frames = Math.min(due, MOST);
    this.#owed = due > MOST ? 0 : this.#owed - frames * timestep;
    this.#late = due > MOST ? Math.min(this.#late + 1, 3 * PATIENCE) : Math.max(0, this.#late - 0.25);
    if (due > 0) this.#share += 0.1 * (frames / due - this.#share);
    return frames;
  }

  /** How fast it really goes, as a share of what was asked for; 1 while it keeps up. */
  get pace(): number {
    return this.#late >= PATIENCE ? this.#share : 1;
  }

  /** After a rest nothing is owed. */
  rest(): void {
    this.#owed = 0;
  }
}
