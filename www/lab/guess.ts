// A question before the answer: how many passes until nobody can tell the iterative solver from the exact one? The
// guess is locked in; then copies of the scene are run with more and more passes, here and now, and what they leave is
// drawn with the guess beside it.
import { Simulation } from '../beadwork';
import type { Player } from '../player/player';
import type { Events } from './events';
import { LinePlot } from './line-plot';
import type { Runner } from './runner';
import type { Stage } from './stage';
import { stretchOf, threadsOf } from './threads';
import { percent } from './units';

/** A stretch that nobody sees: of a chain 200 pixels long, two. */
const UNSEEN = 0.01;
/** Tried one after the other until the stretch is unseen. */
const TRIED = [2, 5, 10, 20, 50, 100, 200, 350, 500, 1000];
/** Passes between the last two are tried so many times, each in the middle. */
const HALVINGS = 3;
/** The largest stretch counts, of so many looks, so many frames apart: a swing and a half. */
const LOOKS = 12;
const FRAMES = 15;

export class Guess {
  /** Passes and the stretch they leave, in the order of passes. */
  #found: [number, number][] = [];
  #guess = 0;
  #answer: number | null = null;
  /** Another scene ends what is under way. */
  #turn = 0;
  readonly #plot: LinePlot;

  constructor(
    private readonly stage: Stage,
    private readonly player: Pick<Player, 'inTurn'>,
    { staged, joined }: Pick<Events, 'staged' | 'joined'>,
    private readonly form: HTMLFormElement,
    private readonly verdict: HTMLElement,
    private readonly host: HTMLElement,
    private readonly failed: (error: unknown) => void,
  ) {
    this.#plot = new LinePlot({
      title: 'Largest stretch after so many passes',
      help: 'Every point is a run of three seconds, made just now on this machine.',
      across: (x) => String(Number(x.toPrecision(2))),
      value: (y) => percent(y / 100),
      log: [0.1, 1000],
      ticks: [0.1, 1, 10, 100, 1000],
      logAcross: [1, 1000],
      marks: () => [[100 * UNSEEN, 'nobody can tell']],
      columns: () => [
        ...(this.#guess > 0 ? [[this.#guess, 'your guess'] as [number, string]] : []),
        ...(this.#answer === null ? [] : [[this.#answer, 'measured'] as [number, string]]),
      ],
    });
    this.#plot.element.dataset.plot = 'guess';
    // until it is known who runs; the page's opening has the question at once
    form.hidden = stage.state.scene !== 'pendant';
    staged.on(() => this.#start());
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      joined.tell();
      const guess = form.querySelector('input')!.valueAsNumber;
      if (Number.isFinite(guess)) void this.#lockIn(Math.round(guess)).catch(failed);
    });
  }

  /** The iterative solver that is compared with an exact one. */
  get #asked() {
    const { runners, state } = this.stage;
    const two = runners.length === 2 && runners.some(({ iterative }) => !iterative);
    return two && state.scene === 'pendant' ? runners.find(({ iterative }) => iterative) : undefined;
  }

  #start(): void {
    this.#turn++;
    this.#found = [];
    this.#answer = null;
    this.verdict.textContent = '';
    this.host.replaceChildren();
    this.form.hidden = !this.#asked;
    for (const element of this.form.elements) (element as HTMLInputElement).disabled = false;
  }

  async #lockIn(guess: number): Promise<void> {
    const asked = this.#asked;
    if (!asked) return;
    const turn = ++this.#turn;
    this.#guess = guess;
    for (const element of this.form.elements) (element as HTMLInputElement).disabled = true;
    this.verdict.textContent = `Your guess: ${guess}. Trying …`;
    this.host.replaceChildren(this.#plot.element);
    let [below, above] = [1, Number.POSITIVE_INFINITY];
    const tryPasses = async (passes: number) => {
      const stretch = await this.player.inTurn(() => this.#stretchAfter(passes));
      if (turn !== this.#turn) return;
      this.#found.push([passes, stretch]);
      this.#found.sort(([a], [b]) => a - b);
      if (stretch <= UNSEEN) above = Math.min(above, passes);
      else below = Math.max(below, passes);
      this.#draw(asked);
    };
    for (const passes of TRIED) {
      if (above < Number.POSITIVE_INFINITY || turn !== this.#turn) break;
      await tryPasses(passes);
    }
    for (let k = 0; k < HALVINGS && Number.isFinite(above) && turn === this.#turn; k++)
      await tryPasses(Math.round(Math.sqrt(below * above)));
    if (turn !== this.#turn) return;
    this.#answer = Number.isFinite(above) ? above : null;
    this.#draw(asked);
    this.verdict.textContent = this.#judge();
  }

  #judge(): string {
    const answer = this.#answer;
    if (answer === null) return `You said ${this.#guess}. Even ${TRIED.at(-1)} passes leave more than 1 %.`;
    const ratio = this.#guess / answer;
    const how =
      ratio < 0.5 ? 'Far more than you thought.' : ratio > 2 ? 'Fewer than you thought.' : 'A good guess!';
    return `You said ${this.#guess}; it takes about ${answer}. ${how} Now try it with the slider.`;
  }

  #draw({ title, look: { colour } }: Runner): void {
    const lines = [{ name: title, colour, points: true }];
    this.#plot.show(lines, [
      this.#found.map(([passes]) => passes),
      this.#found.map(([, stretch]) => 100 * stretch),
    ]);
    this.#plot.draw();
  }

  /** Of the scene as it is made, without pins and cuts. */
  async #stretchAfter(passes: number): Promise<number> {
    const { scene, options, parameters } = this.stage.state;
    const { solver, own } = this.#asked ?? { solver: parameters.solver, own: {} };
    const simulation = await Simulation.create({
      machine: this.stage.state.machine,
      scene,
      sceneOptions: options,
      parameters: { ...parameters, ...own, solver, iterations: passes },
    });
    try {
      const { list } = threadsOf(JSON.parse(simulation.inner.origin()).scene);
      let most = 0;
      for (let look = 0; look < LOOKS; look++) {
        await simulation.step(FRAMES);
        const { positions } = await simulation.readState();
        most = Math.max(most, stretchOf(positions, list) ?? 0);
      }
      return most;
    } catch {
      // it ran away
      return Number.POSITIVE_INFINITY;
    } finally {
      simulation.destroy();
    }
  }
}
