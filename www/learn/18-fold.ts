// The second figure of chapter 18: a person as a tree of joints, which the reader folds up joint by joint and unfolds again.
import { get } from '../dom';
import { asking, tellAsked } from './18-ask';
import { fallen, type Person, person, rope, SHIN, STEP, sceneOf } from './18-person';
import { axesOf, felt, limb, look, type Sight, seen } from './18-picture';
import { dense, eliminate, type Solution, type Turn, sight as viewOf } from './18-plane';
import { format, setLive, startExplanations } from './bind';
import { column, MatrixGrid } from './grid';
import type { Matrix } from './matrix';
import { arrow, svg } from './svg';

/** Pixels for a newton: of the arrows. */
const NEWTON = 0.09;
const SIGHT: Sight = { left: -0.42, top: 0.1, width: 1.9, height: 2.1, scale: 200 };

const figure = get('#tree');
const form = get<HTMLFormElement>('#limbs');
const field = (name: string) => (form.elements.namedItem(name) as HTMLInputElement).value;
const ask = asking();

interface State {
  tree: Person;
  turns: (Turn | null)[];
  found: Solution;
}
let state: State;
/** Pins folded, and after all of them pins unfolded. */
let at = 0;

export function solvePerson(shin: number, locked: boolean): State {
  const tree = person(shin);
  const turns = tree.pins.map(({ name }): Turn | null =>
    locked && name === 'left knee' ? { at: 0, gamma: 0 } : null,
  );
  return { tree, turns, found: eliminate(tree, fallen(tree), turns) };
}

/** N: what a pin pushes its child with. */
const forceOf = (l: number) => state.found.folds[l]!.push.map((q) => q / STEP);
const across = (block: Matrix) => axesOf(block.slice(0, 2).map((row) => row.slice(0, 2)));
const kilograms = (value: number) => `${format(value, 3)} kg`;

const grids = {
  felt: new MatrixGrid('felt', 'S inverse, the mass that is felt at the joint'),
  speed: new MatrixGrid('flown', 'u prime, how fast the joint’s point would go by itself'),
  weight: new MatrixGrid('weight', 'M hat of the body that it is folded into'),
  force: new MatrixGrid('force', 'The joint’s force'),
  velocity: new MatrixGrid('velocity', 'The limb’s velocity'),
};

/** What a body weighs to a push, with what has been folded into it so far. */
function weightOf(body: number): Matrix {
  const { mass, inertia } = state.tree.bodies[body]!;
  const sum: Matrix = [
    [mass, 0, 0],
    [0, mass, 0],
    [0, 0, inertia],
  ];
  for (const [l, pin] of state.tree.pins.slice(0, Math.min(at, state.tree.pins.length)).entries()) {
    if (pin.parent !== body) continue;
    const g = viewOf(state.tree.bodies[body]!, pin, state.turns[l]!);
    const block = state.found.folds[l]!.felt;
    for (let i = 0; i < 3; i++)
      for (let k = 0; k < 3; k++)
        for (const [r, row] of g.entries())
          for (const [c, other] of g.entries()) sum[i]![k]! += row[i]! * block[r]![c]! * other[k]!;
  }
  return sum;
}

const WAYS = ['to the side', 'up', 'in turning'];
const UNITS = ['m/s', 'm/s', 'rad/s'];

function showBlocks(l: number | null, back: boolean): void {
  get('#in').hidden = back;
  get('#out').hidden = !back;
  if (l === null) return;
  const { tree, found } = state;
  const pin = tree.pins[l]!;
  const fold = found.folds[l]!;
  const parent = pin.parent < 0 ? null : tree.bodies[pin.parent]!.name;
  if (back) {
    grids.force.show(
      column(
        forceOf(l).map((value, i) => ({
          value,
          sentence: `The ${pin.name} ${i === 2 ? `turns the ${tree.bodies[pin.child]!.name} with ${format(value)} N m` : `pushes the ${tree.bodies[pin.child]!.name} ${WAYS[i]} with ${format(value)} N`}.`,
        })),
      ),
    );
    grids.velocity.show(
      column(
        found.velocities[pin.child]!.map((value, i) => ({
          value,
          sentence: `After the step the ${tree.bodies[pin.child]!.name} goes with ${format(value)} ${UNITS[i]} ${WAYS[i]}.`,
        })),
      ),
    );
    return;
  }
  grids.felt.show(
    fold.felt.map((row, i) =>
      row.map((value, k) => ({
        value,
        sentence:
          i === 2 || k === 2
            ? 'The knee stands at its stop, so the block has a third row: how it resists being turned.'
            : i === k
              ? `To give the ${pin.name} 1 m/s ${WAYS[i]}, and none the other way, takes ${format(value)} N s ${WAYS[i]}.`
              : `And it takes ${format(value)} N s ${WAYS[i]} to give it 1 m/s ${WAYS[k]}: a limb that hangs askew is drawn aside.`,
      })),
    ),
  );
  grids.speed.show(
    column(
      fold.speed.map((value, i) => ({
        value,
        sentence: `Without the joint, this end of the ${tree.bodies[pin.child]!.name} would go with ${format(value)} ${UNITS[i]} ${WAYS[i]} after the step.`,
      })),
    ),
  );
  const place = get('[data-matrix="weight"]');
  place.hidden = parent === null;
  if (parent === null) return;
  grids.weight.show(
    weightOf(pin.parent).map((row, i) =>
      row.map((value, k) => ({
        value,
        sentence:
          i === k
            ? i < 2
              ? `So heavy the ${parent} is now to a push ${WAYS[i]}, with all that has been folded into it: ${kilograms(value)}.`
              : `Its moment of inertia, kg m², with what has been folded into it.`
            : 'What is folded in hangs off the centre, so a push there also turns it: kg or kg m.',
      })),
    ),
  );
}

