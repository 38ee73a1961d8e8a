// Simulations in one canvas, stepped and drawn when it is their turn. Knows nothing of attributes or buttons.
import type { Settings } from '../attributes';
import { type BeadworkError, type Camera, type Measures, type Theme, View } from '../beadwork';
import { asError } from '../errors';
import { Pace } from '../pace';
import { Sharpness } from '../sharpness';
import { Copies, type Copy, reachOf } from './copies';
import { type Extent, project, widen } from './sight';
import { wake } from './turns';

const MEASURE_EVERY = 250;
/** Air between two copies, as a share of a copy's reach. */
const AIR = 0.35;

/** Room around the scene: an unfinished solver's stretches. */
const ROOM = 1.12;
/** Height of the legend over copies side by side, CSS pixels. */
const LEGEND = 54;
/** Radii of a gap from which a scene may have outgrown its picture. */
const WIDE_GAP = 0.05;
/** Beads up to which that is looked for. */
const MOST_LOOKED_AT = 5000;
/** Of half the picture: where the outermost bead makes the camera go back, and where it stands then. */
const EDGE = 0.96;
const INSIDE = 0.9;
/** How far the camera goes back in all, of its distance at first. */
const FARTHEST = 4;

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
  /** How far the copies stand from where their scene says, m. */
  #asides: number[] = [];
  /** The camera as it was placed last, as long as nobody turns it. */
  #placed: Camera | undefined;
  #nearest = 0;
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
    this.#asides = [0];
    if (this.copies.length === 1) {
      view.stand(0, first.simulation);
    } else {
      const reach = await reachOf(first.simulation);
      this.copies.forEach(({ simulation }, i) => {
        const x = (i - (this.copies.length - 1) / 2) * reach * (2 + AIR);
        this.#asides[i] = x;
        view.stand(i, simulation, { offset: [x, 0, 0], thread: THREADS[i] ?? THREADS[0]!, dashed: i > 0 });
      });
    }
    if (this.#settings) view.colourBy = this.#settings.colourBy;
    this.#place(view);
    this.rest();
    await this.#draw();
    await this.#measure();
  }

  /** The share of the picture's height that the legend takes. */
  get #legend(): number {
    return this.copies.length > 1 ? LEGEND / Math.max(LEGEND, this.canvas.clientHeight) : 0;
  }

  /** The whole scene, below the legend where there is one. */
  #place(view: View): void {
    view.frame(true);
    const { camera } = view;
    const distance = camera.distance * ROOM * (1 + this.#legend / 2);
    view.place(raised({ ...camera, distance }, this.#legend / 2));
    this.#placed = view.camera;
    this.#nearest = distance;
  }

  /** Steps back from a scene that a solver lets come apart, unless the reader has turned the picture. */
  async #stepBack(measures: readonly Measures[]): Promise<void> {
    const view = this.#view;
    const { clientWidth, clientHeight } = this.canvas;
    const seen = Math.min(clientWidth, clientHeight) > 0;
    if (!view || !seen || JSON.stringify(view.camera) !== JSON.stringify(this.#placed)) return;
    let extent: Extent = { sideways: 0, top: 0, bottom: 0 };
    for (const [i, { simulation }] of this.copies.entries()) {
      const wide = (measures[i]?.maxGapRadii ?? 0) > WIDE_GAP && simulation.bodyCount <= MOST_LOOKED_AT;
      if (!wide) continue;
      const { positions } = await simulation.readState();
      extent = widen(extent, view, this.canvas, positions, this.#asides[i] ?? 0);
    }
    const { sideways, top, bottom } = extent;
    if (Math.max(sideways, top, -bottom) < EDGE || this.#ended) return;
    const raise = (top + bottom + this.#legend) / 2;
    const reach = Math.max(sideways, (top - bottom + this.#legend) / 2, INSIDE);
    const camera = raised(view.camera, raise);
    const distance = Math.min(FARTHEST * this.#nearest, (camera.distance * reach) / INSIDE);
    view.camera = { ...camera, distance };
    this.#placed = view.camera;
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
    return project(this.#view, this.canvas, [x + (this.#asides[0] ?? 0), y, z]);
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
    if (measures.length === 0) return;
    this.told.measured(measures);
    await this.#stepBack(measures);
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

/** The camera with its target moved up by a share of half the picture's height. */
function raised(camera: Camera, share: number): Camera {
  const [x, y, z] = camera.target;
  const half = camera.distance * Math.tan(camera.fieldOfView / 2);
  return { ...camera, target: [x, y + half * share, z] };
}
