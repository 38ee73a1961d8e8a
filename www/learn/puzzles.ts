// The puzzles: one at a time, chosen by the address (#gather) or in the list; a tick for each that is solved.
import './page';
import { byId, get, make } from '../dom';
import { Desk } from './puzzles/desk';
import { PUZZLES } from './puzzles/list';
import { Progress } from './puzzles/progress';

const progress = new Progress();
const desks = new Map<string, Desk>();
const names = PUZZLES.map(({ name }) => name);

const section = (name: string) => byId(name);
const titleOf = (name: string) => get('h2', section(name)).textContent ?? '';

const list = get('#puzzles ol');
const forget = byId<HTMLButtonElement>('forget');

function tick(): void {
  for (const link of list.querySelectorAll('a')) {
    const solved = progress.isSolved(link.hash.slice(1));
    link.classList.toggle('solved', solved);
    get('.tick', link).textContent = solved ? ' ✓' : '';
    link.ariaLabel = `${link.title}${solved ? ', solved' : ''}`;
  }
  for (const name of names) section(name).classList.toggle('solved', progress.isSolved(name));
  forget.disabled = progress.isEmpty;
}

const host = {
  text: (name: string) => progress.text(name),
  typed(name: string, text: string | undefined) {
    progress.type(name, text);
    undo = null;
    label();
    tick();
  },
  solved(name: string) {
    progress.solve(name);
    tick();
  },
};

/** That of the address; else the first that is not solved. */
function asked(): string {
  const name = location.hash.slice(1);
  return names.includes(name) ? name : (names.find((each) => !progress.isSolved(each)) ?? names[0]!);
}

function show(name: string): void {
  for (const puzzle of PUZZLES) {
    const here = puzzle.name === name;
    section(puzzle.name).hidden = !here;
    get<HTMLAnchorElement>(`a[href="#${puzzle.name}"]`, list).ariaCurrent = here ? 'true' : null;
    if (!here) desks.get(puzzle.name)?.rest();
    else if (!desks.has(name)) desks.set(name, new Desk(get('.desk', section(name)), puzzle, host));
  }
}

/** A hint opens the way to the next one. */
function oneByOne(place: HTMLElement): void {
  const hints = [...place.querySelectorAll<HTMLDetailsElement>('.hint')];
  hints.forEach((hint, k) => {
    hint.hidden = k > 0;
    hint.addEventListener('toggle', () => {
      const next = hints[k + 1];
      if (hint.open && next) next.hidden = false;
    });
  });
}

for (const [k, name] of names.entries()) {
  const title = titleOf(name);
  const place = section(name);
  list.append(
    make(
      'li',
      {},
      make(
        'a',
        { href: `#${name}`, title: `${k + 1}. ${title}` },
        make('span', { class: 'number' }, String(k + 1)),
        make('span', { class: 'title' }, title),
        make('span', { class: 'tick' }),
      ),
    ),
  );
  oneByOne(place);
  get('h2', place).prepend(make('span', { class: 'number' }, `${k + 1} `));
  const next = names[k + 1];
  if (next) {
    get('.desk', place).after(
      make('p', { class: 'onward' }, make('a', { href: `#${next}` }, `Next: ${titleOf(next)}`)),
    );
  }
}

/** What was forgotten comes back by the same button, until something new is kept. */
let undo: (() => void) | null = null;
function label(): void {
  forget.textContent = undo ? 'Bring it back' : 'Forget all of it';
}
forget.addEventListener('click', () => {
  if (undo) {
    undo();
    undo = null;
  } else {
    undo = progress.forget();
  }
  for (const desk of desks.values()) desk.refill();
  label();
  tick();
  forget.disabled = false;
});

addEventListener('hashchange', () => {
  const name = asked();
  show(name);
  section(name).scrollIntoView();
  const heading = get('h2', section(name));
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
});

get('#puzzles nav').hidden = false;
get('#puzzles .kept').hidden = false;
byId('no-webgpu').hidden = Boolean(navigator.gpu);
// said before anybody has written a kernel in vain
void navigator.gpu?.requestAdapter().then((adapter) => {
  if (adapter) return;
  byId('no-webgpu').textContent =
    'The puzzles need WebGPU. This browser knows of it and gives no device, so nothing can be run here. The puzzles, what is right, and the solutions can be read.';
  byId('no-webgpu').hidden = false;
});
show(asked());
tick();
if (location.hash && names.includes(location.hash.slice(1))) section(asked()).scrollIntoView();
