// What is noted of every copy when it has been measured: how far it has stretched, the number that its scene is about, how many
// of its bodies are out of the picture.
import type { Edits } from './edits';
import { matterOf } from './matters';
import type { Runner } from './runner';
import type { Servos } from './servos';
import type { Stage } from './stage';
import { stretchOf } from './threads';

/** Of more bodies than these none is looked for. */
const MOST = 5000;
/** Beyond the picture's edge, CSS pixels. */
const BEYOND = 12;

export async function note(stage: Stage, edits: Edits, servos: Servos): Promise<void> {
  const targets = new Map(servos.list.map(({ joint, target }) => [joint, target]));
  await Promise.all(stage.runners.map((runner, copy) => noteOne(stage, edits, targets, runner, copy)));
}

async function noteOne(
  stage: Stage,
  edits: Edits,
  targets: ReadonlyMap<number, number>,
  runner: Runner,
  copy: number,
): Promise<void> {
  const { scene, repair, camera } = stage.state;
  const { simulation, byDepth } = runner;
  const pendant = scene === 'pendant';
  const matter = matterOf(scene, repair);
  // a view that somebody turned shows what it shows
  const looks = stage.runners.length > 1 && camera === null && simulation.bodyCount <= MOST;
  if (runner.gone) runner.stretch = Number.NaN;
  else if (pendant || matter || looks) {
    const joints = matter?.joints?.(edits.scene) ?? [];
    const [state, readings] = await Promise.all([
      simulation.readState(),
      joints.length > 0 ? simulation.readJoints(joints) : [],
    ]);
    if (pendant) runner.stretch = stretchOf(state.positions, edits.hanging.threads);
    // a race of contacts is about depths
    const counts = matter && (!byDepth || stage.runners.length === 1);
    runner.told = counts ? matter.read({ scene: edits.scene, targets, state, readings }) : null;
    const loose = looks ? simulation.bodies().filter((body) => !edits.scene.bodies[body]?.fixed) : [];
    runner.out = outOf(stage, loose, copy, state.positions);
  }
  runner.note();
}

function outOf(stage: Stage, bodies: readonly number[], copy: number, positions: Float32Array): number {
  const { width, height } = stage.size;
  return bodies.filter((body) => {
    const { x, y } = stage.seen(copy, positions.subarray(3 * body));
    return x < -BEYOND || y < -BEYOND || x > width + BEYOND || y > height + BEYOND;
  }).length;
}
