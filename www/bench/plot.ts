// Speed against error at a glance: a point per row of the table, with the row's number; milliseconds per step across,
// largest gap upwards, both by decades. No number lies on anything: each takes the nearest free place, with a line
// back to its point where that is not beside it.
import { make, svg } from '../dom';
import { type Axes, apart, around, axes, type Box, FONT } from './axes';
import { colourOf, nameOf } from './names';
import type { Row, SceneReport } from './record';

/** Pixels; a digit is somewhat more than half as wide as high. */
const DIGIT = 0.6 * FONT;
export const POINT = 5.5;
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

/** Where a number of `wide` pixels goes: the nearest place that is free, its line back to the point included. */
function placeFor(
  point: Pick<Point, 'x' | 'y'>,
  wide: number,
  others: Box[],
  inside: Box,
): { x: number; y: number } {
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

/** A number beside its point, and a line between them where it had to go farther. */
export function numbered(
  { plot, inside, line, taken }: Axes,
  point: Pick<Point, 'x' | 'y'>,
  number: string,
  dots: Box[],
): SVGElement {
  const { x, y } = point;
  const wide = DIGIT * number.length;
  const place = placeFor(point, wide, [...taken, ...dots], inside);
  taken.push(around(place.x, place.y, wide + 4, FONT + 2));
  const away = Math.hypot(place.x - x, place.y - y);
  if (away > DISTANCES[0]! + wide / 2) {
    // up to the number, not into it
    const share = 1 - (wide / 2 + 6) / away;
    line(x, y, x + share * (place.x - x), y + share * (place.y - y), 'leader');
  }
  const label = svg('text', { x: place.x, y: place.y + 5, 'text-anchor': 'middle', class: 'key' }, number);
  plot.append(label);
  return label;
}

/** Nothing where fewer than two rows have both a time and a gap yet. */
export function speedAgainstError(scene: SceneReport, width: number): HTMLElement | null {
  const found = scene.rows.flatMap((row, at) => {
    const { wall, quality } = row;
    if (!wall || !quality?.finite || quality.maxGapRadii <= 0) return [];
    return [{ number: at + 1, row, ms: wall.median, error: quality.maxGapRadii }];
  });
  if (found.length < 2) return null;
  const words = found.map(
    ({ row, ms, error }) => `${nameOf(row)} ${ms.toPrecision(3)} ms, ${error.toPrecision(3)} radii`,
  );
  const drawing = axes(width, found, {
    error: 'largest gap, radii',
    label: `Milliseconds per step and largest gap. ${words.join('; ')}.`,
  });

  const { across, up } = drawing;
  // rows that fall together, as Automatic does with what it chose, are one point
  const points: Point[] = [];
  for (const { number, row, ms, error } of found) {
    const [x, y] = [across(ms), up(error)];
    const same = points.find((one) => Math.hypot(one.x - x, one.y - y) < POINT);
    if (same) same.numbers.push(number);
    else points.push({ numbers: [number], first: row, x, y });
  }

  const dots = points.map(({ x, y }) => around(x, y, 2 * POINT + 2, 2 * POINT + 2));
  for (const [at, point] of points.entries()) {
    const { numbers, first, x, y } = point;
    const colour = colourOf(first);
    const number = numbers.join(', ');
    const label = numbered(
      drawing,
      point,
      number,
      dots.filter((_, other) => other !== at),
    );
    const dot = svg('circle', { cx: x, cy: y, r: POINT, class: first.execution });
    for (const part of [dot, label]) part.style.setProperty('--colour', colour);
    const names = numbers.map((one) => `${one} ${nameOf(scene.rows[one - 1]!)}`);
    dot.append(svg('title', {}, names.join(', ')));
    drawing.plot.append(dot);
  }
  return make('figure', {}, drawing.plot);
}
