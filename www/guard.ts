// Calls into the wasm on behalf of one object. What is thrown comes out as a BeadworkError; when the object
// ends, by destroy() or by breaking down, every promise it still owes is rejected.
import { asError, BeadworkError, isRefusal } from './errors';
import type { CpuWasm, Wasm } from './loading';

let count = 0;
/** Those who wait for something, by their number in the wasm. */
const waiting = new Map<number, Guard>();
/** One for each kind of machine that the page has used. */
const modules: (Wasm | CpuWasm)[] = [];

/** A number that nothing else on the page has. */
export function nextNumber(): number {
  count += 1;
  return count;
}

/** Once the wasm is there: a panic in it leaves promises that nobody would ever settle. */
export function watch(bindings: Wasm | CpuWasm): void {
  modules.push(bindings);
  bindings.onPanic((whose: number, message: string) => {
    waiting.get(whose)?.fail(asError(message.replace(/^panicked at [^\n]*\n/, '')));
    recover();
  });
  // what throws inside a task of the wasm's own (a browser's call that refuses) surfaces only here
  globalThis.addEventListener?.('error', (event) => {
    const whose = bindings.takeAtWork();
    if (whose === 0) return;
    waiting.get(whose)?.fail(asError((event as ErrorEvent).message));
    recover();
  });
}

/** The tasks that stood behind the broken one go on: they are other objects' own. */
function recover(): void {
  setTimeout(() => modules.forEach((wasm) => void wasm.nudge()), 0);
}

export class Guard {
  /** Tells whose work it is inside the wasm. */
  readonly id = nextNumber();
  #ended: BeadworkError | undefined;
  #owed = new Set<(error: BeadworkError) => void>();

  get ended(): boolean {
    return this.#ended !== undefined;
  }

  call<T>(act: () => T): T {
    if (this.#ended) throw copy(this.#ended);
    try {
      return act();
    } catch (thrown) {
      if (isRefusal(thrown)) throw asError(thrown);
      // a trap, or an exception straight through the wasm: what it left behind is in an unknown state
      for (const wasm of modules) wasm.takeAtWork();
      this.fail(asError(thrown));
      recover();
      throw copy(this.#ended!);
    }
  }

  async wait<T>(act: () => Promise<T>): Promise<T> {
    const started = this.call(act);
    let reject: (error: BeadworkError) => void = () => undefined;
    const failed = new Promise<never>((_, refuse) => {
      reject = refuse;
    });
    this.#owed.add(reject);
    waiting.set(this.id, this);
    try {
      return await Promise.race([started, failed]);
    } catch (thrown) {
      throw asError(thrown);
    } finally {
      this.#owed.delete(reject);
      if (this.#owed.size === 0) waiting.delete(this.id);
    }
  }

  /** Nothing more comes from this object; the first reason stays. */
  fail(error: BeadworkError): void {
    this.#ended ??= error;
    for (const reject of this.#owed) reject(copy(error));
    this.#owed.clear();
    waiting.delete(this.id);
  }
}

/** An error's stack is that of where it was made; each caller gets its own. */
function copy(error: BeadworkError): BeadworkError {
  return new BeadworkError(error.code, error.message, error.path);
}
