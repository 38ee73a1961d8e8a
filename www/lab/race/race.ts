// The race: who runs side by side, chosen in the panel or by a link beside the picture.
import { readable } from '../../attributes';
import { BeadworkError, type SolverName, solvers } from '../../beadwork';
import type { Competitor } from '../../compare';
import { byId, make } from '../../dom';
import { splitOf, withoutSplit } from '../../split';
import type { Events } from '../events';
import { usual } from '../recommended';
import type { Stage } from '../stage';
import { competitors, type LabState, MOST_COPIES, type PlotName, race, toAddress } from '../state';
import { noteOwn } from './own-notes';
import { Racer } from './racer';
import { type Facts, type Ready, readyFor } from './ready';

export interface RaceListeners {
  /** Other copies: everything starts anew. */
  rebuild(): void;
  /** The panel is to be seen. */
  open(): void;
  refused(error: unknown): void;
}

/** Tried one after the other where a competitor is added: the exact one first. */
const SOLVERS: SolverName[] = [
  'direct',
  ...solvers()
    .map(({ name }) => name)
    .filter((name) => name !== 'direct' && name !== 'auto'),
];
const CONTACT_SOLVERS = ['gauss-seidel', 'jacobi', 'mass-splitting', 'chebyshev'] as const;

/** So many races stand there at once; the others are one press away. */
const FIRST = 3;

const matchedWide = () => matchMedia('(min-width: 60rem)').matches;

export class Race {
  readonly #about = make('p', { class: 'quiet' });
  readonly #list = make('div');
  readonly #add = make('button', { type: 'button', id: 'race-add' }, 'Add a competitor');
  /** Beside the picture. */
  readonly #ready = byId<HTMLDetailsElement>('race');
  readonly #links = byId('race-ready');
  #allShown = false;
  #racers: Racer[] = [];
  /** Of this scene: a solver that was refused is not offered again. */
  #refused = new Set<SolverName>();
  #tried: SolverName | null = null;
  #scene = '';
  /** Where the focus goes once other copies stand. */
  #next: number | 'add' | null = null;

