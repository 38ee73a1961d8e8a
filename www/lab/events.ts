// What happens on the page. A part that does something tells it here, and the parts that show something listen: none of
// them has to know the others.
export class Signal {
  #listeners: (() => void)[] = [];

  on(listener: () => void): void {
    this.#listeners.push(listener);
  }

  tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

export class Events {
  /** What is on screen changed: the address and the picture follow. */
  readonly changed = new Signal();
  /** Other copies stand on the stage, or another solver solves. */
  readonly staged = new Signal();
  /** The copies were measured. */
  readonly measured = new Signal();
  /** A picture was drawn. */
  readonly drawn = new Signal();
  /** The visitor takes part: from here on the page is theirs. */
  readonly joined = new Signal();
}
