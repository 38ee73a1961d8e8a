// From settings to simulations: one, or the same scene under several solvers and settings.
import type { Settings } from '../attributes';
import type { Competitor } from '../compare';
import { asError } from '../errors';
import {
  BeadworkError,
  type Parameters,
  type SceneDescription,
  Simulation,
  type SimulationOptions,
} from '../exports';
import { DEFAULTS } from '../parameters';
import { onOneMachine } from '../player/copies';

export interface Built {
  simulations: Simulation[];
  /** Whose each of them is, where there are several. */
  compare: readonly Competitor[];
  /** The scene's own gravity, m/s². */
  gravity: Parameters['gravity'];
}

/** A built-in scene's name with its options, or a scene. */
interface Asked {
  scene: string | SceneDescription;
  sceneOptions?: object;
}

/**
 * The settings' scene, in the simulation that is there or in new ones. Rejects if it cannot be had; then the ones
 * that are there run on.
 */
export async function build(settings: Settings, known: readonly Simulation[]): Promise<Built> {
  const { src, compare, sceneOptions } = settings;
  const asked: Asked =
    src === undefined ? { scene: settings.scene, sceneOptions } : { scene: await fetchScene(src) };
  const simulations = await simulationsOf(asked, settings, known);
  const { scene } = asked;
  // where a scene says none, its simulation has kept the gravity of the scene before
  const gravity =
    typeof scene === 'string' ? simulations[0]!.parameters.gravity : (scene.gravity ?? DEFAULTS.gravity);
  return { simulations, compare, gravity };
}

/** A simulation that is alone takes the scene in. Several are made anew: all of them change, or none. */
async function simulationsOf(
  asked: Asked,
  settings: Settings,
  known: readonly Simulation[],
): Promise<Simulation[]> {
  const copies = Array.from({ length: Math.max(1, settings.compare.length) }, (_, i) => i);
  const [first] = known;
  if (!first) {
    const make = (machine = settings.machine) => createAll(copies.map(() => ({ ...asked, machine })));
    return onOneMachine(make, (made) => made);
  }
  if (copies.length === 1 && (await takes(first, asked))) return [first];
  // the picture keeps to its machine, and what runs gives way only to solvers that take the scene
  const { machine } = first;
  return createAll(copies.map((i) => ({ ...asked, machine, parameters: solverOf(settings, i) })));
}

/** Loads the scene. False where the solver in force refuses it: another solver may come with the scene. */
async function takes(simulation: Simulation, { scene, sceneOptions }: Asked): Promise<boolean> {
  try {
    await simulation.load(scene, sceneOptions);
    return true;
  } catch (error) {
    const { path } = asError(error);
    if (path === 'solver' || path === 'execution') return false;
    throw error;
  }
}

/** All of them or none. */
async function createAll(all: SimulationOptions[]): Promise<Simulation[]> {
  const settled = await Promise.allSettled(all.map((options) => Simulation.create(options)));
  const made = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const refused = settled.find((one) => one.status === 'rejected');
  if (!refused) return made;
  for (const simulation of made) simulation.destroy();
  throw refused.reason;
}

/** The parameters asked for one of the copies. */
function parametersOf({ parameters, compare }: Settings, copy: number): Partial<Parameters> {
  const own = compare[copy];
  return own ? { ...parameters, ...own.parameters, solver: own.solver } : parameters;
}

/** Those of them that may refuse a whole scene. */
function solverOf(settings: Settings, copy: number): Partial<Parameters> {
  const { solver, execution } = { ...DEFAULTS, ...parametersOf(settings, copy) };
  return { solver, execution };
}

/**
 * Gives each simulation the settings' parameters, one by one where not all of them can be had.
 * @param refused hears of a parameter that cannot; everything goes on
 */
export function setParameters(
  { simulations, gravity }: Built,
  settings: Settings,
  refused: (error: BeadworkError) => void,
): void {
  for (const [i, simulation] of simulations.entries()) {
    const asked = parametersOf(settings, i);
    const wanted: Parameters = { ...DEFAULTS, gravity, ...simulation.recommended, ...asked };
    try {
      simulation.setParameters(wanted);
    } catch {
      for (const [name, value] of Object.entries(wanted)) {
        try {
          simulation.setParameters({ [name]: value });
        } catch (error) {
          refused(asError(error));
        }
      }
    }
  }
}

async function fetchScene(address: string): Promise<SceneDescription> {
  const failed = (why: string) => new BeadworkError('scene', `The scene file ${address} ${why}.`, 'src');
  const response = await fetch(address).catch(() => {
    throw failed('could not be fetched');
  });
  if (!response.ok) throw failed(`is missing (status ${response.status})`);
  return response.json().catch(() => {
    throw failed('is no JSON');
  });
}
