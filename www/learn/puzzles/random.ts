// Numbers that look like chance and are the same on every visit (mulberry32).
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  between(least: number, most: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return least + ((mixed ^ (mixed >>> 14)) >>> 0) * 2 ** -32 * (most - least);
  }

  /** A whole number from 0 up to, not with, `count`. */
  below(count: number): number {
    return Math.floor(this.between(0, count));
  }

  list(count: number, least: number, most: number): number[] {
    return Array.from({ length: count }, () => this.between(least, most));
  }

  /** Unit quaternions, all turns alike. */
  rotations(count: number): number[] {
    return Array.from({ length: count }, () => {
      for (;;) {
        const q = this.list(4, -1, 1);
        const size = Math.hypot(...q);
        if (size > 0.1 && size < 1) return q.map((part) => part / size);
      }
    }).flat();
  }
}
