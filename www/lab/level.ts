// The level line: where the weight of a chain that does not stretch comes to hang. From the first chain to a little
// past the last, and only while nothing is cut.
import type { Edits } from './edits';
import type { Events } from './events';
import type { Stage } from './stage';

/** Past the outer chains, in CSS pixels. */
const PAST = 26;
/** So far left of the last chain its words begin: below that chain, which never reaches lower. */
const UNDER = 40;

export class Level {
  constructor(
    private readonly stage: Stage,
    private readonly edits: Edits,
    { drawn, staged }: Pick<Events, 'drawn' | 'staged'>,
    private readonly line: HTMLElement,
    private readonly label: HTMLElement,
  ) {
    for (const when of [drawn, staged]) when.on(() => this.#place());
  }

  #place(): void {
    const { stage, line } = this;
    const { layout, runners, state } = stage;
    // a view from aside sees no level
    const seen = layout?.level && runners.length > 1 && !state.camera && !this.edits.anyCut;
    line.hidden = !seen;
    if (!seen || !layout.level) return;
    const [from, to] = layout.level.map((end) => stage.seenAt(end)) as [
      { x: number; y: number },
      { x: number },
    ];
    line.style.translate = `${Math.round(from.x - PAST)}px ${Math.round(from.y)}px`;
    line.style.width = `${Math.round(to.x - from.x + 2 * PAST)}px`;
    this.label.textContent = runners.some(({ iterative }) => !iterative)
      ? 'where the exact one ends'
      : 'where no stretch would end';
    // below the last chain, and within the picture
    const most = stage.size.width - this.label.offsetWidth - 4 - (from.x - PAST);
    this.label.style.left = `${Math.round(Math.min(to.x - from.x + PAST - UNDER, most))}px`;
  }
}
