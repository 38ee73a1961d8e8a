// What an error costs: a curve per solver or engine through its settings, milliseconds per step across and error upwards. Each has
// the number of its line in the table below it, at the end where it is nearest to the truth.
import { make, svg } from '../dom';
import { around, axes } from './axes';
import { colourOf, nameOf } from './names';
import { numbered, POINT } from './plot';
import type { Judged, Row, SceneReport } from './record';

interface Point {
  row: Row;
  ms: number;
  error: number;
}

/** How its kernels were cut is chosen for it. */
const named = (row: Row) => nameOf({ ...row, execution: '' });

/** Rows of one solver, way or engine belong together: what the crate calls them alike. */
export const lineOf = ({ solver, positions, contactSolver }: Row): string => {
  if (contactSolver) return `contacts: ${contactSolver}`;
  return positions ? `${solver}, ${positions}` : solver;
};

/** What its errors are, and their unit. */
const ERRORS: Record<Judged | 'truth', [string, string]> = {
  truth: ['distance from the truth after two seconds', 'm'],
  depth: ['depth of bodies in one another after ten seconds', 'm'],
  moved: ['farthest that a body went in ten seconds', 'm'],
  gap: ['largest gap of a joint in ten seconds', 'radii'],
};

/** Nothing where fewer than two points have both a time and an error yet. `order`: the lines of the table. */
export function curvePlot(scene: SceneReport, order: string[], width: number): HTMLElement | null {
  const lines = new Map<string, Point[]>();
  for (const row of scene.rows) {
    const { wall, quality } = row;
    if (!wall || !quality?.finite || !quality.error) continue;
    const point = { row, ms: wall.median, error: quality.error };
    lines.set(lineOf(row), [...(lines.get(lineOf(row)) ?? []), point]);
  }
  const all = [...lines.values()].flat();
  if (all.length < 2) return null;
  const [error, unit] = ERRORS[scene.judged ?? 'truth'];
  const told = [...lines.values()].map(
    (points) =>
      `${named(points[0]!.row)}: ${points.map(({ ms, error }) => `${ms.toPrecision(3)} ms, ${error.toPrecision(3)} ${unit}`).join('; ')}`,
  );
  const drawing = axes(width, all, {
    error: `${error}, ${unit}`,
    label: `Milliseconds per step and error, by settings. ${told.join('. ')}.`,
  });
  const { plot, across, up } = drawing;
  const dots = all.map(({ ms, error }) => around(across(ms), up(error), 2 * POINT + 2, 2 * POINT + 2));
  for (const [name, points] of lines) {
    const first = points[0]!.row;
    const at = points.map(({ ms, error }) => ({ x: across(ms), y: up(error) }));
    const parts: SVGElement[] = [
      svg('polyline', { points: at.map(({ x, y }) => `${x},${y}`).join(' '), class: 'curve' }),
      ...points.map(({ row, ms, error }) => {
        const passes = row.iterations === null ? '' : `, ${row.iterations} passes`;
        const steps = row.substeps > 1 ? `, ${row.substeps} substeps` : '';
        const words = `${named(row)}${passes}${steps}: ${ms.toPrecision(3)} ms, ${error.toPrecision(3)} ${unit}`;
        const dot = svg('circle', { cx: across(ms), cy: up(error), r: POINT - 1.5, class: row.execution });
        dot.append(svg('title', {}, words));
        return dot;
      }),
    ];
    const number = String(order.indexOf(name) + 1);
    const end = at[points.reduce((best, { error }, k) => (error < points[best]!.error ? k : best), 0)]!;
    const others = dots.filter((_, k) => across(all[k]!.ms) !== end.x || up(all[k]!.error) !== end.y);
    plot.append(...parts);
    parts.push(numbered(drawing, end, number, others));
    for (const part of parts) part.style.setProperty('--colour', colourOf(first));
  }
  return make('figure', {}, plot);
}
