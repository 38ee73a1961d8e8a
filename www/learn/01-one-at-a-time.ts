// Chapter 1: a column of beads corrected one joint at a time, and the same trouble in the real simulation.
import './page';
import { get } from '../dom';
import '../element';
import { drawColumn } from './01-picture';
import { format, setLive } from './bind';
import { near, numberQuestion, right, wrong } from './exercise';
import { Corrections } from './hanging';

const form = get<HTMLFormElement>('#column-controls');
const words = get<HTMLElement>('#column-words');
const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
/** Of what gravity does in a step. */
const GOOD_ENOUGH = 0.01;
const MOST_PASSES = 100_000;

let column = new Corrections({ masses: [1], standing: false });
let corrected = -1;

function masses(): number[] {
  const count = Number(field('beads').value);
  return Array.from({ length: count }, (_, i) => (i === count - 1 ? Number(field('weight').value) : 1));
}

const standing = () => form.querySelector<HTMLInputElement>('[name="way"]:checked')?.value === 'standing';

function draw(): void {
  const focused = document.activeElement?.getAttribute('data-joint');
  drawColumn(get('#column'), column, masses(), standing(), corrected, correct);
  if (focused !== null && focused !== undefined)
    document.querySelector<SVGElement>(`[data-joint="${focused}"]`)?.focus();
  setLive({ fixCount: column.count, worst: 1000 * column.worst });
  // the step to do next: the first correction, another one, a whole pass
  const step = Math.min(2, column.count);
  document.querySelectorAll('#column-steps li').forEach((item, i) => {
    if (i === step) item.setAttribute('aria-current', 'step');
    else item.removeAttribute('aria-current');
  });
}

function correct(row: number): void {
  const before = column.faults;
  column.correct(row);
  corrected = row;
  const worse = column.faults.flatMap((fault, i) =>
    Math.abs(fault) > Math.abs(before[i]!) + 1e-9 ? [i + 1] : [],
  );
  words.textContent =
    worse.length > 0
      ? `Joint ${row + 1} holds. That made joint ${worse.join(' and ')} worse.`
      : `Joint ${row + 1} holds, and no other got worse.`;
  draw();
}

function begin(): void {
  get('#beads-value').textContent = field('beads').value;
  get('#weight-value').textContent = `${field('weight').value} kg`;
  column = new Corrections({ masses: masses(), standing: standing() });
  corrected = -1;
  words.textContent = 'Nothing is corrected yet.';
  draw();
}

function pass(): void {
  column.pass();
  corrected = -1;
  words.textContent = `Each joint was corrected once, from the first to the last. The worst is off by ${format(1000 * column.worst, 3)} mm/s.`;
  draw();
}

/** Takes passes until nothing is off by more than a small share of what gravity did. */
function passesNeeded(column: Corrections): number {
  const first = column.worst;
  let passes = 0;
  while (column.worst > GOOD_ENOUGH * first && passes < MOST_PASSES) {
    column.pass();
    passes += 1;
  }
  return passes;
}

function untilGood(): void {
  begin();
  const passes = passesNeeded(column);
  words.textContent = `It took ${passes.toLocaleString('en')} passes, ${column.count.toLocaleString('en')} corrections, until no joint was off by more than a hundredth of what gravity did.`;
  words.dataset.passes = String(passes);
  draw();
}

form.addEventListener('input', begin);
form.addEventListener('submit', (event) => event.preventDefault());
get('#column-sweep').addEventListener('click', pass);
get('#column-until').addEventListener('click', untilGood);
get('#column-again').addEventListener('click', begin);
begin();

const needed = (beads: number, last = 1) =>
  passesNeeded(new Corrections({ masses: [...Array<number>(beads - 1).fill(1), last], standing: false }));
const [six, twelve, heavy] = [needed(6), needed(12), needed(6, 50)];
const ratio = twelve / six;

numberQuestion('square', (given) => {
  if (given < 2.7) return wrong('More than that. Count both threads with the button.');
  if (given > 4.3) return wrong('Fewer than that. Count both threads with the button.');
  const why =
    'The change of one joint travels one bead in a pass and wanders both ways, so the passes grow with the square of the length.';
  return given < 3.6
    ? right(
        `Right, as counted: ${twelve} passes over ${six} is ${format(ratio, 2)} at these lengths. In the limit of long threads it is 4. ${why}`,
      )
    : right(
        `Right in the limit: twice the length, four times the passes. At these lengths you count ${twelve} over ${six}, which is ${format(ratio, 2)}. ${why}`,
      );
});
numberQuestion('heavy', (given) =>
  near(given, heavy, 0.05 * heavy)
    ? right(
        `Right: ${heavy} passes, where equal beads needed ${six}. Light beads pass on almost nothing of a heavy load.`,
      )
    : wrong(given < heavy ? 'It takes more. Let the button count.' : 'It takes fewer. Let the button count.'),
);
numberQuestion('top-force', (given) => {
  if (near(given, 98.1, 0.6)) return right('Right: 10 kg times 9.81 m/s².');
  if (near(given, 100, 0.5))
    return right('Right with a gravity of 10 m/s². With 9.81 m/s², as in the figure, it is 98.1 N.');
  if (near(given, 10, 0.01))
    return wrong('That is the mass in kilograms. The force is the mass times gravity.');
  return wrong('Not yet. Everything below the ceiling hangs on the topmost joint: 5 + 5 · 1 kg.');
});
