// One pin, one cut, one change of a joint, or one thing that was dropped.
import type { JointChanges, JointDescription, MachineChoice, Simulation } from '../beadwork';
import type { Drop, Parts } from './drop/things';

export type Edit =
  | { kind: 'pin'; body: number; fixed: boolean }
  | { kind: 'cut'; joint: number }
  | { kind: 'set'; joint: number; changes: JointChanges }
  | ({ kind: 'drop' } & Drop);

/** The numbers of the bodies that came, if any did. */
export function put(simulation: Simulation, edit: Edit): number[] {
  if (edit.kind === 'pin') simulation.setFixed(edit.body, edit.fixed);
  else if (edit.kind === 'cut') simulation.cut(edit.joint);
  else if (edit.kind === 'set') simulation.setJoint(edit.joint, edit.changes);
  else return add(simulation, edit.parts!);
  return [];
}

/** All of it or, with an error, nothing. */
function add(simulation: Simulation, { bodies, joints }: Parts): number[] {
  const numbers = simulation.addBodies(bodies);
  try {
    const between = joints.map(
      (joint) => ({ ...joint, a: numbers[joint.a]!, b: numbers[joint.b]! }) as JointDescription,
    );
    if (between.length > 0) simulation.addJoints(between);
  } catch (error) {
    simulation.removeBodies(numbers);
    throw error;
  }
  return numbers;
}

/** Drops are made of parts, and these come first. */
export async function complete(edits: readonly Edit[], machine: MachineChoice): Promise<void> {
  for (const edit of edits) {
    if (edit.kind !== 'drop' || edit.parts) continue;
    const { partsOf } = await import('./drop/parts');
    edit.parts = await partsOf(edit, machine);
  }
}
