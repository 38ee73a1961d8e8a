// A parameter that is one of a few: a choice of the panel, set at once and brought back by a double click.
import { kebab } from '../attributes';
import type { Parameters } from '../beadwork';
import { PARAMETERS } from '../parameters';
import { type Choice, choice } from './choice';

type Name = keyof Parameters;
type Values<N extends Name> = [string, Parameters[N]][];

const SWITCH: Values<'hard'> = [
  ['Automatic', 'auto'],
  ['On', true],
  ['Off', false],
];

/** What can be chosen. A title and words of its own stand in place of those of the parameter. */
const CHOICES = {
  execution: {
    about: 'Global: one dispatch per pass. Tiles: whole islands in one GPU workgroup.',
    values: [
      ['Automatic', 'auto'],
      ['Global', 'global'],
      ['Tiles', 'tile'],
    ],
  },
  positions: {
    about:
      'How the exact solver keeps joints shut. Pulled: by velocities, a share of each gap. Projected: after the step. Symplectic: by the force itself.',
    values: [
      ['Automatic', 'auto'],
      ['Pulled', 'pulled'],
      ['Projected', 'projected'],
      ['Symplectic', 'symplectic'],
    ],
  },
  passOrder: {
    about:
      'By colours each joint knows of those before it. Side by side all go from the same places, each held back.',
    values: [
      ['Automatic', 'auto'],
      ['By colours', 'coloured'],
      ['Side by side', 'side-by-side'],
    ],
  },
  stiffnessGuard: { about: 'Raises a bead’s inertia where its load would shake it apart.', values: SWITCH },
  hard: {
    about: 'Off: joints of AVBD stay springs of their penalty, which is VBD, and yield under their load.',
    values: SWITCH,
  },
  forces: {
    about:
      'Once: all of a frame’s gravity at its start. More substeps then shut joints, and leave the error of one step.',
    values: [
      ['In every substep', 'each'],
      ['Once a frame', 'once'],
    ],
  },
  contacts: {
    values: [
      ['As the scene says', 'auto'],
      ['On', true],
      ['Off', false],
    ],
  },
  contactSolver: {
    title: 'Solver of contacts',
    values: [
      ['Automatic', 'auto'],
      ['Gauss-Seidel', 'gauss-seidel'],
      ['Chebyshev', 'chebyshev'],
      ['Mass splitting', 'mass-splitting'],
      ['Jacobi', 'jacobi'],
    ],
  },
  contactSoftness: {
    title: 'Softness',
    values: [
      ['Automatic', 'auto'],
      ['Hard', 'hard'],
      ...[15, 30, 60, 120, 240].map((hertz): [string, number] => [`${hertz} Hz`, hertz]),
    ],
  },
} satisfies { [N in Name]?: { title?: string; about?: string; values: Values<N> } };

export type ChoiceName = keyof typeof CHOICES;

export class ParameterChoice {
  readonly #choice: Choice;

  constructor(
    readonly name: ChoiceName,
    set: (changes: Partial<Parameters>) => void,
    usual: () => Parameters,
  ) {
    const info = PARAMETERS.find((one) => one.name === name)!;
    const { title = info.title, about = info.words.replaceAll('`', ''), values } = wordsOf(name);
    this.#choice = choice(kebab(name), title, about);
    const { input, element } = this.#choice;
    for (const [text, value] of values) input.add(new Option(text, String(value)));
    const read = (text: string) => values.find(([, value]) => String(value) === text)?.[1] ?? Number(text);
    input.addEventListener('change', () => set({ [name]: read(input.value) }));
    element.addEventListener('dblclick', (event) => {
      if (event.target !== input) set({ [name]: usual()[name] });
    });
  }

  get element(): HTMLElement {
    return this.#choice.element;
  }

  show(parameters: Parameters): void {
    const { input } = this.#choice;
    const text = String(parameters[this.name]);
    // an address may say any frequency
    if (![...input.options].some(({ value }) => value === text)) input.add(new Option(`${text} Hz`, text));
    input.value = text;
  }
}

const wordsOf = (name: ChoiceName): { title?: string; about?: string; values: [string, unknown][] } =>
  CHOICES[name];
