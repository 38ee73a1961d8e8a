// Below what the page opens with: three small scenes that move, each the way to its scene in the lab. Their element is
// loaded when they come near, runs while it is in sight, and begins again when its point is made. Who wants less motion
// sees the pictures alone.
import { make } from '../dom';
import { pictureOf } from './gallery';
import { addressOf } from './groups';

interface Invitation {
  scene: string;
  title: string;
  sentence: string;
  alt: string;
  /** Attributes of the element: few bodies. */
  with: Record<string, string>;
  /** It begins again after so many seconds of its own time. */
  again: number;
}

const INVITATIONS: Invitation[] = [
  {
    scene: 'ragdolls',
    title: 'Ragdolls',
    sentence: 'Knees and elbows stop where yours do. Pull at a foot.',
    alt: 'Five people hang by one hand and swing.',
    with: { count: '5' },
    again: 8,
  },
  {
    scene: 'wrecking',
    title: 'Wrecking ball',
    sentence: 'The wall gives way. The chain does not stretch.',
    alt: 'A heavy ball on a chain of beads swings into a wall of bricks.',
    with: { beads: '12' },
    again: 7,
  },
  {
    scene: 'net',
    title: 'Net by two corners',
    sentence: 'Loops within loops, and all joints solved at once. The brightest beads carry the most.',
    alt: 'A net of beads hangs by its two upper corners and swings.',
    with: { rows: '9', columns: '11', 'colour-by': 'load' },
    again: 12,
  },
];
/** So far below the window they are loaded. */
const NEAR = '200px';

export class Inviting {
  constructor(section: HTMLElement) {
    section.hidden = false;
    const list = section.querySelector('ul')!;
    list.append(...INVITATIONS.map(entry));
    const draw = () => {
      for (const picture of list.querySelectorAll('img')) picture.src = pictureOf(picture.dataset.scene!);
    };
    draw();
    addEventListener('themechange', draw);
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) whenNear(list);
  }
}

function entry({ scene, title, sentence, alt, with: attributes, again }: Invitation): HTMLElement {
  const picture = make('img', {
    slot: 'poster',
    alt,
    width: 640,
    height: 400,
    loading: 'lazy',
    'data-scene': scene,
  });
  const element = make('bead-work', { scene, alt, autoplay: true, ...attributes }, picture);
  let touched = false;
  element.addEventListener('pointerdown', () => {
    touched = true;
  });
  element.addEventListener('measure', ({ detail }) => {
    if (!touched && detail.time > again) void element.reset();
  });
  const link = make('a', { href: addressOf(scene) }, title);
  return make('li', {}, element, link, make('p', {}, sentence));
}

function whenNear(list: HTMLElement): void {
  const watch = new IntersectionObserver(
    (seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      void import('../element');
    },
    { rootMargin: NEAR },
  );
  watch.observe(list);
}
