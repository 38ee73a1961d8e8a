// How time goes on the page: the loop of pictures, play and pause, one frame, from the start.
import type { Pace } from '../pace';
import { get } from './elements';
import type { Measuring } from './measuring';
import type { Queue } from './queue';
import type { Stage } from './stage';

/** The opening begins again after so many seconds until somebody takes part. */
const AGAIN_AFTER = 12;

export interface TimeListeners {
  /** A sentence stands where the picture would be. */
  blocked(): boolean;
  /** A picture was drawn. */
  drawn(): Promise<void>;
  /** All copies are to begin again. */
  again(): Promise<void>;
  /** All beads of all copies are gone. */
  lost(): void;
  /** It runs, or stands. */
  turned(playing: boolean): void;
  /** The visitor takes part. */
  joined(): void;
  failed(error: unknown): void;
}

export class Time {
  readonly #still = matchMedia('(prefers-reduced-motion: reduce)');
  playing = !this.#still.matches;
  /** A bead is held: time runs, even in a pause. */
  #held = false;
  #request = 0;

  constructor(
    private readonly stage: Stage,
    private readonly queue: Queue,
    private readonly pace: Pace,
    private readonly measuring: Measuring,
    /** Nobody has asked for anything yet: the page shows its point again and again. */
    private showing: boolean,
    private readonly told: TimeListeners,
  ) {
    get('play').addEventListener('click', () => this.toggle());
    get('start').addEventListener('click', () => this.toggle());
    get('step').addEventListener('click', () => this.stepOnce());
    get('reset').addEventListener('click', () => this.fromStart());
  }

  /** It stands because less motion was asked for, and nobody has said otherwise. */
  get still(): boolean {
    return this.#still.matches && !this.playing;
  }

  /** From here on the page is the visitor's. */
  rest(): void {
    this.showing = false;
  }

  start(): void {
    cancelAnimationFrame(this.#request);
    let last = performance.now();
    const frame = (now: number) => {
      this.#request = requestAnimationFrame(frame);
      if (this.queue.busy || document.hidden) return;
      const seconds = Math.min(0.25, Math.max(0, (now - last) / 1000));
      last = now;
      this.#do(() => this.#picture(seconds));
    };
    this.#request = requestAnimationFrame(frame);
  }

  #do(act: () => Promise<void>): void {
    void this.queue.run(act).catch((error) => this.told.failed(error));
  }

  async #picture(seconds: number): Promise<void> {
    const { stage, pace, told } = this;
    const { view, first, state } = stage;
    if (!view || !first || told.blocked()) return;
    const start = performance.now();
    const moving = view.advance(seconds);
    const runs = this.playing || this.#held;
    const frames = runs ? pace.frames(seconds * state.speed, state.parameters.timestep) : 0;
    if (frames > 0) {
      await this.measuring.step(frames);
      if (stage.runners.every(({ gone }) => gone)) {
        told.lost();
        await told.again();
      } else if (this.showing && (first.measures?.time ?? 0) > AGAIN_AFTER) await told.again();
    }
    this.showPace();
    if (!stage.stale && !moving) return;
    stage.render();
    await told.drawn();
    if (this.playing) stage.note(performance.now() - start);
  }

  /** Slow motion, asked for or not, is said. */
  showPace(): void {
    const slow = get('slow');
    const { speed } = this.stage.state;
    const words = [
      speed < 1 ? `1/${1 / speed} speed` : '',
      this.playing && this.pace.slow ? 'slow motion' : '',
    ].filter(Boolean);
    const sentence = words.join(', ');
    slow.hidden = sentence === '';
    slow.title = this.pace.slow ? 'This machine cannot keep up, so time goes slower.' : '';
    if (slow.textContent !== sentence) slow.textContent = sentence;
  }

  setPlaying(now: boolean): void {
    this.playing = now;
    this.pace.rest();
    get('play').textContent = now ? 'Pause' : 'Play';
    get('play').dataset.playing = String(now);
    get('start').hidden = !this.still;
    this.start();
  }

  toggle(): void {
    this.told.joined();
    this.setPlaying(!this.playing);
    this.told.turned(this.playing);
  }

  hold(held: boolean): void {
    this.#held = held;
    this.pace.rest();
    this.start();
  }

  stepOnce(): void {
    this.told.joined();
    this.setPlaying(false);
    this.#do(() => this.measuring.stepOnce());
  }

  fromStart(): void {
    this.told.joined();
    this.#do(() => this.told.again());
    this.start();
  }
}
