// The visitor's hands on the beads: pins and cuts one after the other, and the way back.

import { byId } from '../dom';
import type { Player } from '../player/player';
import type { Edit } from './edit';
import type { Edits } from './edits';

export interface TouchingListeners {
  joined(): void;
  /** Something was pinned, cut or undone. */
  edited(): Promise<void>;
  refused(error: unknown): void;
}

export class Touching {
  constructor(
    private readonly edits: Edits,
    private readonly player: Pick<Player, 'inTurn'>,
    private readonly told: TouchingListeners,
  ) {
    byId('undo').addEventListener('click', () => this.undo());
    byId('redo').addEventListener('click', () => this.redo());
  }

  do(edit: Edit): void {
    this.#edit(() => this.edits.do(edit));
  }

  undo(): void {
    this.#edit(() => this.edits.undo());
  }

  redo(): void {
    this.#edit(() => this.edits.redo());
  }

  /** What can be taken back. */
  show(): void {
    byId<HTMLButtonElement>('undo').disabled = !this.edits.canUndo;
    byId<HTMLButtonElement>('redo').disabled = !this.edits.canRedo;
  }

  #edit(act: () => Promise<unknown>): void {
    this.told.joined();
    void this.player
      .inTurn(async () => {
        await act();
        this.show();
        await this.told.edited();
      })
      .catch((error) => this.told.refused(error));
  }
}
