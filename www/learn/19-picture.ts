// How the figures of chapter 19 are drawn: the graph of joints; the blocks of L; the elimination tree above them, each joint over its
// own column.
import { type Factor, type Filled, turnsOf } from './19-elimination';
import type { Net } from './19-net';
import { svg } from './svg';

/** An elimination as far as the reader has come. */
export interface Shown {
  net: Net;
  near: number[][];
  order: readonly number[];
  done: number;
  /** Of the whole order. */
  factor: Factor;
  /** Of what is done. */
  filled: Filled[];
}

const THREAD = 90;
const EDGE = 26;
const JOINT = 14;

/** Pixels of a drawing, halfway between a joint's beads. */
export function placeOf({ beads, ties }: Net, joint: number): [number, number] {
  const [a, b] = ties[joint]!.map((bead) => beads[bead]!) as [Net['beads'][0], Net['beads'][0]];
  return [EDGE + 0.5 * THREAD * (a.x + b.x), EDGE + 0.5 * THREAD * (a.y + b.y)];
}

/** A line that passes beside what stands between its ends. */
function bow([x1, y1]: [number, number], [x2, y2]: [number, number]): string {
  const [mx, my] = [0.5 * (x1 + x2) - 0.13 * (y2 - y1), 0.5 * (y1 + y2) + 0.13 * (x2 - x1)];
  return `M${x1} ${y1}Q${mx} ${my} ${x2} ${y2}`;
}

/** What a screen reader hears of a joint, and what can be said of one that is not eliminated yet. */
const told = ({ order, done }: Shown, joint: number, turn: number) =>
  turn < done
    ? `Joint ${joint + 1}, eliminated as number ${turn + 1} of ${order.length}`
    : `Joint ${joint + 1}`;

export function drawGraph(place: SVGElement, shown: Shown, current: number): void {
  const { net, near, order, done, filled } = shown;
  const { beads, ties } = net;
  const turn = turnsOf(order);
  const gone = (joint: number) => turn[joint]! < done;
  const last = done > 0 ? order[done - 1] : -1;
  const [width, height] = (['x', 'y'] as const).map(
    (axis) => 2 * EDGE + THREAD * Math.max(...beads.map((bead) => bead[axis])),
  );
  place.setAttribute('viewBox', `0 0 ${width} ${height}`);
  const threads = ties.map(([a, b]) =>
    svg('line', {
      class: 'thread',
      x1: EDGE + THREAD * beads[a]!.x,
      y1: EDGE + THREAD * beads[a]!.y,
      x2: EDGE + THREAD * beads[b]!.x,
      y2: EDGE + THREAD * beads[b]!.y,
    }),
  );
  const dots = beads.map(({ x, y, held }) =>
    svg('circle', { class: held ? 'bead held' : 'bead', cx: EDGE + THREAD * x, cy: EDGE + THREAD * y, r: 7 }),
  );
  const own = near.flatMap((others, joint) =>
    others
      .filter((other) => other > joint)
      .map((other) => {
        const [[x1, y1], [x2, y2]] = [placeOf(net, joint), placeOf(net, other)];
        return svg('line', { class: gone(joint) || gone(other) ? 'own gone' : 'own', x1, y1, x2, y2 });
      }),
  );
  const fill = filled.map(({ one, other, by }) =>
    svg('path', {
      class: ['fill', by === last ? 'new' : '', gone(one) || gone(other) ? 'gone' : ''].join(' '),
      d: bow(placeOf(net, one), placeOf(net, other)),
    }),
  );
  const joints = ties.map((_, joint) => {
    const [x, y] = placeOf(net, joint);
    return svg(
      'g',
      {
        class: ['joint', gone(joint) ? 'gone' : '', joint === last ? 'last' : ''].join(' '),
        'data-joint': joint,
        transform: `translate(${x} ${y})`,
        role: 'button',
        tabindex: joint === current ? 0 : -1,
        'aria-pressed': String(gone(joint)),
        'aria-label': told(shown, joint, turn[joint]!),
      },
      svg('circle', { r: JOINT }),
      svg('text', { 'text-anchor': 'middle', y: 4.5 }, String(joint + 1)),
    );
  });
  place.replaceChildren(...threads, ...dots, ...own, ...fill, ...joints);
}

