// One thing at a time on the simulations: pictures, measurements and what people ask for never interleave.
export class Queue {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  get busy(): boolean {
    return this.#waiting > 0;
  }

  run<T>(act: () => Promise<T> | T): Promise<T> {
    this.#waiting++;
    const turn = this.#last.then(act);
    this.#last = turn
      .catch(() => undefined)
      .finally(() => {
        this.#waiting--;
      });
    return turn;
  }
}
