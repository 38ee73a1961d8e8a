// The sheet of a repair: what it takes, what is still wrong, hints for whoever asks, and why it works once it does. The complaint
// stands where a scene has its title.
import { byId, make } from '../../dom';
import type { Events } from '../events';
import type { Stage } from '../stage';
import { asOpened } from '../state';
import { Judge, type Verdict } from './judge';
import { REPAIRS, repairOf } from './list';
import { Progress } from './progress';
import { lookAt, type Repair } from './repair';

const ALL = './learn/repairs.html';

export class Repairs {
  /** Somebody's hand holds a body. */
  held = false;
  readonly #progress = new Progress();
  readonly #tick = make('span', { class: 'tick' });
  readonly #seen = make('p', { class: 'seen' });
  readonly #share = make('progress', { max: 1, 'aria-label': 'How long it has held' });
  readonly #hint = make('p', { class: 'hint', role: 'status' });
  readonly #mended = make('div', { class: 'mended', hidden: true });
  readonly #clues = make('ol', {});
  readonly #ask = make('button', { type: 'button' }, 'Give me a hint');
  /** The goal and how it stands, at the head of See why, which lies over this sheet. */
  readonly #goal = make('p', { class: 'repair-goal', hidden: true });
  readonly #repair: Repair | undefined;
  #judge: Judge | null = null;
  #looking = false;

  constructor(
    private readonly stage: Stage,
    { staged, measured }: Pick<Events, 'staged' | 'measured'>,
    private readonly host: HTMLElement,
  ) {
    this.#repair = repairOf(stage.state.repair);
    if (!this.#repair) return;
    this.#lay(this.#repair);
    staged.on(() => this.#start());
    measured.on(() => void this.#look());
  }

  #lay(repair: Repair): void {
    const { title, aim, clues, ways, chapter, name } = repair;
    const next = REPAIRS[REPAIRS.indexOf(repair) + 1];
    this.#mended.append(
      make('p', {}, ways),
      make('p', {}, make('a', { href: chapter.href }, chapter.title)),
      make(
        'p',
        {},
        next
          ? make('a', { href: `./?repair=${next.name}` }, `Next: ${next.complaint}`)
          : 'This was the last one.',
      ),
    );
    this.#ask.addEventListener('click', () => this.#clue(clues));
    this.host.replaceChildren(
      make('h2', { id: 'repair-title' }, `Repair: ${title}`, this.#tick),
      make('p', { class: 'aim' }, aim),
      this.#seen,
      this.#share,
      this.#hint,
      this.#mended,
      this.#clues,
      make(
        'p',
        { class: 'ways-on' },
        this.#ask,
        make('a', { href: `./?repair=${name}` }, 'Break it again'),
        make('a', { href: ALL }, 'All repairs'),
      ),
    );
    this.#clues.hidden = true;
    byId('why').prepend(this.#goal);
    this.#showTick(name);
  }

  /** One more, and it is where the reader is. */
  #clue(clues: readonly string[]): void {
    const shown = this.#clues.children.length;
    const clue = make('li', { tabindex: -1 }, clues[shown]!);
    this.#clues.hidden = false;
    this.#clues.append(clue);
    clue.focus();
    this.#ask.hidden = shown + 1 === clues.length;
    this.#ask.textContent = 'One more hint';
  }

  #showTick(name: string): void {
    this.#tick.textContent = this.#progress.has(name) ? ' ✓ mended' : '';
  }

  /** Copies stand on the stage: of its own scene, or the reader went on to another. */
  #start(): void {
    const { state } = this.stage;
    const repair = this.#repair!;
    if (state.repair && state.scene !== asOpened(state).scene) state.repair = null;
    this.host.hidden = this.#goal.hidden = state.repair === null;
    this.#goal.textContent = repair.aim;
    this.#judge = null;
    if (state.repair === null) return;
    this.#judge = new Judge(repair, asOpened(state));
    byId('headline').textContent = repair.complaint;
    byId('lede').textContent = repair.about;
    byId('task').textContent = '';
    document.title = `Beadwork: ${repair.complaint.replace(/\.$/, '')}`;
  }

  async #look(): Promise<void> {
    const judge = this.#judge;
    const { first, state } = this.stage;
    if (!judge || !first?.measures || this.#looking) return;
    this.#looking = true;
    const look = await lookAt(first.simulation, first.measures)
      // the copies have made way for others meanwhile
      .catch(() => null)
      .finally(() => {
        this.#looking = false;
      });
    if (!look || judge !== this.#judge) return;
    // what the first copy has for itself counts as what everybody has
    const now = { ...state, parameters: { ...state.parameters, ...state.own } };
    this.#show(judge.judge(look, now, this.held));
  }

  #show({ kind, seen, hint, share }: Verdict): void {
    const { name } = this.#repair!;
    const done = kind === 'mended';
    if (done && !this.#progress.has(name)) this.#progress.add(name);
    this.host.dataset.verdict = this.#goal.dataset.verdict = kind;
    const { aim } = this.#repair!;
    const now = kind === 'forbidden' ? hint : seen;
    const goal = done ? 'Mended. Close See why to read why it works.' : now ? `${aim} ${now}` : aim;
    if (this.#goal.textContent !== goal) this.#goal.textContent = goal;
    this.#seen.textContent = seen;
    this.#share.value = share;
    this.#share.hidden = kind !== 'good';
    // heard only when it changes
    const words = done ? `Mended. ${hint}` : hint;
    if (this.#hint.textContent !== words) this.#hint.textContent = words;
    this.#mended.hidden = !done;
    this.#clues.hidden = done || this.#clues.children.length === 0;
    this.#ask.hidden = done || this.#clues.children.length === this.#repair!.clues.length;
    this.#showTick(name);
  }
}
