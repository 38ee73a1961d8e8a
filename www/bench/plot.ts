// Speed against error at a glance: each solver a dot, milliseconds a step across, largest gap upwards, both by decades.
import { figure } from './markdown';
import type { SceneReport } from './record';

const SVG = 'http://www.w3.org/2000/svg';
/** One step of 1/60 s takes as long as it lasts. */
const REAL_TIME = 1000 / 60;
const MARGIN = { left: 58, right: 14, top: 14, bottom: 44 };
/** Pixels; a letter of the labels is somewhat less than half as wide as high. */
const FONT = 14;
const LETTER = 0.46 * FONT;
const DOT = 5.5;

/** What a label may lie on of others, as a share of itself. */
const CROWDED = 0.1;

interface Dot {
  name: string;
  kind: 'exact' | 'article' | 'peer' | 'passes';
  x: number;
  y: number;
  ms: number;
  gap: number;
}

const RANKS: Dot['kind'][] = ['exact', 'article', 'peer', 'passes'];

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function make<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | number>,
  text = '',
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.textContent = text;
  return element;
}

const overlap = (a: Box, b: Box) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** Whole powers of ten around the values. */
function decades(values: number[]): [number, number] {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.ceil(Math.log10(Math.max(...values)));
  return [low, Math.max(high, low + 1)];
}

function power(exponent: number): string {
  if (exponent >= 0 && exponent < 4) return String(10 ** exponent);
  if (exponent < 0 && exponent > -3) return (10 ** exponent).toFixed(-exponent);
  const raised = [...String(exponent)].map((c) => (c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)])).join('');
  return `10${raised}`;
}

