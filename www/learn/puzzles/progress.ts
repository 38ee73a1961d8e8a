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
  /** Whether the storage has all of it. */
  #stored = true;

  isSolved(name: string): boolean {
    return this.#kept.solved.includes(name);
  }

  get isEmpty(): boolean {
    return this.#kept.solved.length === 0 && Object.keys(this.#kept.texts).length === 0;
  }

  text(name: string): string | undefined {
    const { texts } = this.#latest();
    return Object.hasOwn(texts, name) ? texts[name] : undefined;
  }

  solve(name: string): void {
    this.#add({ solved: [name], texts: {} });
  }

  /** None where the text is the one to begin with. */
  type(name: string, text: string | undefined): void {
    if (text !== undefined) {
      this.#add({ solved: [], texts: { [name]: text } });
      return;
    }
    const kept = this.#latest();
    delete kept.texts[name];
    this.#keep(kept);
  }

  /** Forgets everything; the answer brings it back. */
  forget(): () => void {
    const before = this.#latest();
    this.#keep({ solved: [], texts: {} });
    return () => {
      const { solved, texts } = this.#latest();
      this.#keep(before);
      // what is newer stays
      this.#add({ solved, texts });
    };
  }

  /** Another tab may have kept something meanwhile. */
  #latest(): Kept {
    return this.#stored ? read() : this.#kept;
  }

  #add({ solved, texts }: Kept): void {
    const kept = this.#latest();
    this.#keep({
      solved: [...new Set([...kept.solved, ...solved])],
      texts: { ...kept.texts, ...texts },
    });
  }

  #keep(kept: Kept): void {
    this.#kept = kept;
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
      this.#stored = true;
    } catch {
      // it lasts as long as the page then
      this.#stored = false;
    }
  }
}
