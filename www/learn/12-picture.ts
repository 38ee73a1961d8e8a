// The drawings of chapter 12: one bead about its nail in each of the three ways, and how far the lowest beads of the
// running necklaces are from where they should be.
import { type Bead, COLOUR, WAYS, type Way } from './12-one-bead';
import { svg } from './svg';

/** Half the width of a drawing, and the length of its thread. */
const HALF = 100;
const THREAD = 60;

const x = ({ place }: Bead) => HALF + THREAD * place[0];
const y = ({ place }: Bead) => HALF - THREAD * place[1];

/** The circle, the straight ways of all steps, the bead after each, and a ring where it should be in the end. */
export function drawTrack(host: SVGElement, way: Way, beads: readonly Bead[], wanted: Bead): void {
  const last = beads.at(-1)!;
  const path = beads.map((bead, i) => `${i ? 'L' : 'M'}${x(bead).toFixed(2)} ${y(bead).toFixed(2)}`).join('');
  // many steps are a line
  const radius = Math.min(3.4, Math.max(1.2, 64 / beads.length));
  host.replaceChildren(
    svg('circle', { class: 'arc', cx: HALF, cy: HALF, r: THREAD }),
    svg('line', { class: 'thread', x1: HALF, y1: HALF, x2: x(last), y2: y(last) }),
    svg('path', { class: `line line-${COLOUR[way]} way`, d: path }),
    ...beads.map((bead) =>
      svg('circle', { class: `dot dot-${COLOUR[way]}`, cx: x(bead), cy: y(bead), r: radius }),
    ),
    svg('circle', { class: 'nail', cx: HALF, cy: HALF, r: 3 }),
    svg('circle', { class: 'wanted', cx: x(wanted), cy: y(wanted), r: 8 }),
    svg('circle', { class: `bead dot-${COLOUR[way]}`, cx: x(last), cy: y(last), r: 5 }),
  );
}

/** m of a bead's radius, and pixels of it. */
const RADIUS = 0.25;
const SIZE = 30;
const CELL = 120;
const HEIGHT = 96;

/** `aside`: by way, x and y in m from where the bead should be to where it is. */
export function drawLowest(host: SVGElement, aside: readonly (readonly [number, number])[]): void {
  const scale = SIZE / RADIUS;
  host.replaceChildren(
    ...WAYS.map((way, index) => {
      const [dx, dy] = aside[index] ?? [0, 0];
      // no farther than the cell is wide
      const far = Math.min(1, (0.5 * CELL - 4) / Math.max(1e-9, scale * Math.hypot(dx, dy)));
      const middle = CELL * (index + 0.5);
      return svg(
        'g',
        { 'data-way': way },
        svg('circle', {
          class: `bead dot-${COLOUR[way]}`,
          cx: middle + far * scale * dx,
          cy: 0.5 * HEIGHT - far * scale * dy,
          r: SIZE - 2,
        }),
        svg('circle', { class: 'wanted', cx: middle, cy: 0.5 * HEIGHT, r: SIZE }),
      );
    }),
  );
}