/** Blocks of L as squares, and fill as rounded ones; columns that are not eliminated yet stay pale. */
export function matrixCells(
  near: readonly number[][],
  order: readonly number[],
  below: readonly number[][],
  done: number,
  size: number,
  added = -1,
): SVGElement[] {
  const parts: SVGElement[] = [];
  const cell = (row: number, column: number, kind: string) =>
    parts.push(
      svg('rect', {
        class: `${kind}${column < done ? '' : ' pale'}${order[row] === added || order[column] === added ? ' added' : ''}`,
        'data-block': `${row}-${column}`,
        x: column * size + 1,
        y: row * size + 1,
        width: size - 2,
        height: size - 2,
        rx: kind === 'fill' ? 0.42 * size : 2,
      }),
    );
  for (const [column, joint] of order.entries()) {
    cell(column, column, 'diagonal');
    for (const row of below[column]!) {
      const own = near[joint]!.includes(order[row]!);
      if (own || column < done) cell(row, column, own ? 'own' : 'fill');
    }
  }
  return parts;
}

/** Of a column; where there are many, no numbers. */
export const columnWidth = (joints: number): number => (joints > 30 ? 9 : 20);
/** To the left of the first column, and above L for the tree. */
export const LEFT = 24;
const TREE = 160;
const TOP = 12;

export function drawFactor(place: SVGElement, shown: Shown, current: number): void {
  const { near, order, done, factor } = shown;
  const count = order.length;
  const size = columnWidth(count);
  const rise = TREE / (count - 1);
  const x = (turn: number) => LEFT + (turn + 0.5) * size;
  const y = (level: number) => TOP + TREE - rise * level;
  const bottom = TOP + TREE + 0.9 * size;
  const width = LEFT + count * size + 2;
  place.setAttribute('viewBox', `0 0 ${width} ${bottom + count * size + 2}`);
  place.style.setProperty('--units', String(width));

  const marks: SVGElement[] = [svg('text', { class: 'tick', x: 0, y: 10 }, 'level')];
  const apart = count > 30 ? 10 : 5;
  for (let level = apart - 1; y(level) > 2 * TOP; level += apart)
    marks.push(
      svg('line', { class: 'grid', x1: LEFT, x2: LEFT + count * size, y1: y(level), y2: y(level) }),
      svg('text', { class: 'tick', x: LEFT - 5, y: y(level) + 4, 'text-anchor': 'end' }, String(level + 1)),
    );
  const branches = factor.parent.flatMap((parent, turn) =>
    parent < 0 || turn >= done
      ? []
      : [
          svg('line', {
            class: parent < done ? 'branch' : 'branch pale',
            x1: x(turn),
            y1: y(factor.level[turn]!),
            x2: x(parent),
            y2: y(parent < done ? factor.level[parent]! : factor.level[turn]! + 1),
          }),
        ],
  );
  const nodes = order.map((joint, turn) => {
    const level = factor.level[turn]!;
    const says =
      turn < done ? `as number ${turn + 1}, level ${level + 1}` : `number ${turn + 1}, not eliminated yet`;
    return svg(
      'g',
      {
        class: ['node', turn < done ? '' : 'pale', turn === done - 1 ? 'last' : ''].join(' '),
        'data-joint': joint,
        'data-level': turn < done ? level : undefined,
        transform: `translate(${x(turn)} ${y(turn < done ? level : 0)})`,
        role: 'slider',
        tabindex: joint === current ? 0 : -1,
        'aria-label': `Joint ${joint + 1}`,
        'aria-valuemin': 1,
        'aria-valuemax': count,
        'aria-valuenow': turn + 1,
        'aria-valuetext': says,
      },
      // room for a finger
      svg('rect', { class: 'reach', x: -size / 2, y: -14, width: size, height: 28 }),
      svg('circle', { r: 0.43 * size }),
      ...(size > 12 ? [svg('text', { 'text-anchor': 'middle', y: 3.5 }, String(joint + 1))] : []),
    );
  });
  const cells = svg(
    'g',
    { class: 'matrix-cells', transform: `translate(${LEFT} ${bottom})` },
    ...matrixCells(near, order, factor.below, done, size),
  );
  place.replaceChildren(...marks, cells, ...branches, ...nodes);
}
