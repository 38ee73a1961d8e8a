// Frames of a simulation beside pictures: those that are due are taken, and where bodies were after them is kept. Where the
// simulation answers at once, a picture stands between the last two frames. Where it answers later, the picture waits for answers:
//   shown = max(shown, asked + left − late),   in frames; it never goes back.
import type { Simulation } from '../simulation';
import { Clock } from './clock';
import type { OnDevice } from './on-device';
import { Track } from './poses';

/** Where a simulation answers later, a picture is this many answers late. */
const ANSWERS_LATE = 2;

/** Whom the frames are for. */
export interface FramesListener {
  /** What writes poses on the device, if anything does. */
  onDevice(): OnDevice | undefined;
  /** Whether poses are to be read for the page. */
  isRead(): boolean;
  failed(thrown: unknown): void;
  succeeded(): void;
}

export class Frames {
  readonly track = new Track();
  readonly #simulation: Simulation;
  readonly #interpolate: boolean;
  readonly #listener: FramesListener;
  readonly #clock: Clock;
  /** Frames that were taken or asked for. */
  #asked = 0;
  /** The picture stands so many frames behind. */
  #late = 1;
  #shown = -1;
  #timestep: number | undefined;
  /** Where bodies are is not what was read last. */
  #stale = true;
  #isFlying = false;
  /** Whether a step is its own. */
  #isStepping = false;
  #ended = false;
  /** Bodies that were put elsewhere while an answer was on its way; all of them where that is not known. */
  #put: Set<number> | 'all' = new Set();

  /** @param most of all time that is not caught up with yet, s */
  constructor(simulation: Simulation, interpolate: boolean, most: number, listener: FramesListener) {
    this.#simulation = simulation;
    this.#interpolate = interpolate;
    this.#clock = new Clock(most);
    this.#listener = listener;
  }

  /** Takes what is due by now, ms, and moves the picture on. */
  advance(milliseconds: number): void {
    this.#clock.tick(milliseconds);
    try {
      this.#advance();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Where bodies are now, read for the page where the device alone knows it. */
  async read(): Promise<void> {
    const frame = this.#asked;
    this.track.add(frame, await this.#simulation.readPoses());
    this.track.show(Infinity);
  }

  /** Somebody took a step. */
  stepped(): void {
    if (!this.#isStepping) this.#stale = true;
  }

  /** Bodies have come. */
  came(): void {
    this.#stale = true;
  }

  /** Parameters may be others. */
  forgetTimestep(): void {
    this.#timestep = undefined;
  }

  /** These bodies are elsewhere at once. */
  cut(bodies: Iterable<number>): void {
    this.track.cut(bodies);
    this.#listener.onDevice()?.jump();
    if (this.#put !== 'all') for (const body of bodies) this.#put.add(body);
    this.#stale = true;
  }

  /** All bodies are elsewhere at once. */
  restart(): void {
    this.track.clear();
    this.#listener.onDevice()?.jump();
    this.#put = 'all';
    this.#stale = true;
  }

  /** An answer that is on its way is for nobody. */
  end(): void {
    this.#ended = true;
  }

  #advance(): void {
    this.#timestep ??= this.#simulation.parameters.timestep;
    const h = this.#timestep;
    if (!this.#isFlying) {
      if (this.#simulation.answersAtOnce) this.#takeNow(h);
      else this.#ask(h);
    }
    const now = this.#asked + this.#clock.left(h);
    this.#shown = Math.max(this.#shown, now - this.#late);
    const shown = this.#interpolate ? this.#shown : Infinity;
    this.track.show(shown);
    this.#listener.onDevice()?.show(shown);
  }

  /** What is due, done when it returns. */
  #takeNow(h: number): void {
    this.#late = 1;
    if (this.#stale) this.#look();
    const due = this.#clock.take(h);
    if (due === 0) return;
    // the frame before the last is what pictures between the two begin at
    const parts = this.#interpolate && due > 1 ? [due - 1, 1] : [due];
    for (const frames of parts) {
      this.#own(() => this.#simulation.stepNow(frames));
      this.#asked += frames;
      this.#look();
    }
    this.#listener.succeeded();
  }

  #look(): void {
    this.track.add(this.#asked, this.#simulation.posesNow());
    this.#stale = false;
  }

  /** Asks for what is due; nothing else is asked until it is there. */
  #ask(h: number): void {
    const due = this.#clock.take(h);
    if (due === 0 && !this.#stale) return;
    this.#late = Math.max(this.#late, ANSWERS_LATE);
    this.#asked += due;
    this.#stale = false;
    this.#put = new Set();
    this.#isFlying = true;
    const stepped = due > 0 ? this.#own(() => this.#simulation.step(due)) : undefined;
    const poses = this.#listener.isRead() ? this.#simulation.readPoses() : undefined;
    void this.#land(due, this.#asked, Promise.allSettled([poses, stepped]));
  }

  async #land(
    due: number,
    frame: number,
    asked: Promise<[PromiseSettledResult<Float32Array | undefined>, PromiseSettledResult<void>]>,
  ): Promise<void> {
    const [poses, stepped] = await asked;
    this.#isFlying = false;
    const failed = [stepped, poses].find((one) => one.status === 'rejected');
    if (failed) {
      this.#fail(failed.reason);
      return;
    }
    this.#listener.succeeded();
    const late = ANSWERS_LATE * Math.max(due, 1);
    // it falls behind soon, and comes back slowly
    this.#late += (late - this.#late) * (late > this.#late ? 0.5 : 0.05);
    if (this.#put === 'all' || poses.status === 'rejected' || this.#ended) return;
    try {
      this.#listener.onDevice()?.add(frame);
    } catch (error) {
      this.#listener.failed(error);
    }
    if (poses.value === undefined) return;
    this.track.add(frame, poses.value);
    this.track.cut(this.#put);
  }

  #own<T>(act: () => T): T {
    this.#isStepping = true;
    try {
      return act();
    } finally {
      this.#isStepping = false;
    }
  }

  #fail(error: unknown): void {
    this.#listener.failed(error);
    this.restart();
  }
}
