// The chosen joint: its name, where it is, what its axes do, and the fields that See why has for it.
import type { AxisDescription, NumberedJoint, SixDofAxes } from '../../beadwork';
import { make } from '../../dom';
import { sentenceOf } from '../messages';
import { ChangeForm } from '../why/change-form';
import { NAMES } from '../why/rows';
import { changeJoint, emptyScene, type Made } from './document';
import { type Change, Numbers } from './numbers';
import { placeSettings } from './settings';
import { TextField } from './text-field';

type AxisName = (typeof NAMES)[number];
const WAYS: Record<string, string> = { free: 'free', fixed: 'held at 0', driven: 'stops and drives' };
/** What an axis begins with that is neither free nor held: m or rad. */
const FIRST: AxisDescription = { limit: [-0.5, 0.5] };

export class JointForm {
  readonly element = make('div', { class: 'make-form' });
  #made = emptyScene();
  #index = -1;
  #axes: SixDofAxes = {};
  readonly #numbers: Numbers;
  readonly #form: ChangeForm;
  readonly #said = make('small', { role: 'alert' });
  readonly #collide = make('input', { id: 'make-collide', type: 'checkbox' });
  readonly #ways = make('fieldset', { class: 'make-ways' }, make('legend', {}, 'Its axes'));
  readonly #name: TextField;
  readonly #selects: Record<AxisName, HTMLSelectElement>;

  constructor(private readonly change: Change) {
    this.#numbers = new Numbers(change);
    this.#form = new ChangeForm(
      {
        set: (changes, refused) => {
          const index = this.#index;
          change((made) => changeJoint(made, index, changes), refused);
        },
      },
      'make-joint',
    );
    this.#name = new TextField(change, {
      ...{ name: 'joint-name', title: 'Name', empty: 'none' },
      change: (made, text) => changeJoint(made, this.#index, { name: text || null }),
    });
    this.#selects = Object.fromEntries(NAMES.map((name) => [name, this.#way(name)])) as Record<
      AxisName,
      HTMLSelectElement
    >;
    this.#collide.addEventListener('change', () => this.#set({ collide: this.#collide.checked || null }));
    this.element.append(
      this.#name.element,
      this.#numbers.element,
      this.#ways,
      this.#said,
      make('label', { class: 'make-check' }, this.#collide, 'Its two bodies collide with each other'),
      this.#form.element,
    );
  }

  #set(changes: Record<string, unknown>): void {
    const index = this.#index;
    this.change(
      (made) => changeJoint(made, index, changes),
      (error) => {
        // what was chosen is as it was
        this.show(this.#made, this.#index);
        this.#said.textContent = sentenceOf(error);
      },
    );
  }

  #way(name: AxisName): HTMLSelectElement {
    const options = Object.entries(WAYS).map(([value, words]) => new Option(words, value));
    const select = make('select', { id: `make-axis-${name}` }, ...options);
    select.addEventListener('change', () => {
      const way = select.value === 'driven' ? FIRST : select.value;
      this.#set({ axes: { ...this.#axes, [name]: way } });
    });
    this.#ways.append(make('div', { class: 'make-field' }, make('label', { for: select.id }, name), select));
    return select;
  }

  show(made: Made, index: number): void {
    const joint = made.joints[index] as NumberedJoint;
    if (index !== this.#index) {
      this.#numbers.clear();
      this.#form.clear();
    }
    this.#made = made;
    this.#index = index;
    this.#said.textContent = '';
    this.#name.show(joint.name ?? '');
    this.#collide.checked = joint.collide ?? false;
    this.#ways.hidden = joint.type !== 'six-dof';
    this.#axes = joint.type === 'six-dof' ? joint.axes : {};
    for (const name of NAMES) {
      const way = this.#axes[name] ?? 'free';
      this.#selects[name].value = typeof way === 'object' ? 'driven' : way;
    }
    this.#numbers.show(placeSettings(made, index));
    this.#form.show(joint, false);
  }
}
