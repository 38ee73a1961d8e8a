// Speed against error at a glance: a point per row of the table, with the row's number; milliseconds per step across,
// largest gap upwards, both by decades. No number lies on anything: each takes the nearest free place, with a line
// back to its point where that is not beside it.
import { make, svg } from '../dom';
import { colourOf, nameOf } from './names';
import type { Row, SceneReport } from './record';

/** One step of 1/60 s takes as long as it lasts. */
const REAL_TIME = 1000 / 60;
const MARGIN = { left: 60, right: 16, top: 44, bottom: 48 };
/** Pixels; a digit is somewhat more than half as wide as high. */
const FONT = 14;
const DIGIT = 0.6 * FONT;
const POINT = 5.5;
/** Pixels from a point to the middle of its number, and directions to try. */
const DISTANCES = [15, 22, 30, 40, 52, 66, 82, 100];
const DIRECTIONS = 16;

interface Point {
  /** Numbers of the rows that fall here. */
  numbers: number[];
  first: Row;
  x: number;
  y: number;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const around = (x: number, y: number, wide: number, high: number): Box => ({
  left: x - wide / 2,
  top: y - high / 2,
  right: x + wide / 2,
  bottom: y + high / 2,
});

const apart = (a: Box, b: Box): boolean =>
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

/** Where a number of `wide` pixels goes: the nearest place that is free, its line back to the point included. */
function placeFor(point: Point, wide: number, others: Box[], inside: Box): { x: number; y: number } {
  for (const distance of DISTANCES) {
    for (let k = 0; k < DIRECTIONS; k++) {
      const angle = (2 * Math.PI * k) / DIRECTIONS;
      const x = point.x + (distance + (wide - DIGIT) / 2) * Math.cos(angle);
      const y = point.y + distance * Math.sin(angle);
      const box = around(x, y, wide + 4, FONT + 2);
      const line = [0.25, 0.45, 0.65, 0.85].map((t) =>
        around(point.x + t * (x - point.x), point.y + t * (y - point.y), 2, 2),
      );
      const free = [box, ...line].every((part) => others.every((other) => apart(part, other)));
      const across = box.left > inside.left && box.right < inside.right;
      if (free && across && box.top > inside.top && box.bottom < inside.bottom) return { x, y };
    }
  }
  return { x: point.x, y: point.y - DISTANCES[0]! };
}

/** Nothing where fewer than two rows have both a time and a gap yet. */
export function speedAgainstError(scene: SceneReport, width: number): HTMLElement | null {
  const found = scene.rows.flatMap((row, at) => {
    const { wall, quality } = row;
    if (!wall || !quality?.finite || quality.maxGapRadii <= 0) return [];
    return [{ number: at + 1, row, ms: wall.median, gap: quality.maxGapRadii }];
  });
  if (found.length < 2) return null;

  const height = Math.min(430, Math.max(340, 0.55 * width));
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

  // rows that fall together, as Automatic does with what it chose, are one point
  const points: Point[] = [];
  for (const { number, row, ms, gap } of found) {
    const [x, y] = [across(ms), up(gap)];
    const same = points.find((one) => Math.hypot(one.x - x, one.y - y) < POINT);
    if (same) same.numbers.push(number);
    else points.push({ numbers: [number], first: row, x, y });
  }

  const words = found.map(
    ({ row, ms, gap }) => `${nameOf(row)} ${ms.toPrecision(3)} ms, ${gap.toPrecision(3)} radii`,
  );
  const plot = svg('svg', {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: 'img',
    'aria-label': `Milliseconds per step and largest gap. ${words.join('; ')}.`,
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
    text(x, inside.bottom + 18, k === right ? 'end' : 'middle', power(k));
  }
  for (let k = low; k <= high; k++) {
    const y = up(10 ** k);
    line(inside.left, y, inside.right, y);
    text(inside.left - 8, y + 5, 'end', power(k));
  }
  // words stand outside, so that they can lie on nothing
  text(0, 14, 'start', '↑ largest gap, radii');
  text(inside.right, height - 8, 'end', 'ms per step →');
  text(0, height - 8, 'start', '↙ fast and exact', 'better');
  const dots = points.map(({ x, y }) => around(x, y, 2 * POINT + 2, 2 * POINT + 2));
  const taken: Box[] = [];
  const real = Math.log10(REAL_TIME);
  if (real > left && real < right) {
    const x = across(REAL_TIME);
    line(x, inside.top - 4, x, inside.bottom, 'mark');
    const late = x > (inside.left + inside.right) / 2;
    text(x + (late ? 4 : -4), inside.top - 9, late ? 'end' : 'start', '60 per second');
    taken.push(around(x, (inside.top + inside.bottom) / 2, 3, inside.bottom - inside.top));
  }

  for (const [at, point] of points.entries()) {
    const { numbers, first, x, y } = point;
    const colour = colourOf(first);
    const number = numbers.join(', ');
    const wide = DIGIT * number.length;
    const place = placeFor(point, wide, [...taken, ...dots.filter((_, other) => other !== at)], inside);
    taken.push(around(place.x, place.y, wide + 4, FONT + 2));
    const away = Math.hypot(place.x - x, place.y - y);
    if (away > DISTANCES[0]! + wide / 2) {
      // up to the number, not into it
      const share = 1 - (wide / 2 + 6) / away;
      line(x, y, x + share * (place.x - x), y + share * (place.y - y), 'leader');
    }
    const dot = svg('circle', { cx: x, cy: y, r: POINT, class: first.execution });
    const label = svg('text', { x: place.x, y: place.y + 5, 'text-anchor': 'middle', class: 'key' }, number);
    for (const part of [dot, label]) part.style.setProperty('--colour', colour);
    const names = numbers.map((one) => `${one} ${nameOf(scene.rows[one - 1]!)}`);
    dot.append(svg('title', {}, names.join(', ')));
    plot.append(dot, label);
  }
  return make('figure', {}, plot);
}
