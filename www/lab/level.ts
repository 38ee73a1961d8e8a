// The level line: as low as a chain that does not stretch comes. From the first chain to past the last one's swing, and
// only while nothing is cut.
import type { Edits } from './edits';
import type { Events } from './events';
import type { Stage } from './stage';

/** Between the line and its words, CSS pixels. */
const GAP = 8;

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
    const { stage, line, label } = this;
    const { layout, runners, state, size } = stage;
    // a view from aside sees no level
    const level = runners.length > 1 && !state.camera && !this.edits.anyCut ? layout?.level : null;
    line.hidden = label.hidden = !level;
    if (!level) return;
    const [from, to] = [stage.seenAt(level[0]), stage.seenAt(level[1])];
    line.style.translate = `${Math.round(from.x)}px ${Math.round(from.y)}px`;
    line.style.width = `${Math.round(Math.min(to.x, size.width) - from.x)}px`;
    label.textContent = runners.some(({ iterative }) => !iterative)
      ? 'where the exact one ends'
      : 'where a chain ends that does not stretch';
    // at the line's end, or where there is no room in the corner below it, behind a piece of such a line
    const beside = to.x + GAP + label.offsetWidth < size.width;
    label.classList.toggle('corner', !beside);
    const [x, y] = beside
      ? [to.x + GAP, from.y - label.offsetHeight / 2]
      : [size.width - label.offsetWidth - GAP, size.height - label.offsetHeight];
    label.style.translate = `${Math.round(x)}px ${Math.round(y)}px`;
  }
}