function draw(): void {
  const { tree, found } = state;
  const n = tree.pins.length;
  const back = at > n;
  const folded = (l: number) => (back ? l < 2 * n - at : l < at);
  const current = at === 0 ? null : back ? 2 * n - at : at - 1;
  const pinOf = (body: number) => tree.pins.findIndex(({ child }) => child === body);
  const host = get<SVGElement>('#person');
  look(host, SIGHT);
  const [bx, by] = seen(SIGHT, 0, 0);
  const parts: SVGElement[] = [svg('line', { class: 'bar', x1: bx - 60, y1: by, x2: bx + 60, y2: by })];
  const classOf = (body: number) => {
    const l = pinOf(body);
    if (l === current) return back ? 'now' : 'folded now-gone';
    if (current !== null && !back && tree.pins[current]!.parent === body) return 'onto';
    return folded(l) ? 'folded' : '';
  };
  parts.push(...tree.bodies.map((_, i) => limb(SIGHT, tree, i, classOf(i))));
  // what has been folded and not yet been folded further
  for (const [l, pin] of tree.pins.entries()) {
    const beyond = pin.parent >= 0 && folded(pinOf(pin.parent));
    if (folded(l) && !beyond && !back)
      parts.push(
        felt(
          SIGHT,
          pin.x,
          pin.y,
          found.folds[l]!.felt.slice(0, 2).map((row) => row.slice(0, 2)),
          l === current ? '' : 'past',
        ),
      );
  }
  let row = 1;
  for (const [l, pin] of tree.pins.entries()) {
    const [x, y] = seen(SIGHT, pin.x, pin.y);
    parts.push(svg('circle', { class: 'pin', cx: x, cy: y, r: 4 }));
    if (back && l >= 2 * n - at) {
      const [fx, fy] = forceOf(l);
      parts.push(arrow(x, y, x + NEWTON * fx!, y - NEWTON * fy!, { 'data-force': pin.name }));
    }
    parts.push(svg('text', { class: 'pin-number', x: x - (l < 9 ? 11 : 15), y: y + 4 }, String(l + 1)));
    // of all rows solved at once; a stop that pushes adds one
    const rows = `${row}–${row + found.folds[l]!.felt.length - 1}`;
    row += found.folds[l]!.felt.length;
    // the arm that holds has the head at its right, and the hand is on the bar
    const beside = l < n - 3 ? { x: x + 8, y: y + 4 } : { x: x - 24, y: y + (l === n - 1 ? 24 : 4) };
    parts.push(
      svg('text', { class: 'pin-rows', ...beside, 'text-anchor': l < n - 3 ? 'start' : 'end' }, rows),
    );
  }
  host.replaceChildren(...parts);
}

