// Whatever is on screen is in the address, and what is not is said.
import { readable } from '../attributes';
import { byId } from '../dom';
import { FILE, type LabState, MOST_EDITS, toAddress } from './state';

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
    const { scene, edits, repair } = this.state;
    if (scene === FILE && !repair) return 'This scene came from a file; no link holds it.';
    if (edits.length > MOST_EDITS) return `A link holds the first ${MOST_EDITS} pins and cuts only.`;
    return '';
  }

  #sayWhatIsNot(): void {
    const { missing } = this;
    byId('missing').hidden = missing === '';
    byId('missing').querySelector('span')!.textContent = missing;
  }
}
