// The way back and forth: documents in the order in which they were made.
import type { Made } from './document';

export class History {
  #past: Made[] = [];
  #future: Made[] = [];

  constructor(public now: Made) {}

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  add(made: Made): void {
    this.#past.push(this.now);
    this.now = made;
    this.#future = [];
  }

  undo(): void {
    const made = this.#past.pop();
    if (!made) return;
    this.#future.push(this.now);
    this.now = made;
  }

  redo(): void {
    const made = this.#future.pop();
    if (!made) return;
    this.#past.push(this.now);
    this.now = made;
  }
}
