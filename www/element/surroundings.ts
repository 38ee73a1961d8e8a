// The page around an element: whether it is seen, how much room it has, what the reader likes, which colours stand
// around it.
import type { Theme } from '../exports';

export interface Watchers {
  /** It came into sight or went out of it. */
  seen(seen: boolean): void;
  /** The page's colours may be others. */
  dressed(): void;
  /** The tab was hidden or shown. */
  hidden(): void;
  /** The reader now asks for little motion. */
  calmed(): void;
}

/** Gives what ends the watch. */
export function watchPage(element: HTMLElement, watchers: Watchers): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const visible = new IntersectionObserver((entries) =>
    watchers.seen(entries.at(-1)?.isIntersecting ?? false),
  );
  const dressed = new MutationObserver(watchers.dressed);
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  visible.observe(element);
  dressed.observe(document.documentElement, { attributeFilter: ['class', 'style', 'data-theme'] });
  document.addEventListener('visibilitychange', watchers.hidden, { signal });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', watchers.dressed, { signal });
  still.addEventListener('change', () => still.matches && watchers.calmed(), { signal });
  return () => {
    ending.abort();
    for (const observer of [visible, dressed]) observer.disconnect();
  };
}

export function reducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

export const SCHEMES = ['dark', 'light'] as const;
export type Scheme = (typeof SCHEMES)[number];

/**
 * The colour scheme of the page around an element: what its style sheets say, else what stands behind it. `own` is
 * what the element has made of that before, which is not to be taken for the page's.
 */
export function schemeAround(element: HTMLElement, own: Scheme | undefined): Scheme {
  const here = getComputedStyle(element).colorScheme;
  const around = element.parentElement ?? document.documentElement;
  const scheme = here === own ? getComputedStyle(around).colorScheme : here;
  const [dark, light] = [scheme.includes('dark'), scheme.includes('light')];
  if (dark && light) return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  if (dark || light) return dark ? 'dark' : 'light';
  return isDark(behind(element)) ? 'dark' : 'light';
}

/** The theme of a picture: a scheme, and the background that style sheets give the stage. */
export function theme(base: Scheme, stage: HTMLElement): Theme {
  const background = channels(getComputedStyle(stage).backgroundColor);
  if (background?.alpha !== 1) return base;
  return { base, background: `#${background.rgb.map((n) => n.toString(16).padStart(2, '0')).join('')}` };
}

interface Colour {
  rgb: number[];
  alpha: number;
}

/** The colour that an element stands on; white where nobody gives one, as browsers have it. */
function behind(element: HTMLElement): Colour {
  let around: Node | null = element.assignedSlot ?? element.parentNode;
  while (around) {
    const colour = around instanceof Element ? channels(getComputedStyle(around).backgroundColor) : null;
    if (colour && colour.alpha > 0.5) return colour;
    around =
      around instanceof ShadowRoot
        ? around.host
        : (around instanceof Element && around.assignedSlot) || around.parentNode;
  }
  return { rgb: [255, 255, 255], alpha: 1 };
}

function isDark({ rgb: [red = 0, green = 0, blue = 0] }: Colour): boolean {
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
}

/** A computed colour; null for one of another space than sRGB. */
function channels(colour: string): Colour | null {
  const [red, green, blue, alpha = 1] = (/^rgba?\((.*)\)$/.exec(colour)?.[1] ?? '').split(', ').map(Number);
  if (red === undefined || green === undefined || blue === undefined) return null;
  return { rgb: [red, green, blue], alpha };
}
