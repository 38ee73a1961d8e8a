// The panel: every parameter, the scene and its options, how fast time goes and what colours say.

import { COLOURINGS, kebab, SHOWINGS, SHOWN } from '../attributes';
import {
  type ColourBy,
  type OptionInfo,
  type Parameters,
  type SolverName,
  scenes,
  solvers,
} from '../beadwork';
import { DEFAULTS, type ParameterInfo } from '../parameters';
import { type Choice, choice } from './choice';
import {
  CONTACT_NUMBERS,
  OPTION_LINES,
  PENALTY_NUMBERS,
  SOLVER_NUMBERS,
  SUBSTEPS_OF_CONTACTS,
  TIME_NUMBERS,
  WORLD_NUMBERS,
} from './controls';
import { Field } from './field';
import { Gravity } from './gravity';
import { MachineControl } from './machine-choice';
import { fillMenu } from './menu';
import { type ChoiceName, ParameterChoice } from './parameter-choice';
import { leaveScene, usual } from './recommended';
import type { Runner } from './runner';
import { FILE, type LabState, optionsOf, SIZES, SPEEDS } from './state';
import { count, title } from './units';

export interface PanelListeners {
  /** While it runs; throws what the simulation refuses. */
  parameters(changes: Partial<Parameters>): void;
  /** Another scene, other options, other copies: everything starts anew. */
  rebuild(): void;
  speed(): void;
  colouring(): void;
  showing(): void;
  /** The page anew, on another machine. */
  reopen(): void;
  /** A sentence about what was refused. */
  refused(error: unknown): void;
}

/** Of the group 'Solver', below its numbers. */
const SOLVER_CHOICES: ChoiceName[] = ['positions', 'passOrder', 'execution', 'stiffnessGuard', 'hard'];

const COLOURING_TITLES: Record<ColourBy, string> = {
  bead: 'Pearls',
  load: 'Load on the threads',
  gap: 'Gap beside the bead',
  speed: 'Speed',
  colour: 'Order of Gauss-Seidel',
  overshoot: 'Beyond a stop',
  depth: 'Depth in another body',
};

