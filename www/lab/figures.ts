// The headline, the figure under each copy, and the comparison in words.
import { scenes, solvers } from '../beadwork';
import { metres } from '../units';
import { colourOf } from './colours';
import type { Runner, Stage } from './stage';
import { FILE, type LabState } from './state';
import { count, percent } from './units';

const WORDS_EVERY = 5000;

export class Figures {
  #shown = '';
  #said = 0;

  constructor(
    private readonly state: LabState,
    private readonly stage: Stage,
    private readonly parts: {
      headline: HTMLElement;
      lede: HTMLElement;
      figures: HTMLElement;
      words: HTMLElement;
    },
  ) {}

  /** After another scene or other solvers. */
  start(): void {
    const { headline, lede, figures } = this.parts;
    const { scene } = this.state;
    const { runners } = this.stage;
    const exact = runners.some(({ iterative }) => !iterative);
    headline.replaceChildren();
    if (runners.length > 1 && exact) {
      const what = scene === 'pendant' ? 'Same necklace, same weight. ' : 'Same beads, same threads. ';
      const solved = document.createElement('em');
      solved.textContent = 'One of them is solved.';
      headline.append(what, solved);
    } else if (runners.length > 1) headline.append('Same beads, same threads. How far each solver gets.');
    else
      headline.append(
        scene === FILE ? 'Your own scene' : (scenes().find(({ name }) => name === scene)?.title ?? ''),
      );
    lede.textContent = this.#lede();
    figures.replaceChildren(...runners.map((runner) => figure(runner)));
    figures.dataset.count = String(runners.length);
    this.#shown = '';
    this.update();
  }

  #lede(): string {
    const { scene, options, parameters } = this.state;
    const { runners } = this.stage;
    const [first, second] = runners;
    const beads = count(first?.simulation.bodyCount ?? 0);
    if (runners.length < 2)
      return `${beads} beads. ${solvers().find(({ name }) => name === parameters.solver)?.verdict ?? ''}`;
    if (scene !== 'pendant') return `${beads} beads in each of ${runners.length} copies, a solver each.`;
    const weight = `${options.beads} beads carry ${options.massRatio} times the weight of one.`;
    return runners.length === 2 && first?.iterative && !second?.iterative
      ? `${weight} On the left, solved pass after pass; on the right, exactly.`
      : `${weight} A solver each.`;
  }

  /** Four times a second; only what changed is written, so that digits stand still. */
  update(): void {
    const { runners } = this.stage;
    const values = runners.map((runner) => this.#value(runner));
    const labels = runners.map((runner) => this.#label(runner));
    const now = [...values, ...labels].join('|');
    if (now !== this.#shown) {
      this.#shown = now;
      [...this.parts.figures.children].forEach((figure, k) => {
        figure.querySelector('b')!.textContent = values[k] ?? '';
        figure.querySelector('span')!.textContent = labels[k] ?? '';
      });
    }
    if (performance.now() - this.#said > WORDS_EVERY) this.say();
  }

  #value(runner: Runner): string {
    if (runner.gone) return 'gone';
    if (!runner.measures) return '…';
    return this.state.scene === 'pendant' ? percent(runner.stretch) : metres(runner.measures.maxGap);
  }

  #label(runner: Runner): string {
    const what = this.state.scene === 'pendant' ? 'stretch' : 'largest gap';
    return `${what} · ${name(runner)}, ${passes(runner, this.state)}`;
  }

  /** For those who hear the page. */
  say(): void {
    const { runners } = this.stage;
    const time = runners[0]?.measures?.time;
    if (time === undefined) return;
    this.#said = performance.now();
    const pendant = this.state.scene === 'pendant';
    const parts = runners.map((runner) =>
      runner.gone
        ? `${name(runner)} has lost its beads`
        : `${name(runner)} ${pendant ? 'has let its chain stretch by' : 'leaves a gap of'} ${this.#value(runner)}`,
    );
    this.parts.words.textContent = `After ${time.toFixed(0)} s: ${parts.join('; ')}.`;
  }
}

function figure({ solver }: Runner): HTMLElement {
  const element = document.createElement('p');
  element.className = 'figure';
  element.style.setProperty('--own', `var(${colourOf(solver)})`);
  element.append(document.createElement('b'), document.createElement('span'));
  return element;
}

function name({ title, solver, measures }: Runner): string {
  const took = measures?.solver;
  if (solver !== 'auto' || !took || took === 'auto') return title;
  return `${title} (${solvers().find((other) => other.name === took)?.title ?? took})`;
}

const passes = ({ iterative, measures }: Runner, { parameters }: LabState) =>
  iterative || (measures && measures.solver !== 'direct') ? `${parameters.iterations} passes` : 'one pass';
