// Small plots of what is measured, a line for each copy, over the last seconds that passed.

import { make, svg } from '../dom';
import type { Measures } from '../exports';
import { joules, metres, speed } from '../units';

interface Kind {
  title: string;
  of(measures: Measures): number;
  words(value: number): string;
  /** Lowest and highest value of a logarithmic scale; none for a linear one from zero. */
  decades?: [number, number];
}

/** Stands too where `gap` was asked for and no joints count. */
export const DEPTH = 'depth';

const KINDS: Record<string, Kind> = {
  gap: { title: 'Largest gap', of: (m) => m.maxGap, words: metres, decades: [1e-7, 10] },
  residual: { title: 'Residual', of: (m) => m.residual, words: speed, decades: [1e-7, 10] },
  energy: {
    title: 'Kinetic energy',
    of: (m) => m.kineticEnergy,
    words: joules,
  },
  [DEPTH]: {
    title: 'Deepest overlap',
    of: (m) => m.maxDepth,
    words: metres,
    decades: [1e-7, 10],
  },
  overshoot: {
    title: 'Farthest beyond a stop, m or rad',
    of: (m) => m.maxOvershoot,
    words: (x) => String(Number(x.toPrecision(2))),
    decades: [1e-7, 10],
  },
};

/** What the attribute may name. */
export const PLOTS: readonly string[] = Object.keys(KINDS);

/** Entries kept: a minute at four a second. */
const KEPT = 240;
const [WIDE, HIGH] = [240, 84];

export class Plot {
  readonly element: HTMLElement;
  #kind: Kind;
  #picture = svg('svg', {
    viewBox: `0 0 ${WIDE} ${HIGH}`,
    preserveAspectRatio: 'none',
    'aria-hidden': 'true',
  });
  #now = make('output');
  #top = make('span');
  #values: number[][] = [];

  constructor(name: string) {
    const kind = KINDS[name];
    if (!kind) throw new RangeError(name);
    this.#kind = kind;
    const [low, high] = kind.decades ?? [0, 0];
    this.#top.textContent = kind.decades ? `${kind.words(low)} to ${kind.words(high)}, logarithmic` : '';
    this.element = make(
      'figure',
      { part: `plot plot-${name}` },
      make('figcaption', {}, kind.title, this.#now),
      this.#picture,
      make('div', { class: 'scale' }, this.#top, 'the last minute'),
    );
  }

  clear(): void {
    this.#values = [];
  }

  add(measures: readonly Measures[]): void {
    this.#values.push(measures.map(this.#kind.of));
    if (this.#values.length > KEPT) this.#values.shift();
    this.#now.textContent = measures.map((m) => this.#kind.words(this.#kind.of(m))).join(' · ');
    this.#draw(measures.length);
  }

  #draw(lines: number): void {
    const { decades, words } = this.#kind;
    const most = Math.max(1e-9, ...this.#values.flat().filter(Number.isFinite));
    if (!decades) this.#top.textContent = `0 to ${words(most)}`;
    const height = (value: number) => {
      const share = decades ? Math.log(value / decades[0]) / Math.log(decades[1] / decades[0]) : value / most;
      return (
        (HIGH - 2) * (1 - Math.min(1, Math.max(0, Number.isFinite(share) ? share : value > 0 ? 1 : 0))) + 1
      );
    };
    this.#picture.setAttribute('class', lines > 1 ? 'many' : '');
    this.#picture.replaceChildren(
      ...[0.25, 0.5, 0.75].map((at) => svg('line', { x1: 0, x2: WIDE, y1: HIGH * at, y2: HIGH * at })),
      ...Array.from({ length: lines }, (_, line) =>
        svg('polyline', {
          points: this.#values
            .map(
              (entry, i) => `${((i / (KEPT - 1)) * WIDE).toFixed(1)},${height(entry[line] ?? 0).toFixed(1)}`,
            )
            .join(' '),
        }),
      ),
    );
  }
}
