// One figure of the chosen joint over the last ten seconds. What is remembered is what was read while it was chosen.
import type { JointReading } from '../../beadwork';
import { make } from '../../dom';
import { LinePlot } from '../line-plot';
import { figure } from './figure';
import { type Picked, quantityTitle, quantityUnit } from './row-table';

/** s */
const WINDOW = 10;

export class Curve {
  readonly element = make('div', { class: 'why-curve', hidden: true });
  picked: Picked | null = null;
  #plot: LinePlot | null = null;
  #past: { time: number; reading: JointReading }[] = [];

  /** Another joint. */
  start(): void {
    this.#past = [];
    this.pick(null);
  }

  pick(picked: Picked | null): void {
    this.picked = picked;
    this.element.hidden = picked === null;
    if (!picked) return;
    const unit = quantityUnit(picked);
    this.#plot = new LinePlot({
      title: quantityTitle(picked),
      across: (x) => `${Number(x.toFixed(2))} s`,
      window: WINDOW,
      value: (y) => figure(y, unit),
      unnamed: true,
    });
    this.element.replaceChildren(this.#plot.element);
    this.draw();
  }

  note(time: number, reading: JointReading): void {
    const last = this.#past.at(-1);
    if (last && time < last.time) this.#past = [];
    if (last?.time === time) this.#past.pop();
    this.#past.push({ time, reading });
    while (this.#past[0]!.time < time - WINDOW) this.#past.shift();
  }

  draw(): void {
    if (!this.picked) return;
    const { row, quantity } = this.picked;
    const line = { name: row.title, colour: '--second' };
    this.#plot?.show(
      [line],
      [this.#past.map(({ time }) => time), this.#past.map(({ reading }) => reading[quantity][row.index]!)],
    );
  }

  /** After a change of theme. */
  redraw(): void {
    this.#plot?.draw();
  }
}
