// The third figure of chapter 16: a board on two trestles, and projected Gauss-Seidel on their two forces, row by row, cut off at zero
// in the right way or in the wrong one.
import { get } from '../dom';
import {
  answer,
  type Clamp,
  LENGTH,
  leaving,
  type Pair,
  type Plank,
  pairOf,
  relaxRow,
  tipping,
  WEIGHT,
} from './16-plank';
import { format, setLive } from './bind';
import { right, task, wrong } from './exercise';
import { legend, plot } from './plot';
import { arrow, svg } from './svg';

/** s, of the step that the speeds are about. */
const STEP = 1 / 60;
/** The page shows this many passes before anybody asks. */
const FIRST = 3;
const MOST = 12;
/** Pixels: the drawing's width, a metre, a newton. */
const [WIDE, METRE, NEWTON] = [300, 130, 0.2] as const;
const FLOOR = 150;

const form = get<HTMLFormElement>('#board');
const field = (name: string) => (form.elements.namedItem(name) as HTMLInputElement).value;
const plank = (): Plank => ({
  half: Number(field('half')),
  load: Number(field('load')),
  place: Number(field('place')),
});
const clamp = () => field('clamp') as Clamp;

/** λ after every row, beginning at zero. */
let path: [number, number][] = [[0, 0]];
let words = '';

const passes = () => Math.floor((path.length - 1) / 2);

function takeRow(pair: Pair): void {
  const before = path.at(-1)!;
  const i = ((path.length - 1) % 2) as 0 | 1;
  const { wanted, taken } = relaxRow(pair, before, i, clamp());
  const after: [number, number] = [...before];
  after[i] = taken;
  path.push(after);
  const name = i === 0 ? 'left' : 'right';
  const short = (force: number) => `${format(force)} N`;
  words =
    Math.abs(taken - wanted) < 1e-9
      ? Math.abs(taken - before[i]) < 1e-9
        ? `The ${name} row keeps its ${short(taken)}: the board is at rest on the ${name} trestle.`
        : `The ${name} row goes from ${short(before[i])} to ${short(taken)}. For now, the board is at rest on the ${name} trestle.`
      : clamp() === 'sum'
        ? `The ${name} row would have to pull, with ${short(-wanted)}. It may only push, so it takes zero.`
        : `The ${name} row wants ${short(wanted)}, less than the ${short(before[i])} that it has. A change below zero is cut off, so it keeps what it has.`;
}

function again(): void {
  path = [[0, 0]];
  const pair = pairOf(plank());
  for (let i = 0; i < 2 * FIRST; i++) takeRow(pair);
}

/** N: what both trestles push with in the end where each change is cut off at zero. */
function changes(pair: Pair): number {
  const forces: [number, number] = [0, 0];
  for (let row = 0; row < 2 * MOST; row++) {
    const i = (row % 2) as 0 | 1;
    forces[i] = relaxRow(pair, forces, i, 'change').taken;
  }
  return forces[0] + forces[1];
}

/** Where one row alone would rest: λ_left and λ_right, within the sight. */
function restLine(pair: Pair, i: 0 | 1, far: number): [number, number][] {
  const [l, r] = [pair.a[i]![0]!, pair.a[i]![1]!];
  const b = pair.b[i];
  // its crossings with the edges of the square
  const points: [number, number][] = [
    [0, -b / r],
    [far, (-b - l * far) / r],
    [-b / l, 0],
    [(-b - r * far) / l, far],
  ];
  const seen = points.filter(([x, y]) => [x, y].every((each) => each >= -1e-9 && each <= far * (1 + 1e-9)));
  return seen.sort(([a], [b]) => a - b);
}

function drawBoard(pair: Pair, lambda: readonly [number, number]): void {
  const { half, load, place } = plank();
  const x = (metres: number) => WIDE / 2 + METRE * metres;
  const speeds = leaving(pair, lambda).map((each) => STEP * each) as [number, number];
  // the board as it would be after half a second of these speeds, kept in sight
  const aside = (speed: number) => Math.max(-14, Math.min(26, 0.5 * METRE * speed));
  const turn = (aside(speeds[1]) - aside(speeds[0])) / (2 * METRE * half);
  const rise = (aside(speeds[0]) + aside(speeds[1])) / 2;
  const top = (metres: number) => FLOOR - 46 - rise - turn * METRE * metres;
  const tail = top(place) - 4 - Math.max(8, NEWTON * load);
  const trestle = (at: number, name: string) =>
    svg('path', {
      class: 'trestle',
      'data-name': name,
      d: `M${x(at) - 12} ${FLOOR}L${x(at)} ${FLOOR - 42}L${x(at) + 12} ${FLOOR}`,
    });
  const force = (at: number, newtons: number, name: string) => [
    arrow(x(at), FLOOR + 36, x(at), FLOOR + 36 - Math.min(60, NEWTON * newtons), { class: 'push' }),
    svg(
      'text',
      {
        class: 'number',
        'data-force': name,
        x: x(at),
        y: FLOOR + 36,
        'text-anchor': at < 0 ? 'end' : 'start',
        dx: at < 0 ? -9 : 9,
      },
      `${format(newtons, 3)} N`,
    ),
  ];
  get('#plank').replaceChildren(
    svg('line', { class: 'floor', x1: 0, y1: FLOOR, x2: WIDE, y2: FLOOR }),
    trestle(-half, 'left'),
    trestle(half, 'right'),
    svg('line', {
      class: 'board',
      x1: x(-LENGTH / 2),
      y1: top(-LENGTH / 2),
      x2: x(LENGTH / 2),
      y2: top(LENGTH / 2),
    }),
    arrow(x(place), tail, x(place), top(place) - 4),
    svg('text', { class: 'number', x: x(place), y: tail - 6, 'text-anchor': 'middle' }, `${load} N`),
    ...force(-half, lambda[0], 'left'),
    ...force(half, lambda[1], 'right'),
  );
}

