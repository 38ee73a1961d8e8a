// Frames of a simulation, all of the same length, for pictures that come when they come.
//   rest += Δt;  due = ⌊rest / h⌋ frames;  rest −= due · h
// What is left of a frame says how far between two of them the picture stands.

/** Of a frame: what sums of times are off by must not cost one. */
const ROUNDING = 1e-6;

export class Clock {
  #most: number;
  #last: number | undefined;
  /** Time that no frame was taken for yet, s. */
  #rest = 0;

  /** @param most of all that is not caught up with yet, s; what is beyond is dropped */
  constructor(most: number) {
    this.#most = most;
  }

  /** The time is now this, ms; the first call sets the zero, and time never goes back. */
  tick(milliseconds: number): void {
    const seconds = (milliseconds - (this.#last ?? milliseconds)) / 1000;
    this.#last = milliseconds;
    this.#rest = Math.min(this.#rest + Math.max(seconds, 0), this.#most);
  }

  /** Whole frames of h seconds that are due, which are now taken. */
  take(h: number): number {
    const due = Math.floor(this.#rest / h + ROUNDING);
    this.#rest = Math.max(this.#rest - due * h, 0);
    return due;
  }

  /** What is left, in frames of h seconds. */
  left(h: number): number {
    return this.#rest / h;
  }
}
