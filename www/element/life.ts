// The life of an element: loaded when it is first wanted, running while it is seen and nobody has paused it, gone with
// its memory when it leaves the page. Knows nothing of attributes or of the shadow tree; the element answers for both.
import type { Settings } from '../attributes';
import { asError } from '../errors';
import { BeadworkError, type Theme } from '../exports';
import type { Copy } from '../player/copies';
import { Content } from './content';
import type { BeadWorkState } from './events';

export interface LifeHost {
  readonly isConnected: boolean;
  /** What is to be simulated. */
  settings(): Settings;
  theme(): Theme;
  /** Whether it plays before anybody has said so. */
  startsPlaying(): boolean;
  /** State, pause or whether the reader has chosen is another. */
  changed(): void;
  /** From one state to another. */
  became(state: BeadWorkState): void;
  /** The first picture is there. */
  ready(): void;
  /** Frames were taken. */
  stepped(): void;
  drawn(): void;
  measured(copies: readonly Copy[]): void;
  /** It was refused; everything goes on. */
  refused(error: BeadworkError): void;
  /** Time stands still, or there is no picture at all. */
  stopped(error: BeadworkError): void;
  /** The graphics device is gone; it is back. */
  lost(error: BeadworkError): void;
  restored(): void;
}

export class Life {
  #content: Content | undefined;
  #state: BeadWorkState = 'idle';
  #paused = true;
  #seen = false;
  /** The reader or the page's script has chosen play or pause, which counts for more than `startsPlaying`. */
  #chosen = false;
  #ready = promise();

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly host: LifeHost,
  ) {}

  get content(): Content | undefined {
    return this.#content;
  }

  get state(): BeadWorkState {
    return this.#state;
  }

  get paused(): boolean {
    return this.#paused;
  }

  get chosen(): boolean {
    return this.#chosen;
  }

  get ready(): Promise<void> {
    return this.#ready.done;
  }

  play(): void {
    this.#chosen = true;
    this.#paused = false;
    if (this.#state === 'failed') this.#release();
    this.begin();
    this.settle();
  }

  pause(): void {
    this.#chosen = true;
    this.still();
  }

  /** Paused by somebody other than the reader. */
  still(): void {
    this.#paused = true;
    this.settle();
  }

  see(seen: boolean): void {
    this.#seen = seen;
    if (seen) this.begin();
    this.settle();
  }

  /** The page has changed its mind on how it starts; what the reader chose stays. */
  startAgain(): void {
    if (this.#chosen || !this.#content) return;
    this.#paused = !this.host.startsPlaying();
    this.settle();
  }

  /** From nothing, where it had failed. */
  revive(): void {
    this.#release();
    this.begin();
  }

  leave(): void {
    this.#seen = false;
    this.#chosen = false;
    // this changes nothing where the first picture came
    this.#ready.reject(new BeadworkError('destroyed', 'The element left the page before its first picture.'));
    this.#release();
  }

  /** Builds the scene, unless that has been done. */
  begin(): void {
    if (this.#content || this.#state === 'failed' || !this.host.isConnected) return;
    if (!this.#chosen) this.#paused = !this.host.startsPlaying();
    const content = new Content(this.canvas, {
      measured: (copies) => this.host.measured(copies),
      refusedParameter: (error) => this.host.refused(error),
      broke: (error) => this.#broke(error),
      stepped: () => this.host.stepped(),
      drawn: () => this.host.drawn(),
      lost: (error) => this.host.lost(error),
      restored: () => this.host.restored(),
      refused: (error) => this.fail(error),
    });
    this.#content = content;
    this.#become('loading');
    content.load(this.host.settings(), this.host.theme()).then(
      () => {
        if (this.#content !== content) return;
        this.#become('paused');
        this.settle();
        this.#ready.resolve();
        this.host.ready();
      },
      (error) => {
        if (this.#content !== content) return;
        if (!content.asksOther) return this.fail(asError(error));
        // the attributes were mended while it loaded
        this.#drop();
        this.begin();
      },
    );
  }

  /** Whether it runs, from all that has a say. */
  settle(): void {
    if (this.#content?.view && this.#state !== 'failed' && this.#state !== 'loading') {
      const { player } = this.#content;
      const seen = this.#seen && !document.hidden;
      player.seen = seen;
      player.running = seen && !this.#paused;
      this.#become(this.#paused ? 'paused' : seen ? 'playing' : 'resting');
    }
    this.host.changed();
  }

  /** There is no picture, and there will be none. */
  fail(error: BeadworkError): void {
    this.#drop();
    this.#paused = true;
    this.#become('failed');
    this.#ready.reject(error);
    this.host.stopped(error);
  }

  /** A frame could not be taken: time stands still, the picture stays. */
  #broke(error: BeadworkError): void {
    this.still();
    this.host.stopped(error);
  }

  #release(): void {
    this.#drop();
    this.#ready = promise();
    this.#become('idle');
  }

  #drop(): void {
    this.#content?.destroy();
    this.#content = undefined;
  }

  #become(state: BeadWorkState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.host.changed();
    this.host.became(state);
  }
}

/** A promise to be settled from outside; nobody has to listen to it. */
function promise(): { done: Promise<void>; resolve: () => void; reject: (error: BeadworkError) => void } {
  let resolve = () => {};
  let reject: (error: BeadworkError) => void = () => {};
  const done = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  done.catch(() => undefined);
  return { done, resolve, reject };
}
