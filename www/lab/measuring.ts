// Four times a second the simulations are asked what they leave undone; whoever shows figures hears of it.
import type { Edits } from './edits';
import type { Signal } from './events';
import type { Readings } from './readings';
import type { Stage } from './stage';
import { stretchOf } from './threads';

/** ms */
const EVERY = 250;

export class Measuring {
  /** Milliseconds that a frame took by the clock on the wall. */
  wall = 0;
  #at = 0;
  /** Recording every pass is dear: it is switched on for the step before a measurement, and off again by it. */
  #byPass = false;

  constructor(
    private readonly stage: Stage,
    private readonly edits: Edits,
    private readonly readings: Readings,
    private readonly measured: Signal,
  ) {}

  /** Steps; with a measurement after them where one is due. */
  async step(frames: number): Promise<void> {
    const due = performance.now() - this.#at > EVERY;
    if (due) await this.#recordPasses();
    const began = performance.now();
    await this.stage.step(frames);
    this.wall = (performance.now() - began) / frames;
    if (due) await this.now();
  }

  /** One frame, whose passes are all recorded. */
  async stepOnce(): Promise<void> {
    await this.#recordPasses();
    await this.stage.step(1);
    await this.now();
  }

  /** Without a picture between, but with the plots' points. */
  async runTo(time: number): Promise<void> {
    const { timestep } = this.stage.state.parameters;
    const frames = Math.max(1, Math.round(EVERY / 1000 / timestep));
    for (let left = Math.round(time / timestep); left > 0; left -= frames) {
      if (left <= frames) await this.#recordPasses();
      await this.stage.step(Math.min(frames, left));
      await this.now();
    }
  }

  async now(): Promise<void> {
    this.#at = performance.now();
    this.#byPass = false;
    await this.stage.measure(false);
    if (this.stage.state.scene === 'pendant') await this.#stretches();
    this.readings.add(this.stage.runners, this.wall);
    this.measured.tell();
  }

  async #stretches(): Promise<void> {
    const { runners } = this.stage;
    const states = await Promise.all(runners.map(({ simulation }) => simulation.readState()));
    states.forEach(({ positions }, k) => {
      const runner = runners[k]!;
      runner.stretch = runner.gone ? Number.NaN : stretchOf(positions, this.edits.hanging.threads);
    });
  }

  async #recordPasses(): Promise<void> {
    if (this.#byPass || !this.stage.state.plots.includes('residual')) return;
    this.#byPass = true;
    await this.stage.measure(true);
  }
}
