// Play and pause, one frame, from the start.
import { byId } from '../dom';
import type { Player } from '../player/player';

/** The opening begins again after so many seconds until somebody takes part. */
const AGAIN_AFTER = 12;

export interface TimeListeners {
  /** All copies are to begin again. */
  again(): Promise<void>;
  /** The visitor turned it on or off. */
  turned(playing: boolean): void;
  /** The visitor takes part. */
  joined(): void;
  failed(error: unknown): void;
}

export class Time {
  readonly #still = matchMedia('(prefers-reduced-motion: reduce)');
  playing = !this.#still.matches;
  /** A bead is pulled: time runs, even in a pause. */
  #held = false;

  constructor(
    private readonly player: Player,
    /** Nobody has asked for anything yet: the page shows its point again and again. */
    private showing: boolean,
    private readonly told: TimeListeners,
  ) {
    byId('play').addEventListener('click', () => this.toggle());
    byId('start').addEventListener('click', () => this.toggle());
    byId('step').addEventListener('click', () => this.stepOnce());
    byId('reset').addEventListener('click', () => this.fromStart());
  }

  /** It stands because less motion was asked for, and nobody has said otherwise. */
  get still(): boolean {
    return this.#still.matches && !this.playing;
  }

  /** From here on the page is the visitor's. */
  rest(): void {
    this.showing = false;
  }

  /** So much is simulated. */
  passed(seconds: number): void {
    if (this.showing && seconds > AGAIN_AFTER) void this.told.again().catch(this.told.failed);
  }

  /** Slow motion, asked for or not, is said. */
  showPace(speed: number): void {
    this.player.speed = speed;
    const { slow } = this.player;
    const line = byId('slow');
    const words = [speed < 1 ? `1/${1 / speed} speed` : '', this.playing && slow ? 'slow motion' : ''];
    const sentence = words.filter(Boolean).join(', ');
    line.hidden = sentence === '';
    line.title = slow ? 'This machine cannot keep up, so time goes slower.' : '';
    if (line.textContent !== sentence) line.textContent = sentence;
  }

  setPlaying(now: boolean): void {
    this.playing = now;
    this.player.running = now || this.#held;
    byId('play').textContent = now ? 'Pause' : 'Play';
    byId('play').dataset.playing = String(now);
    byId('start').hidden = !this.still;
    this.showPace(this.player.speed);
  }

  toggle(): void {
    this.told.joined();
    this.setPlaying(!this.playing);
    this.told.turned(this.playing);
  }

  hold(held: boolean): void {
    this.#held = held;
    this.player.running = held || this.playing;
  }

  stepOnce(): void {
    this.told.joined();
    this.setPlaying(false);
    void this.player.step(1).catch(this.told.failed);
  }

  fromStart(): void {
    this.told.joined();
    void this.told.again().catch(this.told.failed);
  }
}
