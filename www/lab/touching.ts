// The visitor's hands on the beads: pulling, pinning, cutting, and the way back.
import type { Edit } from './edits';
import { get } from './elements';
import { Hand } from './hand';
import type { Lab } from './lab';

export class Touching {
  constructor(private readonly lab: Lab) {
    new Hand(lab.stage, {
      touched: () => lab.time.takePart(),
      holds: (body) => lab.time.hold(body !== null),
      tapped: (body) => lab.selection.choose(body),
      looked: () => this.#looked(),
    });
    get('undo').addEventListener('click', () => this.undo());
    get('redo').addEventListener('click', () => this.redo());
  }

  do(edit: Edit): void {
    this.#edit(() => this.lab.edits.do(edit));
  }

  undo(): void {
    this.#edit(() => this.lab.edits.undo());
  }

  redo(): void {
    this.#edit(() => this.lab.edits.redo());
  }

  /** What can be done to the chosen bead, and what can be taken back. */
  async refresh(): Promise<void> {
    const { edits, selection } = this.lab;
    await selection.refresh();
    get<HTMLButtonElement>('undo').disabled = !edits.canUndo;
    get<HTMLButtonElement>('redo').disabled = !edits.canRedo;
  }

  #edit(act: () => Promise<unknown>): void {
    const { time, queue, measuring, messages, address } = this.lab;
    time.takePart();
    void queue
      .run(async () => {
        await act();
        address.remember();
        await this.refresh();
        await measuring.now();
      })
      .catch((error) => messages.refuse(error));
  }

  #looked(): void {
    const { stage, state, address } = this.lab;
    if (!stage.view) return;
    const { target, yaw, pitch, distance } = stage.view.camera;
    state.camera = [...target, yaw, pitch, distance];
    stage.stale = true;
    address.remember();
  }
}
