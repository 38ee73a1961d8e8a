// Which repairs were mended, kept in the browser's storage; where a browser refuses that, for as long as the page is open.

const KEY = 'beadwork-repairs';

/** What stands in the storage may be anybody's. */
function read(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? found.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

export class Progress {
  #mended = new Set(read());

  has(name: string): boolean {
    return this.#mended.has(name);
  }

  add(name: string): void {
    // another tab may have mended another one meanwhile
    this.#mended = new Set([...read(), ...this.#mended, name]);
    this.#write();
  }

  forget(): void {
    this.#mended.clear();
    this.#write();
  }

  get isEmpty(): boolean {
    return this.#mended.size === 0;
  }

  #write(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify([...this.#mended]));
    } catch {
      // it lasts as long as the page then
    }
  }
}
