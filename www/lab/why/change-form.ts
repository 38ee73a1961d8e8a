// Fields that change a joint at once, in every copy. What is refused says so at its field, and the joint stays as it was.
import type { JointChanges, NumberedJoint } from '../../beadwork';
import { make } from '../../dom';
import { asError } from '../../errors';
import { put, watchTyping } from '../typing';
import { settingsOf } from './settings';

export interface ChangeListeners {
  /** `refused` hears of it where the simulation does not take it. */
  set(changes: JointChanges, refused: (error: unknown) => void): void;
}

export class ChangeForm {
  readonly element = make('div', { class: 'why-change' });
  #inputs = new Map<string, { input: HTMLInputElement; said: HTMLElement }>();
  #shape = '';
  #joint: NumberedJoint | null = null;

  constructor(
    private readonly told: ChangeListeners,
    /** Of ids. */
    private readonly prefix = 'why',
  ) {}

  /** The joint as it is now; fields that somebody types in are left alone. */
  show(joint: NumberedJoint, gone: boolean): void {
    this.#joint = joint;
    const groups = settingsOf(joint);
    const shape = groups.flatMap(({ settings }) => settings.map(({ name }) => name)).join();
    if (shape !== this.#shape) {
      this.#shape = shape;
      this.#inputs.clear();
      this.element.replaceChildren(
        ...groups.map(({ title, settings }) =>
          make(
            'fieldset',
            {},
            make('legend', {}, title),
            ...settings.map(({ name, title: own, unit }) => this.#field(name, own, unit)),
          ),
        ),
      );
    }
    for (const { name, now } of groups.flatMap(({ settings }) => settings)) {
      const { input } = this.#inputs.get(name)!;
      input.disabled = gone;
      if (input.getAttribute('aria-invalid') !== 'true')
        put(input, now === undefined ? '' : String(Number(now.toPrecision(6))));
    }
  }

  #field(name: string, title: string, unit: string): HTMLElement {
    const said = make('small', { id: `${this.prefix}-${name}-said`, role: 'alert' });
    const input = make('input', {
      ...{
        id: `${this.prefix}-${name}`,
        type: 'text',
        inputmode: 'decimal',
        autocomplete: 'off',
        placeholder: 'none',
      },
      'aria-describedby': said.id,
    });
    watchTyping(input);
    input.addEventListener('change', () => this.#take(name, input, said));
    this.#inputs.set(name, { input, said });
    return make(
      'div',
      { class: 'why-field' },
      make('label', { for: input.id }, title),
      make('span', { class: 'box' }, input, unit),
      said,
    );
  }

  #take(name: string, input: HTMLInputElement, said: HTMLElement): void {
    const joint = this.#joint;
    const setting =
      joint &&
      settingsOf(joint)
        .flatMap(({ settings }) => settings)
        .find((one) => one.name === name);
    if (!setting) return;
    said.textContent = '';
    input.removeAttribute('aria-invalid');
    // a comma is a point where many readers live
    const text = input.value.trim().replace(',', '.').replace('−', '-');
    const refuse = (error: unknown) => {
      input.setAttribute('aria-invalid', 'true');
      said.textContent = asError(error).message;
    };
    try {
      this.told.set(setting.changes(text === '' ? null : Number(text)), refuse);
    } catch (error) {
      refuse(error);
    }
  }

  /** Another joint: nothing of the last one stays. */
  clear(): void {
    this.#shape = '';
    this.#inputs.clear();
    this.element.replaceChildren();
  }
}
