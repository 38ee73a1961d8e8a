// The gallery: every scene as a picture, in groups, with what to look for and what its solvers do on it. The present
// scene is marked; a search leaves those that say the words.
import { type SceneInfo, scenes } from '../beadwork';
import { byId, make } from '../dom';
import { currentTheme } from '../theme';
import type { Signal } from './events';
import { addressOf, type Entry, GROUPS, type Group } from './groups';
import type { LabState } from './state';

/** Made by scripts/picture.mjs. */
export const pictureOf = (scene: string): string => `./scenes/${scene}-${currentTheme()}.jpg`;

export class Gallery {
  readonly #host = byId('gallery-groups');
  readonly #search = byId<HTMLInputElement>('gallery-search');
  readonly #found = byId('gallery-found');

  constructor(
    private readonly state: LabState,
    staged: Signal,
  ) {
    this.#host.replaceChildren(...GROUPS.map(section));
    const count = String(this.#host.querySelectorAll('li').length);
    for (const place of document.querySelectorAll('.scene-count')) place.textContent = count;
    this.#draw();
    this.#mark();
    staged.on(() => this.#mark());
    addEventListener('themechange', () => this.#draw());
    this.#search.addEventListener('input', () => this.#look());
    byId('to-gallery').addEventListener('click', (event) => {
      event.preventDefault();
      // a finger does not want the keyboard of its device
      this.show(matchMedia('(pointer: fine)').matches);
    });
  }

  /** In sight, ready to be searched. */
  show(search = true): void {
    const section = byId('onward');
    section.scrollIntoView();
    // what stands above it may still be finding its height
    requestAnimationFrame(() => section.scrollIntoView());
    (search ? this.#search : section).focus({ preventScroll: true });
  }

  #look(): void {
    const words = this.#search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const group of this.#host.children) {
      const title = group.querySelector('h3')!.textContent!;
      const entries = [...group.querySelectorAll('li')];
      for (const entry of entries) {
        const text = `${title} ${entry.textContent}`.toLowerCase();
        entry.hidden = !words.every((word) => text.includes(word));
      }
      const left = entries.filter(({ hidden }) => !hidden).length;
      (group as HTMLElement).hidden = left === 0;
      found += left;
    }
    this.#found.textContent =
      words.length === 0
        ? ''
        : `${found === 0 ? 'No scene has' : found === 1 ? '1 scene has' : `${found} scenes have`} these words.`;
  }

  #draw(): void {
    for (const link of this.#host.querySelectorAll('a'))
      link.querySelector('img')!.src = pictureOf(link.dataset.scene!);
  }

  #mark(): void {
    for (const link of this.#host.querySelectorAll('a'))
      link.setAttribute('aria-current', String(link.dataset.scene === this.state.scene));
  }
}

function section({ title, about, scenes: entries }: Group): HTMLElement {
  const infos = new Map(scenes().map((info): [string, SceneInfo] => [info.name, info]));
  return make(
    'section',
    {},
    make('h3', {}, title),
    make('p', {}, about),
    make('ul', {}, ...Object.entries(entries).map(([name, entry]) => card(infos.get(name)!, entry))),
  );
}

function card({ name, title, look }: SceneInfo, { differ }: Entry): HTMLElement {
  const link = make(
    'a',
    { href: addressOf(name), 'data-scene': name },
    make('img', { alt: '', width: 640, height: 400, loading: 'lazy' }),
    make('b', {}, title),
  );
  return make(
    'li',
    {},
    link,
    make('p', {}, look),
    make('p', { class: 'differ' }, make('b', {}, 'Solvers: '), differ),
  );
}
