// Groups of number fields. Each makes another document at once; what is refused says so at its own field.
import { make } from '../../dom';
import { sentenceOf } from '../messages';
import { put, watchTyping } from '../typing';
import type { Made } from './document';
import type { Group, Setting } from './settings';

/** A change of the document, and who hears of it where it is refused. */
export type Change = (change: (made: Made) => Made, refused: (error: unknown) => void) => void;

export class Numbers {
  readonly element = make('div', { class: 'make-numbers' });
  #fields = new Map<string, { input: HTMLInputElement; said: HTMLElement }>();
  #settings = new Map<string, Setting>();
  #shape = '';

  constructor(private readonly change: Change) {}

  show(groups: Group[]): void {
    const all = groups.flatMap(({ settings }) => settings);
    this.#settings = new Map(all.map((setting) => [setting.name, setting]));
    const shape = all.map(({ name }) => name).join();
    if (shape !== this.#shape) {
      this.#shape = shape;
      this.#fields.clear();
      this.element.replaceChildren(...groups.map((group) => this.#group(group)));
    }
    for (const { name, now, empty = '' } of all) {
      const { input, said } = this.#fields.get(name)!;
      input.placeholder = empty;
      said.textContent = '';
      input.removeAttribute('aria-invalid');
      put(input, now === undefined ? '' : written(now));
    }
  }

  #group({ title, settings }: Group): HTMLElement {
    const said = make('small', { role: 'alert' });
    return make(
      'fieldset',
      {},
      make('legend', {}, title),
      ...settings.map((setting) => this.#field(setting, title, said)),
      said,
    );
  }

  #field({ name, title, unit }: Setting, group: string, said: HTMLElement): HTMLElement {
    said.id ||= `make-${name}-said`;
    const input = make('input', {
      ...{ id: `make-${name}`, type: 'text', inputmode: 'decimal', autocomplete: 'off' },
      'aria-describedby': said.id,
    });
    watchTyping(input);
    input.addEventListener('change', () => this.#take(name, input, said));
    this.#fields.set(name, { input, said });
    // one letter says too little to who hears it alone
    const label = title.length > 1 ? [title] : [make('span', { class: 'aloud' }, `${group} `), title];
    return make(
      'div',
      { class: 'make-field' },
      make('label', { for: input.id }, ...label, ...(unit ? [make('i', {}, ` ${unit}`)] : [])),
      input,
    );
  }

  #take(name: string, input: HTMLInputElement, said: HTMLElement): void {
    // a comma is a point where many readers live
    const text = input.value.trim().replace(',', '.').replace('−', '-');
    const { change } = this.#settings.get(name)!;
    const value = text === '' ? null : Number(text);
    this.change(
      (made) => change(made, value),
      (error) => {
        input.setAttribute('aria-invalid', 'true');
        said.textContent = sentenceOf(error);
      },
    );
  }

  /** Another thing: nothing of the last one stays. */
  clear(): void {
    this.#shape = '';
    this.#fields.clear();
    this.element.replaceChildren();
  }
}

/** Six digits, and what is left of rounding is 0. */
const written = (value: number): string =>
  Math.abs(value) < 5e-7 ? '0' : String(Number(value.toPrecision(6)));
