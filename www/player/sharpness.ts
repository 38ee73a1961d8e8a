// How many pixels a canvas gets. All that the screen has where pictures come quickly; where they do not (a CPU drawing in
// a GPU's place), fewer, since motion shows more than edges do. Where fewer pixels do not help, because the time goes
// into something else, it gets them back.

/** Device pixels a CSS pixel at most: beyond, nobody sees a difference. */
const MOST = 2;
const LEAST = 0.5;
/** Of the pixels in a row, at each cut. */
const CUT = 0.75;
/** Milliseconds a picture from which it counts as slow. */
const SLOW = 45;
/** Slow pictures in a row before something is done: a page that has just loaded is always slow. */
const PATIENCE = 12;
/** Milliseconds from which a picture is so slow that this many tell enough, and the first cut is to a half. */
const VERY_SLOW = 200;
const LITTLE_PATIENCE = 4;
/** A cut that leaves more than this share of the time was of no use. */
const USEFUL = 0.9;

export class Sharpness {
  #share = 1;
  /** Before the last cut. */
  #sharper = 1;
  #slow = 0;
  /** Of the slow pictures in a row, the quickest, ms: the others may have had company on the processor. */
  #best = Number.POSITIVE_INFINITY;
  /** The same before the last cut. */
  #before = Number.POSITIVE_INFINITY;
  #settled = false;

  /** Notes how long a picture took, in milliseconds; true if the canvas should get other pixels from now on. */
  note(milliseconds: number): boolean {
    if (this.#settled) return false;
    if (milliseconds <= SLOW) {
      this.#begin();
      return false;
    }
    this.#slow += 1;
    this.#best = Math.min(this.#best, milliseconds);
    const very = this.#best >= VERY_SLOW;
    if (this.#slow < (very ? LITTLE_PATIENCE : PATIENCE)) return false;
    const useless = this.#share < 1 && this.#best > USEFUL * this.#before;
    this.#settled = useless || this.#share <= LEAST;
    if (this.#settled && !useless) return false;
    const sharper = this.#share;
    this.#share = useless ? this.#sharper : Math.max(LEAST, this.#share * (very ? LEAST : CUT));
    this.#sharper = sharper;
    this.#before = this.#best;
    this.#begin();
    return true;
  }

  #begin(): void {
    this.#slow = 0;
    this.#best = Number.POSITIVE_INFINITY;
  }

  /** Width and height in pixels for a canvas that takes so much of the page. */
  size(width: number, height: number): [number, number] {
    const scale = Math.min(devicePixelRatio, MOST) * this.#share;
    return [Math.round(width * scale), Math.round(height * scale)];
  }
}
