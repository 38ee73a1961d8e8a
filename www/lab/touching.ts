// The visitor's hands on the beads: pins, cuts, changes of joints and what is dropped, one after the other, and the way back.

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

/** A way back and forth. */
export interface Steps {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  undo(): Promise<unknown>;
  redo(): Promise<unknown>;
}

export class Touching {
  /** In place of the edits': while somebody makes a scene, through its documents. */
  instead: Steps | null = null;

  constructor(
    private readonly edits: Edits,
    private readonly player: Pick<Player, 'inTurn'>,
    private readonly told: TouchingListeners,
  ) {
    byId('undo').addEventListener('click', () => this.undo());
    byId('redo').addEventListener('click', () => this.redo());
  }

  /** `refused` hears of what the simulation does not take. */
  do(edit: Edit, refused = this.told.refused): Promise<void> {
    return this.#edit(() => this.edits.do(edit), refused);
  }

  undo(): void {
    if (this.instead) void this.instead.undo();
    else void this.#edit(() => this.edits.undo());
  }

  redo(): void {
    if (this.instead) void this.instead.redo();
    else void this.#edit(() => this.edits.redo());
  }

  /** What can be taken back. */
  show(): void {
    const { canUndo, canRedo } = this.instead ?? this.edits;
    byId<HTMLButtonElement>('undo').disabled = !canUndo;
    byId<HTMLButtonElement>('redo').disabled = !canRedo;
  }

  #edit(act: () => Promise<unknown>, refused = this.told.refused): Promise<void> {
    this.told.joined();
    return this.player
      .inTurn(async () => {
        await act();
        this.show();
        await this.told.edited();
      })
      .catch((error) => refused(error));
  }
}
