// What is measured: simulations of a scene, on the machine that the run is of.
import { Simulation } from '../beadwork';
import type { SimulationOptions } from '../simulation';

export type MachineName = 'gpu' | 'cpu';

/** Of the run that is under way. */
export const on: { machine: MachineName } = { machine: 'gpu' };

export const subject = (options: Omit<SimulationOptions, 'machine'>): Promise<Simulation> =>
  Simulation.create({ ...options, ...on });
