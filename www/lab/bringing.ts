// A scene that is not a built-in one, in place of the one that is there.
import type { Parameters, SceneDescription } from '../beadwork';
import { DEFAULTS } from '../parameters';
import { leaveScene } from './recommended';
import type { Stage } from './stage';
import { FILE, type LabState } from './state';

/** With what else changes of the state. One that is refused leaves everything as it was. */
export async function bring(
  stage: Stage,
  scene: SceneDescription,
  changes: Partial<LabState>,
  staged: () => void,
): Promise<void> {
  const { state, described } = stage;
  const before = { ...state, parameters: { ...state.parameters } };
  leaveScene(state);
  const fresh = { repair: null, scene: FILE, made: null, options: {}, camera: null, edits: [] };
  Object.assign(state, fresh, changes);
  stage.described = scene;
  state.parameters.gravity = gravityOf(scene);
  try {
    await stage.build(staged);
  } catch (error) {
    stage.described = described;
    Object.assign(state, before);
    throw error;
  }
}

/** A scene may bring its own; one that makes no sense is refused with the rest of the scene. */
export function gravityOf({ gravity }: SceneDescription): Parameters['gravity'] {
  const sound = Array.isArray(gravity) && gravity.length === 3 && gravity.every(Number.isFinite);
  return sound ? [...gravity] : [...DEFAULTS.gravity];
}
