// Lines over time or passes, drawn as SVG in the page's own colours. Lines differ by dashes too, and say their names.
import { format, raised } from './bind';
import { svg } from './svg';

export interface Line {
  name: string;
  points: readonly (readonly [number, number])[];
}

export interface Axes {
  x: string;
  y: string;
  /** Powers of ten upwards. */
  log?: boolean;
  /** The marks below, where they go by doublings. */
  xTicks?: readonly number[];
  /** What is in sight at least. */
  xRange: [number, number];
  yRange: [number, number];
  /** Where an upright mark stands, if it is in sight: the present time, or a bound. */
  mark?: number;
  /** Where two lines meet. */
  meeting?: readonly [number, number];
}

const HEIGHT = 230;
const [LEFT, RIGHT, TOP, BOTTOM] = [54, 10, 26, 38];

export function plot(host: SVGElement, axes: Axes, lines: readonly Line[]): void {
  const width = Math.max(280, host.clientWidth);
  host.setAttribute('viewBox', `0 0 ${width} ${HEIGHT}`);
  const scale = axes.log ? (value: number) => Math.log10(Math.max(value, 1e-12)) : (value: number) => value;
  const all = lines.flatMap(({ points }) => points);
  const across = axes.xTicks ? Math.log2 : (value: number) => value;
  const [x0, x1] = bounds([...axes.xRange, ...all.map(([x]) => x)].map(across));
  const [y0, y1] = bounds([...axes.yRange, ...all.map(([, y]) => y)].map(scale));
  const px = (x: number) => LEFT + ((across(x) - x0) / (x1 - x0)) * (width - LEFT - RIGHT);
  const py = (y: number) => HEIGHT - BOTTOM - ((scale(y) - y0) / (y1 - y0)) * (HEIGHT - TOP - BOTTOM);

  const parts: SVGElement[] = [];
  for (const value of ticks(y0, y1, axes.log ?? false)) {
    const y = py(axes.log ? 10 ** value : value);
    parts.push(
      svg('line', { class: 'grid', x1: LEFT, x2: width - RIGHT, y1: y, y2: y }),
      svg(
        'text',
        { class: 'tick', x: LEFT - 7, y: y + 4, 'text-anchor': 'end' },
        axes.log ? power(value) : format(value, 3),
      ),
    );
  }
  for (const value of axes.xTicks ?? ticks(x0, x1, false)) {
    parts.push(
      svg(
        'text',
        { class: 'tick', x: px(value), y: HEIGHT - BOTTOM + 17, 'text-anchor': 'middle' },
        format(value, 3),
      ),
    );
  }
  parts.push(
    svg('text', { class: 'axis', x: width - RIGHT, y: HEIGHT - 4, 'text-anchor': 'end' }, axes.x),
    svg('text', { class: 'axis', x: 2, y: 14 }, axes.y),
  );
  const { mark } = axes;
  if (mark !== undefined && across(mark) >= x0 && across(mark) <= x1)
    parts.push(svg('line', { class: 'mark', x1: px(mark), x2: px(mark), y1: TOP, y2: HEIGHT - BOTTOM }));
  for (const [index, { points }] of lines.entries()) {
    const path = points
      .map(([x, y], i) => `${i ? 'L' : 'M'}${px(x).toFixed(1)} ${py(y).toFixed(1)}`)
      .join('');
    parts.push(svg('path', { class: `line line-${index}`, d: path }));
  }
  if (axes.meeting) {
    const [x, y] = axes.meeting;
    parts.push(svg('circle', { class: 'meeting', cx: px(x), cy: py(y), r: 5 }));
  }
  host.replaceChildren(...parts);
}

/** Names of the lines, each beside a piece of its line. */
export function legend(host: HTMLElement, names: readonly string[]): void {
  host.replaceChildren(
    ...names.map((name, index) => {
      const item = document.createElement('span');
      const sample = svg(
        'svg',
        { viewBox: '0 0 26 8', width: 26, height: 8, 'aria-hidden': 'true' },
        svg('path', { class: `line line-${index}`, d: 'M0 4H26' }),
      );
      item.append(sample, ` ${name}`);
      return item;
    }),
  );
}

function bounds(values: number[]): [number, number] {
  const finite = values.filter(Number.isFinite);
  const low = finite.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const high = finite.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  return high > low ? [low, high] : [low - 1, low + 1];
}

/** Round numbers, or whole powers, between two ends. */
function ticks(low: number, high: number, whole: boolean): number[] {
  const rough = (high - low) / 4;
  const size = 10 ** Math.floor(Math.log10(rough));
  const wanted = [1, 2, 5, 10].map((factor) => factor * size).find((step) => step >= rough) ?? rough;
  const step = whole ? Math.max(1, Math.round(wanted)) : wanted;
  const found: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) found.push(k * step);
  return found;
}

const power = (exponent: number) => `10${raised(format(exponent))}`;
