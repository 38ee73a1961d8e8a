// How time goes on the page: the loop of pictures, play and pause, one frame, from the start.
import { get } from './elements';
import type { Lab } from './lab';

/** The first view begins again after so many seconds until somebody takes part. */
const AGAIN_AFTER = 12;

export class Time {
  readonly #still = matchMedia('(prefers-reduced-motion: reduce)');
  playing = !this.#still.matches;
  /** A bead is held: time runs, even in a pause. */
  #held = false;
  /** The page as nobody has asked it to be: it shows its point again and again. */
  #showing = location.search.replace(/^\?(theme=\w+)?$/, '') === '';
  #request = 0;

  constructor(private readonly lab: Lab) {}

  /** It stands because less motion was asked for, and nobody has said otherwise. */
  get still(): boolean {
    return this.#still.matches && !this.playing;
  }

  /** From here on the page is the visitor's. */
  takePart(): void {
    this.#showing = false;
    get('hint').classList.add('done');
  }

  start(): void {
    const { queue } = this.lab;
    cancelAnimationFrame(this.#request);
    let last = performance.now();
    const frame = (now: number) => {
      this.#request = requestAnimationFrame(frame);
      if (queue.busy || document.hidden) return;
      const seconds = Math.min(0.25, Math.max(0, (now - last) / 1000));
      last = now;
      void queue.run(() => this.#picture(seconds)).catch((error) => this.lab.building.fail(error));
    };
    this.#request = requestAnimationFrame(frame);
  }

  async #picture(seconds: number): Promise<void> {
    const { stage, state, pace, messages, measuring, selection } = this.lab;
    const { view, first } = stage;
    if (!view || !first || messages.inTheWay) return;
    const start = performance.now();
    const moving = view.advance(seconds);
    const runs = this.playing || this.#held;
    const frames = runs ? pace.frames(seconds * state.speed, state.parameters.timestep) : 0;
    if (frames > 0) {
      await measuring.step(frames);
      if (stage.runners.every(({ gone }) => gone)) {
        messages.say(`Beads left all bounds under ${first.title}; it begins again.`, 'non-finite');
        await this.#again();
      } else if (this.#showing && (first.measures?.time ?? 0) > AGAIN_AFTER) await this.#again();
    }
    this.showPace();
    if (!stage.stale && !moving) return;
    stage.render();
    await selection.follow();
    if (this.playing) stage.note(performance.now() - start);
  }

  /** Slow motion, asked for or not, is said. */
  showPace(): void {
    const slow = get('slow');
    const { speed } = this.lab.state;
    const words = [
      speed < 1 ? `1/${1 / speed} speed` : '',
      this.playing && this.lab.pace.slow ? 'slow motion: this machine cannot keep up' : '',
    ].filter(Boolean);
    const sentence = words.join(', ');
    slow.hidden = sentence === '';
    if (slow.textContent !== sentence) slow.textContent = sentence;
  }

  setPlaying(now: boolean): void {
    this.playing = now;
    this.lab.pace.rest();
    get('play').textContent = now ? 'Pause' : 'Play';
    get('start').hidden = !this.still;
    this.start();
  }

  toggle(): void {
    this.takePart();
    this.setPlaying(!this.playing);
    if (!this.playing) this.lab.figures.say();
  }

  hold(held: boolean): void {
    this.#held = held;
    this.lab.pace.rest();
    this.start();
  }

  stepOnce(): void {
    const { queue, measuring, building } = this.lab;
    this.takePart();
    this.setPlaying(false);
    void queue.run(() => measuring.stepOnce()).catch((error) => building.fail(error));
  }

  fromStart(): void {
    const { queue, building } = this.lab;
    this.takePart();
    void queue.run(() => this.#again()).catch((error) => building.fail(error));
    this.start();
  }

  async #again(): Promise<void> {
    const { stage, edits, readings, pace, touching, measuring, address } = this.lab;
    stage.reset();
    edits.again();
    address.remember();
    readings.start(stage.runners);
    pace.rest();
    await touching.refresh();
    await measuring.now();
  }
}
