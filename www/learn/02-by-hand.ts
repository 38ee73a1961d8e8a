// Chapter 2: sliders, the stack's matrices with a sentence for every entry, and the sweep row by row.
import './page';
import { drawStack } from './02-picture';
import { Sweeper } from './02-sweeper';
import { format, setLive } from './bind';
import { exercise } from './exercise';
import { column, MatrixGrid } from './grid';
import { apply } from './matrix';
import { type Answer, answer, type Equation, equation, type Row, type Rule, type Stack } from './stack';

const get = <T extends Element>(selector: string) => document.querySelector(selector) as unknown as T;
const form = get<HTMLFormElement>('#sliders');
const rules = get<HTMLFieldSetElement>('#rules');
const UNITS: Record<string, string> = { count: '', gravity: ' m/s²', dt: ' s', topSpeed: ' m/s' };
const SPEED_LIMIT = 5;

const grids = {
  j: new MatrixGrid('J', 'J, the measurements'),
  m: new MatrixGrid('M', 'M inverse, one over the masses'),
  free: new MatrixGrid('vfree', 'Free velocities, in metres a second'),
  a: new MatrixGrid('A', 'A, what a force at one row does to another'),
  lambda: new MatrixGrid('lambda', 'Lambda, the forces, in newtons'),
  b: new MatrixGrid('b', 'b, how fast each rule is being broken, over h'),
  change: new MatrixGrid('dv', 'Changes of velocity, in metres a second'),
  after: new MatrixGrid('v', 'Velocities after the step, in metres a second'),
  measured: new MatrixGrid('w', 'Measurements after the step, in metres a second'),
};
const sweeper = new Sweeper(get('#lines'), get('#row-words'));

const slider = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
const block = (body: number) => `block ${body}`;

/** One slider a block, made when there are more of them. */
function massSliders(count: number): number[] {
  const place = get<HTMLElement>('#masses');
  while (place.children.length > count) place.lastElementChild?.remove();
  while (place.children.length < count) {
    const number = place.children.length + 1;
    const label = document.createElement('label');
    label.innerHTML = `Mass of block ${number - 1} <output></output><input type="range" min="0.5" max="5" step="0.5" value="1" />`;
    label.querySelector('input')!.name = `mass${number}`;
    place.append(label);
  }
  return [...place.querySelectorAll('label')].map((label) => {
    const value = Number(label.querySelector('input')!.value);
    label.querySelector('output')!.textContent = `${format(value)} kg`;
    return value;
  });
}

function read(): Stack {
  for (const [name, unit] of Object.entries(UNITS)) {
    form.querySelector(`[name="${name}-value"]`)!.textContent =
      `${format(Number(slider(name).value))}${unit}`;
  }
  const count = Number(slider('count').value);
  rules.disabled = count < 2;
  return {
    masses: massSliders(count),
    gravity: Number(slider('gravity').value),
    dt: Number(slider('dt').value),
    topSpeed: Number(slider('topSpeed').value),
    rule: rules.querySelector<HTMLInputElement>(':checked')!.value as Rule,
    speedLimit: SPEED_LIMIT,
  };
}

const nameOf = ({ kind, above, below }: Row): string => {
  if (kind === 'ground') return `the ground under ${block(above)}`;
  const between = `between ${block(below!)} and ${block(above)}`;
  return {
    contact: `the contact ${between}`,
    lock: `the lock ${between}`,
    limit: `the speed limit ${between}`,
    clutch: `the ratchet ${between}`,
  }[kind];
};

