// How many pixels a canvas gets. All that the screen has where pictures come quickly; where they do not (a CPU drawing in
// a GPU's place), fewer, since a picture's cost goes with its pixels and motion shows more than edges do.

/** Device pixels a CSS pixel at most: beyond, nobody sees a difference. */
const MOST = 2;
const LEAST = 0.5;
/** Milliseconds a picture from which it counts as slow. */
const SLOW = 45;
/** Slow pictures in a row before something is done: a page that has just loaded is always slow. */
const PATIENCE = 12;

export class Sharpness {
  #share = 1;
  #slow = 0;

  /** Notes how long a picture took, in milliseconds; true if the canvas should get fewer pixels from now on. */
  note(milliseconds: number): boolean {
    this.#slow = milliseconds > SLOW ? this.#slow + 1 : 0;
    if (this.#slow < PATIENCE || this.#share <= LEAST) return false;
    this.#slow = 0;
    this.#share = Math.max(LEAST, this.#share * 0.75);
    return true;
  }

  /** Width and height in pixels for a canvas that takes so much of the page. */
  size(width: number, height: number): [number, number] {
    const scale = Math.min(devicePixelRatio, MOST) * this.#share;
    return [Math.round(width * scale), Math.round(height * scale)];
  }
}
