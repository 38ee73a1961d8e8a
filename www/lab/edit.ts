// One pin or one cut.
import type { Simulation } from '../beadwork';

export type Edit = { kind: 'pin'; body: number; fixed: boolean } | { kind: 'cut'; joint: number };

export function put(simulation: Simulation, edit: Edit): void {
  if (edit.kind === 'pin') simulation.setFixed(edit.body, edit.fixed);
  else simulation.cut(edit.joint);
}
