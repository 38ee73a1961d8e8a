// One pin, one cut, or one change of a joint.
import type { JointChanges, Simulation } from '../beadwork';

export type Edit =
  | { kind: 'pin'; body: number; fixed: boolean }
  | { kind: 'cut'; joint: number }
  | { kind: 'set'; joint: number; changes: JointChanges };

export function put(simulation: Simulation, edit: Edit): void {
  if (edit.kind === 'pin') simulation.setFixed(edit.body, edit.fixed);
  else if (edit.kind === 'cut') simulation.cut(edit.joint);
  else simulation.setJoint(edit.joint, edit.changes);
}
