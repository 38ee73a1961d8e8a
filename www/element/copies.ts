// One simulation, or the same scene under several solvers: built from settings, and stepped and measured together.
import { DEFAULTS, type Settings } from '../attributes';
import {
  BeadworkError,
  type Measures,
  type Parameters,
  type SceneDescription,
  Simulation,
  type SolverName,
} from '../beadwork';
import { asError } from '../errors';

export interface Copy {
  simulation: Simulation;
  /** What it was asked to be solved by. */
  solver: SolverName;
}

export class Copies {
  #all: Copy[] = [];
  /** What was last asked for. */
  #settings: Settings | undefined;
  #gravity = DEFAULTS.gravity;
  #ended = false;

  /** `refused`: a parameter that cannot be had; everything goes on. */
  constructor(private readonly refused: (error: BeadworkError) => void) {}

  get all(): readonly Copy[] {
    return this.#all;
  }

  /** What `load` and `change` that are still under way will come to. */
  want(settings: Settings): void {
    this.#settings = settings;
  }

  /** Builds the settings' scene. Rejects, and leaves everything as it was, if it cannot be had. */
  async load(settings: Settings): Promise<void> {
    const before = this.#all;
    const copies = await this.#build(settings);
    if (this.#ended) {
      for (const { simulation } of copies) simulation.destroy();
      return;
    }
    this.#all = copies;
    for (const { simulation } of before) {
      if (!copies.some((copy) => copy.simulation === simulation)) simulation.destroy();
    }
  }

  /** Takes the settings' parameters over; their scene is `load`'s. */
  change(settings: Settings): void {
    this.#settings = settings;
    this.#all.forEach((copy, i) => {
      copy.solver = this.#parameters(copy.simulation, settings, settings.compare[i]);
    });
  }

  async step(frames: number): Promise<void> {
    await Promise.all(this.#all.map(({ simulation }) => simulation.step(frames)));
  }

  measure(): Promise<Measures[]> {
    return Promise.all(this.#all.map(({ simulation }) => simulation.measure()));
  }

  reset(): void {
    for (const { simulation } of this.#all) simulation.reset();
  }

  /** Frees everything at once. May be called twice. */
  destroy(): void {
    this.#ended = true;
    for (const { simulation } of this.#all) simulation.destroy();
    this.#all = [];
  }

  async #build(settings: Settings): Promise<Copy[]> {
    const solvers: (SolverName | undefined)[] = settings.compare.length > 0 ? settings.compare : [undefined];
    const scene = settings.src === undefined ? settings.scene : await fetchScene(settings.src);
    const options = typeof scene === 'string' ? settings.sceneOptions : undefined;
    const fresh: Simulation[] = [];
    try {
      const copies = await Promise.all(
        solvers.map(async (solver, i): Promise<Copy> => {
          const known = this.#all[i]?.simulation;
          if (known) await known.load(scene, options);
          const simulation =
            known ?? (await Simulation.create(options ? { scene, sceneOptions: options } : { scene }));
          if (!known) fresh.push(simulation);
          return { simulation, solver: solver ?? 'auto' };
        }),
      );
      this.#gravity = (typeof scene === 'object' && scene.gravity) || DEFAULTS.gravity;
      // parameters may have changed while the scene was built
      const latest = this.#settings ?? settings;
      copies.forEach((copy, i) => {
        copy.solver = this.#parameters(copy.simulation, latest, solvers[i]);
      });
      return copies;
    } catch (error) {
      for (const simulation of fresh) simulation.destroy();
      throw error;
    }
  }

  /** What is asked for, one by one where not all of it can be had; gives the solver that it now has. */
  #parameters(simulation: Simulation, settings: Settings, solver: SolverName | undefined): SolverName {
    const wanted: Parameters = { ...DEFAULTS, gravity: this.#gravity, ...settings.parameters };
    if (solver) wanted.solver = solver;
    try {
      simulation.setParameters(wanted);
    } catch {
      for (const [name, value] of Object.entries(wanted)) {
        try {
          simulation.setParameters({ [name]: value });
        } catch (error) {
          this.refused(asError(error));
        }
      }
    }
    return simulation.parameters.solver;
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

/** How far to either side of x = 0 a scene may come, m. */
export async function reachOf(simulation: Simulation): Promise<number> {
  const { positions } = await simulation.readState();
  let reach = 0;
  for (let i = 0; i < positions.length; i += 3) reach = Math.max(reach, Math.abs(positions[i]!));
  return Math.max(reach, 0.5);
}
