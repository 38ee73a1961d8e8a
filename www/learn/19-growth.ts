// Chapter 19: products and levels of larger and larger nets, by the order in which they are eliminated.
import { get } from '../dom';
import { eliminate } from './19-elimination';
import { coupled, netOf } from './19-net';
import { NAMES, ORDERS, orderOf } from './19-orders';
import { setLive } from './bind';
import { legend, plot } from './plot';
import type { Points } from './recorded';

/** Products that `auto` lets the exact solver take for an island, as src/lists/mod.rs has them. */
export const MOST_FOR_AUTO = 60_000;
const SIDES = [4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24];
const FIRST = SIDES[0]!;
const LAST = SIDES.at(-1)!;

const form = get<HTMLFormElement>('#sides');
const side = () => Number((form.elements.namedItem('side') as HTMLInputElement).value);

/** By order, for each side. */
const counts = SIDES.map((side) => {
  const net = netOf(side, side);
  const near = coupled(net);
  const found = ORDERS.map((order) => eliminate(near, orderOf(order, net, near)));
  return { side, joints: near.length, found };
});

const lines = (pick: 'products' | 'levels') =>
  ORDERS.map((name, k) => ({
    name,
    points: counts.map(({ side, found }): [number, number] => [side, found[k]![pick]]),
  }));

/** As setLive does, with every digit. */
function count(name: string, value: number): void {
  const place = get(`[data-live="${name}"]`);
  place.textContent = value.toLocaleString('en');
  place.dataset.value = String(value);
}

function show(): void {
  const at = counts.find((each) => each.side === side())!;
  get('[name="side-value"]').textContent = `${at.side} × ${at.side}`;
  setLive({ joints: at.joints });
  for (const [k, order] of ORDERS.entries()) {
    const { products, levels } = at.found[k]!;
    setLive({ [`large-${order}-levels`]: levels });
    count(`large-${order}-products`, products);
  }
  const within = at.found[ORDERS.indexOf('dissection')]!.products <= MOST_FOR_AUTO;
  get('#auto').textContent = within ? 'the exact solver' : 'Chebyshev';
  const sides = { x: 'beads along each side', xTicks: [4, 8, 16, 24], mark: at.side, log: true };
  const bound: Points = [
    [FIRST, MOST_FOR_AUTO],
    [LAST, MOST_FOR_AUTO],
  ];
  plot(
    get<SVGElement>('#products'),
    { ...sides, y: 'products of blocks', xRange: [FIRST, LAST], yRange: [100, 1e6] },
    [...lines('products'), { name: 'bound', points: bound }],
  );
  plot(
    get<SVGElement>('#levels'),
    { ...sides, y: 'levels of the tree', xRange: [FIRST, LAST], yRange: [10, 1000] },
    lines('levels'),
  );
}

export function startGrowth(): void {
  get('#growth').classList.add('recorded');
  legend(get('#growth-names'), [...ORDERS.map((order) => NAMES[order]), 'the most for auto']);
  // from half the side to the largest: by how many doublings with each doubling
  const [half, last] = [counts.find((each) => 2 * each.side === LAST)!, counts.at(-1)!];
  for (const [k, order] of ORDERS.entries())
    setLive({ [`power-${order}`]: Math.log2(last.found[k]!.products / half.found[k]!.products) });
  setLive({
    'levels-of-16': counts.find((each) => each.side === 16)!.found[ORDERS.indexOf('dissection')]!.levels,
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', show);
  new ResizeObserver(show).observe(get('#products'));
  show();
}
