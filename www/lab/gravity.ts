// Gravity in the panel: three numbers, all taken together.
import { DEFAULTS } from '../parameters';
import { put, watchTyping } from './typing';

type Vector = [number, number, number];

const AXES = ['x', 'y', 'z'];
const LINE = 'To the right, up, and towards you.';

export class Gravity {
  readonly element = document.createElement('fieldset');
  readonly #inputs: HTMLInputElement[];

  constructor(private readonly changed: (gravity: Vector) => void) {
    const { element } = this;
    element.className = 'field vector';
    element.dataset.name = 'gravity';
    element.title = 'Double-click for the default';
    this.#inputs = AXES.map((axis) => this.#input(axis));
    const box = document.createElement('span');
    box.className = 'box';
    box.append(...this.#inputs, 'm/s²');
    element.append(
      Object.assign(document.createElement('legend'), { textContent: 'Gravity' }),
      box,
      Object.assign(document.createElement('small'), { textContent: LINE }),
    );
    element.addEventListener('dblclick', (event) => {
      if (!(event.target instanceof HTMLInputElement)) changed([...DEFAULTS.gravity]);
    });
  }

  #input(axis: string): HTMLInputElement {
    const input = document.createElement('input');
    Object.assign(input, { type: 'number', min: -1000, max: 1000, step: 'any', name: `gravity-${axis}` });
    input.setAttribute('aria-label', `Gravity, ${axis}`);
    watchTyping(input);
    input.addEventListener('change', () => {
      const gravity = this.#inputs.map(({ valueAsNumber }) => valueAsNumber);
      if (gravity.every(Number.isFinite)) this.changed(gravity as Vector);
    });
    return input;
  }

  show(gravity: Vector): void {
    this.#inputs.forEach((input, axis) => {
      put(input, String(gravity[axis]));
    });
  }
}
