// The page around an element: whether it is seen, how much room it has, what the reader likes, which colours stand
// around it.
import type { Theme } from '../beadwork';

export interface Watchers {
  /** It came into sight or went out of it. */
  seen(seen: boolean): void;
  /** The picture has another size. */
  sized(): void;
  /** The page's colours may be others. */
  dressed(): void;
  /** The tab was hidden or shown. */
  hidden(): void;
  /** The reader now asks for little motion. */
  calmed(): void;
}

/** Gives what ends the watch. */
export function watchPage(element: HTMLElement, canvas: HTMLCanvasElement, told: Watchers): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const visible = new IntersectionObserver((entries) => told.seen(entries.at(-1)?.isIntersecting ?? false));
  const sized = new ResizeObserver(told.sized);
  const dressed = new MutationObserver(told.dressed);
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  visible.observe(element);
  sized.observe(canvas);
  dressed.observe(document.documentElement, { attributeFilter: ['class', 'style', 'data-theme'] });
  document.addEventListener('visibilitychange', told.hidden, { signal });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', told.dressed, { signal });
  still.addEventListener('change', () => still.matches && told.calmed(), { signal });
  return () => {
    ending.abort();
    for (const observer of [visible, sized, dressed]) observer.disconnect();
  };
}

export function reducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The colour scheme that the element or its page asks for, and the background that style sheets give the stage. */
export function colours(element: HTMLElement, stage: HTMLElement): Theme {
  const said = element.getAttribute('theme');
  const scheme = getComputedStyle(element).colorScheme;
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const both = scheme.includes('dark') && scheme.includes('light');
  const page = both ? system : scheme.includes('dark') ? 'dark' : 'light';
  const base = said === 'dark' || said === 'light' ? said : page;
  const background = hex(getComputedStyle(stage).backgroundColor);
  return background ? { base, background } : base;
}

/** A computed colour as the view takes it; null for one that is see-through or of another space. */
function hex(colour: string): string | null {
  const numbers = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour)?.slice(1);
  return numbers ? `#${numbers.map((n) => Number(n).toString(16).padStart(2, '0')).join('')}` : null;
}
