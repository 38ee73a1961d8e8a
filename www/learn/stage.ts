// A picture with one simulation or several beside each other, and the loop that runs them. The figure has a
// <canvas class="stage">, a .missing sentence for readers without WebGPU, and buttons with data-do: play, step, restart.
import { BeadworkError, type Placing, Simulation, type SimulationOptions, View } from '../beadwork';
import { currentTheme } from '../theme';

export interface StageOptions {
  simulations: SimulationOptions[];
  /** How each of them stands in the picture. */
  placing?: Placing[];
  /** How much farther off the camera stands than it must for the first of them. */
  room?: number;
  /** Before the first frame. */
  onReady?: (stage: Stage) => Promise<void>;
  /** After every frame; the loop waits for it. */
  onFrame?: (stage: Stage) => void | Promise<void>;
  /** A simulation that cannot go on stands still from then on. */
  onFault?: (index: number, error: BeadworkError) => void;
  /** After everything was put back to its start. */
  onRestart?: (stage: Stage) => void;
}

export class Stage {
  /** Frames since the start. */
  frames = 0;
  readonly #fallen = new Set<number>();
  #playing = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  #visible = true;
  #turning = false;
  #last = 0;

  private constructor(
    readonly figure: HTMLElement,
    readonly simulations: Simulation[],
    readonly view: View,
    private readonly options: StageOptions,
  ) {}

  /** Null where nothing can run here; the figure says why. */
  static async open(figure: HTMLElement, options: StageOptions): Promise<Stage | null> {
    const canvas = figure.querySelector<HTMLCanvasElement>('canvas.stage')!;
    const simulations: Simulation[] = [];
    try {
      for (const each of options.simulations) simulations.push(await Simulation.create(each));
      figure.classList.add('running');
      canvas.width = pixels(canvas.clientWidth);
      canvas.height = pixels(canvas.clientHeight);
      const view = await View.create(simulations[0]!, canvas, { theme: currentTheme(), ground: null });
      const stage = new Stage(figure, simulations, view, options);
      await options.onReady?.(stage);
      stage.#begin(canvas);
      return stage;
    } catch (error) {
      for (const each of simulations) each.destroy();
      sayWhatIsMissing(figure, error);
      return null;
    }
  }

  #begin(canvas: HTMLCanvasElement): void {
    for (const [index, placing] of (this.options.placing ?? []).entries()) {
      this.view.stand(index, this.simulations[index]!, placing);
    }
    this.view.frame(true);
    if (this.options.room) {
      const { target, distance, ...rest } = this.view.camera;
      this.view.place({ ...rest, target: [0, target[1], 0], distance: this.options.room * distance });
    }
    new ResizeObserver(() => {
      this.view.resize(pixels(canvas.clientWidth), pixels(canvas.clientHeight));
      this.#wake();
    }).observe(canvas);
    new IntersectionObserver(([entry]) => {
      this.#visible = entry?.isIntersecting ?? true;
      this.#wake();
    }).observe(this.figure);
    addEventListener('themechange', () => {
      this.view.theme(currentTheme());
      this.#wake();
    });
    const button = (name: string) =>
      this.figure.querySelector<HTMLButtonElement>(`[data-do="${name}"]`) ?? undefined;
    button('play')?.addEventListener('click', () => {
      this.playing = !this.#playing;
    });
    button('step')?.addEventListener('click', () => {
      this.playing = false;
      void this.#once();
    });
    button('restart')?.addEventListener('click', () => this.restart());
    this.playing = this.#playing;
    this.view.render();
    this.figure.dataset.frame = '0';
  }

  get playing(): boolean {
    return this.#playing;
  }

  set playing(playing: boolean) {
    this.#playing = playing;
    const button = this.figure.querySelector('[data-do="play"]');
    if (button) button.textContent = playing ? 'Pause' : 'Play';
    this.#wake();
  }

  /** Whether a simulation has stopped for good. */
  fallen(index: number): boolean {
    return this.#fallen.has(index);
  }

  restart(): void {
    for (const each of this.simulations) each.reset();
    this.#fallen.clear();
    this.frames = 0;
    this.figure.dataset.frame = '0';
    this.options.onRestart?.(this);
    this.#wake();
  }

  #wake(): void {
    if (this.#turning) return;
    this.#turning = true;
    requestAnimationFrame((now) => void this.#turn(now));
  }

  async #turn(now: number): Promise<void> {
    const seconds = Math.min(0.1, (now - this.#last) / 1000);
    this.#last = now;
    if (this.#playing && this.#visible) await this.#once();
    const gliding = this.view.advance(seconds);
    this.view.render();
    this.#turning = false;
    if (this.#visible && (this.#playing || gliding)) this.#wake();
  }

  /** One frame of all that still stand. */
  async #once(): Promise<void> {
    for (const [index, each] of this.simulations.entries()) {
      if (this.#fallen.has(index)) continue;
      try {
        await each.step();
      } catch (error) {
        this.#fallen.add(index);
        if (error instanceof BeadworkError) this.options.onFault?.(index, error);
      }
    }
    this.frames++;
    await this.options.onFrame?.(this);
    // what is on the page is that of this frame
    this.figure.dataset.frame = String(this.frames);
    if (!this.#playing) this.view.render();
  }
}

/** Where the simulation would stand: what the reader sees instead, why, and a code for those who look. */
export function sayWhatIsMissing(figure: HTMLElement, error: unknown): void {
  figure.classList.remove('running');
  const place = figure.querySelector<HTMLElement>('.missing');
  if (!place) return;
  const reason = place.querySelector('.reason') ?? place.appendChild(document.createElement('span'));
  reason.className = 'reason';
  reason.textContent = ` ${error instanceof Error ? error.message : error}`;
  if (error instanceof BeadworkError) place.dataset.code = error.code;
}

const pixels = (css: number) => Math.max(1, Math.round(css * Math.min(2, devicePixelRatio)));
