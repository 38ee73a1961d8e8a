// From settings to simulations: one, or the same scene under several solvers and settings.
import type { Settings } from '../attributes';
import type { Competitor } from '../compare';
import { asError } from '../errors';
import { BeadworkError, type Machine, type Parameters, type SceneDescription, Simulation } from '../exports';
import { withPicture } from '../machine';
import { DEFAULTS } from '../parameters';
import { onOneMachine } from '../player/copies';

export interface Built {
  simulations: Simulation[];
  /** Whose each of them is, where there are several. */
  compare: readonly Competitor[];
  /** The scene's own gravity, m/s². */
  gravity: Parameters['gravity'];
}

/** The settings' scene, in the simulations that are there and in new ones. Rejects if it cannot be had. */
export async function build(settings: Settings, known: readonly Simulation[]): Promise<Built> {
  const make = (on?: Machine) => makeOrLoad(on ? { ...settings, machine: on } : settings, known);
  // those that are there have a picture, which keeps to their machine
  if (known[0])
    return makeOrLoad({ ...settings, machine: await withPicture(settings.machine, known[0].machine) }, known);
  return onOneMachine(make, ({ simulations }) => simulations);
}

async function makeOrLoad(settings: Settings, known: readonly Simulation[]): Promise<Built> {
  const scene = settings.src === undefined ? settings.scene : await fetchScene(settings.src);
  const options = typeof scene === 'string' ? settings.sceneOptions : undefined;
  const fresh: Simulation[] = [];
  try {
    const simulations = await Promise.all(
      Array.from({ length: Math.max(1, settings.compare.length) }, async (_, i) => {
        const old = known[i];
        if (old) {
          await old.load(scene, options);
          return old;
        }
        const { machine } = settings;
        const made = await Simulation.create(
          options ? { scene, sceneOptions: options, machine } : { scene, machine },
        );
        fresh.push(made);
        return made;
      }),
    );
    return {
      simulations,
      compare: settings.compare,
      gravity: (typeof scene === 'object' && scene.gravity) || DEFAULTS.gravity,
    };
  } catch (error) {
    for (const simulation of fresh) simulation.destroy();
    throw error;
  }
}

/**
 * Gives each simulation the settings' parameters, one by one where not all of them can be had.
 * @param refused hears of a parameter that cannot; everything goes on
 */
export function setParameters(
  { simulations, gravity }: Built,
  { parameters, compare }: Settings,
  refused: (error: BeadworkError) => void,
): void {
  for (const [i, simulation] of simulations.entries()) {
    const wanted: Parameters = { ...DEFAULTS, gravity, ...simulation.recommended, ...parameters };
    const own = compare[i];
    if (own) Object.assign(wanted, own.parameters, { solver: own.solver });
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
