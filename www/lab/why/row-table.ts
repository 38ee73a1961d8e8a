// The rows of a joint: where each is, how fast, with what force and in which state; its stops and its largest force as
// bars. A figure that is clicked is drawn as a curve.
import type { JointReading, JointState } from '../../beadwork';
import { make } from '../../dom';
import { Figure, figure } from './figure';
import { driveOf, forceUnitOf, forceWordOf, type Row, speedUnitOf, unitOf } from './rows';
import { stateWords } from './verdict';

export type Quantity = 'coordinates' | 'speeds' | 'forces';

export interface Picked {
  row: Row;
  quantity: Quantity;
}

const QUANTITIES: [Quantity, string][] = [
  ['coordinates', 'Place'],
  ['speeds', 'Speed'],
  ['forces', 'Force'],
];

export const quantityUnit = ({ row, quantity }: Picked): string =>
  quantity === 'coordinates' ? unitOf(row) : quantity === 'speeds' ? speedUnitOf(row) : forceUnitOf(row);

export const quantityTitle = ({ row, quantity }: Picked): string => {
  const what =
    quantity === 'coordinates'
      ? 'place'
      : quantity === 'speeds'
        ? 'speed'
        : `${forceWordOf(row)} on its second body`;
  return `${row.title}: ${what}, ${quantityUnit({ row, quantity })}`;
};

/** Beyond its stops a bar goes on by this share of the way between them. */
const AIR = 0.08;

export class RowTable {
  readonly element = make('table', { class: 'why-rows' });
  #lines: Line[] = [];

  constructor(private readonly pick: (picked: Picked) => void) {}

  /** Another joint, or the same one changed: `known` are the rows that have figures. */
  build(rows: Row[], known: JointReading): void {
    const shown = rows.filter(
      ({ index }) => Number.isFinite(known.coordinates[index]) || known.states[index] !== 'free',
    );
    // what is driven or bounded is what one looks for
    const first = (row: Row) => (driveOf(row) !== 'hold' && (row.limit || driveOf(row)) ? 0 : 1);
    shown.sort((one, other) => first(one) - first(other));
    this.#lines = shown.map((row) => new Line(row, this.pick));
    const head = make(
      'tr',
      {},
      make('td'),
      ...QUANTITIES.map(([, title]) => make('th', { scope: 'col' }, title)),
    );
    this.element.replaceChildren(make('thead', {}, head), ...this.#lines.map(({ element }) => element));
  }

  show(reading: JointReading): void {
    for (const line of this.#lines) line.show(reading);
  }

  /** Which figure is drawn as a curve. */
  mark(picked: Picked | null): void {
    for (const line of this.#lines) line.mark(picked);
  }
}

class Line {
  readonly element = make('tbody');
  #figures = new Map<Quantity, { figure: Figure; button: HTMLButtonElement }>();
  #state = make('small');
  #way: Bar | null = null;
  #force: Bar | null = null;
  #most = make('small');

  constructor(
    private readonly row: Row,
    pick: (picked: Picked) => void,
  ) {
    const { limit, most } = row;
    const cells = QUANTITIES.map(([quantity]) => {
      const shown = new Figure(quantityUnit({ row, quantity }));
      const button = make('button', { type: 'button', 'aria-pressed': 'false' }, shown.element);
      button.title = `Draw it as a curve. ${quantityTitle({ row, quantity })}`;
      button.addEventListener('click', () => pick({ row, quantity }));
      this.#figures.set(quantity, { figure: shown, button });
      return make('td', {}, button);
    });
    const name = make('th', { scope: 'row' }, row.title, this.#state);
    this.element.append(make('tr', {}, name, ...cells));
    this.element.dataset.row = String(row.index);
    const bars: HTMLElement[] = [];
    if (limit || row.servo) {
      const [low, high] = limit ?? [-Math.PI, Math.PI];
      if (limit || row.turns) {
        this.#way = new Bar(low, high, AIR);
        const target = row.servo ? `, drawn to ${figure(row.servo.target, unitOf(row))}` : '';
        const ends = limit
          ? `Stops ${figure(low, unitOf(row))} and ${figure(high, unitOf(row))}`
          : 'No stops';
        bars.push(this.#way.element, make('small', {}, ends + target));
        if (row.servo) this.#way.target(row.servo.target);
      }
    }
    if (most !== undefined) {
      this.#force = new Bar(0, most, 0);
      bars.push(this.#force.element, this.#most);
    }
    if (bars.length > 0) this.element.append(make('tr', {}, make('td', { colspan: 4 }, ...bars)));
  }

  show({ coordinates, speeds, forces, states }: JointReading): void {
    const { index } = this.row;
    const values = { coordinates, speeds, forces };
    for (const [quantity, { figure }] of this.#figures) figure.show(values[quantity][index]!);
    const state = states[index]!;
    this.#state.textContent = stateWords(this.row, state);
    this.element.dataset.state = state;
    this.#way?.now(coordinates[index]!);
    if (this.#force) this.#showForce(this.#force, forces[index]!, state);
  }

  #showForce(bar: Bar, force: number, state: JointState): void {
    const { row } = this;
    const most = figure(row.most ?? Number.NaN, forceUnitOf(row));
    const stands = state === 'low' || state === 'high';
    bar.element.hidden = stands;
    bar.fill(Math.abs(force));
    const drive = driveOf(row) ?? 'drive';
    const rubs = row.friction && drive !== 'friction';
    const [has, beside] = rubs ? ['have', ` and its friction`] : ['has', ''];
    const words = stands
      ? `Its stop and its ${drive}${beside} push together; the ${drive}${beside} ${has} ${most}`
      : `Of ${most} that its ${drive}${beside} ${has}`;
    if (words !== this.#most.textContent) this.#most.textContent = words;
  }

  mark(picked: Picked | null): void {
    for (const [quantity, { button }] of this.#figures)
      button.setAttribute(
        'aria-pressed',
        String(picked?.row.index === this.row.index && picked.quantity === quantity),
      );
  }
}

/** A way from one end to the other with a mark on it; for eyes only, since the figures say the same. */
class Bar {
  readonly element = make('span', { class: 'why-bar', 'aria-hidden': 'true' });
  #now = make('i', { class: 'now' });
  #fill = make('i', { class: 'fill' });

  constructor(
    private readonly low: number,
    private readonly high: number,
    private readonly air: number,
  ) {
    this.element.append(this.#fill, this.#now);
    this.#now.hidden = this.#fill.hidden = true;
    for (const end of air > 0 ? [low, high] : []) this.#at(make('i', { class: 'stop' }), end);
  }

  /** In per cent of its width. */
  #share(value: number): number {
    const wide = this.high - this.low || 1;
    const share = (value - this.low + this.air * wide) / ((1 + 2 * this.air) * wide);
    return 100 * Math.min(1, Math.max(0, Number.isFinite(share) ? share : 0));
  }

  #at(mark: HTMLElement, value: number): void {
    mark.style.left = `${this.#share(value)}%`;
    if (!mark.isConnected) this.element.append(mark);
  }

  target(value: number): void {
    this.#at(make('i', { class: 'target' }), value);
  }

  now(value: number): void {
    this.#now.hidden = !Number.isFinite(value);
    this.#now.style.left = `${this.#share(value)}%`;
  }

  fill(value: number): void {
    this.#fill.hidden = false;
    this.#fill.style.width = `${this.#share(value)}%`;
    this.element.classList.toggle('full', value >= 0.9999 * this.high);
  }
}
