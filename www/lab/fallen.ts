// What was cut off falls out of the picture, since nothing here is there to stop it. When it is gone, that is said, with
// the two ways back.
import type { BodyDescription } from '../beadwork';
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

  #show(gone: boolean, what = ''): void {
    // no shadow of a ground that stops nothing
    if (this.stage.first) this.stage.ground(!this.#parts && !this.#falls);
    this.box.hidden = !gone;
    this.box.querySelector('span')!.textContent = `${what} has fallen out of the picture.`;
  }

  /** Something was cut off, or let go. */
  get #parts(): boolean {
    return this.edits.anyCut || this.stage.state.edits.some(unpins);
  }

  /** Something was dropped where no ground stops it. */
  get #falls(): boolean {
    const { edits } = this;
    return edits.dropped.length > 0 && !edits.scene.bodies.some(isPlane);
  }

  async #look(): Promise<void> {
    const { stage, edits } = this;
    const { first } = stage;
    if (!first || this.#asked) return;
    if (!this.#parts && !this.#falls) {
      if (!this.box.hidden) this.#show(false);
      return;
    }
    this.#asked = true;
    try {
      const { positions } = await first.simulation.readState();
      const { held } = edits.hanging;
      const { height } = stage.size;
      const loose = this.#parts ? held.flatMap((hangs, body) => (hangs ? [] : [body])) : edits.dropped;
      const below = loose.every((body) => stage.seen(0, positions.subarray(3 * body)).y > height + 8);
      const part = this.#parts ? 'What you cut off' : 'What you dropped';
      this.#show(loose.length > 0 && below, loose.length === held.length ? 'Everything' : part);
    } catch {
      // the copies have made way for others meanwhile
    } finally {
      this.#asked = false;
    }
  }
}

const isPlane = ({ shape }: BodyDescription): boolean => shape?.type === 'plane';

const unpins = (edit: { kind: string; fixed?: boolean }) => edit.kind === 'pin' && edit.fixed === false;