function show(stack: Stack, eq: Equation, found: Answer): void {
  const { rows } = eq;
  const name = rows.map(nameOf);
  const bodies = stack.masses.map((_, body) => body);
  const rowsSeeing = (body: number) => rows.flatMap((_, i) => (eq.j[i]![body] ? [i] : []));

  grids.j.show(
    eq.j.map((row, i) =>
      row.map((value, body) => ({
        value,
        sentence:
          value === 0
            ? `Row ${i}, ${name[i]}, does not look at ${block(body)}.`
            : `Row ${i}, ${name[i]}: if ${block(body)} moves up, what it measures ${value > 0 ? 'grows' : 'shrinks'}.`,
        from: [`contact-${i}`, `body-${body}`],
      })),
    ),
  );
  grids.m.show(
    eq.inverseMass.map((row, i) =>
      row.map((value, k) => ({
        value,
        sentence:
          i === k
            ? `One over the mass of ${block(i)}: a newton second changes its speed by ${format(value)} m/s.`
            : `Pushing ${block(k)} does not by itself move ${block(i)}: zero.`,
        from: i === k ? [`body-${i}`] : [`body-${i}`, `body-${k}`],
      })),
    ),
  );
  grids.free.show(
    column(
      eq.free.map((value, body) => ({
        value,
        sentence: `${capital(block(body))} if nothing were in its way: ${format(eq.start[body]!)} m/s before, less h times gravity, ${format(stack.dt * stack.gravity)} m/s.`,
        from: [`body-${body}`],
      })),
    ),
  );
  grids.a.show(
    eq.a.map((row, i) =>
      row.map((value, k) => {
        const shared = bodies.filter((body) => eq.j[i]![body] && eq.j[k]![body]);
        const sum = shared.map(
          (body) =>
            `${format(eq.j[i]![body]!)}·${format(eq.inverseMass[body]![body]!)}·${format(eq.j[k]![body]!)}`,
        );
        return {
          value,
          sentence:
            shared.length === 0
              ? `Rows ${i} and ${k} share no block: a push at one is not felt at the other.`
              : i === k
                ? `A newton at row ${i} moves its own measurement by this much a second: ${sum.join(' + ')}.`
                : `Rows ${i} and ${k} share ${shared.map(block).join(' and ')}: a newton at one changes what the other measures by ${sum.join(' + ')} a second.`,
          from: shared.flatMap((body) => [`J-${i}-${body}`, `J-${k}-${body}`, `M-${body}-${body}`]),
        };
      }),
    ),
  );
  grids.lambda.show(
    column(
      found.lambda.map((value, i) => ({
        value,
        sentence:
          value === 0
            ? `${capital(name[i]!)} does not push.`
            : `${capital(name[i]!)} ${value > 0 ? 'pushes' : 'pulls'} with ${format(Math.abs(value))} N; its impulse is h times that, ${format(stack.dt * Math.abs(value))} N s.`,
        from: [`contact-${i}`],
      })),
    ),
  );
  grids.b.show(
    column(
      eq.b.map((value, i) => ({
        value,
        sentence: `Row ${i} measures ${format(apply(eq.j, eq.free)[i]!)} m/s if nothing pushes${
          rows[i]!.allowance ? `, and ${format(rows[i]!.allowance)} m/s are allowed` : ''
        }; the other sign, and over h.`,
        from: bodies.flatMap((body) => (eq.j[i]![body] ? [`J-${i}-${body}`, `vfree-${body}-0`] : [])),
      })),
    ),
  );
  grids.change.show(
    column(
      found.change.map((value, body) => ({
        value,
        sentence: `What the forces on ${block(body)} do to it in h: they add up to ${format((value / stack.dt) * stack.masses[body]!)} N.`,
        from: [`M-${body}-${body}`, ...rowsSeeing(body).flatMap((i) => [`J-${i}-${body}`, `lambda-${i}-0`])],
      })),
    ),
  );
  grids.after.show(
    column(
      found.after.map((value, body) => ({
        value,
        sentence: `${capital(block(body))} after the step: ${format(eq.free[body]!)} + ${format(found.change[body]!)} m/s.`,
        from: [`vfree-${body}-0`, `dv-${body}-0`],
      })),
    ),
  );
  grids.measured.show(
    column(
      apply(eq.j, found.after).map((value, i) => ({
        value,
        sentence: `What ${name[i]} measures now: ${
          Math.abs(value + rows[i]!.allowance) < 1e-6
            ? 'its rule just holds'
            : 'more than its rule asks for, so it need not push'
        }.`,
        from: [...bodies.flatMap((body) => (eq.j[i]![body] ? [`J-${i}-${body}`, `v-${body}-0`] : []))],
      })),
    ),
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The state of the stack in a sentence or two. */
function reading(stack: Stack, { rows }: Equation, { lambda, after }: Answer): string {
  const weight = stack.gravity * stack.masses.reduce((sum, mass) => sum + mass, 0);
  const moving = after.flatMap((v, body) =>
    Math.abs(v) > 1e-6 ? [`${block(body)} at ${format(v)} m/s`] : [],
  );
  const ground = lambda[0]!;
  const carries =
    Math.abs(ground - weight) < 1e-6
      ? `The ground carries ${format(ground)} N: the weight of ${lambda.length > 1 ? 'all blocks' : 'the block'}.`
      : `The ground pushes with ${format(ground)} N; the blocks weigh ${format(weight)} N.`;
  const pulling = rows.findIndex((_, i) => lambda[i]! < -1e-9);
  return [
    carries,
    pulling >= 0 ? `Row ${pulling} pulls with ${format(-lambda[pulling]!)} N.` : '',
    moving.length === 0 ? 'Afterwards nothing moves.' : `Afterwards: ${moving.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

let current: Answer = { lambda: [], change: [], after: [] };
let blocks = 0;

function update(): void {
  const stack = read();
  const eq = equation(stack);
  current = answer(eq, stack.dt);
  blocks = stack.masses.length;
  show(stack, eq, current);
  drawStack(get('#stack'), stack, eq, current);
  sweeper.begin(eq, current, stack.dt);
  get('#relation').textContent = eq.rows.some(({ pulls }) => !pulls) ? '≥' : '=';
  get('#reading').textContent = reading(stack, eq, current);
  setLive({ lambda0: current.lambda[0]!, lambda1: current.lambda[1] ?? 0, A01: eq.a[0]![1] ?? 0 });
  loads.look();
}

const loads = exercise(
  'three-loads',
  () => {
    const wanted = [60, 50, 30];
    if (blocks !== 3) return '';
    const right = wanted.filter((value, i) => Math.abs(current.lambda[i]! - value) < 1e-6).length;
    return right === 3 && current.after.every((v) => Math.abs(v) < 1e-6)
      ? true
      : `${right} of the three forces are right.`;
  },
  'Solved: 1, 2 and 3 kg from the ground up. Each force is the weight of all that stands above it.',
);

form.addEventListener('input', update);
form.addEventListener('reset', () => {
  rules.querySelector<HTMLInputElement>('[value="contact"]')!.checked = true;
  get('#masses').replaceChildren();
  // the form's fields have their first values only after this event
  queueMicrotask(update);
});
rules.addEventListener('change', update);
get('#one-row').addEventListener('click', () => sweeper.row());
get('#sweep').addEventListener('click', () => sweeper.sweep());
get('#from-zero').addEventListener('click', () => sweeper.restart());
form.addEventListener('submit', (event) => event.preventDefault());
update();
