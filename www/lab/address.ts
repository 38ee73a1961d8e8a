// Whatever is on screen is in the address, and what is not is said.
import { readable } from '../attributes';
import { byId } from '../dom';
import { MOST_LETTERS } from './make/link';
import { FILE, isShort, type LabState, MOST_EDITS, toAddress } from './state';
import { count } from './units';

/** Between two writings, ms: browsers allow a hundred in half a minute. */
const EVERY = 400;

export class Address {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly state: LabState) {}

  /** Soon. */
  remember(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.write(), EVERY);
  }

  write(): void {
    clearTimeout(this.#timer);
    const query = new URLSearchParams(toAddress(this.state));
    const theme = new URLSearchParams(location.search).get('theme');
    if (theme) query.set('theme', document.documentElement.dataset.theme ?? theme);
    const search = query.size > 0 ? `?${readable(query)}` : '';
    if (search !== location.search) {
      // whole: a path alone that begins with two slashes is read as a host
      const address = new URL(location.href);
      address.search = search;
      history.replaceState(null, '', address);
    }
    this.#sayWhatIsNot();
  }

  /** What a link to this page would not show, in a sentence; empty where it shows everything. */
  get missing(): string {
    const { scene, edits, repair, made } = this.state;
    if (scene === FILE && made !== null && !isShort(this.state))
      return `This scene is too large for a link: it takes ${count(made.length)} letters, and ${count(MOST_LETTERS)} are the most. Its file holds all of it.`;
    if (scene === FILE && !repair && made === null) return 'This scene came from a file; no link holds it.';
    if (edits.length > MOST_EDITS) return `A link holds the first ${MOST_EDITS} pins, cuts and drops only.`;
    return '';
  }

  #sayWhatIsNot(): void {
    const { missing } = this;
    byId('missing').hidden = missing === '';
    byId('missing').querySelector('span')!.textContent = missing;
  }
}
