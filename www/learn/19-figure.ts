// The large figure of chapter 19: the reader eliminates the joints of a net in any order, in the graph by clicking and in the tree by
// dragging, and sees which blocks of L fill up.
import { get } from '../dom';
import { eliminate, type Factor, pairs, play } from './19-elimination';
import { coupled, netOf } from './19-net';
import { ORDERS, type Order, orderOf } from './19-orders';
import { columnWidth, drawFactor, drawGraph, LEFT, placeOf, type Shown } from './19-picture';
import { setLive } from './bind';
import { right, task, wrong } from './exercise';

const SIZES: Record<string, [number, number]> = {
  '3x3': [3, 3],
  '3x4': [3, 4],
  '4x4': [4, 4],
  '6x6': [6, 6],
};

const form = get<HTMLFormElement>('#order');
const graph = get<SVGSVGElement>('#graph');
const tree = get<SVGSVGElement>('#factor');
const slider = form.elements.namedItem('done') as HTMLInputElement;
const field = (name: string) => (form.elements.namedItem(name) as HTMLInputElement).value;

/** What the form said last. */
let [size, chosen] = ['', ''];
let net = netOf(3, 4);
let near: number[][] = [];
let presets = {} as Record<Order, { order: number[]; factor: Factor }>;
let order: number[] = [];
let own: number[] = [];
let done = 0;
/** Which joint the Tab key comes to, in either drawing. */
let current = 0;

const isPreset = (name: string): name is Order => (ORDERS as readonly string[]).includes(name);

function takeNet(name: string): void {
  net = netOf(...SIZES[name]!);
  near = coupled(net);
  presets = Object.fromEntries(
    ORDERS.map((each) => {
      const order = orderOf(each, net, near);
      return [each, { order, factor: eliminate(near, order) }];
    }),
  ) as typeof presets;
  own = [];
  current = 0;
  slider.max = String(near.length);
}

/** The reader's own order from now on. */
function become(changed: number[], eliminated: number): void {
  order = changed;
  own = changed;
  done = eliminated;
  chosen = 'own';
  get<HTMLInputElement>('[name="order"][value="own"]', form).checked = true;
  slider.value = String(done);
}

const moved = (list: readonly number[], from: number, to: number): number[] => {
  const out = [...list];
  const [taken] = out.splice(from, 1);
  out.splice(to, 0, taken!);
  return out;
};

/** Eliminates a joint next; one that is eliminated already is taken back, with all after it. */
function press(joint: number): void {
  const turn = order.indexOf(joint);
  current = joint;
  if (turn < done) become([...order], turn);
  else become(moved(order, turn, done), done + 1);
  show();
}

function words({ below }: Factor, filled: Shown['filled']): string {
  if (done === 0)
    return 'Nothing is eliminated yet. The lines are what A has: two joints are coupled where they share a bead that moves.';
  const joint = order[done - 1]!;
  const others = below[done - 1]!.length;
  const fresh = filled.filter(({ by }) => by === joint).length;
  const name = `Joint ${joint + 1} was eliminated last.`;
  if (others === 0) return `${name} Nothing was coupled to it any more.`;
  if (others === 1) return `${name} It was coupled to one other, and one makes no pair.`;
  const says =
    fresh === 0 ? 'none is new: no fill' : fresh === 1 ? 'one is new: fill' : `${fresh} are new: fill`;
  return `${name} It was coupled to ${others} others. Of their ${pairs(others) === 1 ? 'one pair' : `${pairs(others)} pairs`} ${says}.`;
}

const judge = task('shallow', () => {
  if (chosen !== 'own') return null;
  if (size !== '3x4') return wrong('This is for the net of 3 × 4 beads.');
  if (done < near.length) return wrong(`${done} of ${near.length} joints are eliminated.`);
  const { products, levels } = eliminate(near, order);
  const least = presets.least.factor;
  if (products <= least.products && levels < least.levels)
    return right(
      `Right: ${products} products in ${levels} levels. Joints that are far apart in the net do not wait for each other, so they can go side by side.`,
    );
  if (products <= least.products)
    return wrong(
      `${products} products are few enough, but there are ${levels} levels. Near the top of the tree each joint waits for the one before it. Give one of them, which is far from the others in the net, an earlier turn.`,
    );
  if (levels < least.levels)
    return wrong(
      `${levels} levels are few enough, but there are ${products} products. Which joint had the most others when it was eliminated? Give it a later turn.`,
    );
  return wrong(
    `${products} products in ${levels} levels. “Least degree” is better in both: begin from that.`,
  );
});

function show(): void {
  const factor = eliminate(near, order);
  const { filled, products } = play(near, order, done);
  const shown: Shown = { net, near, order, done, factor, filled };
  const focused = document.activeElement?.closest('#graph, #factor');
  drawGraph(graph, shown, current);
  drawFactor(tree, shown, current);
  if (focused) focused.querySelector<SVGElement>('[tabindex="0"]')?.focus();
  const levels = factor.level.slice(0, done).reduce((most, each) => Math.max(most, each + 1), 0);
  setLive({
    'now-fill': filled.length,
    'now-products': products,
    'now-levels': levels,
  });
  for (const each of ORDERS) {
    const preset = presets[each].factor;
    setLive({
      [`${each}-fill`]: preset.fill,
      [`${each}-products`]: preset.products,
      [`${each}-levels`]: preset.levels,
    });
  }
  get('[name="done-value"]').textContent = `${done} of ${near.length}`;
  get('#eliminated').textContent = words(factor, filled);
  get('#now').textContent = `Here, ${done} of ${near.length}`;
  judge();
}

