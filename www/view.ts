import { asError, BeadworkError } from './errors';
import { Guard } from './guard';
import { load, loadCpu } from './loading';
import type { Machine } from './machine';
import { keepAlive } from './recovery';
import type { Simulation } from './simulation';
import { channels, shownBy, themeBase } from './view-input';
import type { WebView as GpuInner } from './wasm/beadwork.js';
import type { WebView as DrawnInner } from './wasm/cpu/beadwork.js';
import type { Painter } from './webgl/painter';

type Inner = GpuInner | DrawnInner;

/**
 * What a bead's colour says. `bead`: its own, from the scene. `load`: the largest force in its joints, relative to the
 * largest in the picture. `gap`: the widest gap beside it, from 10⁻⁵ radii to one. `speed`: relative to the fastest.
 * `colour`: which of the colours of `gauss-seidel` its joints belong to. `overshoot`: how far its joints are beyond their stops, the
 * worst, in m or rad. `depth`: how deep it is in another body, the deepest, in m. Both go from 10⁻⁵ to 10⁻¹.
 */
export type ColourBy = 'bead' | 'load' | 'gap' | 'speed' | 'colour' | 'overshoot' | 'depth';

/** What of joints and contacts is drawn over the picture. What is left out is not shown. */
export interface Show {
  /**
   * What each joint leaves free: a hinge's axis with an arc about it, a slider's rail, a dot where all turns are free, three
   * short axes where nothing is, the two axes of a universal joint, a cone's axis, and of a six-DOF joint an arrow for every
   * free slide, an arc for every free turn and a coil for a spring. It is paler where a body hides it.
   */
  joints?: boolean;
  /**
   * An arrow at each joint, along the force that it pushes its second body with. It is 0.4 log₂(1 + F/F₀) long, in sizes of the
   * bodies at the scene's middle joint: F₀ is the weight on Earth of the scene's middle body. A thousand times that is ten times
   * as long as once.
   */
  forces?: boolean;
  /**
   * A disc at each point where bodies touch, as `readContacts` lists them: it lies in both surfaces, and is a ring while nothing
   * pushes there. With `forces` also two arrows, as long as those of joints: the force along the normal, and in blue that of
   * friction, both as the upper body bears them. Contacts that the device had no room for are counted in
   * `Measures.contactsDropped` and not drawn.
   */
  contacts?: boolean;
}

/** Names of what `View.show` shows. */
export type ShowName = keyof Show;

/** Where a picture is taken from. */
export interface Camera {
  /** What it turns about, m. */
  target: [number, number, number];
  /** Radians about the vertical. */
  yaw: number;
  /** Radians above the horizon; never over the top. */
  pitch: number;
  /** From the target, m. */
  distance: number;
  /** Radians from the bottom of the picture to its top. */
  fieldOfView: number;
}

/** A theme, with colours of your own in place of its ones: CSS hex, '#rrggbb'. */
export interface ThemeColours {
  /** What stays as it is. */
  base: 'dark' | 'light';
  /** Met exactly at the picture's edges, so that the canvas melts into the page. */
  background?: string;
  /** The lit part of the ground. */
  ground?: string;
  /** Threads and bead caps of a simulation that has no colour of its own. */
  thread?: string;
  /** Threads of joints that open. */
  warning?: string;
  /** The level line of `Overlays`. */
  hairline?: string;
}

/** One of the two that come with it, or one of them with colours of your own. */
export type Theme = 'dark' | 'light' | ThemeColours;

/** What a view starts with; all of it can be changed later. */
export interface ViewOptions {
  /** `dark` unless said otherwise. */
  theme?: Theme;
  /** Height of the ground in m, or null for none; 0 unless said otherwise. */
  ground?: number | null;
  /** `bead` unless said otherwise. */
  colourBy?: ColourBy;
  /** Nothing unless said otherwise. */
  show?: Show;
}

