// One canvas and what draws into it. A canvas that is given a size is blank until it is drawn, so both happen in the
// same task: nobody but `draw` sizes it.
import { type Simulation, View, type ViewOptions } from '../exports';
import { Sharpness } from './sharpness';

export class Picture {
  /** It is not what it should be. */
  stale = true;
  #view: View | undefined;
  #sharpness = new Sharpness();
  #ended = false;

  /** `resized`: it has another size, and is about to be drawn. */
  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly resized: () => void = () => undefined,
  ) {}

  get view(): View | undefined {
    return this.#view;
  }

  /** Its width over its height on the page. */
  get aspect(): number {
    return Math.max(0.1, this.canvas.clientWidth / Math.max(1, this.canvas.clientHeight));
  }

  /** The view, made on first use; undefined where the picture was destroyed meanwhile. */
  async open(simulation: Simulation, options: ViewOptions): Promise<View | undefined> {
    // what the scene before took says nothing of this one
    this.#sharpness = new Sharpness();
    if (!this.#view) {
      this.#fit();
      const view = await View.create(simulation, this.canvas, options);
      if (this.#ended) view.destroy();
      else this.#view = view;
    }
    return this.#view;
  }

  draw(): void {
    this.stale = false;
    this.#fit();
    this.#view?.render();
  }

  /** How long a picture took, ms: where they come slowly they get fewer pixels. */
  note(milliseconds: number): void {
    if (this.#sharpness.note(milliseconds)) this.stale = true;
  }

  /** Frees its memory at once. May be called twice. */
  destroy(): void {
    this.#ended = true;
    this.#view?.destroy();
    this.#view = undefined;
  }

  /** As many pixels as the page gives it and its machine can bear. */
  #fit(): void {
    const { canvas } = this;
    const [width, height] = this.#sharpness.size(canvas.clientWidth, canvas.clientHeight);
    if (width === 0 || height === 0 || (canvas.width === width && canvas.height === height)) return;
    canvas.width = width;
    canvas.height = height;
    if (!this.#view) return;
    this.#view.resize(width, height);
    this.resized();
  }
}
