// Drawing with SVG elements.
import { svg } from '../dom';

export { svg };

type Attributes = Record<string, string | number>;

/** A line with a head at its end; nothing where it would be shorter than its head. */
export function arrow(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  attributes: Attributes = {},
): SVGElement {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < 3) return svg('g', attributes);
  const head = Math.min(9, 0.6 * length);
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [bx, by] = [x2 - head * ux, y2 - head * uy];
  const half = 0.5 * head;
  return svg(
    'g',
    { ...attributes, class: `arrow ${attributes.class ?? ''}` },
    svg('line', { x1, y1, x2: bx, y2: by }),
    svg('path', {
      d: `M${x2} ${y2}L${bx - half * uy} ${by + half * ux}L${bx + half * uy} ${by - half * ux}Z`,
    }),
  );
}
