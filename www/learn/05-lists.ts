// The list of joints by bead, CSR: where each bead's part starts, and the items.
import { bodies, joints } from './05-chain';
import { arrow, svg } from './svg';

/** Two rows of cells: where each bead's part starts, and the items. */
export function drawLists(drawing: Element): void {
  const items = bodies.map((_, i) =>
    joints.flatMap(({ a, b }, l) => (a === i ? [2 * l] : b === i ? [2 * l + 1] : [])),
  );
  const starts = [0];
  for (const part of items) starts.push(starts.at(-1)! + part.length);
  const [cell, x0] = [42, 6];
  const parts: SVGElement[] = [
    svg('text', { class: 'label', x: x0, y: 14 }, 'starts: where each bead’s part begins'),
    svg('text', { class: 'label', x: x0, y: 206 }, 'items: a joint and a side each'),
  ];
  const box = (index: number, y: number, text: string, odd: boolean) =>
    parts.push(
      svg('rect', { class: odd ? 'cell odd' : 'cell', x: x0 + index * cell, y, width: cell, height: 36 }),
      svg('text', { x: x0 + (index + 0.5) * cell, y: y + 24 }, text),
    );
  starts.forEach((start, i) => {
    box(i, 24, String(start), i % 2 === 1);
    parts.push(
      arrow(x0 + (i + 0.5) * cell, 62, x0 + start * cell + (start === starts.at(-1) ? 0 : 6), 116, {
        class: 'wire',
      }),
    );
  });
  items.forEach((part, bead) => {
    part.forEach((item, k) => {
      box(starts[bead]! + k, 120, String(item), bead % 2 === 1);
      parts.push(
        svg(
          'text',
          { class: 'label', x: x0 + (starts[bead]! + k) * cell + 8, y: 178 },
          `j${item >> 1}${item & 1 ? '+' : '−'}`,
        ),
      );
    });
  });
  drawing.setAttribute('viewBox', '0 0 350 212');
  drawing.replaceChildren(...parts);
}
