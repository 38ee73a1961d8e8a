// One setting that a competitor may have for itself: left open it is as everybody has it.
import { make } from '../../dom';
import type { ParameterInfo } from '../../parameters';
import { readParameter } from '../../reading';
import { put, watchTyping } from '../typing';

const CHOICES: Record<string, string> = {
  auto: 'Automatic',
  'gauss-seidel': 'Gauss-Seidel',
  'mass-splitting': 'Mass splitting',
};

/** A value of a choice as people read it. */
const titled = (text: string): string =>
  CHOICES[text] ?? text.charAt(0).toUpperCase() + text.slice(1).replaceAll('-', ' ');

/** Choices of a parameter; none where any number will do. */
function choicesOf({ kind, auto, choices = [] }: ParameterInfo): string[] {
  if (kind === 'choice') return choices;
  return kind === 'switch' ? [...(auto ? ['auto'] : []), 'on', 'off'] : [];
}

export class OwnField {
  readonly element: HTMLLabelElement;
  readonly #input: HTMLSelectElement | HTMLInputElement;
  readonly #open = new Option('', '');

  /**
   * @param take hears a value of its own, or undefined where it is left open
   * @param refuse hears what would have been allowed
   */
  constructor(
    readonly info: ParameterInfo,
    private readonly take: (value: unknown) => void,
    private readonly refuse: (message: string) => void,
  ) {
    const choices = choicesOf(info);
    this.#input =
      choices.length > 0
        ? make(
            'select',
            { name: info.name },
            this.#open,
            ...choices.map((text) => new Option(titled(text), text)),
          )
        : make('input', { name: info.name, type: 'text', inputmode: 'decimal', autocomplete: 'off' });
    if (this.#input instanceof HTMLInputElement) watchTyping(this.#input);
    this.#input.addEventListener('change', () => this.#changed());
    this.element = make('label', {}, make('span', {}, info.title), this.#input);
    if (info.unit) this.element.title = info.unit;
  }

  #changed(): void {
    const text = this.#input.value.trim();
    const reading = text === '' ? { value: undefined } : readParameter(this.info, text);
    if ('value' in reading) this.take(reading.value);
    else this.refuse(`${this.info.title} must be ${reading.allowed}, not '${text.slice(0, 40)}'.`);
  }

  /** Its own value in words, empty where it has none, and everybody's. */
  show(own: string, everybody: string): void {
    const open = `as all: ${everybody === 'auto' ? 'auto' : titled(everybody)}`;
    if (this.#input instanceof HTMLSelectElement) {
      this.#open.textContent = open;
      this.#input.value = own;
    } else {
      this.#input.placeholder = open;
      put(this.#input, own);
    }
  }

  focus(): void {
    this.#input.focus();
  }
}
