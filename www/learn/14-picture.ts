// The drawings of chapter 14: a paddle in its joint, seen from the front, and a dial for each way to read its twist.
import { product, type Quaternion, READINGS, turned, type Vector } from './14-turns';
import { arrow, svg } from './svg';

/** Half the width of the drawing, and a length of 1 in it. */
const HALF = 130;
const SCALE = 70;
/** Where the reader stands: a little to the right and above. */
const [YAW, PITCH] = [0.55, 0.42];

function seen([x, y, z]: Vector): [number, number] {
  const right = Math.cos(YAW) * x - Math.sin(YAW) * z;
  const nearer = Math.sin(YAW) * x + Math.cos(YAW) * z;
  return [HALF + SCALE * right, HALF - SCALE * (Math.cos(PITCH) * y - Math.sin(PITCH) * nearer)];
}

const AXES: Vector[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** A plate along x with a fin along y, so that one sees how it is turned. */
const PLATE: Vector[] = [
  [0, 0, -0.22],
  [1.5, 0, -0.34],
  [1.5, 0, 0.34],
  [0, 0, 0.22],
];
const FIN: Vector[] = [
  [0.45, 0, 0],
  [1.5, 0, 0],
  [1.5, 0.6, 0],
];

const outline = (corners: readonly Vector[], q: Quaternion) =>
  corners
    .map((corner) =>
      seen(turned(q, corner))
        .map((each) => each.toFixed(1))
        .join(' '),
    )
    .join('L');

function frame(q: Quaternion, length: number, kind: string): SVGElement[] {
  return AXES.flatMap((axis, k) => {
    const along = turned(q, axis);
    const [x, y] = seen(along.map((each) => length * each) as Vector);
    const [tx, ty] = seen(along.map((each) => (length + 0.16) * each) as Vector);
    return [
      arrow(HALF, HALF, x, y, { class: kind }),
      svg('text', { class: kind, x: tx, y: ty + 4, 'text-anchor': 'middle' }, 'xyz'[k]!),
    ];
  });
}

/** a's frame, turned by `a` in the world, and the paddle, turned by `q` in it. */
export function drawPaddle(host: SVGElement, a: Quaternion, q: Quaternion): void {
  const b = product(a, q);
  host.replaceChildren(
    svg('path', { class: 'paddle', d: `M${outline(PLATE, b)}Z` }),
    svg('path', { class: 'paddle fin', d: `M${outline(FIN, b)}Z` }),
    ...frame(a, 1.25, 'frame-a'),
    svg('circle', { class: 'pin', cx: HALF, cy: HALF, r: 4 }),
  );
}

const DIAL = 64;
const hand = (angle: number, length: number): [number, number] => [
  0.5 * DIAL + length * Math.sin(angle),
  0.5 * DIAL - length * Math.cos(angle),
];

/** A needle for each reading, and a mark on the rim for the twist that is there. */
export function drawDials(
  host: SVGElement,
  readings: Record<string, number>,
  twist: number,
  off: Set<string>,
): void {
  host.replaceChildren(
    ...Object.keys(READINGS).map((name, i) => {
      const [x, y] = hand(readings[name]!, 22);
      const [mx, my] = hand(twist, 24);
      const [nx, ny] = hand(twist, 31);
      return svg(
        'g',
        { class: `dial${off.has(name) ? ' off' : ''}`, transform: `translate(${DIAL * i} 0)` },
        svg('circle', { class: 'rim', cx: 0.5 * DIAL, cy: 0.5 * DIAL, r: 27 }),
        svg('line', { class: 'truth', x1: mx, y1: my, x2: nx, y2: ny }),
        svg('line', { class: 'needle', x1: 0.5 * DIAL, y1: 0.5 * DIAL, x2: x, y2: y }),
        svg('text', { x: 0.5 * DIAL, y: DIAL + 15, 'text-anchor': 'middle' }, name),
      );
    }),
  );
}
