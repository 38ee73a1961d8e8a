// Drop: a box, a ball, a ragdoll or a chain falls where the picture is clicked or tapped, or by a key where the pointer is.
import { make } from '../../dom';
import type { Player } from '../../player/player';
import type { Point } from '../../player/sight';
import type { Edits } from '../edits';
import type { Events } from '../events';
import { sentenceOf } from '../messages';
import type { Stage } from '../stage';
import { type Drop, THINGS, type Thing } from './things';

export interface DroppingListeners {
  joined(): void;
  /** Puts it into every copy; `refused` hears of what a simulation does not take. */
  drop(drop: Drop, refused: (error: unknown) => void): Promise<void>;
  /** Bodies are to touch each other from now on; throws where the solver takes none that do. */
  touch(): void;
  /** Why nothing can be dropped now, in a sentence; empty where it can. */
  hindered(): string;
  said(words: string): void;
}

export class Dropping {
  #open = false;
  #thing: Thing = 'box';
  /** Where the pointer is over the picture, CSS pixels. */
  #pointer: Point | null = null;
  readonly #choices: Record<Thing, HTMLButtonElement>;
  readonly #through: HTMLElement;
  readonly #refused = make('p', { role: 'alert' });
  readonly #aloud = make('p', { class: 'aloud', role: 'status' });

  constructor(
    private readonly stage: Stage,
    private readonly edits: Edits,
    private readonly player: Pick<Player, 'inTurn'>,
    { changed, staged }: Pick<Events, 'changed' | 'staged'>,
    private readonly bar: HTMLElement,
    private readonly button: HTMLElement,
    private readonly told: DroppingListeners,
  ) {
    const { canvas } = stage;
    canvas.addEventListener('pointermove', ({ offsetX: x, offsetY: y }) => {
      this.#pointer = { x, y };
    });
    canvas.addEventListener('pointerleave', () => {
      this.#pointer = null;
    });
    const press = (text: string, act: () => void, title = '') => {
      const made = make('button', { type: 'button', ...(title && { title }) }, text);
      made.addEventListener('click', act);
      return made;
    };
    this.#choices = Object.fromEntries(
      Object.entries(THINGS).map(([thing, words]) => [
        thing,
        press(words, () => this.#choose(thing as Thing)),
      ]),
    ) as Record<Thing, HTMLButtonElement>;
    this.#through = make(
      'p',
      { hidden: true },
      'Bodies do not touch here: it will fall through them. ',
      press('Let them touch', () => this.#touch()),
    );
    bar.replaceChildren(
      make(
        'div',
        { class: 'drop-row' },
        make(
          'div',
          { class: 'drop-row', role: 'group', 'aria-label': 'What falls' },
          ...Object.values(this.#choices),
        ),
        press('Done', () => this.close(), 'Done (Esc)'),
      ),
      make(
        'div',
        { class: 'drop-row' },
        make('p', {}, 'Click or tap where it falls.'),
        press(
          'In the middle',
          () => this.#drop(this.#middle),
          'In the middle of the picture; at the pointer: D',
        ),
      ),
      this.#through,
      this.#refused,
      this.#aloud,
    );
    button.addEventListener('click', () => this.toggle());
    for (const signal of [changed, staged]) signal.on(() => this.#show());
    this.#choose(this.#thing);
  }

  get #middle(): Point {
    const { width, height } = this.stage.size;
    return { x: width / 2, y: height / 2 };
  }

  toggle(): void {
    this.told.joined();
    if (this.#open) this.close();
    else this.#setOpen(true);
  }

  /** Whether there was something to close. */
  close(): boolean {
    if (!this.#open) return false;
    const inside = this.bar.contains(document.activeElement);
    this.#setOpen(false);
    if (inside) this.button.focus({ preventScroll: true });
    return true;
  }

  #setOpen(open: boolean): void {
    const words = open ? this.told.hindered() : '';
    if (words) this.told.said(words);
    this.#open = open && words === '';
    this.#show();
  }

  #choose(thing: Thing): void {
    this.#thing = thing;
    this.#refused.textContent = '';
    for (const [name, choice] of Object.entries(this.#choices))
      choice.setAttribute('aria-pressed', String(name === thing));
  }

  /** Something else may stand in the way now, or not any more. */
  look(): void {
    this.#show();
  }

  #show(): void {
    const words = this.told.hindered();
    if (words) this.#open = false;
    this.button.title = words || 'Let something fall into the picture (D)';
    this.button.setAttribute('aria-disabled', String(words !== ''));
    this.button.setAttribute('aria-expanded', String(this.#open));
    this.bar.hidden = !this.#open;
    document.body.classList.toggle('dropping', this.#open);
    this.#through.hidden = this.stage.first?.simulation.touching ?? true;
  }

  /** A tap on the picture; whether it was for this. */
  tapped(at: Point): boolean {
    if (this.#open) this.#drop(at);
    return this.#open;
  }

  /** The key: at the pointer, or in the middle of the picture. */
  press(): void {
    this.told.joined();
    if (!this.#open) this.#setOpen(true);
    if (this.#open) this.#drop(this.#pointer ?? this.#middle);
  }

  #drop(at: Point): void {
    const [thing, refused] = [this.#thing, (error: unknown) => this.#refuse(error)];
    this.#refused.textContent = '';
    this.told.joined();
    void this.player
      .inTurn(async () => {
        const { aimed } = await import('./place');
        return aimed(this.stage, this.edits.scene, thing, at);
      })
      .then((drop) => this.told.drop(drop, refused))
      .then(() => {
        this.#aloud.textContent = `${THINGS[thing]} dropped. ${this.edits.dropped.length} bodies were dropped so far.`;
      })
      .catch(refused);
  }

  #touch(): void {
    this.#refused.textContent = '';
    try {
      this.told.touch();
    } catch (error) {
      this.#refuse(error);
    }
    this.#show();
  }

  #refuse(error: unknown): void {
    this.#aloud.textContent = '';
    this.#refused.textContent = sentenceOf(error);
  }
}
