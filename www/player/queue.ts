/** One thing at a time: pictures, measurements and what people ask for never interleave. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(act: () => Promise<T> | T): Promise<T> {
    const done = this.#last.then(act);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
