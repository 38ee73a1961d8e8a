// The life of an element: loaded when it is first wanted, running while it is seen and nobody has paused it, gone with
// its memory when it leaves the page. Knows nothing of attributes or of the shadow tree; the element answers for both.
import type { Settings } from '../attributes';
import type { BeadworkError, Measures, Theme } from '../beadwork';
import { asError } from '../errors';
import type { BeadWorkState } from './events';
import { Player } from './player';
import { join, leave, wake } from './turns';

export interface LifeHost {
  readonly isConnected: boolean;
  /** What is to be simulated. */
  settings(): Settings;
  theme(): Theme;
  /** Whether it plays before anybody has said so. */
  startsPlaying(): boolean;
  /** State, pause or whether the reader has spoken is another. */
  changed(): void;
  /** From one state to another. */
  became(state: BeadWorkState): void;
  /** The first picture is there. */
  ready(): void;
  drawn(): void;
  measured(measures: Measures[]): void;
  /** It was refused; everything goes on. */
  refused(error: BeadworkError): void;
  /** Time stands still, or there is no picture at all. */
  stopped(error: BeadworkError): void;
}

export class Life {
  #player: Player | undefined;
  #state: BeadWorkState = 'idle';
  #paused = true;
  #seen = false;
  /** The reader has said play or pause, which counts for more than `startsPlaying`. */
  #said = false;
  #ready = promise();

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly host: LifeHost,
  ) {}

  get player(): Player | undefined {
    return this.#player;
  }

  get state(): BeadWorkState {
    return this.#state;
  }

  get paused(): boolean {
    return this.#paused;
  }

  get said(): boolean {
    return this.#said;
  }

  get ready(): Promise<void> {
    return this.#ready.done;
  }

  play(): void {
    this.#said = true;
    this.#paused = false;
    if (this.#state === 'failed') this.#release();
    this.begin();
    this.settle();
  }

  pause(): void {
    this.#said = true;
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

  /** The page has changed its mind on how it starts; what the reader said stays. */
  startAgain(): void {
    if (this.#said || !this.#player) return;
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
    this.#said = false;
    this.#release();
  }

  /** Builds the scene, unless that has been done. */
  begin(): void {
    if (this.#player || this.#state === 'failed' || !this.host.isConnected) return;
    if (!this.#said) this.#paused = !this.host.startsPlaying();
    const player = new Player(this.canvas, {
      measured: (measures) => this.host.measured(measures),
      refused: (error) => this.host.refused(error),
      broke: (error) => this.#broke(error),
      drawn: () => this.host.drawn(),
    });
    this.#player = player;
    this.#become('loading');
    player.load(this.host.settings(), this.host.theme()).then(
      () => {
        if (this.#player !== player) return;
        join(player);
        this.#become('paused');
        this.settle();
        this.#ready.resolve();
        this.host.ready();
      },
      (error) => {
        if (this.#player === player) this.fail(asError(error));
      },
    );
  }

  /** Whether it runs, from all that has a say. */
  settle(): void {
    const player = this.#player;
    if (player?.view && this.#state !== 'failed' && this.#state !== 'loading') {
      const awake = this.#seen && !document.hidden;
      player.running = !this.#paused && awake;
      if (player.running) {
        join(player);
        wake();
      } else {
        player.rest();
        if (awake) join(player);
        else leave(player);
      }
      this.#become(this.#paused ? 'paused' : awake ? 'playing' : 'resting');
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

  lost(): boolean {
    if (this.#player) this.#player.lost = true;
    return Boolean(this.#player);
  }

  restored(): boolean {
    if (this.#player) this.#player.lost = false;
    this.settle();
    return Boolean(this.#player);
  }

  /** A frame could not be taken: time stands still, the picture stays. */
  #broke(error: BeadworkError): void {
    if (error.code === 'device-lost') return;
    this.still();
    this.host.stopped(error);
  }

  #release(): void {
    this.#drop();
    this.#ready = promise();
    this.#become('idle');
  }

  #drop(): void {
    const player = this.#player;
    if (player) leave(player);
    player?.destroy();
    this.#player = undefined;
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
