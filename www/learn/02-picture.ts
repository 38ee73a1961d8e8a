// The stack as a drawing: blocks, their weights, and the force at each contact.
import { format } from './bind';
import type { Answer, Equation, Stack } from './stack';
import { arrow, svg } from './svg';

const WIDTH = 360;
const HEIGHT = 312;
const GROUND = 286;
const MIDDLE = 150;
const CLUTCH_GAP = 26;

/** Heights of the blocks: heavier ones are larger, and five fit. */
function heights(masses: number[]): number[] {
  const wanted = masses.map((mass) => 34 + 26 * Math.cbrt(mass));
  const share = Math.min(1, 245 / wanted.reduce((sum, height) => sum + height, 0));
  return wanted.map((height) => share * height);
}

export function drawStack(place: Element, stack: Stack, eq: Equation, found: Answer): void {
  const parts: SVGElement[] = [
    svg('line', { class: 'ground', x1: 40, y1: GROUND, x2: 320, y2: GROUND, 'data-key': 'ground' }),
    svg('path', {
      class: 'hatch',
      d: Array.from({ length: 19 }, (_, i) => `M${46 + 15 * i} ${GROUND + 2}l-8 9`).join(''),
    }),
  ];
  const high = heights(stack.masses);
  const last = stack.masses.length - 1;
  const largest = Math.max(1, ...found.lambda.map(Math.abs));
  /** y of each contact */
  const seams = [GROUND];
  let y = GROUND;
  stack.masses.forEach((mass, i) => {
    const height = high[i]!;
    const half = 40 + 26 * Math.cbrt(mass);
    if (i === last && i > 0 && stack.rule === 'clutch') {
      parts.push(
        svg('path', { class: 'rod', d: `M${MIDDLE} ${y}v${-CLUTCH_GAP}m-6 7l6 -7l6 7m-12 8l6 -7l6 7` }),
      );
      y -= CLUTCH_GAP;
    }
    y -= height;
    parts.push(
      svg('rect', {
        class: 'block',
        x: MIDDLE - half,
        y: y + 1,
        width: 2 * half,
        height: height - 2,
        rx: 5,
        'data-key': `body-${i}`,
      }),
      svg('text', { class: 'name', x: MIDDLE, y: y + height / 2 + 5 }, `${format(mass)} kg`),
    );
    const speed = found.after[i]!;
    if (Math.abs(speed) > 1e-6) {
      const length = Math.sign(speed) * Math.min(38, 8 + 1.6 * Math.abs(speed));
      parts.push(
        arrow(MIDDLE - half - 12, y + height / 2, MIDDLE - half - 12, y + height / 2 - length, {
          class: 'speed',
        }),
      );
    }
    seams.push(y);
  });
  eq.rows.forEach((row, i) => {
    if (row.kind === 'limit') return;
    const at = seams[row.above]!;
    const force = found.lambda[i]!;
    const name = `contact-${i}`;
    const x = 262;
    const length = Math.sign(force) * (6 + 30 * (Math.abs(force) / largest)) || 0;
    parts.push(
      svg('line', { class: 'leader', x1: 222, y1: at, x2: x, y2: at, 'data-key': name }),
      arrow(x, at - 2, x, at - 2 - length, { class: 'force', 'data-key': name }),
      svg('text', { class: 'load', x: x + 12, y: at - 9, 'data-key': name }, `${format(force)} N`),
    );
  });
  const limit = eq.rows.findIndex(({ kind }) => kind === 'limit');
  if (limit >= 0) {
    const at = seams[last]! - 22;
    parts.push(
      svg(
        'text',
        { class: 'load', x: 210, y: Math.max(14, at), 'data-key': `contact-${limit}` },
        `limit ${format(found.lambda[limit]!)} N`,
      ),
    );
  }
  // from a little above the highest block
  const top = Math.max(0, seams[last + 1]! - 44);
  place.setAttribute('viewBox', `0 ${top} ${WIDTH} ${HEIGHT - top}`);
  place.replaceChildren(...parts);
  place.setAttribute(
    'aria-label',
    `${stack.masses.length} blocks. Forces from the ground up: ${found.lambda.map((x) => `${format(x)} N`).join(', ')}.`,
  );
}
