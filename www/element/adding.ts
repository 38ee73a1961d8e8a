// Bodies and joints for every simulation on show.
import type { Simulation } from '../exports';
import type { BodyDescription, JointDescription } from '../types';

/** Adds them to all, or to none. Their numbers in the first. */
export function addToAll(
  simulations: readonly Simulation[],
  bodies: BodyDescription[],
  joints: JointDescription[],
): number[] {
  const added: { simulation: Simulation; bodies: number[]; joints: number[] }[] = [];
  try {
    for (const simulation of simulations) {
      const one = { simulation, bodies: simulation.addBodies(bodies), joints: [] as number[] };
      added.push(one);
      one.joints = simulation.addJoints(joints);
    }
  } catch (error) {
    for (const one of added) {
      one.simulation.removeJoints(one.joints);
      one.simulation.removeBodies(one.bodies);
    }
    throw error;
  }
  return added[0]?.bodies ?? [];
}
