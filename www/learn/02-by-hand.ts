// Chapter 2: sliders, the stack's matrices with a sentence for every entry, and the sweep row by row.
import './page';
import { block, showMatrices } from './02-matrices';
import { drawStack } from './02-picture';
import { Sweeper } from './02-sweeper';
import { format, setLive } from './bind';
import { exercise } from './exercise';
import { type Answer, answer, type Equation, equation, type Rule, type Stack } from './stack';

const get = <T extends Element>(selector: string) => document.querySelector(selector) as unknown as T;
const form = get<HTMLFormElement>('#sliders');
const rules = get<HTMLFieldSetElement>('#rules');
const UNITS: Record<string, string> = { count: '', gravity: ' m/s²', dt: ' s', topSpeed: ' m/s' };
const SPEED_LIMIT = 5;

const sweeper = new Sweeper(get('#lines'), get('#row-words'));

const slider = (name: string) => form.elements.namedItem(name) as HTMLInputElement;

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
  showMatrices(stack, eq, current);
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
