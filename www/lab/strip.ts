// The strip of scenes: a picture, a name and something to try for each; the present one is marked.
import { scenes } from '../beadwork';
import { currentTheme } from '../theme';
import type { Signal } from './events';
import type { LabState } from './state';

/** Made by scripts/picture.mjs. */
export const pictureOf = (scene: string): string => `./scenes/${scene}-${currentTheme()}.jpg`;

/** Address of a scene as the strip opens it. */
const addressOf = (scene: string): string =>
  scene === 'pendant' ? './' : `./?scene=${scene}${scene === 'net' ? '&colour-by=load' : ''}`;

export class Strip {
  constructor(
    private readonly host: HTMLElement,
    private readonly state: LabState,
    staged: Signal,
  ) {
    host.replaceChildren(
      ...scenes().map(({ name, title, task }) => {
        const entry = document.createElement('li');
        const link = Object.assign(document.createElement('a'), { href: addressOf(name) });
        const picture = Object.assign(document.createElement('img'), {
          alt: '',
          width: 320,
          height: 200,
          loading: 'lazy',
        });
        link.dataset.scene = name;
        link.append(picture, Object.assign(document.createElement('b'), { textContent: title }));
        entry.append(link, Object.assign(document.createElement('span'), { textContent: task }));
        return entry;
      }),
    );
    this.#draw();
    this.#mark();
    staged.on(() => this.#mark());
    addEventListener('themechange', () => this.#draw());
  }

  #draw(): void {
    for (const link of this.host.querySelectorAll('a'))
      link.querySelector('img')!.src = pictureOf(link.dataset.scene!);
  }

  #mark(): void {
    for (const link of this.host.querySelectorAll('a'))
      link.setAttribute('aria-current', String(link.dataset.scene === this.state.scene));
  }
}
