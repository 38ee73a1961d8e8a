// What the panel has of contacts: whether bodies touch, which any scene can be asked, and a group that is there where they do.
import type { Parameters } from '../beadwork';
import { PARAMETERS } from '../parameters';
import { type Choice, choice } from './choice';

const words = (name: keyof Parameters): string =>
  PARAMETERS.find((info) => info.name === name)!.words.replaceAll('`', '');

type Name = 'contacts' | 'contactSolver' | 'contactSoftness';

const CHOICES: Record<Name, [string, Parameters[Name]][]> = {
  contacts: [
    ['As the scene says', 'auto'],
    ['On', true],
    ['Off', false],
  ],
  contactSolver: [
    ['Automatic', 'auto'],
    ['Gauss-Seidel', 'gauss-seidel'],
    ['Chebyshev', 'chebyshev'],
    ['Mass splitting', 'mass-splitting'],
    ['Jacobi', 'jacobi'],
  ],
  contactSoftness: [
    ['Automatic', 'auto'],
    ['Hard', 'hard'],
    ...[15, 30, 60, 120, 240].map((hertz): [string, number] => [`${hertz} Hz`, hertz]),
  ],
};

export class ContactControls {
  readonly #choices: [Name, Choice][] = [
    ['contacts', choice('contacts', 'Contacts', words('contacts'))],
    ['contactSolver', choice('contact-solver', 'Solver of contacts', words('contactSolver'))],
    ['contactSoftness', choice('contact-softness', 'Softness', words('contactSoftness'))],
  ];

  constructor(set: (changes: Partial<Parameters>) => void, usual: () => Parameters) {
    for (const [name, { input, element }] of this.#choices) {
      for (const [text, value] of CHOICES[name]) input.add(new Option(text, String(value)));
      const read = (text: string) =>
        CHOICES[name].find(([, value]) => String(value) === text)?.[1] ?? Number(text);
      input.addEventListener('change', () => set({ [name]: read(input.value) }));
      element.addEventListener('dblclick', (event) => {
        if (event.target !== input) set({ [name]: usual()[name] });
      });
    }
  }

  /** Whether bodies touch. */
  get whether(): HTMLElement {
    return this.#choices[0]![1].element;
  }

  /** How that is solved, with `between` after the first. */
  how(between: HTMLElement): HTMLElement[] {
    const [first, ...others] = this.#choices.slice(1).map(([, { element }]) => element);
    return [first!, between, ...others];
  }

  show(parameters: Parameters): void {
    for (const [name, { input }] of this.#choices) {
      const text = String(parameters[name]);
      // an address may say any frequency
      if (![...input.options].some(({ value }) => value === text)) input.add(new Option(`${text} Hz`, text));
      input.value = text;
    }
  }
}
