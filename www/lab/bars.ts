// Several solvers at once: one bar for each, the one that stretches least on top, and beside it what it costs.
import { colourOf } from './colours';
import type { Events } from './events';
import { figureOf, nameOf, solvedHow } from './figures';
import type { Runner } from './runner';
import type { Stage } from './stage';
import { milliseconds } from './units';

/** Fewer copies have their names above them and their numbers below. */
const FROM = 3;
/** The shortest bar's value and how many powers of ten the longest is above it. */
const LEAST = 1e-5;
const DECADES = 6;

export class Bars {
  #rows: { row: HTMLElement; bar: HTMLElement; value: HTMLElement; cost: HTMLElement }[] = [];

  constructor(
    private readonly stage: Stage,
    { staged, measured }: Pick<Events, 'staged' | 'measured'>,
    private readonly host: HTMLElement,
  ) {
    staged.on(() => this.#start());
    measured.on(() => this.#update());
  }

  #start(): void {
    const { runners } = this.stage;
    this.host.hidden = runners.length < FROM;
    this.#rows = this.host.hidden ? [] : runners.map((runner, k) => row(runner, k + 1));
    this.host.querySelector('ol')!.replaceChildren(...this.#rows.map(({ row }) => row));
    this.host.querySelector('h2')!.textContent =
      this.stage.state.scene === 'pendant'
        ? 'How far each has stretched, and what it costs'
        : 'The largest gap of each, and what it costs';
    this.#update();
  }

  #update(): void {
    const { runners, state } = this.stage;
    const order = runners.map((runner, k) => ({ k, error: errorOf(runner, state.scene) }));
    order.sort((a, b) => a.error - b.error);
    this.#rows.forEach(({ row, bar, value, cost }, k) => {
      const runner = runners[k]!;
      const at = order.findIndex((other) => other.k === k);
      row.style.order = String(at);
      const length = 1 + Math.log10(Math.max(LEAST, order[at]!.error) / LEAST) / DECADES;
      bar.style.width = `${Math.min(100, Math.max(1, 100 * (length - 1)))}%`;
      value.textContent = figureOf(runner, state);
      cost.textContent = costOf(runner, solvedHow(runner, state));
    });
  }
}

const errorOf = ({ gone, stretch, measures }: Runner, scene: string): number => {
  const error = scene === 'pendant' ? stretch : (measures?.maxGapRadii ?? null);
  return gone || error === null || !Number.isFinite(error) ? Number.POSITIVE_INFINITY : error;
};

/** How it is solved, and milliseconds where the device tells. */
function costOf({ measures }: Runner, how: string): string {
  const stages = Object.values(measures?.stageMilliseconds ?? {});
  const sum = stages.reduce((total, ms) => total + ms, 0);
  return [how, stages.length > 0 ? milliseconds(sum) : ''].filter(Boolean).join(', ');
}

function row(runner: Runner, number: number) {
  const make = (tag: string, name: string) => Object.assign(document.createElement(tag), { className: name });
  const [line, bar, value, cost] = [make('li', ''), make('i', ''), make('b', ''), make('small', '')] as const;
  const name = Object.assign(make('span', ''), { textContent: nameOf(runner) });
  name.dataset.number = String(number);
  const track = make('span', 'track');
  track.append(bar);
  line.style.setProperty('--own', `var(${colourOf(runner.solver)})`);
  line.append(name, track, value, cost);
  return { row: line, bar, value, cost };
}