/** What the form says. A new net or another order is shown whole, but for the one that the page opens with. */
function take(): void {
  const [askedSize, asked] = [field('net'), field('order')];
  const first = size === '';
  const other = askedSize !== size || asked !== chosen;
  if (askedSize !== size) takeNet(askedSize);
  [size, chosen] = [askedSize, asked];
  if (other) {
    order = [...(isPreset(asked) ? presets[asked].order : own.length > 0 ? own : presets.rows.order)];
    if (!first) slider.value = String(near.length);
  }
  done = Number(slider.value);
  show();
}

/** The joint that an arrow key leads to: the nearest one in its direction. */
function towards(joint: number, [dx, dy]: readonly [number, number]): number {
  const [x, y] = placeOf(net, joint);
  let [best, least] = [joint, Number.POSITIVE_INFINITY];
  for (const other of near.keys()) {
    const [ox, oy] = placeOf(net, other);
    const ahead = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (ahead > 0 && ahead + 2 * aside < least) [best, least] = [other, ahead + 2 * aside];
  }
  return best;
}

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const jointAt = (event: Event): number | null => {
  const place = event.target instanceof Element ? event.target.closest<SVGElement>('[data-joint]') : null;
  return place ? Number(place.dataset.joint) : null;
};

/** The Tab key comes to this one in both drawings. */
function focus(host: SVGElement, joint: number): void {
  current = joint;
  for (const each of [graph, tree])
    for (const place of each.querySelectorAll<SVGElement>('[data-joint]'))
      place.setAttribute('tabindex', Number(place.dataset.joint) === joint ? '0' : '-1');
  host.querySelector<SVGElement>(`[data-joint="${joint}"]`)?.focus();
}

function listenToGraph(): void {
  graph.addEventListener('click', (event) => {
    const joint = jointAt(event);
    if (joint !== null) press(joint);
  });
  graph.addEventListener('keydown', (event) => {
    const joint = jointAt(event);
    const way = ARROWS[event.key];
    if (joint === null || !(way || event.key === 'Enter' || event.key === ' ')) return;
    event.preventDefault();
    if (way) focus(graph, towards(joint, way));
    else press(joint);
  });
}

/** A joint gets another turn. All the others keep their order. */
function give(joint: number, turn: number): void {
  const from = order.indexOf(joint);
  const to = Math.min(Math.max(turn, 0), order.length - 1);
  current = joint;
  if (from === to) return;
  become(moved(order, from, to), done);
  show();
}

function listenToTree(): void {
  let dragged: number | null = null;
  tree.addEventListener('pointerdown', (event) => {
    const joint = jointAt(event);
    if (joint === null || event.button !== 0) return;
    event.preventDefault();
    dragged = joint;
    tree.setPointerCapture(event.pointerId);
    focus(tree, joint);
  });
  tree.addEventListener('pointermove', (event) => {
    if (dragged === null) return;
    const { left, width } = tree.getBoundingClientRect();
    const x = ((event.clientX - left) / width) * tree.viewBox.baseVal.width;
    give(dragged, Math.floor((x - LEFT) / columnWidth(order.length)));
  });
  for (const end of ['pointerup', 'pointercancel'])
    tree.addEventListener(end, () => {
      dragged = null;
    });
  tree.addEventListener('keydown', (event) => {
    const joint = jointAt(event);
    const way = ARROWS[event.key];
    if (joint === null || !way) return;
    event.preventDefault();
    const turn = order.indexOf(joint);
    // to the sides it takes another turn, up and down another joint is chosen
    if (way[0] !== 0) give(joint, turn + way[0]);
    else focus(tree, order[Math.min(Math.max(turn - way[1], 0), order.length - 1)]!);
  });
}

/** The same elimination with its turns numbered level by level, as the crate numbers its rows. */
function sortByLevel(): void {
  const { level } = eliminate(near, order);
  const turns = [...order.keys()].sort((a, b) => level[a]! - level[b]! || a - b);
  become(
    turns.map((turn) => order[turn]!),
    near.length,
  );
  show();
}

/** For both drawings what is under the pointer, or has the focus, is lit. */
function light(event: Event): void {
  const joint = jointAt(event);
  for (const lit of document.querySelectorAll('#graph .lit, #factor .lit')) lit.classList.remove('lit');
  if (joint === null) return;
  for (const place of document.querySelectorAll(`:is(#graph, #factor) [data-joint="${joint}"]`))
    place.classList.add('lit');
}

export function startFigure(): void {
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', take);
  get('#again').addEventListener('click', () => {
    become([...order], 0);
    show();
  });
  get('#by-level').addEventListener('click', sortByLevel);
  listenToGraph();
  listenToTree();
  for (const host of [graph, tree])
    for (const name of ['pointerover', 'pointerleave', 'focusin']) host.addEventListener(name, light);
  take();
}
