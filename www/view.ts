import { asError, BeadworkError } from './errors';
import { load } from './loading';
import type { Simulation } from './simulation';
import type { WebView as Inner } from './wasm/beadwork.js';

/** What a bead's colour says. */
export type ColourBy = 'bead' | 'load' | 'gap' | 'speed' | 'colour';

export interface Camera {
  /** What it turns about, m. */
  target: [number, number, number];
  /** Radians about the vertical. */
  yaw: number;
  /** Radians above the horizon; never over the top. */
  pitch: number;
  /** m from the target */
  distance: number;
  /** Radians from the bottom of the picture to its top. */
  fieldOfView: number;
}

export interface ViewOptions {
  theme?: 'dark' | 'light';
}

/** How a simulation stands in a picture that shows several. */
export interface Placing {
  /** m */
  offset?: [number, number, number];
  /** Linear red, green and blue of its thread, 0 to 1. */
  thread?: [number, number, number];
  dashed?: boolean;
}

export interface Overlays {
  /** A bar to hang things from: both ends and its radius, m. */
  bar?: { from: [number, number, number]; to: [number, number, number]; radius: number };
  /** Height of a level line, m. */
  hairline?: number;
}

/** Draws simulations into a canvas, straight from their buffers. Runs no loop of its own. */
export class View {
  #inner: Inner;
  #colourBy: ColourBy = 'bead';

  private constructor(inner: Inner) {
    this.#inner = inner;
  }

  static async create(
    simulation: Simulation,
    canvas: HTMLCanvasElement | OffscreenCanvas,
    options: ViewOptions = {},
  ): Promise<View> {
    const wasm = await load();
    try {
      const inner = new wasm.WebView(
        simulation.inner,
        canvas,
        canvas.width,
        canvas.height,
        options.theme !== 'light',
      );
      return new View(inner);
    } catch (error) {
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

  /** Sets the camera, at once if `jump`. */
  place(camera: Camera, jump = true): void {
    const { target, yaw, pitch, distance, fieldOfView } = camera;
    const numbers = new Float32Array([...target, yaw, pitch, distance, fieldOfView]);
    this.#call(() => this.#inner.setCamera(numbers, jump));
  }

  get colourBy(): ColourBy {
    return this.#colourBy;
  }

  set colourBy(by: ColourBy) {
    this.#call(() => this.#inner.setColourBy(String(by)));
    this.#colourBy = by;
  }

  /** Turns about the target, radians. */
  orbit(right: number, up: number): void {
    this.#call(() => this.#inner.orbit(right, up));
  }

  /** Moves across, device pixels. */
  pan(right: number, up: number): void {
    this.#call(() => this.#inner.pan(right, up));
  }

  /** Comes closer (factor below 1) to what is at (x, y), device pixels. */
  zoom(factor: number, x: number, y: number): void {
    this.#call(() => this.#inner.zoom(factor, x, y));
  }

  /** Brings everything into the picture. */
  frame(jump = false): void {
    this.#call(() => this.#inner.frame(jump));
  }

  /** Moves the camera on by some seconds; true while it is on its way. */
  advance(seconds: number): boolean {
    return this.#call(() => this.#inner.advance(seconds));
  }

  /** Places a simulation in the picture: this view's own at index 0, companions after it. */
  stand(index: number, simulation: Simulation, placing: Placing = {}): void {
    const [x, y, z] = placing.offset ?? [0, 0, 0];
    const thread = placing.thread ? new Float32Array(placing.thread) : undefined;
    this.#call(() => this.#inner.place(index, simulation.inner, x, y, z, thread, placing.dashed ?? false));
  }

  /** Only the view's own simulation again. */
  dropCompanions(): void {
    this.#call(() => this.#inner.dropCompanions());
  }

  overlay(overlays: Overlays): void {
    const { bar, hairline } = overlays;
    const numbers = bar ? new Float32Array([...bar.from, ...bar.to, bar.radius]) : undefined;
    this.#call(() => this.#inner.setOverlays(numbers, hairline));
  }

  theme(theme: 'dark' | 'light'): void {
    this.#call(() => this.#inner.setTheme(theme !== 'light'));
  }

  render(): void {
    this.#call(() => this.#inner.render());
  }

  /** Device pixels. */
  resize(width: number, height: number): void {
    if (!Number.isFinite(width) || !Number.isFinite(height)) {
      throw new BeadworkError('parameter', 'width and height must be finite numbers of pixels.', 'width');
    }
    this.#call(() => this.#inner.resize(Math.max(0, Math.round(width)), Math.max(0, Math.round(height))));
  }

  /** Frees the GPU's memory at once. May be called twice. */
  destroy(): void {
    this.#inner.destroy();
  }

  #call<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw asError(error);
    }
  }
}
