// Ties a simulation to a scene of three.js: what it is told, and `attach`.
import { refuseUnknown } from '../asked';
import { BeadworkError } from '../errors';
import type { Simulation } from '../simulation';
import { Physics } from './physics';

/** What `attach` takes. */
export interface AttachOptions {
  /** Simulated time of one frame, s: it becomes the simulation's parameter of that name, which holds if this is left out, 1/60 as it comes. */
  timestep?: number;
  /** Whether pictures between two frames show what lies between them; they do unless given. Else they show the last frame. */
  interpolate?: boolean;
  /** Time that is caught up with at most, s; 0.25 unless given. What is beyond is dropped: a tab that slept does not make up for it. */
  most?: number;
}

const OPTIONS = ['timestep', 'interpolate', 'most'];

function readOptions(options: AttachOptions): Required<Omit<AttachOptions, 'timestep'>> {
  refuseUnknown(options, OPTIONS);
  const { interpolate = true, most = 0.25 } = options;
  if (typeof interpolate !== 'boolean')
    throw new BeadworkError('parameter', 'interpolate must be true or false.', 'interpolate');
  if (typeof most !== 'number' || !(most > 0 && most <= 10))
    throw new BeadworkError('parameter', 'most must be a number of seconds above 0 and up to 10.', 'most');
  return { interpolate, most };
}

/**
 * Ties a simulation to a scene of three.js. Nothing moves until `Physics.update` is called.
 *
 * `const physics = attach(simulation); physics.bind(mesh, 'door'); renderer.setAnimationLoop((t) => { physics.update(t); … })`
 */
export function attach(simulation: Simulation, options: AttachOptions = {}): Physics {
  const { interpolate, most } = readOptions(options);
  if (options.timestep !== undefined) simulation.setParameters({ timestep: options.timestep });
  const { timestep } = simulation.parameters;
  if (timestep > most)
    throw new BeadworkError(
      'parameter',
      `most must be as long as a frame at least, ${timestep} s; it is ${most} s.`,
      'most',
    );
  return new Physics(simulation, interpolate, most);
}
