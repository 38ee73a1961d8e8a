// Simulations that go side by side: stepped, measured and begun again together.

import { asError } from '../errors';
import type { BeadworkError, Measures, Simulation } from '../exports';

export interface Copy {
  readonly simulation: Simulation;
  /** Of the last measurement. */
  measures: Measures | null;
  /** Why it stands still until all begin again; null while it goes on. */
  fault: BeadworkError | null;
}

/**
 * Simulations that are to stand in one picture: on one machine, then. Where one runs on the CPU and
 * another does not, since the device was seen to compute wrongly meanwhile or is the faster one for some of them only, all are made again there.
 */
export async function onOneMachine<T>(
  make: (on?: 'cpu') => Promise<T>,
  simulationsOf: (made: T) => Simulation[],
): Promise<T> {
  // the second time the page knows of a wrong device
  for (let turn = 0; turn < 2; turn++) {
    const made = await make();
    const simulations = simulationsOf(made);
    if (new Set(simulations.map(({ machine }) => machine)).size < 2) return made;
    for (const simulation of simulations) simulation.destroy();
  }
  return make('cpu');
}

export class Copies {
  #all: readonly Copy[] = [];
  /** How often they have begun again: a step from before counts no more. */
  #starts = 0;

  get all(): readonly Copy[] {
    return this.#all;
  }

  get first(): Copy | undefined {
    return this.#all[0];
  }

  get simulations(): Simulation[] {
    return this.#all.map(({ simulation }) => simulation);
  }

  /** These from now on; gives those that are not among them and have to be destroyed. */
  replace(simulations: readonly Simulation[]): Simulation[] {
    const gone = this.simulations.filter((simulation) => !simulations.includes(simulation));
    this.#all = simulations.map((simulation) => ({ simulation, measures: null, fault: null }));
    this.#starts += 1;
    return gone;
  }

  /**
   * Steps all that go on; false if they began again meanwhile. Where a bead leaves all bounds `fell` is called, and
   * that copy stands still from then on; without `fell` it is an error like any other.
   */
  async step(frames: number, fell?: (copy: Copy, error: BeadworkError) => void): Promise<boolean> {
    const start = this.#starts;
    await Promise.all(
      this.#all
        .filter(({ fault }) => fault === null)
        .map(async (copy) => {
          try {
            await copy.simulation.step(frames);
          } catch (thrown) {
            const error = asError(thrown);
            if (!fell || error.code !== 'non-finite') throw error;
            if (start !== this.#starts) return;
            copy.fault = error;
            fell(copy, error);
          }
        }),
    );
    return start === this.#starts;
  }

  /** `byIteration`: see `Simulation.measure`. */
  async measure(byIteration?: boolean): Promise<void> {
    const options = byIteration === undefined ? undefined : { byIteration };
    await Promise.all(
      this.#all.map(async (copy) => {
        copy.measures = await copy.simulation.measure(options);
      }),
    );
  }

  reset(): void {
    this.#starts += 1;
    for (const copy of this.#all) {
      copy.simulation.reset();
      copy.fault = null;
    }
  }

  /** Frees everything at once. May be called twice. */
  destroy(): void {
    for (const simulation of this.replace([])) simulation.destroy();
  }
}
