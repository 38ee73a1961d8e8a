// The words beside the picture: what is there, what to look at, what to try.
import { scenes } from '../beadwork';
import { make } from '../dom';
import type { Events } from './events';
import { isThreads } from './groups';
import type { Stage } from './stage';
import { FILE } from './state';
import { count } from './units';

/** A gap that is larger than this, in radii, wants an explanation where the solver is exact. */
const SEEN = 1e-3;
/** One copy has come apart where it is open or too long by this share, of a radius or of its length, and so many times as far as the other. */
const APART = 0.05;
const TIMES = 10;
const OWN = 'Your own scene';
/** Settings that act where there are no joints. */
const ACT_ON_CONTACTS = /^(contact|substeps|damping|recoverySpeed)/;
const NUMBERS = ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'];

export interface WordParts {
  headline: HTMLElement;
  lede: HTMLElement;
  task: HTMLElement;
  /** Why an exact solver leaves a gap. */
  note: HTMLElement;
  /** Its button: joints shut in place. */
  shut: HTMLButtonElement;
}

export class Words {
  constructor(
    private readonly stage: Stage,
    { staged, measured }: Pick<Events, 'staged' | 'measured'>,
    private readonly parts: WordParts,
    shut: () => void,
  ) {
    staged.on(() => this.#show());
    measured.on(() => {
      this.#judge();
      this.#explain();
    });
    parts.shut.addEventListener('click', shut);
    this.#await();
  }

  /** While a scene is built its own words stand there, and not those that the page comes with. */
  #await(): void {
    const { headline, lede, task } = this.parts;
    const { scene } = this.stage.state;
    const info = scenes().find(({ name }) => name === scene);
    if (scene === 'pendant') return;
    headline.textContent = info?.title ?? OWN;
    lede.textContent = info?.look ?? '';
    task.textContent = info?.task ?? '';
  }

  #show(): void {
    const { headline, lede, task } = this.parts;
    const { state } = this.stage;
    const info = scenes().find(({ name }) => name === state.scene);
    this.#apart = null;
    headline.replaceChildren(...this.#headline(info?.title ?? OWN));
    lede.textContent = this.#lede(info?.look ?? '');
    task.textContent = info ? info.task : 'Tap a body to pin it or to cut one of its joints.';
    document.title =
      state.scene === 'pendant'
        ? this.#title
        : `Beadwork: ${(info?.title ?? 'a scene of your own').toLowerCase()}`;
    this.#explain();
  }

  #headline(title: string): (string | Node)[] {
    const { runners, state } = this.stage;
    if (runners.length === 1) return [title];
    const what = state.scene === 'pendant' ? 'Same necklace, same weight. ' : `${title}, twice. `;
    const solvers = new Set(runners.map(({ solver }) => solver)).size === runners.length;
    if (runners.length > 2) {
      const many = NUMBERS[runners.length] ?? String(runners.length);
      const who = solvers ? 'solvers' : 'ways';
      return [`${many} ${who}, ${state.scene === 'pendant' ? 'one weight' : 'one scene'}.`];
    }
    if (runners[0]!.byDepth) return [what, 'Where do bodies sink in deeper?'];
    if (!solvers) return [what, 'How far does each get?'];
    const exact = runners.filter(({ iterative }) => !iterative).length;
    if (exact !== 1) return [what, 'How far does each solver get?'];
    const pendant = state.scene === 'pendant';
    if (!this.#apart) return [what, pendant ? 'How far does each stretch?' : 'How far do joints open?'];
    return [what, make('em', {}, pendant ? 'One of them stretches.' : 'One of them comes apart.')];
  }

  /** Whether one of two copies has come apart and the other has not, by the worst so far. */
  #judge(): void {
    const { runners, state } = this.stage;
    const [a = 0, b = 0] = runners.map(({ worst }) =>
      state.scene === 'pendant' ? worst.stretch : worst.gap,
    );
    const apart = runners.length === 2 && Math.max(a, b) > APART && Math.max(a, b) > TIMES * Math.min(a, b);
    if (apart === this.#apart) return;
    this.#apart = apart;
    const info = scenes().find(({ name }) => name === state.scene);
    // a repair has a headline of its own
    if (state.repair === null) this.parts.headline.replaceChildren(...this.#headline(info?.title ?? OWN));
  }
  #apart: boolean | null = null;
  readonly #title = document.title;

  #lede(look: string): string {
    const { scene, options } = this.stage.state;
    const { runners } = this.stage;
    const kind = isThreads(scene) ? 'beads' : 'bodies';
    const bodies = `${count(runners[0]?.simulation.bodyCount ?? 0)} ${kind}`;
    if (runners.length === 1) return scene === FILE ? `${bodies}.` : look;
    if (scene !== 'pendant') return `${look} ${bodies} in each copy.${this.#alike()}`;
    const weight = `${options.beads} beads carry ${count(options.massRatio ?? 1)} times the weight of one.`;
    const solvers = new Set(runners.map(({ solver }) => solver)).size === runners.length;
    if (runners.length > 2)
      return `${weight} The same chain hangs here once for each ${solvers ? 'solver' : 'way to solve it'}.`;
    if (!solvers) return `${weight} The same solver has other settings in each copy.`;
    const names = runners.map(({ title, iterative }) =>
      iterative
        ? `${title} repairs joint after joint, pass after pass`
        : `${title} solves all joints at once`,
    );
    return `${weight} ${names[0]}; ${names[1]}.`;
  }

  /** Where nothing that the copies differ by does anything. */
  #alike(): string {
    const { runners } = this.stage;
    const { jointCount, touching } = runners[0]!.simulation;
    const contacts = runners.some(({ own }) => Object.keys(own).some((name) => ACT_ON_CONTACTS.test(name)));
    return jointCount > 0 || !touching || contacts
      ? ''
      : ' It has no joints, so solvers of joints make no difference here: race solvers of contacts.';
  }

  /** Where an exact solver leaves a gap that can be seen, joints are pulled shut; what closes it is one click away. */
  #explain(): void {
    const { runners } = this.stage;
    const exact = runners.find(
      ({ measures, iterative }) => measures && !iterative && measures.solver === 'direct',
    );
    const gap = exact?.measures?.maxGapRadii ?? 0;
    const { positions, stabilisation } = exact?.simulation.parameters ?? {};
    // what it has for itself the button does not change
    const own = exact?.own.positions !== undefined || exact?.own.stabilisation !== undefined;
    const pulled = positions === 'pulled' || (positions === 'auto' && stabilisation !== 'auto');
    this.parts.note.hidden = !(gap > SEEN) || !pulled || own || runners.length > 2;
  }
}