export class Panel {
  #numbers = new Map<ParameterInfo['name'], Field>();
  #scene = choice('scene', 'Scene', 'What is simulated.');
  #size = choice('size', 'Size', 'Larger ones than run smoothly here are marked.');
  #solver = choice('solver', 'Solver', '');
  #choices = new Map<ChoiceName, ParameterChoice>();
  #speed = choice('speed', 'Slow motion', 'How fast time goes on screen; the steps stay the same.');
  #colour = choice('colour-by', 'Colour', 'What a bead’s colour says.');
  #show = choice(
    'show',
    'Show',
    'Axes: what each joint leaves free. Contacts: a disc where bodies touch. Forces: red arrows; blue is friction.',
  );
  #gravity = new Gravity((gravity) => this.#set({ gravity }));
  #contactGroup: HTMLElement;
  /** Why it runs on its machine. */
  #reason = '';
  #machine: MachineControl;
  #options = document.createElement('div');
  /** Whose options there are fields for. */
  #optionsOf = '';
  #optionFields = new Map<OptionInfo, Field>();
  /** Beads that run smoothly here, once that is known. */
  smooth = Number.POSITIVE_INFINITY;

  constructor(
    host: HTMLElement,
    private readonly state: LabState,
    private readonly told: PanelListeners,
  ) {
    this.#options.className = 'group-rest';
    this.#machine = new MachineControl(state, told);
    this.#contactGroup = group(
      'Contacts',
      this.#choice('contactSolver'),
      ...CONTACT_NUMBERS.map((control) => this.#number(control)),
      this.#choice('contactSoftness'),
    );
    host.append(
      group('Scene', this.#scene.element, this.#size.element, this.#options),
      group('Race', Object.assign(document.createElement('div'), { id: 'race-place' })),
      group(
        'Solver',
        this.#solver.element,
        ...SOLVER_NUMBERS.map((control) => this.#number(control)),
        ...SOLVER_CHOICES.map((name) => this.#choice(name)),
      ),
      this.#contactGroup,
      group('Time', ...TIME_NUMBERS.map((control) => this.#number(control)), this.#speed.element),
      group(
        'World',
        this.#gravity.element,
        this.#choice('forces'),
        ...WORLD_NUMBERS.map((control) => this.#number(control)),
        this.#choice('contacts'),
      ),
      group('Picture', this.#colour.element, this.#show.element),
      group('Machine', this.#machine.element),
    );
    this.#fill();
    this.#wire();
    this.show([]);
  }

  #fill(): void {
    fillMenu(this.#scene.input);
    for (const info of solvers()) this.#solver.input.add(new Option(info.title, info.name));
    const options: [HTMLSelectElement, [string, string][]][] = [
      [
        this.#speed.input,
        SPEEDS.map((speed) => [speed === 1 ? 'Off' : `1/${1 / speed} speed`, String(speed)]),
      ],
      [this.#colour.input, COLOURINGS.map((by) => [COLOURING_TITLES[by], by])],
    ];
    for (const [input, entries] of options)
      for (const [text, value] of entries) input.add(new Option(text, value));
  }

  #wire(): void {
    const { state, told } = this;
    const on = ({ input, element }: Choice, act: (value: string) => void, usual: () => string) => {
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
        leaveScene(state);
        state.scene = scene;
        state.made = null;
        state.options = optionsOf(scene);
        state.camera = null;
        state.edits = [];
        told.rebuild();
      },
      () => 'pendant',
    );
    on(
      this.#size,
      (chains) => {
        state.options.chains = Number(chains);
        state.edits = [];
        told.rebuild();
      },
      () => String(optionsOf(state.scene).chains),
    );
    on(
      this.#solver,
      (name) => this.#set({ solver: name as SolverName }),
      () => DEFAULTS.solver,
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
    on(
      this.#show,
      (names) => {
        state.show = SHOWN.filter((name) => names.split(' ').includes(name));
        told.showing();
      },
      () => '',
    );
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

  #choice(name: ChoiceName): HTMLElement {
    const made = new ParameterChoice(
      name,
      (changes) => this.#set({ ...this.#finer(changes), ...changes }),
      () => usual(this.state),
    );
    this.#choices.set(name, made);
    return made.element;
  }

  #number({
    name,
    title,
    words,
    unit,
    min = 0,
    max = 1,
    slider,
    kind,
    auto = false,
  }: ParameterInfo): HTMLElement {
    const field = new Field(
      {
        ...{ name: kebab(name), title, line: words.replaceAll('`', ''), unit, min, max, auto },
        slider: slider ?? [min, max, 0],
        integer: kind === 'whole',
      },
      () => usual(this.state)[name] as number | 'auto',
      (value) => this.#set({ [name]: value }),
    );
    this.#numbers.set(name, field);
    return field.element;
  }

  #runners: Runner[] = [];
  /** The scene has limits or motors, and the exact solver took rounds for them. */
  #rounds = false;

  /** Everything as the state has it, and what `auto` chose. */
  show(runners: Runner[], machineReason = this.#reason): void {
    this.#reason = machineReason;
    this.#runners = runners;
    const state = this.state;
    const { parameters } = state;
    // one that made way for another is gone, and cannot be chosen
    const own = this.#scene.input.namedItem(FILE);
    if (state.scene !== FILE) own?.remove();
    else if (!own) this.#scene.input.add(Object.assign(new Option('Your own', FILE), { id: FILE }));
    this.#scene.input.value = state.scene;
    this.#solver.input.value = parameters.solver;
    this.#solver.line.textContent = solvers().find(({ name }) => name === parameters.solver)?.verdict ?? '';
    for (const one of this.#choices.values()) one.show(parameters);
    this.#speed.input.value = String(state.speed);
    this.#colour.input.value = state.colourBy;
    this.#show.input.value = state.show.join(' ');
    // in a race each has its own
    this.#solver.element.hidden = runners.length > 1;
    const touching = runners[0]?.simulation.touching ?? false;
    this.#showShowings(touching);
    this.#contactGroup.hidden = !touching;
    this.#rounds ||= (runners[0]?.measures?.rounds ?? 0) > 0;
    // what only some solvers or scenes know is there for them, and where somebody has set it
    const byPlaces = runners.some(({ solver }) => solver === 'xpbd');
    const byPenalties = runners.some(({ solver }) => solver === 'avbd');
    const soft = runners.some(({ solver }) => solver === 'soft-step');
    const onlyWhere = (there: boolean, ...names: (ChoiceName | ParameterInfo['name'])[]) => {
      for (const name of names) {
        const control = this.#choices.get(name as ChoiceName) ?? this.#numbers.get(name)!;
        control.element.hidden = !there && parameters[name] === DEFAULTS[name];
      }
    };
    onlyWhere(this.#rounds, 'rounds');
    onlyWhere(byPlaces, 'passOrder', 'compliance');
    onlyWhere(soft, 'softness');
    onlyWhere(byPenalties, 'hard', ...PENALTY_NUMBERS);
    onlyWhere(parameters.substeps > 1, 'forces');
    const tuning: Partial<Record<string, number | null>> = runners[0]?.measures?.tuning ?? {};
    for (const [name, field] of this.#numbers)
      field.show(parameters[name] as number | 'auto', tuning[name] ?? null);
    this.#gravity.show(parameters.gravity);
    this.#machine.show(runners[0]?.simulation.machine, machineReason);
    this.#showSizes();
  }

  /** A scene that is not made for contacts takes as many substeps for them as those that are. */
  #finer({ contacts }: Partial<Parameters>): Partial<Parameters> {
    const { substeps } = this.state.parameters;
    return contacts === true && substeps < SUBSTEPS_OF_CONTACTS ? { substeps: SUBSTEPS_OF_CONTACTS } : {};
  }

  /** The scene's options. Fields of the same scene stay: somebody may have one of them in hand. */
  showOptions(): void {
    const { state } = this;
    this.#rounds = false;
    if (state.scene !== this.#optionsOf) {
      this.#optionsOf = state.scene;
      const info = scenes().find(({ name }) => name === state.scene);
      this.#optionFields = new Map(
        info?.options.map((option): [OptionInfo, Field] => [option, this.#option(option)]),
      );
      this.#options.replaceChildren(...[...this.#optionFields.values()].map(({ element }) => element));
    }
    for (const [option, field] of this.#optionFields)
      field.show(state.options[option.name] ?? option.default);
  }

  #option(option: OptionInfo): Field {
    const { state } = this;
    return new Field(
      {
        ...option,
        name: kebab(option.name),
        title: title(option.name),
        line: OPTION_LINES[option.name] ?? '',
        slider: [option.min, option.max, option.integer ? 1 : 0.01],
      },
      () => option.default,
      (value) => {
        state.options[option.name] = Number(value);
        // their numbers would name other beads
        state.edits = [];
        this.told.rebuild();
      },
    );
  }

  /** Contacts where there are any, or where they are shown already. */
  #showShowings(touching: boolean): void {
    const now = this.state.show.join(' ');
    const offered = SHOWINGS.filter(([value]) => touching || value === now || !value.includes('contacts'));
    const { input } = this.#show;
    if (input.length !== offered.length)
      input.replaceChildren(...offered.map(([value, text]) => new Option(text, value)));
    input.value = now;
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

function group(name: string, ...children: HTMLElement[]): HTMLElement {
  const section = document.createElement('section');
  const heading = document.createElement('h3');
  heading.textContent = name;
  section.append(heading, ...children);
  return section;
}
