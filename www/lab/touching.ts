// The visitor's hands on the beads: pins and cuts one after the other, and the way back.
import type { Edit, Edits } from './edits';
import { get } from './elements';
import type { Queue } from './queue';

export interface TouchingListeners {
  joined(): void;
  /** Something was pinned, cut or undone. */
  edited(): Promise<void>;
  refused(error: unknown): void;
}

export class Touching {
  constructor(
    private readonly edits: Edits,
    private readonly queue: Queue,
    private readonly told: TouchingListeners,
  ) {
    get('undo').addEventListener('click', () => this.undo());
    get('redo').addEventListener('click', () => this.redo());
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
    get<HTMLButtonElement>('undo').disabled = !this.edits.canUndo;
    get<HTMLButtonElement>('redo').disabled = !this.edits.canRedo;
  }

  #edit(act: () => Promise<unknown>): void {
    this.told.joined();
    void this.queue
      .run(async () => {
        await act();
        this.show();
        await this.told.edited();
      })
      .catch((error) => this.told.refused(error));
  }
}