function drawPath(pair: Pair, found: [number, number]): void {
  const far = 1.25 * Math.max(...found, ...path.flat(), 50);
  plot(
    get<SVGElement>('#forces'),
    {
      x: 'force of the left trestle, N',
      y: 'force of the right trestle, N',
      xRange: [0, far],
      yRange: [0, far],
      meeting: found,
    },
    [
      { name: 'path', points: path },
      { name: 'left', points: restLine(pair, 0, far) },
      { name: 'right', points: restLine(pair, 1, far) },
    ],
  );
}

function drawTable(pair: Pair): void {
  const rows = Array.from({ length: passes() }, (_, pass) => {
    const lambda = path[2 * (pass + 1)]!;
    const speeds = leaving(pair, lambda).map((each) => STEP * each);
    const row = document.createElement('tr');
    const head = document.createElement('th');
    head.scope = 'row';
    head.textContent = String(pass + 1);
    row.append(
      head,
      ...[...lambda, ...speeds].map((value, k) => {
        const cell = document.createElement('td');
        cell.className = 'number';
        cell.dataset.value = String(value);
        cell.textContent = format(k < 2 ? Number(value.toFixed(2)) : Number(value.toFixed(4)));
        return cell;
      }),
    );
    return row;
  });
  get('#passes tbody').replaceChildren(...rows);
}

/** The wrong way is right where no row ever has anything to take back. */
const look = task('luck', () => {
  if (clamp() !== 'change') return null;
  const pair = pairOf(plank());
  const found = answer(pair);
  const last = path.at(-1)!;
  const off = Math.max(...found.map((force, i) => Math.abs(force - last[i]!)));
  if (found.some((force) => force < 1))
    return wrong(
      'Here only one trestle pushes, so the other row never has anything to take back. Find a place where both push.',
    );
  if (off > 1) {
    const over = last[0] > found[0] + 1 || last[1] > found[1] + 1;
    return wrong(
      over
        ? `Not here: after ${passes()} passes a force is ${format(off, 3)} N too large, and it cannot come down. Which entry of A makes one row ask for too much while the other one has nothing yet?`
        : `After ${passes()} passes ${format(off, 3)} N are missing. No force is too large: take more passes.`,
    );
  }
  return right(
    'Right: out here each trestle, pushing up, lowers the other end. The entry of A between them is not above zero, so the forces only grow from pass to pass. There is nothing to take back, and the mistake cannot be seen.',
  );
});

function show(): void {
  const { half, load, place } = plank();
  const pair = pairOf(plank());
  const found = answer(pair);
  const last = path.at(-1)!;
  get('[name="half-value"]').textContent = `${format(half)} m`;
  get('[name="load-value"]').textContent = `${load} N`;
  get('[name="place-value"]').textContent = `${format(place)} m`;
  setLive({
    A00: pair.a[0]![0]!,
    A01: pair.a[0]![1]!,
    b0: pair.b[0],
    b1: pair.b[1],
    left: found[0],
    right: found[1],
    tip: load > 0 ? tipping(plank()) : Number.POSITIVE_INFINITY,
    thrown: changes(pair),
    all: WEIGHT + load,
  });
  get('#row-words').textContent = words;
  get<HTMLButtonElement>('#one-row').disabled = passes() >= MOST;
  get<HTMLButtonElement>('#one-pass').disabled = passes() >= MOST;
  drawBoard(pair, last);
  drawPath(pair, found);
  drawTable(pair);
  look();
}

export function startSweep(): void {
  legend(get('#force-names'), [
    'the forces, row by row',
    'the board rests on the left',
    'the board rests on the right',
  ]);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    again();
    show();
  });
  const act = (name: string, does: () => void) =>
    get(name).addEventListener('click', () => {
      does();
      show();
    });
  act('#one-row', () => takeRow(pairOf(plank())));
  act('#one-pass', () => {
    const pair = pairOf(plank());
    do takeRow(pair);
    while (path.length % 2 === 0);
  });
  act('#from-zero', () => {
    path = [[0, 0]];
    words = 'Both forces are zero, and the board falls. Take the left row.';
  });
  again();
  new ResizeObserver(show).observe(get('#forces'));
  show();
}
