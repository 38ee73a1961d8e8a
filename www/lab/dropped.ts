// Pairs of bodies that touch and are left out for want of room: said as long as there are any.
import { droppedWords } from '../dropped';
import type { Events } from './events';
import type { Stage } from './stage';

export class Dropped {
  constructor(
    stage: Stage,
    { measured, staged }: Pick<Events, 'measured' | 'staged'>,
    private readonly host: HTMLElement,
  ) {
    measured.on(() =>
      this.#show(Math.max(0, ...stage.runners.map(({ measures }) => measures?.contactsDropped ?? 0))),
    );
    staged.on(() => this.#show(0));
  }

  #show(pairs: number): void {
    this.host.hidden = pairs === 0;
    const words = droppedWords(pairs);
    if (this.host.textContent !== words) this.host.textContent = words;
  }
}
