// The chosen body: whether it stays, its colour, and its numbers.
import { make } from '../../dom';
import { sentenceOf } from '../messages';
import { changeBody, type Made } from './document';
import { type Change, Numbers } from './numbers';
import { bodySettings } from './settings';

/** What the picture shows where a body has no colour of its own. */
const PEARL = '#f4efe6';

export class BodyForm {
  readonly element = make('div', { class: 'make-form' });
  #index = -1;
  readonly #numbers: Numbers;
  readonly #fixed = make('input', { id: 'make-fixed', type: 'checkbox' });
  readonly #colour = make('input', { id: 'make-colour', type: 'color' });
  readonly #said = make('small', { role: 'alert' });
  readonly #stays = make('label', { class: 'make-check' }, this.#fixed, 'Fixed: it stays');

  constructor(change: Change) {
    this.#numbers = new Numbers(change);
    const set = (changes: Record<string, unknown>) =>
      change(
        (made) => changeBody(made, this.#index, changes),
        (error) => {
          this.#said.textContent = sentenceOf(error);
        },
      );
    this.#fixed.addEventListener('change', () => set({ fixed: this.#fixed.checked || null }));
    this.#colour.addEventListener('change', () => set({ colour: this.#colour.value }));
    this.element.append(
      make(
        'div',
        { class: 'make-looks' },
        this.#stays,
        make('label', { class: 'make-check' }, this.#colour, 'Colour'),
      ),
      this.#said,
      this.#numbers.element,
    );
  }

  show(made: Made, index: number): void {
    const body = made.bodies[index]!;
    if (index !== this.#index) this.#numbers.clear();
    this.#index = index;
    this.#said.textContent = '';
    this.#stays.hidden = body.shape?.type === 'plane';
    this.#fixed.checked = body.fixed ?? false;
    this.#colour.value = body.colour ?? PEARL;
    this.#numbers.show(bodySettings(made, index));
  }
}