/** What the last picture consisted of. */
export interface Statistics {
  /** Beads drawn as pearls. */
  pearls: number;
  /** Beads drawn as splats, because they look tiny. */
  splats: number;
  /** Threads seen. */
  threads: number;
  /** Time on the device by stage; empty without timestamp queries, and the first time it is asked for. */
  milliseconds: Record<string, number>;
}

/** How a simulation stands in a picture that shows several. */
export interface Placing {
  /** How far from where its scene says it stands, m. */
  offset?: [number, number, number];
  /** Red, green and blue of its thread and bead caps, sRGB from 0 to 1. */
  thread?: [number, number, number];
  /** Whether its thread is dashed, so that it can be told apart without colours. */
  dashed?: boolean;
}

/** What is drawn besides the simulation. */
export interface Overlays {
  /** A bar to hang things from: both ends and its radius, m. */
  bar?: { from: [number, number, number]; to: [number, number, number]; radius: number };
  /** Height of a level line, m. */
  hairline?: number;
}

/** Draws simulations into a canvas. Runs no loop of its own. */
export class View {
  /** What draws: `gpu` by WebGPU, `cpu` by WebGL from what the CPU has worked out. */
  readonly machine: Machine;
  #inner: Inner;
  #painter: Painter | undefined;
  #canvas: HTMLCanvasElement | OffscreenCanvas;
  #colourBy: ColourBy = 'bead';
  #show: Required<Show> = { joints: false, forces: false, contacts: false };
  /** What stands in the picture, the view's own first. */
  #guests: Simulation[] = [];
  #forget: () => void;
  #guard: Guard;

  private constructor(
    inner: Inner,
    painter: Painter | undefined,
    canvas: HTMLCanvasElement | OffscreenCanvas,
    guard: Guard,
    machine: Machine,
  ) {
    this.machine = machine;
    this.#inner = inner;
    this.#painter = painter;
    this.#guard = guard;
    this.#canvas = canvas;
    this.#forget = keepAlive(this, 'view');
  }

  /**
   * A view of one simulation. The canvas's width and height say how many pixels are drawn; rejects with a
   * BeadworkError if there can be no picture.
   * @param simulation stands at index 0; `stand` adds others
   * @param canvas must not have a context of another kind
   */
  static async create(
    simulation: Simulation,
    canvas: HTMLCanvasElement | OffscreenCanvas,
    options: ViewOptions = {},
  ): Promise<View> {
    const { machine } = simulation;
    const wasm = machine === 'gpu' ? await load() : await loadCpu();
    let painter: Painter | undefined;
    let view: View | undefined;
    try {
      const dark = themeBase(options.theme) === 'dark';
      const guard = new Guard();
      painter = machine === 'gpu' ? undefined : (await import('./webgl/painter')).painterFor(canvas);
      const size = painter?.fitting(canvas.width, canvas.height) ?? [canvas.width, canvas.height];
      const inner = new wasm.WebView(guard.id, simulation.inner, canvas, ...size, dark);
      view = new View(inner, painter, canvas, guard, machine);
      view.#guests = [simulation];
      if (options.theme) view.theme(options.theme);
      if (options.ground !== undefined) view.ground(options.ground);
      if (options.colourBy) view.colourBy = options.colourBy;
      if (options.show) view.show = options.show;
      return view;
    } catch (error) {
      // a view takes its painter with it
      (view ?? painter)?.destroy();
      throw asError(error);
    }
  }

