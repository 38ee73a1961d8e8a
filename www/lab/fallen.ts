// What was cut off falls out of the picture, since nothing here is there to stop it. When it is gone, that is said, with
// the two ways back.
import type { Edits } from './edits';
import type { Events } from './events';
import type { Stage } from './stage';

export class Fallen {
  #asked = false;

  constructor(
    private readonly stage: Stage,
    private readonly edits: Edits,
    { measured, changed }: Pick<Events, 'measured' | 'changed'>,
    private readonly box: HTMLElement,
  ) {
    measured.on(() => void this.#look());
    changed.on(() => this.#show(false));
  }

  #show(gone: boolean, all = false): void {
    // no shadow of a ground that stops nothing
    if (this.stage.first) this.stage.ground(!this.edits.anyCut && !this.stage.state.edits.some(unpins));
    this.box.hidden = !gone;
    this.box.querySelector('span')!.textContent = all
      ? 'Everything has fallen out of the picture.'
      : 'What you cut off has fallen out of the picture.';
  }

  async #look(): Promise<void> {
    const { stage, edits } = this;
    const { first } = stage;
    if (!first || this.#asked) return;
    if (!edits.anyCut && !stage.state.edits.some(unpins)) {
      if (!this.box.hidden) this.#show(false);
      return;
    }
    this.#asked = true;
    try {
      const { positions } = await first.simulation.readState();
      const { held } = edits.hanging;
      const { height } = stage.size;
      const loose = held.flatMap((hangs, body) => (hangs ? [] : [body]));
      const below = loose.every((body) => stage.seen(0, positions.subarray(3 * body)).y > height + 8);
      this.#show(loose.length > 0 && below, loose.length === held.length);
    } catch {
      // the copies have made way for others meanwhile
    } finally {
      this.#asked = false;
    }
  }
}

const unpins = (edit: { kind: string; fixed?: boolean }) => edit.kind === 'pin' && edit.fixed === false;
