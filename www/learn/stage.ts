// A figure with one simulation or several beside each other. It has a <canvas class="stage">, a .missing sentence for
// readers without WebGPU, and buttons with data-do: play, step, restart.
import { BeadworkError, type Placing, Simulation, type SimulationOptions, type View } from '../beadwork';
import { asError } from '../errors';
import { onOneMachine } from '../player/copies';
import { Player } from '../player/player';
import { currentTheme } from '../theme';

export interface StageOptions {
  simulations: SimulationOptions[];
  /** How each of them stands in the picture. */
  placing?: Placing[];
  /** How much farther off the camera stands than it must for the first of them. */
  room?: number;
  /** Before the first frame. */
  onReady?: (stage: Stage) => Promise<void>;
  /**
   * After every frame but those during `anew`; the loop waits for it. What was read counts only while `current` says
   * yes: a reader may have begun again, or asked for something else, during the reading.
   */
  onFrame?: (stage: Stage, current: () => boolean) => void | Promise<void>;
  /** A bead of this simulation has left all bounds: it stands still from then on. */
  onFault?: (index: number, error: BeadworkError) => void;
  /** The device was lost and is back: whatever was noted of later than this time, s, has not happened. */
  onReturn?: (time: number) => void;
  /** After everything was put back to its start. */
  onRestart?: (stage: Stage) => void;
}

export class Stage {
  /** Frames since the start. */
  frames = 0;
  /** Starts so far. */
  #starts = 0;
  readonly #player: Player;
  #playing = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  #visible = true;

  private constructor(
    readonly figure: HTMLElement,
    private readonly options: StageOptions,
  ) {
    const { onFrame, onFault } = options;
    this.#player = new Player(
      figure.querySelector<HTMLCanvasElement>('canvas.stage')!,
      {
        stepped: async (frames) => {
          this.frames += frames;
          const start = this.#starts;
          const current = () => start === this.#starts && figure.getAttribute('aria-busy') !== 'true';
          if (current()) await onFrame?.(this, current);
          // what is on the page is that of this frame
          this.#showFrame();
        },
        fell: (copy, error) => onFault?.(this.#player.copies.all.indexOf(copy), error),
        broke: (error) => this.#fail(error),
        restored: () => void this.#player.inTurn(() => this.#return()).catch(() => undefined),
        refused: (error) => this.#fail(error),
      },
      1,
    );
  }

  /** Null where nothing can run here; the figure says why. */
  static async open(figure: HTMLElement, options: StageOptions): Promise<Stage | null> {
    const stage = new Stage(figure, options);
    try {
      await stage.#player.inTurn(() => stage.#build());
      stage.#begin();
      return stage;
    } catch (error) {
      stage.#fail(error);
      return null;
    }
  }

  get simulations(): readonly Simulation[] {
    return this.#player.copies.simulations;
  }

  get view(): View {
    return this.#player.view!;
  }

  get playing(): boolean {
    return this.#playing;
  }

  set playing(playing: boolean) {
    this.#playing = playing;
    const button = this.figure.querySelector('[data-do="play"]');
    if (button) button.textContent = playing ? 'Pause' : 'Play';
    this.#settle();
  }

  /** Whether a simulation stands still until the next start. */
  fallen(index: number): boolean {
    return this.#player.copies.all[index]?.fault !== null;
  }

  restart(): void {
    this.#starts += 1;
    this.#player.copies.reset();
    this.frames = 0;
    this.#showFrame();
    this.options.onRestart?.(this);
    this.#player.touch();
  }

  #asked = 0;
  /** From the start, once `take` has made the simulations what is asked for now; of several the last one wins. */
  async anew(take: () => Promise<unknown>): Promise<void> {
    const mine = ++this.#asked;
    this.figure.setAttribute('aria-busy', 'true');
    try {
      await take();
      if (mine === this.#asked) this.restart();
    } finally {
      // frames count for nothing until then, also where taking it has failed
      if (mine === this.#asked) this.figure.setAttribute('aria-busy', 'false');
    }
  }

  async #make(on?: 'cpu'): Promise<Simulation[]> {
    const simulations: Simulation[] = [];
    try {
      for (const each of this.options.simulations)
        simulations.push(await Simulation.create({ ...each, ...(on ? { machine: on } : {}) }));
    } catch (error) {
      for (const each of simulations) each.destroy();
      throw error;
    }
    return simulations;
  }

  async #build(): Promise<void> {
    const simulations = await onOneMachine(
      (on) => this.#make(on),
      (made) => made,
    );
    // the canvas has its place from here on
    this.figure.classList.add('running');
    await this.#player.show(simulations, { theme: currentTheme(), ground: null }, async (view) => {
      await this.options.onReady?.(this);
      for (const [index, placing] of (this.options.placing ?? []).entries()) {
        view.stand(index, simulations[index]!, placing);
      }
      view.frame(true);
      if (!this.options.room) return;
      const { target, distance, ...rest } = view.camera;
      view.place({ ...rest, target: [0, target[1], 0], distance: this.options.room * distance });
    });
  }

  #begin(): void {
    new IntersectionObserver((entries) => {
      this.#visible = entries.at(-1)?.isIntersecting ?? true;
      this.#settle();
    }).observe(this.figure);
    addEventListener('themechange', () => {
      this.#player.view?.theme(currentTheme());
      this.#player.touch();
    });
    const act = (name: string, does: () => void) =>
      this.figure.querySelector(`[data-do="${name}"]`)?.addEventListener('click', does);
    act('play', () => {
      this.playing = !this.#playing;
    });
    act('step', () => {
      this.playing = false;
      this.#player.step(1).catch((error) => this.#fail(error));
    });
    act('restart', () => this.restart());
    this.playing = this.#playing;
    this.#showFrame();
  }

  #settle(): void {
    this.#player.seen = this.#visible;
    this.#player.running = this.#playing && this.#visible;
  }

  #showFrame(): void {
    this.figure.dataset.frame = String(this.frames);
  }

  /** Everything is back at its last good state. */
  async #return(): Promise<void> {
    const [first] = this.simulations;
    if (!first) return;
    const { steps, time } = await first.measure();
    this.frames = steps;
    this.#showFrame();
    this.options.onReturn?.(time);
  }

  #fail(thrown: unknown): void {
    const error = asError(thrown);
    // what was there comes back by itself
    if (error.code === 'device-lost' && this.#player.view) return;
    this.#player.destroy();
    sayWhatIsMissing(this.figure, error);
  }
}

/** Of points over time, those that are no later. */
export const until = (points: [number, number][], time: number): [number, number][] =>
  points.filter(([at]) => at <= time);

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
