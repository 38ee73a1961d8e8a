// How many pixels a canvas gets. All that the screen has where pictures come quickly; where they do not (a CPU drawing in
// a GPU's place), fewer, since motion shows more than edges do. Where fewer pixels do not help, because the time goes
// into something else, it gets them back.

/** Device pixels a CSS pixel at most: beyond, nobody sees a difference. */
const MOST = 2;
const LEAST = 0.5;
/** Of the pixels in a row, at each cut. */
const CUT = 0.75;
/** Milliseconds a picture from which it counts as slow. */
const SLOW = 60;
/** So many pictures are judged together, since a page that has just loaded is always slow. */
const PATIENCE = 12;
/** The longest and the shortest of these do not count: a picture that is late makes the next one early. */
const ASIDE = 2;
/** Milliseconds from which a picture is so slow that this many tell enough, and the first cut is to a half. */
const VERY_SLOW = 200;
const LITTLE_PATIENCE = 4;
/** A cut that leaves more than this share of the time was of no use. */
const USEFUL = 0.9;

export class Sharpness {
  #share = 1;
  /** Before the last cut. */
  #sharper = 1;
  /** Of the last pictures, ms. */
  #times: number[] = [];
  /** What a picture took before the last cut, ms. */
  #before = Number.POSITIVE_INFINITY;
  #settled = false;

  /** Notes how long a picture took, in milliseconds; true if the canvas should get other pixels from now on. */
  note(milliseconds: number): boolean {
    if (this.#settled) return false;
    this.#times.push(milliseconds);
    const last = this.#times.slice(-LITTLE_PATIENCE);
    const very = last.length === LITTLE_PATIENCE && Math.min(...last) >= VERY_SLOW;
    if (!very && this.#times.length < PATIENCE) return false;
    const took = very ? mean(last) : mean([...this.#times].sort((a, b) => a - b).slice(ASIDE, -ASIDE));
    if (took <= SLOW) {
      this.#times.shift();
      return false;
    }
    const useless = this.#share < 1 && took > USEFUL * this.#before;
    this.#settled = useless || this.#share <= LEAST;
    if (this.#settled && !useless) return false;
    const sharper = this.#share;
    this.#share = useless ? this.#sharper : Math.max(LEAST, this.#share * (very ? LEAST : CUT));
    this.#sharper = sharper;
    this.#before = took;
    this.#times = [];
    return true;
  }

  /** Width and height in pixels for a canvas that takes so much of the page. */
  size(width: number, height: number): [number, number] {
    const scale = Math.min(devicePixelRatio, MOST) * this.#share;
    return [Math.round(width * scale), Math.round(height * scale)];
  }
}

const mean = (times: readonly number[]): number => times.reduce((sum, time) => sum + time, 0) / times.length;
