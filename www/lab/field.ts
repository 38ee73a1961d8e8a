// One number of the panel: a slider, the number itself, its unit, and `auto` where the solver can choose. A double
// click brings the default back.

import { type Scale, scale } from '../scale';
import { put, watchTyping } from './typing';

export interface FieldFacts {
  /** In kebab-case, as in the address. */
  name: string;
  title: string;
  line: string;
  unit: string;
  min: number;
  max: number;
  /** From, to and step of the slider. */
  slider: [number, number, number];
  integer?: boolean;
  auto?: boolean;
}

export type Value = number | 'auto';

export class Field {
  readonly element = document.createElement('div');
  #slider = document.createElement('input');
  #number = document.createElement('input');
  #auto: HTMLButtonElement | null = null;
  #chosen: number | null = null;
  #value: Value = 0;
  readonly #scale: Scale;

  constructor(
    readonly facts: FieldFacts,
    private readonly usual: () => Value,
    private readonly changed: (value: Value) => void,
  ) {
    const { name, title, line, unit, min, max, slider, integer = false } = facts;
    this.#scale = scale(slider, integer);
    const { element } = this;
    element.className = 'field';
    element.dataset.name = name;
    const label = Object.assign(document.createElement('label'), {
      htmlFor: `field-${name}`,
      textContent: title,
    });
    const description = Object.assign(document.createElement('small'), {
      id: `about-${name}`,
      textContent: line,
    });
    const box = document.createElement('span');
    box.className = 'box';
    Object.assign(this.#number, {
      id: `field-${name}`,
      type: 'number',
      min,
      max,
      step: integer ? 1 : 'any',
    });
    this.#number.setAttribute('aria-describedby', `about-${name}`);
    box.append(this.#number, unit);
    if (facts.auto) box.append(this.#makeAuto());
    const { min: low, max: high, step } = this.#scale;
    Object.assign(this.#slider, { type: 'range', min: low, max: high, step, tabIndex: 0 });
    this.#slider.setAttribute('aria-label', title);
    element.append(label, box, this.#slider, description);
    element.title = 'Double-click for the default';

    watchTyping(this.#number);
    this.#slider.addEventListener('input', () => this.#take(this.#scale.value(this.#slider.valueAsNumber)));
    this.#number.addEventListener('change', () => this.#take(this.#number.valueAsNumber));
    element.addEventListener('dblclick', (event) => {
      // a double click in the number selects it
      if (event.target !== this.#number) this.#take(this.usual());
    });
  }

  #makeAuto(): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'auto';
    button.className = 'auto';
    button.setAttribute('aria-label', `${this.facts.title} chosen automatically`);
    button.addEventListener('click', () => this.#take(this.#value === 'auto' ? this.#shown : 'auto'));
    this.#auto = button;
    return button;
  }

  get #shown(): number {
    return this.#value === 'auto' ? (this.#chosen ?? this.facts.min) : this.#value;
  }

  #take(value: Value): void {
    const { min, max, integer } = this.facts;
    if (value !== 'auto') {
      if (!Number.isFinite(value)) {
        this.show(this.#value);
        return;
      }
      value = Math.min(max, Math.max(min, integer ? Math.round(value) : value));
    }
    this.show(value);
    this.changed(value);
  }

  /** `chosen` is what auto stands for, where that is known. */
  show(value: Value, chosen: number | null = this.#chosen): void {
    this.#value = value;
    this.#chosen = chosen;
    const shown = this.#shown;
    const automatic = value === 'auto';
    put(this.#number, automatic && chosen === null ? '' : String(Number(shown.toPrecision(4))));
    this.#slider.value = String(this.#scale.stop(shown));
    this.element.classList.toggle('automatic', automatic);
    this.#auto?.setAttribute('aria-pressed', String(automatic));
  }
}
