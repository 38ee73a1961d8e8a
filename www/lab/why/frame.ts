// The panel itself: open or closed, its buttons, what it says, and which of its sheets stands in it.
import { byId, make } from '../../dom';

export interface FrameListeners {
  worst(): void;
  move(by: number): void;
  toggle(): void;
  /** Another copy. */
  copy(copy: number): void;
}

export class Frame {
  #open = false;
  readonly #host = byId('why');
  readonly #switch = byId('why-switch');
  readonly #said = make('p', { id: 'why-said', role: 'status' });
  /** For those who do not see which one is chosen. */
  readonly #aloud = make('p', { class: 'aloud', role: 'status' });
  readonly #copies = make('select', { id: 'why-copy', 'aria-label': 'Which copy' });
  readonly #none = make(
    'p',
    {},
    'Click a joint or a body in the picture, press J for the next joint, or let it find the worst one.',
  );

  constructor(
    private readonly sheets: Record<'joint' | 'body', HTMLElement>,
    /** List of names, list of events, outliers. */
    parts: { names: HTMLElement; happened: HTMLElement; list: HTMLElement },
    told: FrameListeners,
  ) {
    const button = (text: string, key: string, act: () => void) => {
      const made = make('button', { type: 'button', title: `${text} (${key})` }, text);
      made.addEventListener('click', act);
      return made;
    };
    const close = make('button', { type: 'button', 'aria-label': 'Close See why' }, 'Close');
    close.addEventListener('click', () => told.toggle());
    this.#copies.addEventListener('change', () => told.copy(Number(this.#copies.value)));
    this.#host.replaceChildren(
      make('header', {}, make('h2', { tabindex: -1 }, 'See why'), close),
      make(
        'div',
        { class: 'why-ways' },
        button('Worst joint', 'W', () => told.worst()),
        button('Next', 'J', () => told.move(1)),
        button('Before', 'K', () => told.move(-1)),
        this.#copies,
      ),
      parts.names,
      this.#said,
      this.#aloud,
      this.#none,
      sheets.joint,
      sheets.body,
      parts.happened,
      parts.list,
    );
    this.#switch.addEventListener('click', () => told.toggle());
    this.show(null);
  }

  /** Other copies stand on the stage. */
  start(titles: string[]): void {
    this.#copies.replaceChildren(...titles.map((title, k) => new Option(title, String(k))));
    this.#copies.hidden = titles.length < 2;
    this.say('');
  }

  get open(): boolean {
    return this.#open;
  }

  set open(open: boolean) {
    if (open === this.#open) return;
    this.#open = open;
    this.#host.hidden = !open;
    document.body.classList.toggle('with-why', open);
    this.#switch.setAttribute('aria-expanded', String(open));
    // on a phone the picture keeps the upper half of the window
    if (open && matchMedia('(max-width: 60rem)').matches) byId('stage').scrollIntoView({ block: 'start' });
  }

  get focused(): boolean {
    return this.#host.contains(document.activeElement);
  }

  /** After its button or its key: into it, or back to the button. */
  focus(): void {
    (this.#open ? this.#host.querySelector('h2')! : this.#switch).focus({ preventScroll: true });
  }

  say(words: string): void {
    this.#said.textContent = words;
  }

  sayAloud(words: string): void {
    this.#aloud.textContent = words;
  }

  /** @param sheet which of the two has something to show; null where nothing is chosen */
  show(sheet: 'joint' | 'body' | 'coming' | null, copy = 0): void {
    for (const [name, element] of Object.entries(this.sheets)) element.hidden = name !== sheet;
    this.#none.hidden = sheet !== null;
    this.#copies.value = String(copy);
  }
}
