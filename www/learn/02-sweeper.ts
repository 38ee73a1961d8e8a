// Projected Gauss-Seidel taken one row at a time, each force on a number line of its own.
import { format } from './bind';
import { type Answer, applied, type Equation, relaxRow } from './stack';
import { arrow, svg } from './svg';

const LINE = 54;
/** CSS pixels, as which numbers and rows are drawn. */
const WIDEST = 640;
const LEFT = 64;
const MARGIN = 40;

export class Sweeper {
  #eq: Equation | undefined;
  #found: Answer | undefined;
  #dt = 1;
  #lambda: number[] = [];
  #next = 0;
  #rows = 0;
  /** What the last row did. */
  #last: { row: number; before: number; wanted: number } | undefined;

  constructor(
    readonly place: Element,
    readonly words: HTMLElement,
  ) {
    new ResizeObserver(() => this.#draw()).observe(place);
  }

  /** Another stack: begin again at zero. */
  begin(eq: Equation, found: Answer, dt: number): void {
    this.#eq = eq;
    this.#found = found;
    this.#dt = dt;
    this.restart();
  }

  restart(): void {
    this.#lambda = this.#found?.lambda.map(() => 0) ?? [];
    this.#next = 0;
    this.#rows = 0;
    this.#last = undefined;
    this.words.textContent = 'All forces start at zero. Take the first row.';
    this.#draw();
  }

  row(): void {
    if (!this.#eq) return;
    const i = this.#next;
    const before = this.#lambda[i]!;
    const { wanted, allowed } = relaxRow(this.#eq, this.#lambda, i);
    this.#lambda[i] = allowed;
    this.#last = { row: i, before, wanted };
    this.#next = (i + 1) % this.#lambda.length;
    this.#rows += 1;
    const clamped = wanted < -1e-9 && allowed === 0;
    this.words.textContent = clamped
      ? `Row ${i} would have to pull with ${format(-wanted)} N. It may only push, so it takes zero.`
      : `Row ${i} was at ${format(before)} N and goes to ${format(allowed)} N. ${this.#others(i)}`;
    this.#draw();
  }

  pass(): void {
    const count = this.#lambda.length - this.#next;
    for (let i = 0; i < count; i++) this.row();
    const worst = this.#distance();
    const passes = Math.ceil(this.#rows / this.#lambda.length);
    this.words.textContent = `After ${passes === 1 ? 'one pass' : `${passes} passes`} the worst force is ${format(worst, 2)} N from its answer.`;
  }

  /** Largest distance from the answer, N. */
  #distance(): number {
    return Math.max(...this.#lambda.map((value, i) => Math.abs(value - this.#found!.lambda[i]!)));
  }

  /** Which rows the last one has broken. */
  #others(i: number): string {
    const eq = this.#eq!;
    const { after } = applied(eq, this.#lambda, this.#dt);
    const broken = eq.rows.flatMap((row, k) => {
      const measured = eq.j[k]!.reduce((sum, factor, body) => sum + factor * after[body]!, row.allowance);
      return k !== i && (measured < -1e-6 || (row.pulls && measured > 1e-6)) ? [k] : [];
    });
    if (broken.length === 0)
      return this.#distance() < 1e-6
        ? 'Every rule holds: this is the answer.'
        : 'No other rule is broken now.';
    return `Still or newly broken: row ${broken.join(', row ')}.`;
  }

  #draw(): void {
    const eq = this.#eq;
    const found = this.#found;
    if (!eq || !found) return;
    const width = Math.min(WIDEST, Math.max(280, this.place.clientWidth));
    const right = width - MARGIN;
    const values = [...found.lambda, ...this.#lambda, this.#last?.wanted ?? 0, 1];
    const high = Math.max(...values) * 1.1;
    const low = Math.min(-0.18 * high, Math.min(...values) * 1.15);
    const x = (value: number) => LEFT + ((value - low) / (high - low)) * (right - LEFT);
    const parts = eq.rows.flatMap((row, i) => {
      const y = LINE * (eq.rows.length - i) - 22;
      const value = this.#lambda[i]!;
      const pieces: SVGElement[] = [];
      if (!row.pulls) {
        pieces.push(
          svg('rect', { class: 'forbidden', x: LEFT, y: y - 15, width: x(0) - LEFT, height: 30, rx: 3 }),
        );
      }
      pieces.push(
        svg('text', { class: i === this.#next ? 'row next' : 'row', x: 8, y: y + 5 }, `row ${i}`),
        svg('line', { class: 'axis', x1: LEFT, y1: y, x2: right, y2: y }),
        svg('line', { class: 'axis', x1: x(0), y1: y - 15, x2: x(0), y2: y + 15 }),
        svg('line', {
          class: 'goal',
          x1: x(found.lambda[i]!),
          y1: y - 13,
          x2: x(found.lambda[i]!),
          y2: y + 13,
        }),
      );
      if (this.#last?.row === i) {
        pieces.push(
          arrow(x(this.#last.before), y, x(this.#last.wanted), y, { class: 'move' }),
          svg('circle', { class: 'wanted', cx: x(this.#last.wanted), cy: y, r: 7 }),
        );
      }
      pieces.push(
        svg('circle', { class: 'value', cx: x(value), cy: y, r: 6, 'data-row': i, 'data-value': value }),
        svg('text', { class: 'number', x: x(value), y: y - 12 }, `${format(value, 3)} N`),
      );
      return pieces;
    });
    this.place.setAttribute('viewBox', `0 0 ${width} ${LINE * eq.rows.length + 8}`);
    this.place.replaceChildren(...parts);
    this.place.setAttribute(
      'aria-label',
      `Forces now, by row: ${this.#lambda.map((value) => `${format(value)} N`).join(', ')}.`,
    );
  }
}
