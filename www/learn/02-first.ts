// The first figure of chapter 2: a stack at rest, and what its contacts push with. The lab further down has the same stack with all numbers.
import { get } from '../dom';
import { drawStack } from './02-picture';
import { format, setLive } from './bind';
import { answer, equation, type Stack } from './stack';

const form = get<HTMLFormElement>('#pile');
const value = (name: string) => Number((form.elements.namedItem(name) as HTMLInputElement).value);

function show(): void {
  const [count, upper, lowest] = [value('pile'), value('upper'), value('lowest')];
  const masses = Array.from({ length: count }, (_, i) => (i === 0 ? lowest : i === count - 1 ? upper : 1));
  const stack: Stack = { masses, gravity: 10, dt: 1, topSpeed: 0, rule: 'contact', speedLimit: 0 };
  const eq = equation(stack);
  const found = answer(eq, stack.dt);
  drawStack(get('#first-stack'), stack, eq, found);
  get('[name="pile-value"]').textContent = String(count);
  get('[name="upper-value"]').textContent = `${format(upper)} kg`;
  get('[name="lowest-value"]').textContent = `${format(lowest)} kg`;
  setLive({ groundPush: found.lambda[0]!, topPush: found.lambda.at(-1)! });
}

export function startPile(): void {
  form.addEventListener('input', show);
  form.addEventListener('submit', (event) => event.preventDefault());
  show();
}
