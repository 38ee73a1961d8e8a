// What the plots of the benchmark share: decades across and upwards, words that stand outside, and the line of real time.
import { svg } from '../dom';

/** One step of 1/60 s takes as long as it lasts. */
const REAL_TIME = 1000 / 60;
const MARGIN = { left: 60, right: 16, top: 44, bottom: 48 };
/** Pixels. */
export const FONT = 14;

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const around = (x: number, y: number, wide: number, high: number): Box => ({
  left: x - wide / 2,
  top: y - high / 2,
  right: x + wide / 2,
  bottom: y + high / 2,
});

export const apart = (a: Box, b: Box): boolean =>
  a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;

/** Whole powers of ten around the values. */
function decades(values: number[]): [number, number] {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.ceil(Math.log10(Math.max(...values)));
  return [low, Math.max(high, low + 1)];
}

function power(exponent: number): string {
  if (exponent >= 0 && exponent < 6) return (10 ** exponent).toLocaleString('en');
  if (exponent < 0 && exponent > -5) return (10 ** exponent).toFixed(-exponent);
  const raised = [...String(exponent)].map((c) => (c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)])).join('');
  return `10${raised}`;
}

export interface Axes {
  plot: SVGElement;
  /** Where points may lie. */
  inside: Box;
  across(ms: number): number;
  up(error: number): number;
  line(x1: number, y1: number, x2: number, y2: number, name?: string): void;
  /** What nothing else should lie on. */
  taken: Box[];
}

/** Milliseconds per step across, an error upwards. */
export function axes(
  width: number,
  points: { ms: number; error: number }[],
  words: { error: string; label: string },
): Axes {
  const height = Math.min(430, Math.max(340, 0.55 * width));
  const inside: Box = {
    left: MARGIN.left,
    top: MARGIN.top,
    right: width - MARGIN.right,
    bottom: height - MARGIN.bottom,
  };
  const [left, right] = decades(points.map(({ ms }) => ms));
  const [low, high] = decades(points.map(({ error }) => error));
  const across = (ms: number) =>
    inside.left + ((Math.log10(ms) - left) / (right - left)) * (inside.right - inside.left);
  const up = (error: number) =>
    inside.bottom - ((Math.log10(error) - low) / (high - low)) * (inside.bottom - inside.top);
  const plot = svg('svg', {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: 'img',
    'aria-label': words.label,
    'font-size': FONT,
  });
  const line = (x1: number, y1: number, x2: number, y2: number, name = 'grid') =>
    plot.append(svg('line', { x1, y1, x2, y2, class: name }));
  const text = (x: number, y: number, anchor: string, words: string, name = '') =>
    plot.append(svg('text', { x, y, 'text-anchor': anchor, class: name }, words));
  for (let k = left; k <= right; k++) {
    const x = across(10 ** k);
    line(x, inside.top, x, inside.bottom);
    // the last one keeps within the picture
    const last = k === right;
    text(last ? width : x, inside.bottom + 18, last ? 'end' : 'middle', power(k));
  }
  for (let k = low; k <= high; k++) {
    const y = up(10 ** k);
    line(inside.left, y, inside.right, y);
    text(inside.left - 8, y + 5, 'end', power(k));
  }
  // words stand outside, so that they can lie on nothing
  text(0, 14, 'start', `↑ ${words.error}`);
  text(inside.right, height - 8, 'end', 'ms per step →');
  text(0, height - 8, 'start', '↙ fast and exact', 'better');
  const taken: Box[] = [];
  const real = Math.log10(REAL_TIME);
  if (real > left && real < right) {
    const x = across(REAL_TIME);
    line(x, inside.top - 4, x, inside.bottom, 'mark');
    const late = x > (inside.left + inside.right) / 2;
    text(x + (late ? 4 : -4), inside.top - 9, late ? 'end' : 'start', '60 per second');
    taken.push(around(x, (inside.top + inside.bottom) / 2, 3, inside.bottom - inside.top));
  }
  return { plot, inside, across, up, line, taken };
}