/** Nothing where no row has both a time and a gap yet. */
export function speedAgainstError(scene: SceneReport, width: number): HTMLElement | null {
  const found = scene.rows.flatMap(({ solver, execution, iterations, wall, quality }) => {
    if (!wall || !quality?.finite || quality.maxGapRadii <= 0) return [];
    const kind: Dot['kind'] =
      execution === 'peer'
        ? 'peer'
        : solver === 'article'
          ? 'article'
          : iterations === null
            ? 'exact'
            : 'passes';
    const name = execution === 'tile' ? `${solver}, tile` : solver;
    return [{ name, kind, ms: wall.median, gap: quality.maxGapRadii }];
  });
  if (found.length < 2) return null;

  const height = Math.min(430, Math.max(320, 0.55 * width));
  const inside: Box = {
    left: MARGIN.left,
    top: MARGIN.top,
    right: width - MARGIN.right,
    bottom: height - MARGIN.bottom,
  };
  const [left, right] = decades(found.map(({ ms }) => ms));
  const [low, high] = decades(found.map(({ gap }) => gap));
  const across = (ms: number) =>
    inside.left + ((Math.log10(ms) - left) / (right - left)) * (inside.right - inside.left);
  const up = (gap: number) =>
    inside.bottom - ((Math.log10(gap) - low) / (high - low)) * (inside.bottom - inside.top);

  // rows that fall together, as `auto` does with what it chose, are one dot
  const dots: Dot[] = [];
  for (const one of found) {
    const dot = { ...one, x: across(one.ms), y: up(one.gap) };
    const same = dots.find(
      ({ x, y, kind }) => kind === dot.kind && Math.hypot(x - dot.x, y - dot.y) < 2 * DOT,
    );
    if (!same) dots.push(dot);
    else if (!dot.name.startsWith(same.name)) same.name = `${same.name} · ${dot.name}`;
  }

  const said = dots.map(({ name, ms, gap }) => `${name} ${figure(ms)} ms, ${figure(gap)} radii`).join('; ');
  const svg = make('svg', { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img' });
  svg.setAttribute('aria-label', `Milliseconds a step and largest gap. ${said}.`);
  svg.style.fontSize = `${FONT}px`;
  const line = (x1: number, y1: number, x2: number, y2: number, name = 'grid') =>
    svg.append(make('line', { x1, y1, x2, y2, class: name }));
  for (let k = left; k <= right; k++) {
    const x = across(10 ** k);
    line(x, inside.top, x, inside.bottom);
    svg.append(make('text', { x, y: inside.bottom + 18, 'text-anchor': 'middle' }, power(k)));
  }
  for (let k = low; k <= high; k++) {
    const y = up(10 ** k);
    line(inside.left, y, inside.right, y);
    svg.append(make('text', { x: inside.left - 8, y: y + 5, 'text-anchor': 'end' }, power(k)));
  }
  const marked = Math.log10(REAL_TIME) > left && Math.log10(REAL_TIME) < right;
  if (marked) line(across(REAL_TIME), inside.top, across(REAL_TIME), inside.bottom, 'mark');
  svg.append(
    make('text', { x: inside.right, y: height - 6, 'text-anchor': 'end' }, 'milliseconds a step →'),
    make('text', { x: inside.left + 6, y: inside.top + 16 }, '↑ largest gap, radii'),
    make('text', { x: inside.left + 6, y: inside.bottom - 8, class: 'better' }, 'fast and right'),
  );
  const taken: Box[] = [
    { left: inside.left, top: inside.top, right: inside.left + 150, bottom: inside.top + 20 },
    { left: inside.left, top: inside.bottom - 24, right: inside.left + 100, bottom: inside.bottom },
  ];
  if (marked) {
    const x = across(REAL_TIME);
    // above the words in the corner, where it would run into them
    const y = inside.bottom - (x < inside.left + 105 ? 26 : 8);
    svg.append(make('text', { x: x + 5, y }, '60 a second'));
    taken.push({ left: x, top: y - 16, right: x + 85, bottom: y + 8 });
  }

  const dotted = dots.map(({ x, y }) => ({ left: x - DOT, top: y - DOT, right: x + DOT, bottom: y + DOT }));
  for (const { name, kind, x, y, ms, gap } of dots) {
    const circle = make('circle', { cx: x, cy: y, r: DOT, class: kind });
    circle.append(make('title', {}, `${name}: ${figure(ms)} ms, ${figure(gap)} radii`));
    svg.append(circle);
  }
  // those that matter most choose their places first; where it is too crowded the others go without a name
  const rank = ({ kind, name }: Dot) => RANKS.indexOf(kind) + (name.includes('tile') ? 1 : 0);
  for (const { name, kind, x, y } of dots.toSorted((a, b) => rank(a) - rank(b))) {
    const wide = LETTER * name.length;
    const beside = (left: number, top: number): Box => ({
      left,
      top,
      right: left + wide,
      bottom: top + FONT,
    });
    const places = [
      beside(x + DOT + 4, y - FONT / 2),
      beside(x - DOT - 4 - wide, y - FONT / 2),
      beside(x - wide / 2, y - DOT - FONT - 4),
      beside(x - wide / 2, y + DOT + 4),
      beside(x - wide / 2, y - DOT - 2 * FONT - 4),
      beside(x - wide / 2, y + DOT + FONT + 4),
      beside(x + DOT, y + DOT),
      beside(x - DOT - wide, y + DOT),
      beside(x + DOT, y - DOT - FONT),
      beside(x - DOT - wide, y - DOT - FONT),
    ];
    // a dot under a name is worse than a name
    const cost = (box: Box) =>
      taken.reduce((sum, other) => sum + overlap(box, other), 0) +
      dotted.reduce((sum, dot) => sum + 4 * overlap(box, dot), 0) +
      wide * FONT -
      overlap(box, { ...inside, right: width });
    const best = places.reduce((a, b) => (cost(b) < cost(a) ? b : a));
    if (kind === 'passes' && cost(best) > CROWDED * wide * FONT) continue;
    taken.push(best);
    svg.append(make('text', { x: best.left, y: best.bottom - 2, class: kind }, name));
  }

  const part = document.createElement('figure');
  part.append(svg);
  return part;
}
