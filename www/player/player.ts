// A player: simulations side by side in one canvas, stepped, drawn and measured when it is their turn. The element, the
// chapters and the lab each have one; they say what it shows, where the camera stands, and what the reader is told.
//
//   const player = new Player(canvas, { measured: () => …player.copies.all…, broke: (error) => … });
//   await player.inTurn(() => player.show([simulation, other], { theme }, (view) => {
//     view.stand(1, other, { offset: [2, 0, 0] });
//     view.frame(true);
//   }));
//   player.running = true;
//
// Everything that touches the simulations goes through `inTurn`, so that nothing interleaves with a step or a picture.
// `step` and `reset` do so by themselves; `show` and `measure` and the members of `copies` are called within one.
// A lost device comes back by itself: until then nobody has a turn.

import { asError } from '../errors';
import { type BeadworkError, type Simulation, type View, type ViewOptions, watchDevice } from '../exports';
import { Copies, type Copy } from './copies';
import { Pace } from './pace';
import { Picture } from './picture';
import { Queue } from './queue';
import { join, leave, wake } from './turns';

/** ms */
const MEASURE_EVERY = 250;
/** Seconds that the camera glides on in one picture at most. */
const LONGEST_GLIDE = 0.1;
/**
 * The least time between two pictures of moving bodies, ms. Only tests set it: where a CPU draws in a GPU's place,
 * it would do little else.
 */
const picturesApart = () => (globalThis as { picturesApart?: number }).picturesApart ?? 0;

export interface PlayerListeners {
  /** Frames were taken; the turn waits. */
  stepped?(frames: number): void | Promise<void>;
  /** The copies have new measures: four times a second while time runs, and after what was done by hand. */
  measured?(): void | Promise<void>;
  /** A picture was drawn; the turn waits. */
  drawn?(): void | Promise<void>;
  /** The canvas has another size and is about to be drawn: the moment for another camera. */
  resized?(): void;
  /** A copy left all bounds and stands still until `reset`. Without this, such a copy breaks the turn. */
  fell?(copy: Copy, error: BeadworkError): void;
  /** A turn could not be taken, and time stands still. */
  broke(error: BeadworkError): void;
  /** The graphics device: it went, it is back with everything at its last good state, or it will not come back. */
  lost?(error: BeadworkError): void;
  restored?(): void;
  refused?(error: BeadworkError): void;
}

export class Player {
  readonly copies = new Copies();
  readonly picture: Picture;
  /** Simulated seconds a second. */
  speed = 1;
  /** Whether measures come with residuals by pass. That is dear: they are recorded for the step before each only. */
  byPass = false;
  /** Milliseconds that a frame took by the clock on the wall. */
  frameTime = 0;
  #running = false;
  #seen = true;
  #pace: Pace;
  #queue = new Queue();
  /** When the last turn was, and whether it drew. */
  #last: number | undefined;
  #drew = false;
  #measureAt = 0;
  #recording = false;
  #gliding = false;
  /** Something has moved since the last picture, and the next one is not due before this. */
  #moved = false;
  #drawAt = 0;
  #lost = false;
  #ended = false;
  #resize = new ResizeObserver(() => this.touch());
  #forget: () => void;

