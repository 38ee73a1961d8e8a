// The panel: every parameter, the scene and its options, how fast time goes and what colours say.

import { COLOURINGS, kebab } from '../attributes';
import { type ColourBy, type Parameters, type SolverName, scenes, solvers } from '../beadwork';
import { colourOf } from './colours';
import { type NumberControl, OPTION_LINES, SOLVER_NUMBERS, TIME_NUMBERS, WORLD_NUMBERS } from './controls';
import { Field } from './field';
import type { Runner } from './stage';
import { DEFAULTS, FILE, type LabState, type NumberName, optionsOf, RANGES, SIZES, SPEEDS } from './state';
import { put, watchTyping } from './typing';
import { count, title } from './units';

export interface PanelListeners {
  /** While it runs; throws what the simulation refuses. */
  parameters(changes: Partial<Parameters>): void;
  /** Another scene, other options, other copies: everything starts anew. */
  rebuild(): void;
  speed(): void;
  colouring(): void;
  /** A sentence about what was refused. */
  refused(error: unknown): void;
}

const COLOURING_TITLES: Record<ColourBy, string> = {
  bead: 'Pearls',
  load: 'Load on the thread',
  gap: 'Gap beside the bead',
  speed: 'Speed',
  colour: 'Order of Gauss-Seidel',
};

