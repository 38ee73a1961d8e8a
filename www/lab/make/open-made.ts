// The scene that an address brings, ahead of the first picture: unpacked and tried, or told why not, and then the page opens as it
// does by itself.
import { BeadworkError, type SceneDescription, Simulation } from '../../beadwork';
import { gravityOf } from '../bringing';
import { sentenceOf } from '../messages';
import type { Stage } from '../stage';
import { firstView } from '../state';
import { decode } from './link';

/** A sentence where the address holds no scene that can be used. */
export async function openMade(stage: Stage): Promise<string[]> {
  const { state } = stage;
  if (state.made === null) return [];
  try {
    const scene = (await decode(state.made)) as SceneDescription;
    await tryOut(scene, stage);
    stage.described = scene;
    if (!state.named.includes('gravity')) state.parameters.gravity = gravityOf(scene);
    return [];
  } catch (error) {
    const { scene, options, compare, parameters } = firstView();
    Object.assign(state, { scene, options, compare, made: null, edits: [], camera: null });
    state.parameters.solver = parameters.solver;
    return [sentenceOf(error)];
  }
}

/** Throws what is wrong with a scene; what is wrong with the machine, its first picture says. */
async function tryOut(scene: SceneDescription, { state }: Stage): Promise<void> {
  try {
    (await Simulation.create({ scene, machine: state.machine })).destroy();
  } catch (error) {
    const ofScene = ['scene', 'parameter', 'limit', 'not-applicable'];
    if (error instanceof BeadworkError && ofScene.includes(error.code)) throw error;
  }
}
