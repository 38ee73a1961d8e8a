// Whatever is on screen is in the address.
import { type LabState, toAddress } from './state';

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
    const search = query.size > 0 ? `?${query}` : '';
    if (search !== location.search)
      history.replaceState(null, '', location.pathname + search + location.hash);
  }
}