export class Panel {
  #numbers = new Map<NumberName, Field>();
  #scene = select('scene', 'Scene', 'What hangs there.');
  #size = select('size', 'Size', 'Larger ones than run smoothly here are marked.');
  #solver = select('solver', 'Solver', '');
  #execution = select('execution', 'Execution', 'A dispatch a pass, or whole islands in one workgroup.');
  #guard = select(
    'stiffness-guard',
    'Stiffness guard',
    'Raises a bead’s inertia where its load would shake it apart.',
  );
  #speed = select('speed', 'Slow motion', 'How fast time goes on screen; the steps stay the same.');
  #colour = select('colour-by', 'Colour', 'What a bead’s colour says.');
  #compare = document.createElement('fieldset');
  #gravity: HTMLInputElement[] = [];
  #options = document.createElement('div');
  /** Beads that run smoothly here, once that is known. */
  smooth = Number.POSITIVE_INFINITY;

  constructor(
    host: HTMLElement,
    private readonly state: LabState,
    private readonly told: PanelListeners,
  ) {
    this.#options.className = 'group-rest';
    host.append(
      group('Scene', this.#scene.element, this.#size.element, this.#options),
      group(
        'Solver',
        this.#solver.element,
        this.#compare,
        ...SOLVER_NUMBERS.map((control) => this.#number(control)),
        this.#execution.element,
        this.#guard.element,
      ),
      group('Time', ...TIME_NUMBERS.map((control) => this.#number(control)), this.#speed.element),
      group('World', this.#makeGravity(), ...WORLD_NUMBERS.map((control) => this.#number(control))),
      group('Picture', this.#colour.element),
    );
    this.#fill();
    this.#wire();
    this.show([]);
  }

  #fill(): void {
    for (const info of scenes()) this.#scene.input.add(new Option(info.title, info.name));
    for (const info of solvers()) this.#solver.input.add(new Option(info.title, info.name));
    const options: [HTMLSelectElement, [string, string][]][] = [
      [
        this.#execution.input,
        [
          ['Automatic', 'auto'],
          ['Global', 'global'],
          ['Tiles', 'tile'],
        ],
      ],
      [
        this.#guard.input,
        [
          ['Automatic', 'auto'],
          ['On', 'on'],
          ['Off', 'off'],
        ],
      ],
      [
        this.#speed.input,
        SPEEDS.map((speed) => [speed === 1 ? 'Off' : `1/${1 / speed} speed`, String(speed)]),
      ],
      [this.#colour.input, COLOURINGS.map((by) => [COLOURING_TITLES[by], by])],
    ];
    for (const [input, entries] of options)
      for (const [text, value] of entries) input.add(new Option(text, value));
    const legend = document.createElement('legend');
    legend.textContent = 'Side by side with';
    this.#compare.className = 'chips';
    this.#compare.append(
      legend,
      ...solvers()
        .filter(({ name }) => name !== 'auto')
        .map(({ name, title }) => {
          const chip = document.createElement('button');
          chip.type = 'button';
          chip.textContent = title;
          chip.dataset.solver = name;
          chip.style.setProperty('--own', `var(${colourOf(name)})`);
          chip.addEventListener('click', () => this.#toggle(name));
          return chip;
        }),
    );
    const line = document.createElement('small');
    line.textContent = 'Copies of the same scene at the same time, a curve each.';
    this.#compare.append(line);
  }

  #wire(): void {
    const { state, told } = this;
    const on = ({ input, element }: Select, act: (value: string) => void, usual: () => string) => {
      input.addEventListener('change', () => act(input.value));
      element.addEventListener('dblclick', (event) => {
        if (event.target === input) return;
        input.value = usual();
        act(input.value);
      });
    };
    on(
      this.#scene,
      (scene) => {
        state.scene = scene;
        state.options = optionsOf(scene);
        state.camera = null;
        told.rebuild();
      },
      () => 'pendant',
    );
    on(
      this.#size,
      (chains) => {
        state.options.chains = Number(chains);
        told.rebuild();
      },
      () => String(optionsOf(state.scene).chains),
    );
    on(
      this.#solver,
      (name) => {
        const solver = name as SolverName;
        if (state.compare.includes(solver)) {
          state.compare = state.compare.filter((other) => other !== solver);
          state.parameters.solver = solver;
          told.rebuild();
        } else this.#set({ solver });
      },
      () => DEFAULTS.solver,
    );
    on(
      this.#execution,
      (name) => this.#set({ execution: name as Parameters['execution'] }),
      () => 'auto',
    );
    on(
      this.#guard,
      (name) => this.#set({ stiffnessGuard: name === 'auto' ? 'auto' : name === 'on' }),
      () => 'auto',
    );
    on(
      this.#speed,
      (value) => {
        state.speed = Number(value);
        told.speed();
      },
      () => '1',
    );
    on(
      this.#colour,
      (by) => {
        state.colourBy = by as ColourBy;
        told.colouring();
      },
      () => 'bead',
    );
  }

  #toggle(solver: SolverName): void {
    const { state } = this;
    if (solver === state.parameters.solver) return;
    state.compare = state.compare.includes(solver)
      ? state.compare.filter((other) => other !== solver)
      : [...state.compare, solver];
    this.told.rebuild();
  }

  /** What the simulation refuses is shown and undone. */
  #set(changes: Partial<Parameters>): void {
    try {
      this.told.parameters(changes);
    } catch (error) {
      this.told.refused(error);
    }
    this.show(this.#runners);
  }

  #number(control: NumberControl): HTMLElement {
    const { name } = control;
    const range: { min: number; max: number; integer?: boolean; auto?: boolean } = RANGES[name];
    const field = new Field(
      { ...control, ...range, name: kebab(name) },
      () => DEFAULTS[name],
      (value) => this.#set({ [name]: value }),
    );
    this.#numbers.set(name, field);
    return field.element;
  }

  #makeGravity(): HTMLElement {
    const field = document.createElement('fieldset');
    field.className = 'field vector';
    field.dataset.name = 'gravity';
    const legend = document.createElement('legend');
    legend.textContent = 'Gravity';
    const line = document.createElement('small');
    line.textContent = 'To the right, up, and towards you.';
    const box = document.createElement('span');
    box.className = 'box';
    this.#gravity = ['x', 'y', 'z'].map((axis) => {
      const input = document.createElement('input');
      Object.assign(input, { type: 'number', min: -1000, max: 1000, step: 'any', name: `gravity-${axis}` });
      input.setAttribute('aria-label', `Gravity, ${axis}`);
      watchTyping(input);
      input.addEventListener('change', () => {
        const gravity = this.#gravity.map(({ valueAsNumber }) => valueAsNumber);
        if (gravity.every(Number.isFinite)) this.#set({ gravity: gravity as [number, number, number] });
      });
      return input;
    });
    field.addEventListener('dblclick', (event) => {
      if (!(event.target instanceof HTMLInputElement)) this.#set({ gravity: [...DEFAULTS.gravity] });
    });
    field.title = 'Double-click for the default';
    box.append(...this.#gravity, 'm/s²');
    field.append(legend, box, line);
    return field;
  }

  #runners: Runner[] = [];

  /** Everything as the state has it, and what `auto` chose. */
  show(runners: Runner[]): void {
    this.#runners = runners;
    const state = this.state;
    const { parameters } = state;
    if (state.scene === FILE && !this.#scene.input.namedItem(FILE))
      this.#scene.input.add(Object.assign(new Option('Your own', FILE), { id: FILE }));
    this.#scene.input.value = state.scene;
    this.#solver.input.value = parameters.solver;
    this.#solver.line.textContent = solvers().find(({ name }) => name === parameters.solver)?.verdict ?? '';
    this.#execution.input.value = parameters.execution;
    this.#guard.input.value =
      parameters.stiffnessGuard === 'auto' ? 'auto' : parameters.stiffnessGuard ? 'on' : 'off';
    this.#speed.input.value = String(state.speed);
    this.#colour.input.value = state.colourBy;
    for (const chip of this.#compare.querySelectorAll('button')) {
      const solver = chip.dataset.solver as SolverName;
      chip.disabled = solver === parameters.solver;
      chip.setAttribute('aria-pressed', String(state.compare.includes(solver)));
    }
    const tuning: Partial<Record<NumberName, number | null>> = runners[0]?.measures?.tuning ?? {};
    for (const [name, field] of this.#numbers) field.show(parameters[name], tuning[name] ?? null);
    this.#gravity.forEach((input, axis) => {
      put(input, String(parameters.gravity[axis]));
    });
    this.#showSizes();
  }

  /** The options of another scene. */
  showOptions(): void {
    const { state } = this;
    const info = scenes().find(({ name }) => name === state.scene);
    this.#options.replaceChildren(
      ...(info?.options ?? []).map((option) => {
        const field = new Field(
          {
            ...option,
            name: kebab(option.name),
            title: title(option.name),
            line: OPTION_LINES[option.name] ?? '',
            step: option.integer ? 1 : 0.01,
            log: option.min > 0 && option.max / option.min > 50,
          },
          () => option.default,
          (value) => {
            state.options[option.name] = Number(value);
            this.told.rebuild();
          },
        );
        field.show(state.options[option.name] ?? option.default);
        return field.element;
      }),
    );
  }

  #showSizes(): void {
    const { state } = this;
    const sizes = SIZES[state.scene] ?? [];
    this.#size.element.hidden = sizes.length === 0;
    const { chains = 0, beads = 0 } = state.options;
    const offered = sizes.includes(chains) ? sizes : [...sizes, chains].sort((a, b) => a - b);
    this.#size.input.replaceChildren(
      ...offered.map((size) => {
        const slow = size * beads > this.smooth;
        return new Option(`${count(size * beads)} beads${slow ? ', slow here' : ''}`, String(size));
      }),
    );
    this.#size.input.value = String(chains);
  }
}

interface Select {
  element: HTMLElement;
  input: HTMLSelectElement;
  line: HTMLElement;
}

function select(name: string, text: string, about: string): Select {
  const element = document.createElement('div');
  element.className = 'field';
  element.dataset.name = name;
  element.title = 'Double-click for the default';
  const input = document.createElement('select');
  input.id = name;
  input.setAttribute('aria-describedby', `about-${name}`);
  const label = Object.assign(document.createElement('label'), { htmlFor: name, textContent: text });
  const line = Object.assign(document.createElement('small'), { id: `about-${name}`, textContent: about });
  element.append(label, input, line);
  return { element, input, line };
}

function group(name: string, ...children: HTMLElement[]): HTMLElement {
  const section = document.createElement('section');
  const heading = document.createElement('h3');
  heading.textContent = name;
  section.append(heading, ...children);
  return section;
}
