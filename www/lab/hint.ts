// What can be done, said beside the beads until somebody has done it.
import type { Events } from './events';
import { isThreads } from './groups';
import type { Stage } from './stage';

/** From the last chain's pin to the caption, in beads: rightwards, past where its first beads swing, and down. */
const [ASIDE, DOWN] = [2.4, 2];

export class Hint {
  constructor(
    private readonly stage: Stage,
    { drawn, staged }: Pick<Events, 'drawn' | 'staged'>,
    private readonly caption: HTMLElement,
  ) {
    for (const when of [drawn, staged]) when.on(() => this.#place());
  }

  done(): void {
    this.caption.classList.add('done');
  }

  #place(): void {
    const { stage, caption } = this;
    const { layout, state, size } = stage;
    const top = layout?.tops.at(-1);
    if (!top || caption.classList.contains('done')) return;
    const bead = 2 * (state.options.radius ?? 0);
    const { x, y } = stage.seenAt([top[0] + ASIDE * bead, top[1] - DOWN * bead, top[2]]);
    const words = isThreads(state.scene) ? 'Pull a bead, or tap one.' : 'Pull a body, or tap one.';
    if (caption.textContent !== words) caption.textContent = words;
    // many names leave no room for it, and a view that was turned has other things there
    caption.hidden = stage.runners.length > 2 || state.camera !== null;
    const beside = state.scene === 'pendant' && x + caption.offsetWidth < size.width;
    caption.classList.toggle('corner', !beside);
    caption.style.translate = beside ? `${Math.round(x)}px ${Math.round(y)}px` : '16px 0px';
  }
}
