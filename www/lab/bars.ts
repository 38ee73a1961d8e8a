// Several copies at once: one bar for each, as long as its largest error so far, and a tick on it where the error is now. The one with the
// least is on top: what came apart and lies still is no better for it. Beside each what it costs.
import { svg } from '../dom';
import { metres } from '../units';
import type { Events } from './events';
import { nameOf, solvedHow } from './figures';
import type { Runner } from './runner';
import type { Stage } from './stage';
import { milliseconds, percent, radii, thousandths } from './units';

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
  /** Where the error is now. */
  tick: HTMLElement;
  value: HTMLElement;
  cost: HTMLElement;
}

export class Bars {
  #rows: Row[] = [];

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
    const what = runners[0]?.byDepth
      ? 'The deepest overlap of each'
      : state.scene === 'pendant'
        ? 'The largest stretch of each'
        : 'The largest gap of each';
    this.host.querySelector('h2')!.textContent =
      `${what} so far, with a tick where it is now, and what it costs`;
    this.#update();
  }

  #update(): void {
    const { runners, state } = this.stage;
    const errors = runners.map((runner) => errorsOf(runner, state.scene));
    // a gap alone flatters a solver that shuts joints at the wrong place
    const ranked = runners.map(({ off }, k) => off?.most ?? errors[k]!.most);
    const order = runners.map((_, k) => k).sort((a, b) => ranked[a]! - ranked[b]!);
    const substeps = new Set(runners.map(({ simulation }) => simulation.parameters.substeps)).size > 1;
    this.#rows.forEach(({ row, bar, tick, value, cost }, k) => {
      const runner = runners[k]!;
      const { most, now } = errors[k]!;
      const decades = runner.byDepth ? DECADES_OF_DEPTH : DECADES;
      const along = (error: number) =>
        Math.min(100, Math.max(1, (100 * Math.log10(Math.max(LEAST, error) / LEAST)) / decades));
      row.style.order = String(order.indexOf(k));
      bar.style.width = `${along(most)}%`;
      tick.style.left = `${along(now)}%`;
      tick.hidden = !Number.isFinite(now);
      value.textContent = shown(runner, state.scene, most);
      cost.textContent = costOf(runner, substeps);
    });
  }
}

/** The largest error so far and that of now; what has flown apart has no end of it. */
function errorsOf(runner: Runner, scene: string): { most: number; now: number } {
  const { worst, measures, stretch, byDepth, gone } = runner;
  const [most, now] = byDepth
    ? [worst.depth, measures?.maxDepth]
    : scene === 'pendant'
      ? [worst.stretch, stretch]
      : [worst.gap, measures?.maxGapRadii];
  if (gone) return { most: Number.POSITIVE_INFINITY, now: Number.POSITIVE_INFINITY };
  return { most, now: now ?? Number.POSITIVE_INFINITY };
}

function shown({ byDepth, measures }: Runner, scene: string, value: number): string {
  if (!measures) return '…';
  if (byDepth) return metres(value);
  return scene === 'pendant' ? percent(value) : radii(value);
}

/** How it is solved, and milliseconds of a step where the device tells; what else went wrong. */
function costOf(runner: Runner, tellSubsteps: boolean): string {
  const { measures, byDepth, simulation, out, off } = runner;
  const { substeps } = simulation.parameters;
  const stages = Object.values(measures?.stageMilliseconds ?? {});
  const sum = stages.reduce((total, ms) => total + ms, 0);
  const overshoot = measures?.maxOvershoot ?? 0;
  return [
    off ? `${metres(off.most)} from the truth, ${metres(off.now)} now` : '',
    byDepth ? contactPasses(runner) : solvedHow(runner),
    tellSubsteps ? `${substeps} substep${substeps === 1 ? '' : 's'}` : '',
    stages.length > 0 ? `${milliseconds(substeps * sum)} a step` : '',
    out > 0 ? `${out === 1 ? 'one body' : `${out} bodies`} out of the picture` : '',
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
  const tick = make('u', '');
  const name = make('span', '');
  name.append(sample(runner), nameOf(runner));
  name.dataset.number = String(number);
  const track = make('span', 'track');
  track.append(bar, tick);
  line.style.setProperty('--own', `var(${runner.look.colour})`);
  line.append(name, track, value, cost);
  return { row: line, bar, tick, value, cost };
}

/** A piece of its curve. */
export function sample({ look: { dash } }: Pick<Runner, 'look'>): SVGElement {
  const line = svg('line', { x1: 0, y1: 5, x2: 36, y2: 5 });
  if (dash.length > 0) line.setAttribute('stroke-dasharray', dash.join(' '));
  return svg('svg', { class: 'sample', viewBox: '0 0 36 10', 'aria-hidden': 'true' }, line);
}
