// The visitor's hands on the beads: pins, cuts and changes of joints one after the other, and the way back.

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

  /** `refused` hears of what the simulation does not take. */
  do(edit: Edit, refused = this.told.refused): void {
    this.#edit(() => this.edits.do(edit), refused);
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

  #edit(act: () => Promise<unknown>, refused = this.told.refused): void {
    this.told.joined();
    void this.player
      .inTurn(async () => {
        await act();
        this.show();
        await this.told.edited();
      })
      .catch((error) => refused(error));
  }
}
