// Four times a second the simulations are asked what they leave undone, and everything that shows figures shows it.
import type { Lab } from './lab';

/** ms */
const EVERY = 250;

export class Measuring {
  /** Milliseconds that a frame took by the clock on the wall. */
  wall = 0;
  #at = 0;
  /** Recording every pass is dear: it is switched on for the step before a measurement, and off again by it. */
  #byPass = false;

  constructor(private readonly lab: Lab) {}

  /** Steps; with a measurement after them where one is due. */
  async step(frames: number): Promise<void> {
    const due = performance.now() - this.#at > EVERY;
    if (due) await this.#recordPasses();
    const began = performance.now();
    await this.lab.stage.step(frames);
    this.wall = (performance.now() - began) / frames;
    if (due) await this.now();
  }

  /** One frame, whose passes are all recorded. */
  async stepOnce(): Promise<void> {
    await this.#recordPasses();
    await this.lab.stage.step(1);
    await this.now();
  }

  /** Without a picture between, but with the plots' points. */
  async runTo(time: number): Promise<void> {
    const { timestep } = this.lab.state.parameters;
    const frames = Math.max(1, Math.round(EVERY / 1000 / timestep));
    for (let left = Math.round(time / timestep); left > 0; left -= frames) {
      await this.lab.stage.step(Math.min(frames, left));
      await this.now();
    }
    this.lab.figures.say();
  }

  async now(): Promise<void> {
    const { stage, readings, plots, figures, panel, table } = this.lab;
    this.#at = performance.now();
    this.#byPass = false;
    await stage.measure(false);
    readings.add(stage.runners, this.wall);
    plots.update();
    figures.update();
    panel.show(stage.runners);
    table.show();
  }

  async #recordPasses(): Promise<void> {
    if (this.#byPass || !this.lab.state.plots.includes('residual')) return;
    this.#byPass = true;
    await this.lab.stage.measure(true);
  }
}
