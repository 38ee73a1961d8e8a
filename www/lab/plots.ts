// Which plots there are, what they show, and the switches that bring them.
import { metres, speed } from '../units';
import { colourOf, dashed } from './colours';
import { type Line, LinePlot, type PlotKind } from './line-plot';
import type { Readings } from './readings';
import { type LabState, PLOTS, type PlotName } from './state';
import { energy, milliseconds } from './units';

const HAIR = 1e-4;
const STAGE_COLOURS = ['direct', 'jacobi', 'chebyshev', 'gauss-seidel', 'conjugate-gradient', 'article'];
/** Stages named in the plot; the smaller ones are in the CSV. */
const MOST_STAGES = 6;

const seconds = (x: number) => `${Number(x.toFixed(2))} s`;

export class Plots {
  #plots = new Map<PlotName, LinePlot>();
  #switches = new Map<PlotName, HTMLButtonElement>();

  constructor(
    private readonly host: HTMLElement,
    switches: HTMLElement,
    private readonly state: LabState,
    private readonly readings: Readings,
    changed: () => void,
  ) {
    const kinds: Record<PlotName, PlotKind> = {
      gap: {
        title: 'Largest gap between two beads',
        across: seconds,
        value: metres,
        log: [1e-7, 30],
        ticks: [1e-6, 1e-3, 1],
        marks: () => [
          [HAIR, 'a hair'],
          [2 * (state.options.radius ?? 0.25), 'one bead'],
        ],
      },
      residual: {
        title: 'What each pass leaves undone',
        across: (x) => `pass ${x}`,
        value: speed,
        log: [1e-7, 100],
        ticks: [1e-6, 1e-3, 1],
        whole: true,
      },
      energy: { title: 'Energy, moving and raised', across: seconds, value: energy },
      time: { title: 'Milliseconds on the device, by stage', across: seconds, value: milliseconds },
    };
    for (const name of PLOTS) {
      const plot = new LinePlot(kinds[name]);
      plot.element.dataset.plot = name;
      this.#plots.set(name, plot);
      const button = document.createElement('button');
      button.type = 'button';
      button.dataset.plot = name;
      button.textContent = { gap: 'Gap', residual: 'Residual', energy: 'Energy', time: 'Time' }[name];
      button.title = kinds[name].title;
      button.addEventListener('click', () => {
        const shown = state.plots.includes(name);
        state.plots = PLOTS.filter((other) => (other === name ? !shown : state.plots.includes(other)));
        this.choose();
        changed();
      });
      this.#switches.set(name, button);
      switches.append(button);
    }
    this.choose();
  }

  /** Shows the plots that the state names. */
  choose(): void {
    for (const name of PLOTS) {
      this.#switches.get(name)!.setAttribute('aria-pressed', String(this.state.plots.includes(name)));
    }
    this.host.replaceChildren(...this.state.plots.map((name) => this.#plots.get(name)!.element));
    this.host.dataset.count = String(this.state.plots.length);
    this.update();
  }

  /** To what the readings hold now. */
  update(): void {
    const { readings } = this;
    const curves: Line[] = readings.curves.map(({ name, solver }) => ({
      name,
      colour: colourOf(solver),
      dashed: dashed(solver),
    }));
    for (const name of this.state.plots) {
      const plot = this.#plots.get(name)!;
      if (name === 'gap') plot.show(curves, [readings.times, ...readings.gaps]);
      else if (name === 'energy') plot.show(curves, [readings.times, ...readings.energies]);
      else if (name === 'residual') this.#residuals(plot, curves);
      else this.#times(plot);
    }
  }

  #residuals(plot: LinePlot, curves: Line[]): void {
    const { residuals } = this.readings;
    const passes = Math.max(0, ...residuals.map((column) => column.length));
    const across = Array.from({ length: passes }, (_, pass) => pass);
    // lines of different lengths stand in columns of one
    plot.show(curves, [
      across,
      ...residuals.map((column) => across.map((pass) => column[pass] ?? Number.NaN)),
    ]);
  }

  #times(plot: LinePlot): void {
    const { stages, times, wall } = this.readings;
    const recent = (column: number[]) => column.slice(-8).reduce((sum, ms) => sum + (ms || 0), 0);
    const shown = [...stages].sort(([, a], [, b]) => recent(b) - recent(a)).slice(0, MOST_STAGES);
    const lines = shown.map(([stage], k) => ({
      name: stage.replace(/^compute_/, '').replaceAll('_', ' '),
      colour: `--solver-${STAGE_COLOURS[k]}`,
      dashed: k % 2 === 1,
    }));
    if (shown.length > 0) plot.show(lines, [times, ...shown.map(([, column]) => column)]);
    else plot.show([{ name: 'by the clock', colour: '--ink', dashed: false }], [times, wall]);
  }

  /** After a change of theme. */
  redraw(): void {
    for (const name of this.state.plots) this.#plots.get(name)!.draw();
  }
}
