// What stands in the shadow of <bead-work>: the picture over its poster, a legend, a button, and one sentence where
// something went wrong.
import type { Settings } from '../attributes';
import { type Competitor, titlesOf } from '../compare';
import { icon, make } from '../dom';
import { droppedWords } from '../dropped';
import { type BeadworkError, type Measures, scenes, type Theme } from '../exports';
import { rowsOf } from '../keys';
import type { Copy } from '../player/copies';
import { metres } from '../units';
import { ACTS } from './steer';
import { style } from './style';
import { SCHEMES, schemeAround, theme } from './surroundings';

const PLAY = 'M7 4v16l13-8z';
const PAUSE = 'M6 4h4.5v16H6zM13.5 4H18v16h-4.5z';
/** The keys, each before what it does. */
const keys = () =>
  rowsOf(ACTS).flatMap(({ shown, words }) => [
    make('span', {}, make('kbd', {}, shown), ` ${words.toLowerCase()}`),
    ' ',
  ]);

export class Shadow {
  readonly root: ShadowRoot;
  readonly stage = make('div', { class: 'stage', part: 'stage' });
  readonly canvas = make('canvas', {
    part: 'canvas',
    tabindex: '0',
    role: 'img',
    'aria-describedby': 'keys',
  });
  /** Where plots and controls go. */
  readonly below = make('div', { class: 'below' });
  readonly button = make('button', { class: 'play', part: 'play', type: 'button' });
  #host: HTMLElement;
  #states: CustomStateSet;
  #slot = make('slot', { name: 'poster' });
  #poster = make('div', { class: 'poster', part: 'poster' }, this.#slot);
  #legend = make('ul', { class: 'legend', part: 'legend', hidden: true });
  #slow = make('p', { class: 'slow', hidden: true }, 'slow motion');
  #dropped = make('p', { class: 'dropped', part: 'dropped', role: 'status', hidden: true });
  #message = make('p', { class: 'message', part: 'message', role: 'status', hidden: true });

  constructor(host: HTMLElement) {
    this.#host = host;
    this.#states = host.attachInternals().states;
    this.root = host.attachShadow({ mode: 'open' });
    this.root.adoptedStyleSheets = [style()];
    this.stage.append(this.canvas, this.#poster, this.#legend, this.#slow);
    this.stage.append(this.#dropped, this.#message, this.button);
    this.stage.append(make('span', { id: 'keys', class: 'keys' }, ...keys()));
    const words = make('slot');
    const caption = make('div', { class: 'caption', part: 'caption', hidden: true }, words);
    words.addEventListener('slotchange', () => {
      caption.hidden = words.assignedNodes().every(({ textContent }) => !textContent?.trim());
    });
    this.root.append(this.stage, this.below, caption);
  }

  /** Takes the attribute's colours, or the page's; gives those of the picture. */
  dress(): Theme {
    const wanted = this.#host.getAttribute('theme');
    const before = SCHEMES.find((scheme) => this.#states.has(scheme));
    const scheme = SCHEMES.find((one) => one === wanted) ?? schemeAround(this.#host, before);
    if (scheme !== before) {
      this.#states.clear();
      this.#states.add(scheme);
    }
    return theme(scheme, this.stage);
  }

  /** The picture in place of the poster, or the other way round. */
  showPicture(drawn: boolean): void {
    this.canvas.classList.toggle('drawn', drawn);
    this.#poster.classList.toggle('gone', drawn);
  }

  showPoster(): void {
    const source = this.#host.getAttribute('poster');
    const known = this.#slot.querySelector('img');
    if (source === null) known?.remove();
    else if (known) known.src = source;
    else this.#slot.append(make('img', { src: source, alt: '' }));
    const has = source !== null || this.#host.querySelector('[slot="poster"]') !== null;
    this.#poster.classList.toggle('has', has);
  }

  /** `inviting`: large and in the middle, until the reader has used it. */
  showButton(now: { hidden: boolean; paused: boolean; inviting: boolean }): void {
    const words = now.paused ? 'Play' : 'Pause';
    this.button.hidden = now.hidden;
    this.button.classList.toggle('inviting', now.inviting);
    if (this.button.getAttribute('aria-label') === words) return;
    this.button.setAttribute('aria-label', words);
    this.button.replaceChildren(icon(now.paused ? PLAY : PAUSE));
  }

  /** What a reader who does not see it is told. */
  showName({ src, scene }: Settings): void {
    const title = src ?? scenes().find(({ name }) => name === scene)?.title ?? scene;
    const words = this.#host.getAttribute('alt') ?? `${title}, a live simulation of beads`;
    this.canvas.setAttribute('aria-label', words);
  }

  /** Who is who, where several stand side by side. `byDepth`: what counts is how deep bodies are in each other. */
  showLegend(copies: readonly Copy[], compare: readonly Competitor[], byDepth: boolean): void {
    this.#legend.hidden = copies.length < 2;
    if (this.#legend.hidden) return;
    const titles = titlesOf(compare);
    const figure = (measures: Measures | null) =>
      byDepth
        ? `deepest overlap ${metres(measures?.maxDepth ?? 0)}`
        : `largest gap ${metres(measures?.maxGap ?? 0)}`;
    this.#legend.replaceChildren(
      ...copies.map(({ measures }, k) =>
        make('li', {}, make('b', {}, titles[k] ?? ''), make('small', {}, figure(measures))),
      ),
    );
  }

  showSlow(slow: boolean): void {
    this.#slow.hidden = !slow;
  }

  /** `pairs` of bodies are left out. */
  showDropped(pairs: number): void {
    const words = droppedWords(pairs);
    this.#dropped.hidden = words === '';
    if (this.#dropped.textContent !== words) this.#dropped.textContent = words;
  }

  showMessage({ code, message }: BeadworkError): void {
    this.#message.textContent = message;
    this.#message.dataset.code = code;
    this.#message.hidden = false;
  }

  hideMessage(): void {
    this.#message.hidden = true;
  }
}
