// The number under each copy, in its solver's colour, and the solver's name above it.
import { solvers } from '../beadwork';
import { metres } from '../units';
import type { Events } from './events';
import { matterOf } from './matters';
import type { Runner } from './runner';
import type { Stage } from './stage';
import type { LabState } from './state';
import { gapOf, percent } from './units';

/** Narrower than this a copy has no room for a solver's name, CSS pixels: it gets its number. */
const NARROW = 84;
/** Narrower than this two copies' lines would run into each other: they are set smaller, in two. */
const CLOSE = 300;

export class Figures {
  #shown = '';

  constructor(
    private readonly stage: Stage,
    { staged, measured, drawn }: Pick<Events, 'staged' | 'measured' | 'drawn'>,
    private readonly figures: HTMLElement,
    private readonly names: HTMLElement,
  ) {
    staged.on(() => this.#start());
    measured.on(() => this.#update());
    drawn.on(() => this.#place());
  }

  #start(): void {
    const { runners } = this.stage;
    this.figures.replaceChildren(
      ...runners.map((runner) => element('p', 'figure', runner, element('b'), element('span'))),
    );
    this.figures.dataset.count = String(runners.length);
    this.names.replaceChildren(
      ...(runners.length > 1 ? runners.map((runner) => element('span', 'solver', runner)) : []),
    );
    this.#shown = '';
    this.#update();
    this.#place();
  }

  /** Four times a second; only what changed is written, so that digits stand still. */
  #update(): void {
    const { runners, state } = this.stage;
    const values = runners.map((runner) => figureOf(runner, state));
    const labels = runners.map((runner) => labelOf(runner, state, runners.length));
    const now = [...values, ...labels].join('|');
    if (now === this.#shown) return;
    this.#shown = now;
    [...this.figures.children].forEach((figure, k) => {
      figure.querySelector('b')!.textContent = values[k] ?? '';
      // words are no figure
      figure.classList.toggle('says', values[k] === NOTHING);
      figure.querySelector('span')!.textContent = labels[k] ?? '';
    });
  }

  /** Under and above where the copy hangs. */
  #place(): void {
    const { layout, runners } = this.stage;
    if (!layout || this.figures.children.length !== runners.length) return;
    const { width } = this.stage.size;
    const seen = layout.tops.map((top) => this.stage.seenAt(top));
    // copies change places when the picture is turned
    const places = seen.map(({ x }) => x).sort((a, b) => a - b);
    const room = Math.min(width, ...places.slice(1).map((x, k) => x - places[k]!));
    this.figures.dataset.tight = String(room < NARROW);
    this.figures.dataset.close = String(room < CLOSE);
    this.figures.style.setProperty('--room', `${Math.round(room)}px`);
    runners.forEach((runner, k) => {
      const { x, y } = seen[k]!;
      const figure = this.figures.children[k] as HTMLElement;
      figure.style.maxWidth = runners.length === 2 ? `${Math.max(60, room - 8)}px` : '';
      // a number stays beside the picture's edge when its chain goes beyond it
      const half = figure.offsetWidth / 2;
      figure.style.translate = `${Math.round(Math.min(Math.max(x, half), Math.max(half, width - half)) - half)}px`;
      const name = this.names.children[k] as HTMLElement | undefined;
      if (!name) return;
      const text = room < NARROW ? String(k + 1) : nameOf(runner);
      if (name.textContent !== text) name.textContent = text;
      name.style.maxWidth = `${Math.max(20, room - 8)}px`;
      name.style.translate = `calc(${Math.round(x)}px - 50%) calc(${Math.round(y)}px - 100% - 3px)`;
    });
  }
}

function element(tag: string, name = '', runner?: Runner, ...children: HTMLElement[]): HTMLElement {
  const made = document.createElement(tag);
  made.className = name;
  if (runner) made.style.setProperty('--own', `var(${runner.look.colour})`);
  made.append(...children);
  return made;
}

/** The number under a copy: what its scene is about, how far a pendant has stretched, the deepest overlap or the largest gap. */
export function figureOf(runner: Runner, { scene, repair }: LabState): string {
  if (runner.gone) return 'gone';
  if (!runner.measures) return '…';
  const matter = matterOf(scene, repair);
  if (matter && runner.told !== null) return matter.show(runner.told);
  if (runner.byDepth) return metres(runner.measures.maxDepth);
  if (matter) return '…';
  if (scene !== 'pendant') return gapOf(runner.measures.maxGapRadii);
  return runner.stretch === null ? NOTHING : percent(runner.stretch);
}
/** Where every thread of a pendant that hung on something is cut. */
const NOTHING = 'nothing hangs any more';

/** What that number is. */
export function whatOf(runner: Runner, { scene, repair }: LabState): string {
  const { measures, gone } = runner;
  const matter = matterOf(scene, repair);
  if (matter && runner.told !== null) return matter.what;
  if (runner.byDepth) return 'deepest overlap';
  if (matter) return matter.what;
  if (scene === 'pendant') return runner.stretch === null ? '' : 'stretch';
  if (!measures || gone) return 'largest gap';
  const size = gapOf(measures.maxGapRadii);
  if (size === 'shut') return 'every joint';
  return `${size.endsWith('%') ? 'of a radius ' : ''}(${metres(measures.maxGap)}): largest gap`;
}

function labelOf(runner: Runner, state: LabState, copies: number): string {
  const what = whatOf(runner, state);
  if (runner.byDepth || what === '') return what;
  const how = copies > 1 ? solvedHow(runner) : aloneHow(runner);
  // no line begins with the dot
  return how ? `${what}\u00a0· ${how}` : what;
}

/** A copy alone has no name above it. */
const aloneHow = (runner: Runner): string =>
  goesByPasses(runner) ? `${chosenName(runner)}, ${solvedHow(runner)}` : chosenName(runner);

export const nameOf = ({ title }: Runner): string => title;

/** With what `auto` chose, once that is known. */
function chosenName({ title, solver, measures }: Runner): string {
  const took = solvers().find(({ name }) => name === measures?.solver);
  return solver === 'auto' && took && took.name !== 'auto' ? `${took.title}, chosen automatically` : title;
}

/** Whether it goes by passes: what `auto` chose may. */
export const goesByPasses = ({ iterative, measures }: Runner): boolean =>
  iterative || Boolean(measures && !['direct', 'auto'].includes(measures.solver));

/**
 * By how many passes. The exact solver makes none: how often it solves its equation in a substep is a matter of
 * `positions`, and not said. Nothing before it is known what `auto` chose, and where it chose by part.
 */
export function solvedHow(runner: Runner): string {
  const { iterations } = runner.simulation.parameters;
  if (goesByPasses(runner)) return iterations === 1 ? 'one pass' : `${iterations} passes`;
  return (runner.measures?.solver ?? runner.solver) === 'direct' ? 'no passes' : '';
}
