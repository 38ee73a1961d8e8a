// Form of the chosen body: name, fixed or kinematic, events, colour, groups, and its numbers.
import { make } from '../../dom';
import { sentenceOf } from '../messages';
import { changeBody, emptyScene, type Made } from './document';
import { groupsOf, maskOf } from './masks';
import { type Change, Numbers } from './numbers';
import { bodySettings } from './settings';
import { TextField } from './text-field';

/** What the picture shows where a body has no colour of its own. */
const PEARL = '#f4efe6';

type Flag = 'fixed' | 'kinematic' | 'events' | 'sensor';

const FLAGS: Record<Flag, string> = {
  fixed: 'Fixed: it stays',
  kinematic: 'Kinematic: it keeps its velocity',
  events: 'Reports touches',
  sensor: 'Sensor: touches without a force',
};

/** A body is one of the two. */
const OTHER: Partial<Record<Flag, Flag>> = { fixed: 'kinematic', kinematic: 'fixed' };

export class BodyForm {
  readonly element = make('div', { class: 'make-form' });
  #made = emptyScene();
  #index = -1;
  readonly #numbers: Numbers;
  readonly #flags = {} as Record<Flag, { input: HTMLInputElement; label: HTMLElement }>;
  readonly #colour = make('input', { id: 'make-colour', type: 'color' });
  readonly #said = make('small', { role: 'alert' });
  readonly #name: TextField;
  readonly #group: TextField;
  readonly #meets: TextField;

  constructor(change: Change) {
    this.#numbers = new Numbers(change);
    const set = (changes: Record<string, unknown>) =>
      change(
        (made) => changeBody(made, this.#index, changes),
        (error) => {
          // what was ticked is as it was
          this.show(this.#made, this.#index);
          this.#said.textContent = sentenceOf(error);
        },
      );
    for (const [name, words] of Object.entries(FLAGS) as [Flag, string][]) {
      const input = make('input', { id: `make-${name}`, type: 'checkbox' });
      this.#flags[name] = { input, label: make('label', { class: 'make-check' }, input, words) };
      const other = OTHER[name];
      input.addEventListener('change', () =>
        set({ [name]: input.checked || null, ...(other && input.checked ? { [other]: null } : {}) }),
      );
    }
    this.#colour.addEventListener('change', () => set({ colour: this.#colour.value }));
    const text = (name: string, title: string, empty: string, changes: (text: string) => object) =>
      new TextField(change, {
        ...{ name, title, empty },
        change: (made, text) => changeBody(made, this.#index, changes(text) as Record<string, unknown>),
      });
    this.#name = text('name', 'Name', 'none', (text) => ({ name: text || null }));
    this.#group = text('group', 'It is in groups', '1', (text) => ({ group: maskOf(text, 'group') }));
    this.#meets = text('meets', 'It meets groups', 'all', (text) => ({
      collidesWith: maskOf(text, 'collidesWith'),
    }));
    const { fixed, kinematic, events, sensor } = this.#flags;
    this.element.append(
      this.#name.element,
      make(
        'div',
        { class: 'make-looks' },
        fixed.label,
        make('label', { class: 'make-check' }, this.#colour, 'Colour'),
      ),
      kinematic.label,
      this.#said,
      this.#numbers.element,
      make(
        'fieldset',
        { class: 'make-meets' },
        make('legend', {}, 'What it touches'),
        make('div', { class: 'make-pair' }, this.#group.element, this.#meets.element),
        events.label,
        sensor.label,
      ),
    );
  }

  show(made: Made, index: number): void {
    const body = made.bodies[index]!;
    if (index !== this.#index) this.#numbers.clear();
    this.#made = made;
    this.#index = index;
    this.#said.textContent = '';
    for (const name of ['fixed', 'kinematic'] as const)
      this.#flags[name].label.hidden = body.shape?.type === 'plane';
    for (const [name, { input }] of Object.entries(this.#flags)) input.checked = body[name as Flag] ?? false;
    this.#colour.value = body.colour ?? PEARL;
    this.#name.show(body.name ?? '');
    this.#group.show(body.group === undefined ? '' : groupsOf(body.group));
    this.#meets.show(body.collidesWith === undefined ? '' : groupsOf(body.collidesWith));
    this.#numbers.show(bodySettings(made, index));
  }
}
