// Chapter 1: a column of beads put right one place at a time, and the same trouble in the real simulation.
import './page';
import '../element';
import { drawColumn } from './01-picture';
import { format, setLive } from './bind';
import { numberExercise } from './exercise';
import { LocalFixes } from './hanging';

const get = <T extends Element>(selector: string) => document.querySelector(selector) as unknown as T;
const form = get<HTMLFormElement>('#column-controls');
const words = get<HTMLElement>('#column-words');
const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
/** Of what gravity does in a step. */
const GOOD_ENOUGH = 0.01;
const MOST_SWEEPS = 100_000;

let fixes = new LocalFixes({ masses: [1], standing: false });
let fixed = -1;

function masses(): number[] {
  const count = Number(field('beads').value);
  return Array.from({ length: count }, (_, i) => (i === count - 1 ? Number(field('weight').value) : 1));
}

const standing = () => form.querySelector<HTMLInputElement>('[name="way"]:checked')?.value === 'standing';

function draw(): void {
  const focused = document.activeElement?.getAttribute('data-place');
  drawColumn(get('#column'), fixes, masses(), standing(), fixed, put);
  if (focused !== null && focused !== undefined)
    document.querySelector<SVGElement>(`[data-place="${focused}"]`)?.focus();
  setLive({ fixCount: fixes.count, worst: 1000 * fixes.worst });
}

function put(row: number): void {
  const before = fixes.faults;
  fixes.fix(row);
  fixed = row;
  const worse = fixes.faults.flatMap((fault, i) =>
    Math.abs(fault) > Math.abs(before[i]!) + 1e-9 ? [i + 1] : [],
  );
  words.textContent =
    worse.length > 0
      ? `Place ${row + 1} holds. That made place ${worse.join(' and ')} worse.`
      : `Place ${row + 1} holds, and no other got worse.`;
  draw();
}

function begin(): void {
  get('#beads-value').textContent = field('beads').value;
  get('#weight-value').textContent = `${field('weight').value} kg`;
  fixes = new LocalFixes({ masses: masses(), standing: standing() });
  fixed = -1;
  words.textContent = 'Gravity has acted once. Choose a place to put right.';
  draw();
}

function sweep(): void {
  fixes.sweep();
  fixed = -1;
  words.textContent = `Every place was put right once, from the first to the last. The worst is off by ${format(1000 * fixes.worst, 3)} mm/s.`;
  draw();
}

/** Sweeps until nothing is off by more than a small share of what gravity did. */
function sweepsNeeded(fixes: LocalFixes): number {
  const first = fixes.worst;
  let sweeps = 0;
  while (fixes.worst > GOOD_ENOUGH * first && sweeps < MOST_SWEEPS) {
    fixes.sweep();
    sweeps += 1;
  }
  return sweeps;
}

function untilGood(): void {
  begin();
  const sweeps = sweepsNeeded(fixes);
  words.textContent = `It took ${sweeps.toLocaleString('en')} sweeps, ${fixes.count.toLocaleString('en')} fixes, until nothing was off by more than a hundredth of what gravity did.`;
  words.dataset.sweeps = String(sweeps);
  draw();
}

form.addEventListener('input', begin);
form.addEventListener('submit', (event) => event.preventDefault());
get('#column-sweep').addEventListener('click', sweep);
get('#column-until').addEventListener('click', untilGood);
get('#column-again').addEventListener('click', begin);
const equal = (beads: number) =>
  sweepsNeeded(new LocalFixes({ masses: Array<number>(beads).fill(1), standing: false }));
numberExercise(
  'square',
  () => equal(12) / equal(6),
  0.6,
  'Right: more than three here, and nearer to four the longer the threads are. News travels one bead a sweep and wanders both ways, so that it takes the square of the length. Forty beads need thousands of sweeps.',
  (given) =>
    given < equal(12) / equal(6)
      ? 'More than that. Count both chains with the button.'
      : 'Fewer than that. Count both chains with the button.',
);
begin();
