// The comparison in words: shown as it changes, and told to those who hear the page only now and then.
import { metres } from '../units';
import type { Events } from './events';
import { figureOf, nameOf } from './figures';
import { matterOf } from './matters';
import type { Stage } from './stage';
import { radii } from './units';

/** Between two readings aloud, ms. */
const QUIET = 15_000;

export class Sentence {
  #told = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly stage: Stage,
    { staged, measured }: Pick<Events, 'staged' | 'measured'>,
    private readonly shown: HTMLElement,
    private readonly aloud: HTMLElement,
  ) {
    staged.on(() => {
      this.#told = Number.NEGATIVE_INFINITY;
    });
    measured.on(() => this.#update());
  }

  #update(): void {
    const words = this.#words();
    if (this.shown.textContent !== words) this.shown.textContent = words;
    if (performance.now() - this.#told > QUIET) this.say();
  }

  /** Aloud, now. */
  say(): void {
    this.#told = performance.now();
    this.aloud.textContent = this.#words();
  }

  #words(): string {
    const { runners, state } = this.stage;
    const time = Math.max(...runners.map(({ measures }) => measures?.time ?? 0));
    const pendant = state.scene === 'pendant';
    const parts = runners.map((runner) => {
      const name = runners.length > 1 ? nameOf(runner) : 'the chain';
      if (runner.gone) return `${nameOf(runner)} has lost its beads`;
      const value = figureOf(runner, state);
      if (pendant && runner.stretch === null) return `${name}: nothing hangs any more`;
      if (pendant) return `${name}: ${value} too long`;
      const matter = matterOf(state.scene, state.repair);
      if (runner.byDepth) {
        const depth = `deepest overlap so far ${metres(runner.worst.depth)}`;
        const so = matter && runner.told !== null ? `${value} ${matter.what}; ${depth}` : depth;
        return runners.length > 1 ? `${name}: ${so}` : so;
      }
      const gap = radii(runner.worst.gap);
      const so = `largest gap so far ${gap}${gap.endsWith('%') ? ' of a radius' : ''}`;
      return `${nameOf(runner)}: ${matter ? `${matter.what} ${value}, ` : ''}${so}`;
    });
    return `After ${time.toFixed(1)} s. ${parts.join('; ')}.`;
  }
}