  /** Where the camera is heading; setting it glides there. */
  get camera(): Camera {
    const [x = 0, y = 0, z = 0, yaw = 0, pitch = 0, distance = 1, fieldOfView = 1] = this.#call(() =>
      this.#inner.camera(),
    );
    return { target: [x, y, z], yaw, pitch, distance, fieldOfView };
  }

  set camera(camera: Camera) {
    this.place(camera, false);
  }

  /**
   * Sets the camera.
   * @param jump at once; otherwise it glides there as `advance` is called
   */
  place(camera: Camera, jump = true): void {
    const { target, yaw, pitch, distance, fieldOfView } = camera;
    const numbers = new Float32Array([...target, yaw, pitch, distance, fieldOfView]);
    this.#call(() => this.#inner.setCamera(numbers, jump));
  }

  /** What the beads' colours say. */
  get colourBy(): ColourBy {
    return this.#colourBy;
  }

  set colourBy(by: ColourBy) {
    this.#call(() => this.#inner.setColourBy(String(by)));
    this.#colourBy = by;
  }

  /** What of joints and contacts is drawn over the picture; setting it replaces all of it. */
  get show(): Required<Show> {
    return { ...this.#show };
  }

  set show(show: Show) {
    const next = shownBy(show);
    this.#call(() => this.#inner.setShow(next.joints, next.forces, next.contacts));
    this.#show = next;
    if (next.contacts) for (const guest of this.#guests) guest.lookAtContacts();
  }

  /**
   * Turns the camera about its target.
   * @param right radians about the vertical
   * @param up radians above the horizon
   */
  orbit(right: number, up: number): void {
    this.#call(() => this.#inner.orbit(right, up));
  }

  /**
   * Moves the camera across, so that the picture follows a finger.
   * @param right device pixels
   * @param down device pixels
   */
  pan(right: number, down: number): void {
    this.#call(() => this.#inner.pan(right, down));
  }

  /**
   * Comes closer to a point of the picture, or goes away from it.
   * @param factor of the distance: closer below 1
   * @param x device pixels from the left
   * @param y device pixels from the top
   */
  zoom(factor: number, x: number, y: number): void {
    this.#call(() => this.#inner.zoom(factor, x, y));
  }

  /**
   * Brings everything into the picture.
   * @param jump at once; otherwise it glides there
   */
  frame(jump = false): void {
    this.#call(() => this.#inner.frame(jump));
  }

  /**
   * Lets the camera glide on; to be called before each `render` while something else keeps the loop.
   * @param seconds since the last call
   * @returns true while it is on its way
   */
  advance(seconds: number): boolean {
    return this.#call(() => this.#inner.advance(seconds));
  }

  /**
   * Places a simulation in the picture beside others: at most eight in all.
   * @param index 0 is the view's own; companions follow without a gap
   * @param simulation what stands there
   * @param placing where, and how its thread looks
   */
  stand(index: number, simulation: Simulation, placing: Placing = {}): void {
    if (simulation.machine !== this.machine)
      throw new BeadworkError(
        'not-applicable',
        `This picture is of simulations on the ${this.machine.toUpperCase()}; that one runs on the other machine.`,
      );
    const [x, y, z] = placing.offset ?? [0, 0, 0];
    const thread = placing.thread ? new Float32Array(placing.thread) : undefined;
    this.#call(() => this.#inner.place(index, simulation.inner, x, y, z, thread, placing.dashed ?? false));
    this.#guests[index] = simulation;
    if (this.#show.contacts) simulation.lookAtContacts();
  }

  /** Leaves only the view's own simulation in the picture. */
  dropCompanions(): void {
    this.#call(() => this.#inner.dropCompanions());
    this.#guests.length = 1;
  }

  /** Shows these in place of the overlays before; `{}` shows none. */
  overlay(overlays: Overlays): void {
    const { bar, hairline } = overlays;
    const numbers = bar ? new Float32Array([...bar.from, ...bar.to, bar.radius]) : undefined;
    this.#call(() => this.#inner.setOverlays(numbers, hairline));
  }

  /** Changes the colours of what is not a bead. */
  theme(theme: Theme): void {
    this.#call(() => this.#inner.setTheme(themeBase(theme) === 'dark'));
    if (typeof theme === 'string') return;
    for (const [name, colour] of Object.entries(theme)) {
      if (name === 'base' || colour === undefined) continue;
      const [red, green, blue] = channels(name, colour);
      this.#call(() => this.#inner.setThemeColour(name, red, green, blue));
    }
  }

  /** Height of the ground in m; null takes it away. */
  ground(height: number | null): void {
    this.#call(() => this.#inner.setGround(height ?? undefined));
  }

  /** The body at (x, y), CSS pixels from the canvas's corner, or one just beside it. */
  pick(x: number, y: number): Promise<number | null> {
    const at = this.#pixels(x, y);
    return this.#guard.wait(() => this.#inner.pick(...at));
  }

  /**
   * Takes hold of the body at (x, y), CSS pixels. It is pulled by a spring whose force and speed are limited, so
   * that no jump of the pointer can launch the scene; so is the same body of every companion with as many bodies.
   * Null where there is none, and over a plane.
   */
  grab(x: number, y: number): Promise<number | null> {
    const at = this.#pixels(x, y);
    return this.#guard.wait(() => this.#inner.grab(...at));
  }

  /** Moves what is held towards (x, y), CSS pixels, in the plane that faces the camera. */
  drag(x: number, y: number): void {
    this.#call(() => this.#inner.drag(...this.#pixels(x, y)));
  }

  /** Lets go. */
  release(): void {
    this.#call(() => this.#inner.release());
  }

  /** The picture as a PNG, drawn anew. */
  async screenshot(): Promise<Blob> {
    this.render();
    const canvas = this.#canvas;
    const failed = () => new BeadworkError('internal', 'The browser made no picture of the canvas.');
    if ('convertToBlob' in canvas) {
      return canvas.convertToBlob({ type: 'image/png' }).catch(() => {
        throw failed();
      });
    }
    return new Promise<Blob>((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(failed())), 'image/png');
    });
  }

  /** Figures of the last picture. */
  async statistics(): Promise<Statistics> {
    return JSON.parse(await this.#guard.wait<string>(() => this.#inner.statistics()));
  }

  /** Draws the simulations as they stand. Calls of `step` that came before are in the picture. */
  render(): void {
    this.#call(() => {
      this.#inner.render();
      this.#painter?.draw(this.#inner as DrawnInner);
    });
  }

  /**
   * Follows the canvas to another size; set its `width` and `height` first.
   * @param width device pixels
   * @param height device pixels
   */
  resize(width: number, height: number): void {
    if (!Number.isFinite(width) || !Number.isFinite(height)) {
      throw new BeadworkError('parameter', 'width and height must be finite numbers of pixels.', 'width');
    }
    const size = [width, height].map((side) => Math.max(0, Math.round(side))) as [number, number];
    this.#call(() => this.#inner.resize(...(this.#painter?.fitting(...size) ?? size)));
  }

  /** Frees the GPU's memory at once. May be called twice. */
  destroy(): void {
    this.#guard.fail(new BeadworkError('destroyed', 'This view was destroyed; create another.'));
    this.#inner.destroy();
    this.#painter?.destroy();
    this.#forget();
  }

  /** @internal Whether its device is lost. */
  get stranded(): boolean {
    return !this.#guard.ended && 'stranded' in this.#inner && this.#inner.stranded;
  }

  /** @internal In the same canvas, on a fresh device. */
  async rebuild(): Promise<void> {
    this.#call(() => 'rebuild' in this.#inner && this.#inner.rebuild());
  }

  /** Device pixels of CSS pixels. */
  #pixels(x: number, y: number): [number, number] {
    const canvas = this.#canvas;
    const wide = 'clientWidth' in canvas && canvas.clientWidth > 0 ? canvas.width / canvas.clientWidth : 1;
    const high =
      'clientHeight' in canvas && canvas.clientHeight > 0 ? canvas.height / canvas.clientHeight : 1;
    return [x * wide, y * high];
  }

  #call<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw asError(error);
    }
  }
}