  /** `mostFrames` of 1/60 s in one picture: where more are due, it is slow motion. */
  constructor(
    canvas: HTMLCanvasElement,
    private readonly listeners: PlayerListeners,
    mostFrames = 4,
  ) {
    this.picture = new Picture(canvas, () => listeners.resized?.());
    this.#pace = new Pace(mostFrames);
    this.#resize.observe(canvas);
    this.#forget = watchDevice({
      lost: (error) => {
        this.#lose(true);
        listeners.lost?.(error);
      },
      restored: () => {
        this.#lose(false);
        listeners.restored?.();
      },
      refused: (error) => listeners.refused?.(error),
    });
  }

  get canvas(): HTMLCanvasElement {
    return this.picture.canvas;
  }

  get view(): View | undefined {
    return this.picture.view;
  }

  /** Whether time runs. */
  get running(): boolean {
    return this.#running;
  }

  set running(running: boolean) {
    if (running === this.#running) return;
    this.#running = running;
    this.rest();
    wake();
  }

  /** Whether it has turns at all: it is to be set to false where nobody can see it. */
  set seen(seen: boolean) {
    if (seen === this.#seen) return;
    this.#seen = seen;
    this.rest();
    wake();
  }

  get eager(): boolean {
    const { view, stale } = this.picture;
    return (
      Boolean(view) && this.#seen && !this.#lost && (this.#running || stale || this.#gliding || this.#moved)
    );
  }

  /** Less time is simulated than passes. */
  get slow(): boolean {
    return this.#pace.slow;
  }

  /** The picture is to be drawn anew. */
  touch(): void {
    this.picture.stale = true;
    wake();
  }

  /** Time that passes until the next turn does not count. */
  rest(): void {
    this.#last = undefined;
    this.#pace.rest();
  }

  /** Does something between two turns. */
  inTurn<T>(act: () => Promise<T> | T): Promise<T> {
    return this.#queue.run(act);
  }

  /**
   * Puts simulations into the picture; those that were there before and are not among them are destroyed.
   * @param arrange stands them side by side and places the camera; the first one stands already
   */
  async show(
    simulations: readonly Simulation[],
    options: ViewOptions,
    arrange: (view: View) => void | Promise<void>,
  ): Promise<void> {
    const [first] = simulations;
    if (!first) return;
    const gone = this.copies.replace(simulations);
    try {
      const view = await this.picture.open(first, options);
      if (!view) return;
      view.release();
      view.dropCompanions();
      view.stand(0, first);
      await arrange(view);
    } finally {
      for (const simulation of gone) simulation.destroy();
      if (this.#ended) this.copies.destroy();
    }
    if (this.#ended) return;
    this.rest();
    await this.#draw();
    await this.measure();
    join(this);
  }

  /** Takes frames by hand. */
  async step(frames: number): Promise<void> {
    await this.inTurn(async () => {
      await this.#step(frames, true);
      await this.measure();
      this.touch();
    });
  }

  /** Everything from its start. */
  async reset(): Promise<void> {
    await this.inTurn(async () => {
      this.copies.reset();
      this.rest();
      await this.measure();
      this.touch();
    });
  }

  /** Measures now. */
  async measure(): Promise<void> {
    if (!this.listeners.measured) return;
    this.#measureAt = performance.now() + MEASURE_EVERY;
    await this.copies.measure(this.#recording ? false : undefined);
    this.#recording = false;
    if (!this.#ended) await this.listeners.measured();
  }

  async turn(now: number): Promise<void> {
    await this.inTurn(() => this.#take(now)).catch((thrown) => {
      const error = asError(thrown);
      // what breaks off because its device went is rebuilt
      if (this.#ended || this.#lost || error.code === 'device-lost') return;
      this.running = false;
      this.listeners.broke(error);
    });
  }

  /** Frees everything at once. May be called twice. */
  destroy(): void {
    this.#ended = true;
    leave(this);
    this.#forget();
    this.#resize.disconnect();
    this.picture.destroy();
    this.copies.destroy();
  }

  async #take(now: number): Promise<void> {
    const seconds = this.#last === undefined ? 0 : (now - this.#last) / 1000;
    this.#last = now;
    const { view } = this.picture;
    const timestep = this.copies.first?.simulation.parameters.timestep;
    if (!view || timestep === undefined || this.#lost || this.#ended) return;
    const began = performance.now();
    const frames = this.#running ? this.#pace.frames(this.speed * seconds, timestep) : 0;
    const measured = frames > 0 && now >= this.#measureAt;
    if (frames > 0) await this.#step(frames, measured);
    this.#gliding = view.advance(Math.min(LONGEST_GLIDE, seconds));
    this.#moved ||= frames > 0 || this.#gliding;
    const draws = this.picture.stale || (this.#moved && now >= this.#drawAt);
    if (draws) {
      this.#drawAt = now + picturesApart();
      await this.#draw();
    }
    if (measured) await this.measure();
    // a device draws on by itself, and the next turn waits for it
    const between = this.#drew ? 1000 * seconds : 0;
    this.#drew = draws;
    if (draws && this.#running) this.picture.note(Math.max(performance.now() - began, between));
  }

  async #step(frames: number, measured: boolean): Promise<void> {
    if (measured && this.byPass && !this.#recording) {
      this.#recording = true;
      await this.copies.measure(true);
    }
    const began = performance.now();
    const taken = await this.copies.step(frames, this.listeners.fell?.bind(this.listeners));
    this.frameTime = (performance.now() - began) / frames;
    if (taken) await this.listeners.stepped?.(frames);
  }

  async #draw(): Promise<void> {
    this.#moved = false;
    this.picture.draw();
    await this.listeners.drawn?.();
  }

  #lose(lost: boolean): void {
    this.#lost = lost;
    this.rest();
    if (!lost) this.touch();
  }
}
