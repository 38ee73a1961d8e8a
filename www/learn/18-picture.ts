// The drawings of chapter 18: bodies in the plane from the front, a mass that is felt as an ellipse, and a stop's range.

import type { Person } from './18-person';
import type { Body } from './18-plane';
import { svg } from './svg';

/** Metres in sight, and pixels for each. */
export interface Sight {
  left: number;
  top: number;
  width: number;
  height: number;
  scale: number;
}

export const seen = ({ left, top, scale }: Sight, x: number, y: number): [number, number] => [
  scale * (x - left),
  scale * (top - y),
];

export function look(host: SVGElement, { width, height, scale }: Sight): void {
  host.setAttribute('viewBox', `0 0 ${(scale * width).toFixed(0)} ${(scale * height).toFixed(0)}`);
}

/** A body where it is, or where it would be. */
export function limb(
  sight: Sight,
  tree: Person,
  i: number,
  name: string,
  { x, y, angle }: Pick<Body, 'x' | 'y' | 'angle'> = tree.bodies[i]!,
): SVGElement {
  const { radius, half, box } = tree.shapes[i]!;
  const [wide, high] = box ?? [radius, half + radius];
  const [cx, cy] = seen(sight, x, y);
  const { scale } = sight;
  return svg('rect', {
    class: `limb ${name}`,
    'data-limb': tree.bodies[i]!.name,
    x: cx - scale * wide,
    y: cy - scale * high,
    width: 2 * scale * wide,
    height: 2 * scale * high,
    rx: scale * (box ? 0.06 : radius),
    transform: `rotate(${((-180 / Math.PI) * angle).toFixed(2)} ${cx.toFixed(1)} ${cy.toFixed(1)})`,
  });
}

/** The two values of a symmetric 2 × 2 matrix, the greater one first, and rad: where that one points. */
export function axesOf(block: number[][]): { most: number; least: number; angle: number } {
  const [a, b, d] = [block[0]![0]!, block[0]![1]!, block[1]![1]!];
  const [mean, half] = [0.5 * (a + d), 0.5 * (a - d)];
  const far = Math.hypot(half, b);
  return { most: mean + far, least: mean - far, angle: 0.5 * Math.atan2(2 * b, a - d) };
}

/** Pixels for the root of a kilogram. */
const FELT = 6;
export function felt(sight: Sight, x: number, y: number, block: number[][], name: string): SVGElement {
  const { most, least, angle } = axesOf(block);
  const [cx, cy] = seen(sight, x, y);
  return svg('ellipse', {
    class: `felt ${name}`,
    cx,
    cy,
    rx: FELT * Math.sqrt(most),
    ry: FELT * Math.sqrt(least),
    transform: `rotate(${((-180 / Math.PI) * angle).toFixed(2)} ${cx.toFixed(1)} ${cy.toFixed(1)})`,
  });
}
