// Chapter 2: sliders, the stack's matrices with a sentence for every entry, and the sweep row by row.
import './page';
import { get } from '../dom';
import { startPile } from './02-first';
import { block, showMatrices } from './02-matrices';
import { drawStack } from './02-picture';
import { Sweeper } from './02-sweeper';
import { format, setLive } from './bind';
import { choiceQuestion, near, numberQuestion, right, task, wrong } from './exercise';
import { type Answer, answer, type Equation, equation, type Rule, type Stack } from './stack';

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
let shown: Stack | undefined;

function update(): void {
  const stack = read();
  const eq = equation(stack);
  current = answer(eq, stack.dt);
  shown = stack;
  showMatrices(stack, eq, current);
  drawStack(get('#stack'), stack, eq, current);
  sweeper.begin(eq, current, stack.dt);
  get('#relation').textContent = eq.rows.some(({ pulls }) => !pulls) ? '≥' : '=';
  get('#reading').textContent = reading(stack, eq, current);
  setLive({ lambda0: current.lambda[0]!, lambda1: current.lambda[1] ?? 0, A01: eq.a[0]![1] ?? 0 });
  lookAtLoads();
}

const lookAtLoads = task('three-loads', () => {
  if (shown?.masses.length !== 3) return null;
  const wanted = [60, 50, 30];
  const found = wanted.filter((force, i) => near(current.lambda[i]!, force, 1e-6)).length;
  if (found < 3) return wrong(`${found} of the three forces are right.`);
  if (shown.gravity !== 10) return wrong('The forces are right, but gravity is to be 10 m/s².');
  if (shown.topSpeed !== 0) return wrong('The forces are right, but the blocks are to be at rest.');
  return right(
    'Right: 1, 2 and 3 kg from the ground up. Each force is the weight of all that stands above it.',
  );
});
choiceQuestion('shorter-step', {
  half: wrong('The velocities become half as large, and so does the impulse hλ. The force is another thing.'),
  same: right(
    'Right: λ is a force, here the weight of both blocks. Only the impulse hλ becomes half as large.',
  ),
  double: wrong(
    'That would be so if λ had to stop the same speed in half the time. But the speed is half as large too.',
  ),
});
numberQuestion('glue', (given) => {
  if (near(given, -5, 0.05))
    return right('Right: the lock pulls with 5 N, and both blocks rise together. A contact would let go.');
  if (near(given, 5, 0.05))
    return wrong(
      'The size is right. But a positive λ pushes, and here the lower block has to hold the upper one back.',
    );
  if (given === 0) return wrong('That is the contact: it may not pull, so it takes zero. The lock may.');
  return wrong('Not yet. Choose rule A in the list above and read λ in the lab.');
});

form.addEventListener('input', update);
form.addEventListener('reset', () => {
  rules.querySelector<HTMLInputElement>('[value="contact"]')!.checked = true;
  get('#masses').replaceChildren();
  // the form's fields have their first values only after this event
  queueMicrotask(update);
});
rules.addEventListener('change', update);
get('#one-row').addEventListener('click', () => sweeper.row());
get('#sweep').addEventListener('click', () => sweeper.pass());
get('#from-zero').addEventListener('click', () => sweeper.restart());
form.addEventListener('submit', (event) => event.preventDefault());
startPile();
update();
