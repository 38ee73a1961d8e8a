// What the scene says of itself: gravity, whether bodies touch, and the parameters that it is best run with.
import { solvers } from '../../beadwork';
import { make } from '../../dom';
import { sentenceOf } from '../messages';
import { changeScene, emptyScene, type Made, recommend } from './document';
import { type Change, Numbers } from './numbers';
import { sceneSettings } from './settings';

export class SceneForm {
  readonly element = make('details', { class: 'make-scene' }, make('summary', {}, 'The scene itself'));
  readonly #numbers: Numbers;
  readonly #contacts = make('input', { id: 'make-contacts', type: 'checkbox' });
  readonly #solver = make('select', { id: 'make-solver' }, new Option('as the reader has it', ''));
  readonly #said = make('small', { role: 'alert' });
  #made = emptyScene();

  constructor(change: Change) {
    this.#numbers = new Numbers(change);
    const refused = (error: unknown) => {
      // what was chosen is as it was
      this.show(this.#made);
      this.#said.textContent = sentenceOf(error);
    };
    for (const { title, name } of solvers()) this.#solver.add(new Option(title, name));
    this.#contacts.addEventListener('change', () =>
      change((made) => changeScene(made, { contacts: this.#contacts.checked || null }), refused),
    );
    this.#solver.addEventListener('change', () =>
      change((made) => recommend(made, { solver: this.#solver.value || null }), refused),
    );
    this.element.append(
      make(
        'div',
        { class: 'make-form' },
        make('label', { class: 'make-check' }, this.#contacts, 'Bodies that touch push each other apart'),
        this.#numbers.element,
        make(
          'div',
          { class: 'make-field' },
          make('label', { for: this.#solver.id }, 'It recommends the solver'),
          this.#solver,
        ),
        this.#said,
      ),
    );
  }

  show(made: Made): void {
    this.#made = made;
    this.#said.textContent = '';
    this.#contacts.checked = made.contacts ?? false;
    this.#solver.value = made.parameters?.solver ?? '';
    this.#numbers.show(sceneSettings(made));
  }
}
