// What was solved and typed, kept in the browser's storage; where a browser refuses that, for as long as the page is open.

const KEY = 'beadwork-puzzles';

interface Kept {
  solved: string[];
  texts: Record<string, string>;
}

/** What stands in the storage may be anybody's. */
function read(): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>;
    return {
      solved: Array.isArray(found.solved) ? found.solved.filter((name) => typeof name === 'string') : [],
      texts: Object.fromEntries(
        Object.entries(found.texts ?? {}).filter(([, text]) => typeof text === 'string'),
      ),
    };
  } catch {
    return { solved: [], texts: {} };
  }
}

export class Progress {
  #kept = read();

  isSolved(name: string): boolean {
    return this.#kept.solved.includes(name);
  }

  get isEmpty(): boolean {
    return this.#kept.solved.length === 0 && Object.keys(this.#kept.texts).length === 0;
  }

  text(name: string): string | undefined {
    return Object.hasOwn(this.#kept.texts, name) ? this.#kept.texts[name] : undefined;
  }

  solve(name: string): void {
    if (this.isSolved(name)) return;
    this.#kept.solved.push(name);
    this.#write();
  }

  /** None where the text is the one to begin with. */
  type(name: string, text: string | undefined): void {
    if (text === undefined) delete this.#kept.texts[name];
    else this.#kept.texts[name] = text;
    this.#write();
  }

  /** Forgets everything; the answer brings it back. */
  forget(): () => void {
    const before = this.#kept;
    this.#kept = { solved: [], texts: {} };
    this.#write();
    return () => {
      this.#kept = before;
      this.#write();
    };
  }

  #write(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      // it lasts as long as the page then
    }
  }
}
