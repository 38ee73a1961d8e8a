// Pictures of a case: what is right as outlines, what the kernel found as solid shapes. A solid one in the colour of the outlines is
// right, one in the other colour is not.
import { svg } from '../../dom';
import { arrow } from '../svg';
import type { Pair } from './puzzle';

const WIDTH = 480;
const HEIGHT = 300;
const PAD = 16;

type Point = [number, number];
function frame(words: string, ...inside: SVGElement[]): SVGSVGElement {
  const picture = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': words });
  picture.append(...inside);
  return picture;
}

const finite = (value: number | undefined): value is number => value !== undefined && Number.isFinite(value);
const mark = (right: boolean[] | null, item: number) => (right?.[item] ? 'found right' : 'found wrong');
const count = (right: boolean[] | null) =>
  right ? `${right.filter(Boolean).length} of ${right.length} are right.` : 'Nothing has run yet.';

/** A number each, from the zero line up or down; `room` places behind the end, with a cross where something was written. */
export function bars({ found, wanted, right, beyond }: Pair, groups = 1, room = 0): SVGSVGElement {
  const reach = Math.max(1e-9, ...wanted.map(Math.abs));
  const [least, most] = [Math.min(0, ...wanted) / reach, Math.max(0, ...wanted) / reach];
  const y = (value: number) => {
    const share = Math.max(least - 0.12, Math.min(most + 0.12, value / reach));
    return PAD + ((most + 0.12 - share) / (most - least + 0.24)) * (HEIGHT - 2 * PAD);
  };
  const end = wanted.length;
  const step = (WIDTH - 2 * PAD) / (end + room + (end / groups - 1) * (groups > 1 ? 0.7 : 0));
  const x = (k: number) => PAD + step * (k + (groups > 1 ? 0.7 * Math.floor(k / groups) : 0));
  const bar = (k: number, value: number, by: number, className: string) => {
    const [top, bottom] = [Math.min(y(0), y(value)), Math.max(y(0), y(value))];
    return svg('rect', {
      x: x(k) + step * by,
      y: top,
      width: step * (1 - 2 * by),
      height: Math.max(1, bottom - top),
      class: className,
    });
  };
  return frame(
    `${wanted.length} bars. ${count(right)}`,
    ...wanted.map((value, k) => bar(k, value, 0.08, 'wanted')),
    ...wanted.flatMap((_, k) => {
      const value = found?.[k];
      return finite(value) ? [bar(k, value, 0.24, mark(right, Math.floor(k / groups)))] : [];
    }),
    svg('line', { x1: PAD, x2: room > 0 ? x(end) : WIDTH - PAD, y1: y(0), y2: y(0), class: 'zero' }),
    ...beyond.filter((item) => item < end + room).map((item) => cross(x(item) + step / 2, y(0) - 6)),
  );
}

const cross = (x: number, y: number) =>
  svg('path', { d: `M${x - 3} ${y - 3}l6 6m-6 0l6 -6`, class: 'cross' });

/** From metres to the picture, alike in both directions; y is up. */
function fit(points: Point[], margin: number): (point: Point) => Point {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(
    (WIDTH - 2 * margin) / Math.max(right - left, 1e-6),
    (HEIGHT - 2 * margin) / Math.max(high - low, 1e-6),
  );
  return ([x, y]) => [
    WIDTH / 2 + scale * (x - (left + right) / 2),
    HEIGHT / 2 - scale * (y - (low + high) / 2),
  ];
}

/** x and y of each item. */
export function plane(list: number[], size: number): Point[] {
  return Array.from({ length: list.length / size }, (_, k) => [list[k * size]!, list[k * size + 1]!]);
}

/** Beads in a box: where they are, where they should be. The box stays while they move. */
export function beads({ found, wanted, right }: Pair, box: [Point, Point]): SVGSVGElement {
  const at = fit(box, PAD);
  const dot = (point: Point, r: number, className: string) => {
    const [cx, cy] = at(point);
    return svg('circle', { cx, cy, r, class: className });
  };
  const dots = (found ? plane(found, 3) : []).flatMap((point, k) =>
    point.every(Number.isFinite) ? [dot(point, 7, mark(right, k))] : [],
  );
  return frame(
    `${wanted.length / 3} beads. ${count(right)}`,
    ...plane(wanted, 3).map((point) => dot(point, 9, 'wanted')),
    ...dots,
  );
}

/** An arrow for each item, side by side in rows, seen along z; with a circle around its start where it may not be longer. */
export function arrows(pair: Pair, size: number, limits?: number[]): SVGSVGElement {
  const { found, wanted, right } = pair;
  const tips = plane(wanted, size);
  const columns = Math.max(1, Math.round(Math.sqrt(tips.length * (WIDTH / HEIGHT))));
  const rows = Math.ceil(tips.length / columns);
  const cell = Math.min((WIDTH - 2 * PAD) / columns, (HEIGHT - 2 * PAD) / rows);
  const reach = Math.max(1e-9, ...tips.map(([x, y]) => Math.hypot(x, y)), ...(limits ?? []));
  const scale = (0.5 * cell) / reach;
  const base = (k: number): Point => [
    WIDTH / 2 + ((k % columns) - (columns - 1) / 2) * cell,
    HEIGHT / 2 + (Math.floor(k / columns) - (rows - 1) / 2) * cell,
  ];
  const draw = ([x, y]: Point, k: number, className: string) => {
    const [bx, by] = base(k);
    // what is far too long ends at the cell's border
    const size = Math.hypot(x, y) * scale;
    const shown = size > 0.75 * cell ? (0.75 * cell) / size : 1;
    return arrow(bx, by, bx + scale * shown * x, by - scale * shown * y, { class: className });
  };
  const around = (limits ?? []).map((limit, k) => {
    const [cx, cy] = base(k);
    return svg('circle', { cx, cy, r: Math.max(0.5, limit * scale), class: 'limit' });
  });
  return frame(
    `${tips.length} arrows. ${count(right)}`,
    ...around,
    ...tips.map((_, k) => {
      const [cx, cy] = base(k);
      return svg('circle', { cx, cy, r: 2, class: 'base' });
    }),
    ...tips.map((tip, k) => draw(tip, k, 'wanted')),
    ...(found ? plane(found, size) : []).flatMap((tip, k) =>
      tip.every(Number.isFinite) ? [draw(tip, k, mark(right, k))] : [],
    ),
  );
}
