// Which plots there are, what they show, and the switches that bring them.
import { metres, speed } from '../units';
import type { Signal } from './events';
import { type Line, LinePlot, type PlotKind } from './line-plot';
import type { Readings } from './readings';
import { type LabState, PLOTS, type PlotName } from './state';
import { milliseconds, radii, share } from './units';

/** A tenth of a millimetre beside a bead of a centimetre, in radii. */
const HAIR = 0.02;
/** Seconds that a plot over time shows. */
const WINDOW = 10;

const seconds = (x: number) => `${Number(x.toFixed(2))} s`;

const KINDS: Record<PlotName, PlotKind & { button: string }> = {
  gap: {
    button: 'Gap',
    title: 'Largest gap of any joint, in per cent of a radius',
    across: seconds,
    window: WINDOW,
    value: radii,
    log: [1e-7, 100],
    ticks: [1e-6, 1e-4, 1e-2, 1],
    marks: () => [
      [HAIR, 'a hair, if 1 cm thick'],
      [2, 'one bead'],
    ],
  },
  residual: {
    button: 'Residual',
    title: 'What each pass leaves of the speed at which joints open or bodies meet',
    help: 'A good pass takes a share of the residual, so its line falls; a level line means passes that change nothing. An exact solver makes no passes: it is one point, its final residual.',
    across: (x) => `pass ${x}`,
    value: speed,
    log: 'fit',
    whole: true,
  },
  energy: {
    button: 'Energy',
    title: 'Kinetic + potential energy, in per cent of the start',
    help: 'Without friction it should stay at 100 %. A chain that stretches lets its weight down, and loses height, not motion.',
    across: seconds,
    window: WINDOW,
    value: share,
    least: [90, 102],
    marks: () => [[0, 'at rest at height 0']],
  },
  time: {
    button: 'Time',
    title: 'Milliseconds of one frame, by the clock',
    help: 'Only where the machine times its stages. Prepare: inertia, weight and matrices. Solve: the solver’s own passes. Move: positions. Measuring is left out.',
    across: seconds,
    window: WINDOW,
    value: milliseconds,
    least: [0, 0],
    stacked: true,
  },
};

/** In the gap's place where depth counts. */
const DEPTH: PlotKind = {
  title: 'How deep the deepest body is in another',
  help: 'Contacts let bodies sink in by a little, so that they know in the next step that they still touch.',
  across: seconds,
  window: WINDOW,
  value: metres,
  log: [1e-6, 1],
  ticks: [1e-5, 1e-4, 1e-3, 1e-2, 1e-1],
};

export class Plots {
  #depth = new LinePlot(DEPTH);
  #plots = new Map<PlotName, LinePlot>();
  #switches = new Map<PlotName, HTMLButtonElement>();

  constructor(
    private readonly host: HTMLElement,
    switches: HTMLElement,
    private readonly state: LabState,
    private readonly readings: Readings,
    measured: Signal,
    changed: Signal,
  ) {
    this.#depth.element.dataset.plot = 'gap';
    for (const name of PLOTS) {
      const plot = new LinePlot(KINDS[name]);
      plot.element.dataset.plot = name;
      this.#plots.set(name, plot);
      const button = document.createElement('button');
      button.type = 'button';
      button.dataset.plot = name;
      button.textContent = KINDS[name].button;
      button.title = KINDS[name].title;
      button.addEventListener('click', () => {
        const shown = state.plots.includes(name);
        state.plots = PLOTS.filter((other) => (other === name ? !shown : state.plots.includes(other)));
        this.choose();
        changed.tell();
      });
      this.#switches.set(name, button);
      switches.append(button);
    }
    this.choose();
    measured.on(() => this.update());
  }

  /** Shows the plots that the state names. */
  choose(): void {
    for (const name of PLOTS) {
      this.#switches.get(name)!.setAttribute('aria-pressed', String(this.state.plots.includes(name)));
    }
    this.#place();
    this.host.dataset.count = String(this.state.plots.length);
    this.update();
  }

  #plot(name: PlotName): LinePlot {
    return name === 'gap' && this.readings.byDepth ? this.#depth : this.#plots.get(name)!;
  }

  #place(): void {
    const { byDepth } = this.readings;
    this.#byDepth = byDepth;
    const button = this.#switches.get('gap')!;
    [button.textContent, button.title] = byDepth
      ? ['Overlap', DEPTH.title]
      : [KINDS.gap.button, KINDS.gap.title];
    this.host.replaceChildren(...this.state.plots.map((name) => this.#plot(name).element));
  }
  #byDepth = false;

  /** To what the readings hold now. */
  update(): void {
    const { readings } = this;
    if (readings.byDepth !== this.#byDepth) this.#place();
    const curves: Line[] = readings.curves.map(({ name, look: { colour, dash } }) => ({
      name,
      colour,
      dash,
    }));
    for (const name of this.state.plots) {
      const plot = this.#plot(name);
      if (name === 'gap') plot.show(curves, [readings.times, ...readings.gapRadii]);
      else if (name === 'energy') plot.show(curves, [readings.times, ...readings.energyShares]);
      else if (name === 'residual') this.#residuals(plot, curves);
      else this.#times(plot);
    }
  }

  #residuals(plot: LinePlot, curves: Line[]): void {
    const { residuals } = this.readings;
    const passes = Math.max(2, ...residuals.map((column) => column.length));
    const across = Array.from({ length: passes }, (_, pass) => pass);
    const lines = curves.map((line, k) => ({ ...line, points: pointsOf(residuals[k] ?? []) === 1 }));
    // lines of different lengths stand in columns of one
    plot.show(lines, [
      across,
      ...residuals.map((column) => across.map((pass) => column[pass] ?? Number.NaN)),
    ]);
  }

  #times(plot: LinePlot): void {
    const { groups, times, wall, machine } = this.readings;
    plot.retitle(
      groups.size > 0 ? `Milliseconds of one substep on the ${machine.toUpperCase()}` : KINDS.time.title,
    );
    if (groups.size > 0) {
      const lines = [...groups.keys()].map((name, k) => ({ name, colour: SHADES[k]! }));
      plot.show(lines, [times, ...groups.values()]);
    } else plot.show([{ name: 'a frame, by the clock', colour: '--ink' }], [times, wall]);
  }

  /** After a change of theme. */
  redraw(): void {
    for (const name of this.state.plots) this.#plot(name).draw();
  }
}

/** No solver's colour: the groups of stages are none. */
const SHADES = ['--shade-1', '--shade-2', '--shade-3'];

const pointsOf = (column: number[]) => column.filter(Number.isFinite).length;
