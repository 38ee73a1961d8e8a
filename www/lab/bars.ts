// Several copies at once: one bar for each, the one with the least error on top, and beside it what it costs.
import { svg } from '../dom';
import { metres } from '../units';
import type { Events } from './events';
import { figureOf, nameOf, solvedHow } from './figures';
import type { Runner } from './runner';
import type { Stage } from './stage';
import { milliseconds, thousandths } from './units';

/** Two pendants have their names above them and their numbers below, and a question beside them. */
const saysItself = (runners: readonly Runner[], scene: string): boolean =>
  runners.length < 2 ||
  (runners.length === 2 && scene === 'pendant' && runners.every(({ own }) => Object.keys(own).length === 0));
/** The shortest bar's value, and how many powers of ten the longest is above it: in radii, and of a depth in metres. */
const LEAST = 1e-5;
const DECADES = 6;
const DECADES_OF_DEPTH = 5;
/** Beyond a stop by so much, m or rad, is worth a word. */
const SEEN = 1e-5;

interface Row {
  row: HTMLElement;
  bar: HTMLElement;
  value: HTMLElement;
  cost: HTMLElement;
  /** The deepest so far, m. */
  most: number;
}

export class Bars {
  #rows: Row[] = [];
  /** Of the last look, s: where time goes back, they begin again. */
  #time = 0;

  constructor(
    private readonly stage: Stage,
    { staged, measured }: Pick<Events, 'staged' | 'measured'>,
    private readonly host: HTMLElement,
  ) {
    staged.on(() => this.#start());
    measured.on(() => this.#update());
  }

  #start(): void {
    const { runners, state } = this.stage;
    this.host.hidden = saysItself(runners, state.scene);
    this.#rows = this.host.hidden ? [] : runners.map((runner, k) => rowOf(runner, k + 1));
    this.host.querySelector('ol')!.replaceChildren(...this.#rows.map(({ row }) => row));
    this.host.querySelector('h2')!.textContent = runners[0]?.byDepth
      ? 'The deepest overlap of each, and what it costs'
      : state.scene === 'pendant'
        ? 'How far each has stretched, and what it costs'
        : 'The largest gap of each, and what it costs';
    this.#update();
  }

  #update(): void {
    const { runners, state } = this.stage;
    const time = Math.max(0, ...runners.map(({ measures }) => measures?.time ?? 0));
    if (time < this.#time) for (const row of this.#rows) row.most = 0;
    this.#time = time;
    const order = runners.map((runner, k) => ({ k, error: errorOf(runner, state.scene) }));
    order.sort((a, b) => a.error - b.error);
    const substeps = new Set(runners.map(({ simulation }) => simulation.parameters.substeps)).size > 1;
    this.#rows.forEach((own, k) => {
      const { row, bar, value, cost } = own;
      const runner = runners[k]!;
      const at = order.findIndex((other) => other.k === k);
      row.style.order = String(at);
      const decades = runner.byDepth ? DECADES_OF_DEPTH : DECADES;
      const length = Math.log10(Math.max(LEAST, order[at]!.error) / LEAST) / decades;
      bar.style.width = `${Math.min(100, Math.max(1, 100 * length))}%`;
      value.textContent = figureOf(runner, state);
      own.most = Math.max(own.most, runner.byDepth ? (runner.measures?.maxDepth ?? 0) : 0);
      cost.textContent = costOf(runner, substeps, own.most);
    });
  }
}

const errorOf = ({ gone, stretch, measures, byDepth }: Runner, scene: string): number => {
  const gap = byDepth ? measures?.maxDepth : measures?.maxGapRadii;
  const error = scene === 'pendant' ? stretch : (gap ?? null);
  return gone || error === null || !Number.isFinite(error) ? Number.POSITIVE_INFINITY : error;
};

/** How it is solved, and milliseconds of a step where the device tells; what else went wrong. */
function costOf(runner: Runner, tellSubsteps: boolean, most: number): string {
  const { measures, byDepth, simulation } = runner;
  const { substeps } = simulation.parameters;
  const stages = Object.values(measures?.stageMilliseconds ?? {});
  const sum = stages.reduce((total, ms) => total + ms, 0);
  const overshoot = measures?.maxOvershoot ?? 0;
  return [
    byDepth ? contactPasses(runner) : solvedHow(runner),
    tellSubsteps ? `${substeps} substep${substeps === 1 ? '' : 's'}` : '',
    stages.length > 0 ? `${milliseconds(substeps * sum)} a step` : '',
    most > 0 ? `${metres(most)} at most so far` : '',
    overshoot > SEEN ? `${thousandths(overshoot)} mm or mrad beyond a stop` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

function contactPasses({ simulation }: Runner): string {
  const { contactPasses } = simulation.parameters;
  const passes = contactPasses === 'auto' ? 1 : contactPasses;
  return passes === 1 ? '1 contact pass' : `${passes} contact passes`;
}

function rowOf(runner: Runner, number: number): Row {
  const make = (tag: string, name: string) => Object.assign(document.createElement(tag), { className: name });
  const [line, bar, value, cost] = [make('li', ''), make('i', ''), make('b', ''), make('small', '')] as const;
  const name = make('span', '');
  name.append(sample(runner), nameOf(runner));
  name.dataset.number = String(number);
  const track = make('span', 'track');
  track.append(bar);
  line.style.setProperty('--own', `var(${runner.look.colour})`);
  line.append(name, track, value, cost);
  return { row: line, bar, value, cost, most: 0 };
}

/** A piece of its curve. */
export function sample({ look: { dash } }: Pick<Runner, 'look'>): SVGElement {
  const line = svg('line', { x1: 0, y1: 5, x2: 36, y2: 5 });
  if (dash.length > 0) line.setAttribute('stroke-dasharray', dash.join(' '));
  return svg('svg', { class: 'sample', viewBox: '0 0 36 10', 'aria-hidden': 'true' }, line);
}
