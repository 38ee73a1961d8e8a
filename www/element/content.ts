// What an element shows: the settings' scene, once or under several solvers side by side, and the camera before it.
import { type Settings, showing } from '../attributes';
import { boundingRadius } from '../bodies';
import type { Competitor } from '../compare';
import type { BeadworkError, Camera, Simulation, Theme, View } from '../exports';
import type { Copy } from '../player/copies';
import { Player, type PlayerListeners } from '../player/player';
import { type Point, project } from '../player/sight';
import { type Built, build, setParameters } from './building';
import { type Extent, widen } from './sight';

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
/** Least reach of a scene to either side, m. */
const LEAST_REACH = 0.5;

/** Threads of copies side by side, sRGB from 0 to 1; the page's --first and --second. */
const THREADS: [number, number, number][] = [
  [1, 0.25, 0.16],
  [0.1, 0.62, 0.72],
  [0.55, 0.5, 0.85],
];

export interface ContentListeners extends Omit<PlayerListeners, 'measured' | 'fell'> {
  measured(copies: readonly Copy[]): void;
  /** A parameter that cannot be had; everything goes on. */
  refusedParameter(error: BeadworkError): void;
}

/** What the view itself is told of the settings. */
function look(view: View, { colourBy, show }: Settings): void {
  view.colourBy = colourBy;
  view.show = showing(show);
}

export class Content {
  readonly player: Player;
  #built: Built = { simulations: [], compare: [], gravity: [0, 0, 0] };
  /** What was last asked for. */
  #settings: Settings | undefined;
  /** How far the copies stand from where their scene says, m. */
  #asides: number[] = [];
  /** The camera as it was placed last, as long as nobody turns it. */
  #placed: Camera | undefined;
  #nearest = 0;
  /** Scenes that were asked for. */
  #loads = 0;
  #ended = false;

  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly listeners: ContentListeners,
  ) {
    this.player = new Player(canvas, { ...listeners, measured: () => this.#measured() });
  }

  get copies(): readonly Copy[] {
    return this.player.copies.all;
  }

  /** Whose each of them is, where there are several. */
  get compare(): readonly Competitor[] {
    return this.#built.compare;
  }

  get view(): View | undefined {
    return this.player.view;
  }

  /** Whether another scene was asked for than the first one. */
  get asksOther(): boolean {
    return this.#loads > 1;
  }

  /** Shows the settings' scene. Rejects, and goes on as before, if it cannot be had. */
  load(settings: Settings, theme: Theme): Promise<void> {
    this.#settings = settings;
    this.#loads++;
    return this.player.inTurn(async () => {
      if (this.#ended) return;
      const built = await build(settings, this.player.copies.simulations);
      if (this.#ended) {
        for (const simulation of built.simulations) simulation.destroy();
        return;
      }
      this.#built = built;
      // they may have changed while the scene was built
      this.#setParameters(this.#settings ?? settings, settings);
      await this.player.show(built.simulations, { theme }, (view) => this.#arrange(view));
    });
  }

  /** Takes the settings' parameters and colouring over; their scene is `load`'s. */
  change(settings: Settings): void {
    this.#settings = settings;
    this.#setParameters(settings, settings);
    if (this.view) look(this.view, settings);
    this.player.touch();
  }

  theme(theme: Theme): void {
    this.view?.theme(theme);
    this.player.touch();
  }

  /** Whether a body is held in its place now: scenes and pins change. */
  isHeld(body: number): boolean {
    return this.player.copies.first?.simulation.isHeld(body) ?? false;
  }

  /** Where the first copy's last bead is in the picture, CSS pixels. */
  async lastBead(): Promise<Point | null> {
    const { first } = this.player.copies;
    const { view, canvas } = this;
    if (!first || !view) return null;
    const { positions } = await first.simulation.readState();
    const [x = 0, y = 0, z = 0] = positions.slice(-3);
    const bead = [x + (this.#asides[0] ?? 0), y, z];
    return project(view.camera, bead, canvas.clientWidth, canvas.clientHeight);
  }

  /** Frees everything at once. May be called twice. */
  destroy(): void {
    this.#ended = true;
    this.player.destroy();
  }

  /** `built`: whose solvers the copies have. */
  #setParameters(settings: Settings, { compare }: Settings): void {
    setParameters(this.#built, { ...settings, compare }, (error) => this.listeners.refusedParameter(error));
  }

  async #arrange(view: View): Promise<void> {
    const { simulations } = this.#built;
    this.#asides = [0];
    if (simulations.length > 1) {
      const apart = (await reachOf(simulations[0]!)) * (2 + AIR);
      for (const [i, simulation] of simulations.entries()) {
        const x = (i - (simulations.length - 1) / 2) * apart;
        this.#asides[i] = x;
        view.stand(i, simulation, { offset: [x, 0, 0], thread: THREADS[i] ?? THREADS[0]!, dashed: i > 0 });
      }
    }
    if (this.#settings) look(view, this.#settings);
    this.#place(view);
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

  async #measured(): Promise<void> {
    this.listeners.measured(this.copies);
    await this.#stepBack();
  }

  /** Steps back from a scene that a solver lets come apart, unless the reader has turned the picture. */
  async #stepBack(): Promise<void> {
    const { view, canvas } = this;
    const seen = Math.min(canvas.clientWidth, canvas.clientHeight) > 0;
    if (!view || !seen || JSON.stringify(view.camera) !== JSON.stringify(this.#placed)) return;
    let extent: Extent = { sideways: 0, top: 0, bottom: 0 };
    for (const [i, { simulation, measures }] of this.copies.entries()) {
      const wide = (measures?.maxGapRadii ?? 0) > WIDE_GAP && simulation.bodyCount <= MOST_LOOKED_AT;
      if (!wide) continue;
      const { positions } = await simulation.readState();
      extent = widen(extent, view, canvas, positions, this.#asides[i] ?? 0);
    }
    const { sideways, top, bottom } = extent;
    if (Math.max(sideways, top, -bottom) < EDGE || this.#ended) return;
    const raise = (top + bottom + this.#legend) / 2;
    const reach = Math.max(sideways, (top - bottom + this.#legend) / 2, INSIDE);
    const camera = raised(view.camera, raise);
    const distance = Math.min(FARTHEST * this.#nearest, (camera.distance * reach) / INSIDE);
    view.camera = { ...camera, distance };
    this.#placed = view.camera;
    this.player.touch();
  }
}

/** The camera with its target moved up by a share of half the picture's height. */
function raised(camera: Camera, share: number): Camera {
  const [x, y, z] = camera.target;
  const half = camera.distance * Math.tan(camera.fieldOfView / 2);
  return { ...camera, target: [x, y + half * share, z] };
}

/** How far to either side of x = 0 a scene may come, m. */
async function reachOf(simulation: Simulation): Promise<number> {
  const { positions } = await simulation.readState();
  // bodies that touch are large beside their scene
  const told = simulation.touching && simulation.bodyCount <= MOST_LOOKED_AT;
  const sizes = told ? (await simulation.describe()).bodies.map(boundingRadius) : [];
  let reach = LEAST_REACH;
  for (let i = 0; i < positions.length; i += 3)
    reach = Math.max(reach, Math.abs(positions[i]!) + (sizes[i / 3] ?? 0));
  return reach;
}