  constructor(
    private readonly stage: Stage,
    { staged }: Pick<Events, 'staged'>,
    private readonly panel: HTMLElement,
    private readonly told: RaceListeners,
  ) {
    const place = panel.querySelector('#race-place')!;
    place.append(this.#about, this.#list, this.#add);
    this.#add.addEventListener('click', () => this.#addOne());
    byId('race-open').addEventListener('click', () => {
      told.open();
      place.parentElement!.scrollIntoView({ block: 'start' });
      (this.#racers[0] ?? this.#add).focus();
    });
    staged.on(() => this.#show());
  }

  get #facts(): Facts {
    return this.stage.first!.simulation;
  }

  /** These from now on, from the start. */
  #run(racers: Competitor[], plots?: PlotName[]): void {
    const { state } = this.stage;
    const before = competitors(state).length;
    race(state, racers);
    if (plots) state.plots = [...plots];
    // where somebody looked, there may be nothing now
    if (racers.length !== before) state.camera = null;
    this.told.rebuild();
  }

  #show(): void {
    const { runners, state } = this.stage;
    if (this.#scene !== state.scene) {
      this.#refused.clear();
      // the page opens with a question of its own, and a narrow one with the picture
      const opening = state.scene === 'pendant' && runners.length === 2;
      this.#ready.open = !opening && matchedWide();
    }
    this.#scene = state.scene;
    if (this.#tried && runners.every(({ solver }) => solver !== this.#tried)) this.#refused.add(this.#tried);
    this.#tried = null;
    const alone = runners.length < 2;
    if (this.#racers.length !== (alone ? 0 : runners.length)) this.#make(alone ? 0 : runners.length);
    this.#racers.forEach((racer, k) => {
      racer.show(runners[k]!, state.parameters, this.#facts);
    });
    this.#about.textContent = alone
      ? 'One copy runs alone. Add a competitor: a copy of the same scene with another solver or other settings.'
      : 'Copies of the same scene at the same time, one curve for each. A setting that is left open here is as the other controls of this panel have it for all.';
    this.#add.disabled = runners.length >= MOST_COPIES;
    this.#add.textContent = this.#add.disabled
      ? `${MOST_COPIES} is all there is room for`
      : 'Add a competitor';
    this.#ready.hidden = state.repair !== null;
    this.#offer(readyFor(this.#facts, usual(state).solver));
    noteOwn(this.panel, runners);
    this.#focus();
  }

  /** The first of them, and the others once somebody has asked for these. */
  #offer(all: readonly Ready[]): void {
    // a button in one link's place would save nothing
    const more = this.#allShown || all.length <= FIRST + 1 ? 0 : all.length - FIRST;
    const links = all.slice(0, all.length - more).map((ready) => this.#link(ready));
    if (more > 0) {
      const button = make('button', { type: 'button' }, `${more} more`);
      button.addEventListener('click', () => {
        this.#allShown = true;
        this.#offer(all);
        this.#links.querySelectorAll('a')[FIRST]?.focus();
      });
      links.push(make('li', {}, button));
    }
    this.#links.replaceChildren(...links);
  }

  #make(count: number): void {
    this.#racers = Array.from(
      { length: count },
      (_, k) =>
        new Racer({
          changed: (competitor) => {
            const racers = competitors(this.stage.state);
            racers[k] = splitAnew(racers[k]!, competitor);
            this.#run(racers);
          },
          removed: () => {
            this.#next = 'add';
            this.#run(competitors(this.stage.state).filter((_, other) => other !== k));
          },
          refused: (message) => this.told.refused(new BeadworkError('parameter', message)),
        }),
    );
    this.#list.replaceChildren(...this.#racers.map(({ element }) => element));
  }

  /** What had it is gone. */
  #focus(): void {
    const next = this.#next;
    this.#next = null;
    if (next === 'add') this.#add.focus();
    else if (next !== null) this.#racers[next]?.focus();
  }

  /** A copy of the last one, but for what makes it another. */
  #addOne(): void {
    const racers = competitors(this.stage.state);
    const last = racers.at(-1)!;
    this.#next = racers.length;
    const { touching } = this.#facts;
    if (touching) this.#run(this.#withContacts(racers) ?? [...racers, this.#finer(last)]);
    else {
      const solver = SOLVERS.find(
        (name) => !this.#refused.has(name) && racers.every((other) => other.solver !== name),
      );
      this.#tried = solver ?? null;
      this.#run([...racers, solver ? splitAnew(last, { ...last, solver }) : this.#finer(last)]);
    }
  }

  /** One more solver of contacts; nothing where all of them run. */
  #withContacts(racers: Competitor[]): Competitor[] | null {
    const { contactSolver } = this.stage.state.parameters;
    const usual = contactSolver === 'auto' ? 'gauss-seidel' : contactSolver;
    const named = racers.map(({ solver, parameters }) => ({
      solver,
      parameters: { ...parameters, contactSolver: parameters.contactSolver ?? usual },
    }));
    const next = CONTACT_SOLVERS.find((name) =>
      named.every(({ parameters }) => parameters.contactSolver !== name),
    );
    const last = named.at(-1)!;
    return next ? [...named, { ...last, parameters: { ...last.parameters, contactSolver: next } }] : null;
  }

  #finer({ solver, parameters }: Competitor): Competitor {
    const { substeps = this.stage.state.parameters.substeps } = parameters;
    return { solver, parameters: { ...parameters, substeps: Math.min(100, 2 * substeps) } };
  }

  /** A click races here and now; the address is for whoever copies it. */
  #link({ title, about, racers, plots }: Ready): HTMLElement {
    const state: LabState = structuredClone(this.stage.state);
    race(state, racers);
    if (plots) state.plots = [...plots];
    const query = new URLSearchParams(toAddress(state));
    const theme = new URLSearchParams(location.search).get('theme');
    if (theme) query.set('theme', theme);
    const link = make('a', { href: `./?${readable(query)}`, title: about }, title);
    link.addEventListener('click', (event) => {
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.#run(structuredClone(racers), plots);
    });
    return make('li', {}, link);
  }
}

/** Another solver brings its own recommended settings; those of the solver before go. */
function splitAnew(before: Competitor, { solver, parameters }: Competitor): Competitor {
  if (solver === before.solver) return { solver, parameters };
  const own = withoutSplit(before.solver, parameters);
  return { solver, parameters: { ...splitOf(solver, own), ...own } };
}
