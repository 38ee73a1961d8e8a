// Chapter 19: six beads, and each time one joint more. Beside each the blocks of L, in the order in which the joints are eliminated.
import { get } from '../dom';
import { eliminate } from './19-elimination';
import { coupled, type Net, SHAPES, type Shape, shapeOf } from './19-net';
import { matrixCells } from './19-picture';
import { setLive } from './bind';
import { svg } from './svg';

const THREAD = 36;
const CELL = 17;
const MARGIN = 20;
/** Where L begins, from the left. */
const MATRIX = 3 * THREAD + 2 * MARGIN + 14;

function beadsOf({ beads, ties }: Net, added: number): SVGElement[] {
  const at = (bead: number) =>
    [MARGIN + THREAD * beads[bead]!.x, MARGIN + 22 + THREAD * beads[bead]!.y] as const;
  const lines = ties.map(([a, b], joint) => {
    const [[x1, y1], [x2, y2]] = [at(a), at(b)];
    return svg('line', { class: joint === added ? 'thread added' : 'thread', x1, y1, x2, y2 });
  });
  const circles = beads.map((_, bead) => {
    const [cx, cy] = at(bead);
    return svg('circle', { class: 'bead', cx, cy, r: 8 });
  });
  const numbers = ties.map(([a, b], joint) => {
    const [[x1, y1], [x2, y2]] = [at(a), at(b)];
    const upright = x1 === x2;
    return svg(
      'text',
      {
        class: joint === added ? 'name added' : 'name',
        x: 0.5 * (x1 + x2) + (upright ? 8 : 0),
        y: 0.5 * (y1 + y2) + (upright ? 4 : y1 > 60 ? 20 : -11),
        'text-anchor': upright ? 'start' : 'middle',
      },
      String(joint + 1),
    );
  });
  return [...lines, ...circles, ...numbers];
}

function draw(place: SVGElement, shape: Shape): void {
  const { net, added } = shapeOf(shape);
  const near = coupled(net);
  const order = [...near.keys()];
  const factor = eliminate(near, order);
  const cells = svg(
    'g',
    { transform: `translate(${MATRIX} ${MARGIN - 12})` },
    ...matrixCells(near, order, factor.below, order.length, CELL, added),
  );
  place.replaceChildren(...beadsOf(net, added), cells);
  setLive({ [`fill-${shape}`]: factor.fill, [`products-${shape}`]: factor.products });
}

export function startShapes(): void {
  for (const shape of SHAPES) draw(get<SVGElement>(`[data-shape="${shape}"]`), shape);
}
