// The second and third figures of chapter 17: one pile solved contact by contact, with every number on the page; and how many passes it takes
// by its height.
import { get } from '../dom';
import { count, equation, type Method, type Order, off, pile, rate, sweep, wanted, weights } from './17-pile';
import { format, setLive } from './bind';
import { solve } from './matrix';
import { legend, plot } from './plot';
import { svg } from './svg';

const form = get<HTMLFormElement>('#pile');
const field = (of: HTMLFormElement, name: string) => (of.elements.namedItem(name) as HTMLInputElement).value;
const blocks = () => Number(field(form, 'blocks'));
const order = () => field(form, 'order') as Order;
/** The page shows so many passes before anybody asks. */
const FIRST = 2;
const SHOWN = 6;

/** λ after each whole pass, and in the midst of one. */
let done: number[][] = [];
let now: number[] = [];
/** Contacts of this pass that have been put right. */
let taken = 0;

const name = (i: number) => (i === 0 ? 'on the ground' : `under block ${i + 1}`);

function from(): number[] {
  const n = blocks();
  // remembered: the forces that carried the pile before its last block was put on it
  return field(form, 'start') === 'before' ? [...weights(pile(n - 1)), 0] : Array(n).fill(0);
}

/** A whole pass, or what is left of the one that was begun. */
function onePass(): void {
  if (taken > 0) {
    while (taken > 0) oneContact();
    return;
  }
  now = sweep(pile(blocks()), now, order());
  done.push(now);
}

function oneContact(): void {
  const masses = pile(blocks());
  if (order() === 'all') {
    onePass();
    return;
  }
  const i = order() === 'up' ? taken : masses.length - 1 - taken;
  const next = [...now];
  next[i] = wanted(masses, now, i);
  const over = now[i + 1] ?? 0;
  get('#pile-words').textContent =
    i === 0
      ? `The contact on the ground: its block weighs 1 and is pressed with ${format(over)} from above. It pushes with ${format(next[0]!)}.`
      : `The contact ${name(i)}: below it ${format(now[i - 1]!)}, above it ${format(over)}. Half of both is ${format(next[i]!)}.`;
  now = next;
  taken = (taken + 1) % masses.length;
  if (taken === 0) done.push(now);
}

const [WIDE, FLOOR] = [300, 232] as const;
const [EDGE, LEFT] = [30, 58] as const;

function drawPile(): void {
  const n = blocks();
  const height = Math.min(54, (FLOOR - 14) / n);
  const truth = weights(pile(n));
  const scale = (WIDE - LEFT - 62) / n;
  const at = (i: number) => FLOOR - i * height;
  const next = order() === 'all' ? -1 : order() === 'up' ? taken : n - 1 - taken;
  get('#blocks').replaceChildren(
    svg('line', { class: 'floor', x1: 0, y1: FLOOR, x2: LEFT - 6, y2: FLOOR }),
    ...truth.flatMap((weight, i) => [
      svg('rect', {
        class: 'block',
        x: LEFT - EDGE - 14,
        y: at(i + 1) + 1,
        width: EDGE + 6,
        height: height - 2,
        rx: 3,
      }),
      svg('rect', { class: 'truth', x: LEFT, y: at(i) - 6, width: scale * weight, height: 12 }),
      svg('rect', {
        class: i === next ? 'carried next' : 'carried',
        'data-level': i,
        'data-value': now[i]!,
        x: LEFT,
        y: at(i) - 6,
        width: Math.max(0.5, scale * Math.min(now[i]!, n + 1)),
        height: 12,
      }),
      svg(
        'text',
        { class: 'number', x: LEFT + scale * weight + 7, y: at(i) + 4 },
        `${format(Number(now[i]!.toFixed(3)))} of ${weight}`,
      ),
    ]),
  );
}

function drawTable(): void {
  const n = blocks();
  const cell = (tag: 'td' | 'th', text: string, value?: number) => {
    const made = document.createElement(tag);
    made.textContent = text;
    if (tag === 'th') (made as HTMLTableCellElement).scope = 'row';
    else made.className = 'number';
    if (value !== undefined) made.dataset.value = String(value);
    return made;
  };
  const first = Math.max(0, done.length - SHOWN);
  get('#pile-passes tbody').replaceChildren(
    ...done.slice(first).map((lambda, k) => {
      const row = document.createElement('tr');
      row.append(
        cell('th', String(first + k + 1)),
        ...[0, 1, n - 1].map((i) => cell('td', format(Number(lambda[i]!.toFixed(4))), lambda[i]!)),
        cell('td', `${format(100 * off(pile(n), lambda), 3)} %`),
      );
      return row;
    }),
  );
}

function showPile(): void {
  get('[name="blocks-value"]').textContent = String(blocks());
  drawPile();
  drawTable();
}

function again(passes: number): void {
  done = [];
  taken = 0;
  now = from();
  for (let k = 0; k < passes; k++) onePass();
  get('#pile-words').textContent =
    passes === 0
      ? 'No contact has been put right yet. Take one.'
      : order() === 'all'
        ? 'All contacts were put right at once, each by what its neighbours carried before.'
        : `${passes} passes are done. Take the next one contact by contact, and read why each carries its load.`;
  showPile();
}

const METHODS: Method[] = ['sweep', 'all', 'splitting', 'chebyshev'];
const HEIGHTS = [2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 18, 20];
/** Heights whose passes the words name. */
const NAMED = [5, 10, 20];

const heavy = get<HTMLFormElement>('#heavy');

function showCount(): void {
  const top = Math.round(10 ** Number(field(heavy, 'top')));
  const lines = METHODS.map((method) =>
    HEIGHTS.map((n): [number, number] => [n, count(pile(n, top), method)]),
  );
  get('[name="top-value"]').textContent = `${top} ${top === 1 ? 'block' : 'blocks'}`;
  // the sweeps' answers come to what the whole equation gives: the one number that is not found by passes
  const masses = pile(10, top);
  const { a, b } = equation(masses);
  setLive({
    dense: solve(a, b)[0]!,
    rate10: rate(10),
    rate20: rate(20),
    halves: Math.log(0.5) / Math.log(rate(10)),
  });
  for (const [k, method] of METHODS.entries())
    setLive(Object.fromEntries(NAMED.map((n) => [`${method}${n}`, lines[k]!.find(([x]) => x === n)![1]])));
  plot(
    get<SVGElement>('#counts'),
    { x: 'blocks', y: 'passes', log: true, xTicks: [2, 5, 10, 20], xRange: [2, 20], yRange: [1, 1000] },
    METHODS.map((method, k) => ({ name: method, points: lines[k]! })),
  );
}

export function startPasses(): void {
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => again(FIRST));
  get('#one-contact').addEventListener('click', () => {
    oneContact();
    showPile();
  });
  get('#one-pass').addEventListener('click', () => {
    onePass();
    get('#pile-words').textContent =
      `Pass ${done.length} is done: the lowest contact carries ${format(now[0]!)} of ${blocks()}.`;
    showPile();
  });
  get('#from-start').addEventListener('click', () => again(0));
  again(FIRST);
  legend(get('#count-names'), ['from the ground up', 'all at once', 'mass splitting', 'Chebyshev']);
  new ResizeObserver(showCount).observe(get('#counts'));
  heavy.addEventListener('submit', (event) => event.preventDefault());
  heavy.addEventListener('input', showCount);
  showCount();
}
