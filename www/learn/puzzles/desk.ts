// Where a puzzle is worked on: the editor, what came out, and the picture of the first case. Nothing runs before the reader asks.
import { make } from '../../dom';
import type { Editor } from '../wgsl';
import { TURNS } from './bounded';
import { Kernel, Lost, type Ran, Refused } from './gpu';
import { judge, rightItems, type Verdict } from './judge';
import type { Found } from './memory';
import { Motion } from './motion';
import type { Case, Puzzle } from './puzzle';
import { startOf } from './texts';

/** What the page does for a desk. */
export interface Host {
  /** What the reader typed before, if anything. */
  text(name: string): string | undefined;
  typed(name: string, text: string | undefined): void;
  solved(name: string): void;
}

export class Desk {
  readonly #puzzle: Puzzle;
  readonly #verdict = make('p', { class: 'verdict', role: 'status' });
  readonly #figure: HTMLElement;
  readonly #caption = make('figcaption');
  #picture: Element;
  #editor: Editor | null = null;
  #motion: Motion | null = null;
  /** The last run asked for wins. */
  #asked = 0;
  /** The page itself writes into the editor. */
  #filling = false;

  constructor(
    place: HTMLElement,
    puzzle: Puzzle,
    private readonly host: Host,
  ) {
    this.#puzzle = puzzle;
    this.#picture = make('div');
    this.#figure = make('figure', { class: 'seen' }, this.#picture, this.#caption);
    this.#show(puzzle.cases[0]!, null);
    this.#caption.textContent = navigator.gpu
      ? `The first case, ${puzzle.cases[0]!.about}. In outline or pale: what is right. What your kernel finds will stand in it.`
      : `The first case, ${puzzle.cases[0]!.about}: what is right.`;
    if (!navigator.gpu) {
      place.append(this.#figure);
      return;
    }
    place.classList.add('works');
    const editor = make('div', { class: 'editor' });
    const run = make('button', { type: 'button', class: 'run', 'aria-keyshortcuts': 'Control+Enter' }, 'Run');
    const reset = make('button', { type: 'button' }, 'From the start');
    run.addEventListener('click', () => void this.#run());
    reset.addEventListener('click', () => this.restore());
    place.append(
      make(
        'div',
        { class: 'written' },
        editor,
        make(
          'div',
          { class: 'buttons' },
          run,
          reset,
          make('small', {}, 'Ctrl+Enter runs, Tab leaves the text'),
        ),
        this.#verdict,
      ),
      this.#figure,
    );
    void this.#open(editor);
  }

  /** The text to begin with; Ctrl+Z brings the other back. */
  restore(): void {
    if (this.#editor) this.#editor.text = startOf(this.#puzzle.name);
    this.#say(null);
  }

  /** What the page remembers, after that has changed. */
  refill(): void {
    this.#filling = true;
    if (this.#editor) this.#editor.text = this.host.text(this.#puzzle.name) ?? startOf(this.#puzzle.name);
    this.#filling = false;
  }

  /** Nothing goes on behind another puzzle. */
  rest(): void {
    this.#motion?.stop();
  }

  async #open(place: HTMLElement): Promise<void> {
    const { name } = this.#puzzle;
    const { Editor } = await import('../wgsl');
    const start = startOf(name);
    this.#editor = new Editor(
      place,
      `WGSL of the puzzle ${name}`,
      this.host.text(name) ?? start,
      () => {
        const text = this.#editor!.text;
        if (!this.#filling) this.host.typed(name, text === start ? undefined : text);
        // a verdict stands only beside the text that it is about
        this.#asked += 1;
        this.#editor!.mark([]);
        this.#say(null);
      },
      () => {
        void this.#run();
        return true;
      },
    );
    place.dataset.open = '';
  }

  async #run(): Promise<void> {
    if (!this.#editor) return;
    const mine = ++this.#asked;
    const text = this.#editor.text;
    this.#motion?.stop();
    this.#say({ right: false, words: 'Running …' }, 'busy');
    try {
      const kernel = await Kernel.compile(this.#puzzle, text);
      const ran = await kernel.run(this.#puzzle.cases);
      if (mine !== this.#asked) return;
      this.#editor.mark([]);
      this.#judge(ran, text);
      if (this.#puzzle.next && !ran.endless) this.#move(kernel);
    } catch (error) {
      if (mine !== this.#asked) return;
      this.#refuse(error);
    }
  }

  #judge({ found, endless }: Ran, text: string): void {
    const one = this.#puzzle.cases[0]!;
    this.#show(one, found[0]!);
    this.#caption.textContent = `The first case, ${one.about}. In outline or pale: what is right. In full colour: what your kernel found.`;
    if (endless) {
      this.#say({
        right: false,
        words: `A loop did not end, and was stopped after ${TURNS.toLocaleString('en')} turns. Does its counter change, and towards the end?`,
      });
      return;
    }
    const verdict = judge(this.#puzzle, found, text);
    this.#say(verdict);
    if (verdict.right) this.host.solved(this.#puzzle.name);
  }

  #refuse(error: unknown): void {
    if (error instanceof Refused) {
      this.#editor!.mark(error.faults.map(({ line }) => line));
      const [{ line, message } = { line: 0, message: '' }] = error.faults;
      if (line > 0) this.#editor!.reveal(line);
      this.#say({
        right: false,
        words: line > 0 ? `Line ${line}: ${message}` : `This does not fit the puzzle’s arrays: ${message}`,
      });
    } else if (error instanceof Lost) this.#say({ right: false, words: error.message });
    else {
      this.#say({ right: false, words: 'Something went wrong on this page. Please load it again.' });
      throw error;
    }
  }

  #say(verdict: Verdict | null, state = verdict ? (verdict.right ? 'right' : 'wrong') : 'open'): void {
    this.#verdict.dataset.verdict = state;
    this.#verdict.textContent = verdict?.words ?? '';
  }

  /** What was not written is not drawn. */
  #show(one: Case, found: Found | null): void {
    const wanted = this.#puzzle.truth(one);
    const picture = this.#puzzle.draw((field) => {
      const values =
        found?.values[field]?.map((value, k) => (found.untouched[field]![k] ? Number.NaN : value)) ?? null;
      return {
        found: values,
        wanted: wanted[field]!,
        right: values && rightItems(this.#puzzle, field, values, wanted[field]!),
        beyond: found?.beyond[field] ?? [],
      };
    }, one);
    this.#picture.replaceWith(picture);
    this.#picture = picture;
  }

  #move(kernel: Kernel): void {
    if (!this.#motion) {
      this.#motion = new Motion();
      this.#figure.append(this.#motion.button);
    }
    this.#motion.begin(this.#puzzle, kernel, (one, found) => this.#show(one, found));
  }
}
