// The picture of chapter 11: what a step of each solver moves, as bars beside each other. The table below it says which kernel moves what.
import { get } from '../dom';
import { format } from './bind';
import { svg } from './svg';
import { type Solver, total } from './traffic';

const NAMES: [Solver, string][] = [
  ['jacobi', 'Jacobi'],
  ['article', 'The article’s Jacobi'],
  ['chebyshev', 'Chebyshev'],
  ['direct', 'Exact'],
];
/** Pixels: a row, its bar, and the room for its number. */
const [ROW, BAR, NUMBER] = [44, 16, 92] as const;

export function drawBars(chosen: Solver, passes: number): void {
  const place = get<SVGElement>('#bars');
  const width = Math.max(280, place.clientWidth);
  const bytes = NAMES.map(([solver]) => total(solver, passes));
  const longest = Math.max(...bytes);
  place.setAttribute('viewBox', `0 0 ${width} ${ROW * NAMES.length}`);
  place.replaceChildren(
    ...NAMES.flatMap(([solver, name], k) => {
      const long = ((width - NUMBER) * bytes[k]!) / longest;
      const words =
        solver === 'direct' ? `${name}, one walk` : `${name}, ${passes} ${passes === 1 ? 'pass' : 'passes'}`;
      const y = ROW * k;
      return [
        svg('text', { x: 0, y: y + 15 }, words),
        svg('rect', {
          class: solver === chosen ? 'bar chosen' : 'bar',
          'data-solver': solver,
          'data-value': String(bytes[k]!),
          x: 0,
          y: y + 21,
          width: long,
          height: BAR,
          rx: 2,
        }),
        svg('text', { x: long + 8, y: y + 34 }, `${format(bytes[k]!)} B`),
      ];
    }),
  );
  place.setAttribute(
    'aria-label',
    `Bytes per bead and step: ${NAMES.map(([, name], k) => `${name} ${format(bytes[k]!)}`).join(', ')}`,
  );
}
