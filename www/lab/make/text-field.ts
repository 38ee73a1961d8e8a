// A field for a text of a body or a joint, like its name. It makes another document at once; what is refused says so below it.
import { make } from '../../dom';
import { sentenceOf } from '../messages';
import { put, watchTyping } from '../typing';
import type { Made } from './document';
import type { Change } from './numbers';

export interface Text {
  /** For ids: letters and hyphens. */
  name: string;
  title: string;
  /** What holds where it is empty. */
  empty?: string;
  /** The document with this text; throws where the text makes no sense. */
  change(made: Made, text: string): Made;
}

export class TextField {
  readonly element: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #said: HTMLElement;

  constructor(
    private readonly change: Change,
    private readonly text: Text,
  ) {
    const { name, title, empty = '' } = text;
    this.#said = make('small', { id: `make-${name}-said`, role: 'alert' });
    this.#input = make('input', {
      ...{ id: `make-${name}`, type: 'text', autocomplete: 'off', spellcheck: 'false', placeholder: empty },
      'aria-describedby': this.#said.id,
    });
    watchTyping(this.#input);
    this.#input.addEventListener('change', () => this.#take());
    this.element = make(
      'div',
      { class: 'make-field make-text' },
      make('label', { for: this.#input.id }, title),
      this.#input,
      this.#said,
    );
  }

  show(now: string): void {
    this.#refuse('');
    put(this.#input, now);
  }

  #take(): void {
    const text = this.#input.value.trim();
    this.#refuse('');
    this.change(
      (made) => this.text.change(made, text),
      (error) => this.#refuse(sentenceOf(error)),
    );
  }

  #refuse(words: string): void {
    this.#said.textContent = words;
    if (words) this.#input.setAttribute('aria-invalid', 'true');
    else this.#input.removeAttribute('aria-invalid');
  }
}
