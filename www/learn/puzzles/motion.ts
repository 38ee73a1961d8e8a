// The reader's kernel, frame after frame: it moves what the picture shows, and the page does the rest of the step.
import { make } from '../../dom';
import type { Kernel } from './gpu';
import type { Found } from './memory';
import type { Case, Puzzle } from './puzzle';

/** As long as it goes on by itself: ten seconds of frames. */
const FRAMES = 600;

export class Motion {
  readonly button = make('button', { type: 'button', class: 'motion' });
  #stopped = true;
  #again: () => void = () => {};

  constructor() {
    this.#label();
    this.button.addEventListener('click', () => {
      if (this.#stopped) this.#again();
      else this.stop();
    });
  }

  /** Where less motion is asked for it waits for the button. */
  begin(puzzle: Puzzle, kernel: Kernel, show: (one: Case, found: Found) => void): void {
    this.#again = () => void this.#go(puzzle, kernel, show);
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) this.#again();
  }

  stop(): void {
    this.#stopped = true;
    this.#label();
  }

  #label(): void {
    this.button.textContent = this.#stopped ? 'Play' : 'Stop';
  }

  async #go(puzzle: Puzzle, kernel: Kernel, show: (one: Case, found: Found) => void): Promise<void> {
    // another run may have begun in the meantime
    const again = this.#again;
    this.#stopped = false;
    this.#label();
    let one = puzzle.cases[0]!;
    for (let frame = 0; frame < FRAMES; frame++) {
      const shown = new Promise(requestAnimationFrame);
      const ran = await kernel.run([one]).catch(() => null);
      await shown;
      if (this.#stopped || again !== this.#again) return;
      if (!ran) break;
      const found = ran.found[0]!;
      show(one, found);
      one = puzzle.next!(one, found.values);
    }
    this.stop();
  }
}
