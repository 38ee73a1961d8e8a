// What is changed while it runs: by the panel, and by the slider of passes under the picture.
import type { Parameters as Values } from '../beadwork';
import { get } from './elements';
import type { Lab } from './lab';

export class Parameters {
  readonly #slider = get<HTMLInputElement>('iterations');

  constructor(private readonly lab: Lab) {
    this.#slider.addEventListener('input', () => {
      this.set({ iterations: this.#slider.valueAsNumber });
      lab.panel.show(lab.stage.runners);
    });
  }

  /** Throws what the simulation refuses; nothing is changed then. */
  set(changes: Partial<Values>): void {
    const { time, stage, state, figures, readings, address, queue, measuring, building } = this.lab;
    time.takePart();
    stage.setParameters(changes);
    Object.assign(state.parameters, changes);
    if (changes.solver) {
      figures.start();
      readings.start(stage.runners);
    }
    this.showPasses();
    figures.update();
    address.remember();
    // while it runs the next measurement tells what `auto` chose
    if (!time.playing) void queue.run(() => measuring.now()).catch((error) => building.fail(error));
  }

  showPasses(): void {
    const { stage, state } = this.lab;
    const { iterations } = state.parameters;
    this.#slider.value = String(iterations);
    get('iterations-value').textContent = String(iterations);
    get('passes').classList.toggle('off', !stage.runners.some(({ iterative }) => iterative));
  }
}