function sayWhere(): void {
  const { tree, found } = state;
  const n = tree.pins.length;
  const words = get('#fold-words');
  if (at === 0) {
    words.textContent =
      'Nothing is folded yet. Ten bodies, ten joints; the numbers are the order in which they go. Begin at the neck.';
    showBlocks(null, false);
    return;
  }
  const back = at > n;
  const l = back ? 2 * n - at : at - 1;
  const pin = tree.pins[l]!;
  const child = tree.bodies[pin.child]!.name;
  const { most, least } = across(found.folds[l]!.felt);
  const feels = `${format(least, 3)} to ${format(most, 3)} kg`;
  const force = Math.hypot(...forceOf(l).slice(0, 2));
  const hung = tree.pins.slice(0, l).filter(({ parent }) => parent === pin.child).length > 0;
  if (!back)
    words.textContent =
      pin.parent < 0
        ? `Right hand: the whole person is now one block at the bar, and feels like ${feels}. The bar does not move. So one force is known, ${format(force, 4)} N, and the way back begins.`
        : `${capital(pin.name)}: the ${child}${hung ? ', with all that hangs on it,' : ''} is replaced by a weight at this joint. The ${tree.bodies[pin.parent]!.name} feels ${feels} there, depending on the direction.`;
  else
    words.textContent =
      pin.parent < 0
        ? `Right hand: the bar holds the ${child} with ${format(force, 4)} N. Now its velocity is known.`
        : `${capital(pin.name)}: the ${tree.bodies[pin.parent]!.name}’s velocity is known, so the force is: ${format(force, 4)} N. It gives the velocity of the ${child}.${at === 2 * n ? ' All is known.' : ''}`;
  showBlocks(l, back);
}
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function showPins(): void {
  const { tree, found } = state;
  const n = tree.pins.length;
  const rows = tree.pins.map((pin, l) => {
    const row = document.createElement('tr');
    const head = document.createElement('th');
    head.scope = 'row';
    head.textContent = `${l + 1} ${pin.name}`;
    const cell = (text: string, value: number | null, name: string) => {
      const place = document.createElement('td');
      place.className = 'number';
      place.dataset.cell = `${name}-${l}`;
      if (value !== null) place.dataset.value = String(value);
      place.textContent = text;
      return place;
    };
    const { most, least } = across(found.folds[l]!.felt);
    const known = at >= 2 * n - l;
    const force = Math.hypot(...forceOf(l).slice(0, 2));
    if (l === (at > n ? 2 * n - at : at - 1)) row.setAttribute('aria-current', 'step');
    row.append(
      head,
      cell(at > l ? `${format(least, 3)}–${format(most, 3)}` : '', at > l ? least : null, 'felt'),
      cell(known ? format(force, 3) : '', known ? force : null, 'force'),
    );
    return row;
  });
  get('#pins tbody').replaceChildren(...rows);
}

function show(): void {
  draw();
  sayWhere();
  showPins();
  const n = state.tree.pins.length;
  get<HTMLButtonElement>('#fold-one').disabled = at >= 2 * n;
  get<HTMLButtonElement>('#fold-all').disabled = at >= 2 * n;
  get('#fold-all').textContent = at < n ? 'To the hand' : 'And back out';
}

/** By how much two ways to find the forces differ at most, N and N m. */
const apart = (ours: number[][], theirs: number[][]) =>
  ours.reduce(
    (most, push, l) => push.reduce((all, x, i) => Math.max(all, Math.abs(x - theirs[l]![i]!)), most),
    0,
  );

async function compare(): Promise<void> {
  const { tree, turns, found } = state;
  const free = fallen(tree);
  const all = dense(tree, free, turns);
  const ours = found.folds.map(({ push }) => push.map((q) => q / STEP));
  setLive({
    denseOff: apart(
      ours,
      all.pushes.map((push) => push.map((q) => q / STEP)),
    ),
    rows: all.pushes.flat().length,
    workTree: found.work,
    workDense: all.work,
    hand: Math.hypot(...forceOf(tree.pins.length - 1).slice(0, 2)),
    weight: tree.bodies.reduce((sum, { mass }) => sum + 9.81 * mass, 0),
  });
  const knee = tree.pins.findIndex(({ name }) => name === 'left knee');
  const asked = await ask(sceneOf(tree, turns[knee] ? { locked: knee } : {}));
  const place = get('#asked');
  place.hidden = asked === null;
  if (asked) tellAsked('#asked-off', apart(ours, asked.forces));
}

/** The work of both ways for chains of pins, by counting. */
function count(): void {
  for (const joints of [10, 20, 40, 80, 160]) {
    const tree = rope(joints);
    const folded = eliminate(tree, fallen(tree), []).work;
    setLive({
      [`tree${joints}`]: folded,
      [`each${joints}`]: folded / joints,
      [`dense${joints}`]: dense(tree, fallen(tree), []).work,
    });
  }
}

export function startFold(): void {
  startExplanations(figure);
  count();
  form.addEventListener('submit', (event) => event.preventDefault());
  const change = () => {
    const shin = Number(field('shin'));
    get('[name="shin-value"]').textContent = `${format(shin)} kg`;
    state = solvePerson(shin, field('knee') === 'stop');
    show();
    void compare();
  };
  form.addEventListener('input', change);
  const act = (name: string, does: () => void) =>
    get(name).addEventListener('click', () => {
      does();
      show();
    });
  act('#fold-one', () => {
    at += 1;
  });
  act('#fold-all', () => {
    const n = state.tree.pins.length;
    at = at < n ? n : 2 * n;
  });
  act('#fold-none', () => {
    at = 0;
  });
  // a limb is folded already, so that one sees what it is about
  at = 5;
  if (Math.abs(SHIN - Number(field('shin'))) > 0.05) throw new Error('The page’s shin is not the person’s.');
  change();
}
