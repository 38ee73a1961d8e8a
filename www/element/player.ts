// Simulations in one canvas, stepped and drawn when it is their turn. Knows nothing of attributes or buttons.
import type { Settings } from '../attributes';
import { type BeadworkError, type Measures, type Theme, View } from '../beadwork';
import { asError } from '../errors';
import { Pace } from '../pace';
import { Sharpness } from '../sharpness';
import { Copies, type Copy, reachOf } from './copies';
import { project } from './steer';
import { wake } from './turns';

const MEASURE_EVERY = 250;
/** Air between two copies, as a share of a copy's reach. */
const AIR = 0.35;

/** Room around the scene: an unfinished solver's stretches. */
const ROOM = 1.12;

/** Threads of copies side by side, sRGB from 0 to 1; the page's --first and --second. */
const THREADS: [number, number, number][] = [
  [1, 0.25, 0.16],
  [0.1, 0.62, 0.72],
  [0.55, 0.5, 0.85],
];

export interface PlayerListeners {
  measured(measures: Measures[]): void;
  /** It goes on as before; something asked for was refused. */
  refused(error: BeadworkError): void;
  /** Time stands still until somebody acts. */
  broke(error: BeadworkError): void;
  drawn(): void;
}

export class Player {
  readonly canvas: HTMLCanvasElement;
  /** Whether frames are to be taken when it is its turn. */
  running = false;
  #copies: Copies;
  #view: View | undefined;
  /** What was last asked for. */
  #settings: Settings | undefined;
  #pace = new Pace();
  #sharpness = new Sharpness();
  #last: number | undefined;
  #measureAt = 0;
  /** How far the first copy stands from where its scene says, m. */
  #aside = 0;
  #stale = true;
  #moving = false;
  #lost = false;
  #ended = false;
  /** What changes the scene waits for the turn before it, and the other way round. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(
    canvas: HTMLCanvasElement,
    private readonly told: PlayerListeners,
  ) {
    this.canvas = canvas;
    this.#copies = new Copies(told.refused);
  }

  get copies(): readonly Copy[] {
    return this.#copies.all;
  }

  get view(): View | undefined {
    return this.#view;
  }

  get eager(): boolean {
    return (
      Boolean(this.#view) && !this.#lost && !this.#ended && (this.running || this.#stale || this.#moving)
    );
  }

  get slow(): boolean {
    return this.#pace.slow;
  }

  /** The picture is to be drawn anew. */
  touch(): void {
    this.#stale = true;
    wake();
  }

  /** Time that passes from here on does not count. */
  rest(): void {
    this.#last = undefined;
    this.#pace.rest();
  }

  /** A device came or went. */
  set lost(lost: boolean) {
    this.#lost = lost;
    this.rest();
    if (!lost) this.touch();
  }

  /** Shows the settings' scene. Rejects, and goes on as before, if it cannot be had. */
  load(settings: Settings, theme: Theme): Promise<void> {
    this.#settings = settings;
    this.#copies.want(settings);
    return this.#next(async () => {
      await this.#copies.load(settings);
      if (!this.#ended) await this.#show(theme);
    });
  }

  /** Takes the settings' parameters and colouring over; their scene is `load`'s. */
  change(settings: Settings): void {
    this.#settings = settings;
    this.#copies.change(settings);
    if (this.#view) this.#view.colourBy = settings.colourBy;
    this.touch();
  }

  async #show(theme: Theme): Promise<void> {
    const [first] = this.copies;
    if (!first) return;
    if (!this.#view) {
      this.#fit();
      const view = await View.create(first.simulation, this.canvas, { theme });
      if (this.#ended) {
        view.destroy();
        return;
      }
      this.#view = view;
    }
    const view = this.#view;
    view.dropCompanions();
    this.#aside = 0;
    if (this.copies.length === 1) {
      view.stand(0, first.simulation);
    } else {
      const reach = await reachOf(first.simulation);
      this.copies.forEach(({ simulation }, i) => {
        const x = (i - (this.copies.length - 1) / 2) * reach * (2 + AIR);
        if (i === 0) this.#aside = x;
        view.stand(i, simulation, { offset: [x, 0, 0], thread: THREADS[i] ?? THREADS[0]!, dashed: i > 0 });
      });
    }
    if (this.#settings) view.colourBy = this.#settings.colourBy;
    view.frame(true);
    const { camera } = view;
    view.place({ ...camera, distance: camera.distance * ROOM });
    this.rest();
    await this.#draw();
    await this.#measure();
  }

  theme(theme: Theme): void {
    this.#view?.theme(theme);
    this.touch();
  }

  async turn(now: number): Promise<void> {
    await this.#next(async () => {
      const seconds = this.#last === undefined ? 0 : (now - this.#last) / 1000;
      this.#last = now;
      const [first] = this.copies;
      if (!first || !this.#view || this.#lost || this.#ended) return;
      const began = performance.now();
      if (this.running) {
        const frames = this.#pace.frames(seconds, first.simulation.parameters.timestep);
        if (frames > 0) await this.#copies.step(frames);
      }
      this.#moving = this.#view.advance(Math.min(0.1, seconds));
      await this.#draw();
      if (this.running && now >= this.#measureAt) {
        this.#measureAt = now + MEASURE_EVERY;
        await this.#measure();
      }
      if (this.#sharpness.note(performance.now() - began)) this.#stale = true;
    }).catch((error) => {
      if (!this.#ended && !this.#lost) this.told.broke(asError(error));
    });
  }

  /** Frames by hand. */
  async step(frames: number): Promise<void> {
    await this.#next(async () => {
      await this.#copies.step(frames);
      await this.#measure();
      this.touch();
    });
  }

  async reset(): Promise<void> {
    await this.#next(async () => {
      this.#copies.reset();
      this.#pace.rest();
      await this.#measure();
      this.touch();
    });
  }

  /** Where the first copy's last bead is in the picture, CSS pixels. */
  async lastBead(): Promise<{ x: number; y: number } | null> {
    const [first] = this.copies;
    if (!first || !this.#view) return null;
    const { positions } = await first.simulation.readState();
    const [x = 0, y = 0, z = 0] = positions.slice(-3);
    return project(this.#view, this.canvas, [x + this.#aside, y, z]);
  }

  /** Frees everything at once. May be called twice. */
  destroy(): void {
    this.#ended = true;
    this.#view?.destroy();
    this.#copies.destroy();
    this.#view = undefined;
  }

  async #measure(): Promise<void> {
    const measures = await this.#copies.measure();
    if (measures.length > 0) this.told.measured(measures);
  }

  async #draw(): Promise<void> {
    this.#fit();
    this.#stale = false;
    this.#view?.render();
    this.told.drawn();
  }

  /** As many pixels as the page gives it. */
  #fit(): void {
    const { canvas } = this;
    const [width, height] = this.#sharpness.size(canvas.clientWidth, canvas.clientHeight);
    if (width === 0 || height === 0 || (canvas.width === width && canvas.height === height)) return;
    canvas.width = width;
    canvas.height = height;
    this.#view?.resize(width, height);
  }

  #next<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(act);
    this.#queue = done.catch(() => undefined);
    return done;
  }
}
