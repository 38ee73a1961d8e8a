// What the simulation finds for one step of a scene in the plane, to stand beside what the page worked out.
import { type SceneDescription, Simulation } from '../beadwork';
import { get } from '../dom';
import { format } from './bind';

export interface Asked {
  /** By joint: N along x and y, N m that turns the child. */
  forces: [number, number, number][];
  rounds: number;
}

/** What was found, with two digits; `data-value` has all of them. Not among the page’s live numbers: those stand in the page before anything runs. */
export function tellAsked(place: string, value: number): void {
  const output = get(place);
  output.textContent = format(value, 2);
  output.dataset.value = String(value);
}

let made: Promise<Simulation> | null = null;
/** The last one asked for wins: null for all others, and where nothing runs. */
let asked = 0;
let busy: Promise<unknown> = Promise.resolve();

/** Nothing is asked before this has come: what moves on the first screen goes first. */
export function askAfter(ready: Promise<unknown>): void {
  busy = ready;
}

async function step(scene: SceneDescription): Promise<Asked> {
  made ??= Simulation.create({
    scene,
    // one solve for the velocities, with nothing carried over
    parameters: { solver: 'direct', positions: 'pulled', substeps: 1, stiffnessGuard: false, rounds: 32 },
  });
  const simulation = await made;
  await simulation.load(scene);
  await simulation.step(1);
  const [readings, { rotations }, { rounds }] = await Promise.all([
    simulation.readJoints(),
    simulation.readState(),
    simulation.measure(),
  ]);
  const forces = readings.map(({ forces }, l): [number, number, number] => {
    // along the axes of a, which has turned since the solve
    const a = scene.joints![l]!.a as number;
    const [, , z = 0, w = 1] = scene.bodies[a]!.rotation ?? [];
    const turned = 2 * (Math.atan2(rotations[4 * a + 2]!, rotations[4 * a + 3]!) - Math.atan2(z, w));
    const [c, s, x, y] = [Math.cos(turned), Math.sin(turned), forces[1]!, forces[2]!];
    return [c * x - s * y, s * x + c * y, forces[3]!];
  });
  return { forces, rounds };
}

/** Asks for one of several questions of the page at a time. */
export function asking(): (scene: SceneDescription) => Promise<Asked | null> {
  let mine = 0;
  return (scene) => {
    const question = ++asked;
    mine = question;
    const answer = busy.then(async () => {
      if (mine !== question) return null;
      try {
        return await step(scene);
      } catch {
        return null;
      }
    });
    busy = answer;
    return answer.then((found) => (mine === question ? found : null));
  };
}
