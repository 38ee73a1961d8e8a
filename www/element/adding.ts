// Bodies and joints for every simulation on show.
import type { Simulation } from '../exports';
import type { BodyDescription, JointDescription } from '../types';

/** Adds them to all, or to none. Their numbers in the first. */
export function addToAll(
  simulations: readonly Simulation[],
  bodies: BodyDescription[],
  joints: JointDescription[],
): number[] {
  const added: [Simulation, number[]][] = [];
  try {
    for (const simulation of simulations) {
      added.push([simulation, simulation.addBodies(bodies)]);
      simulation.addJoints(joints);
    }
  } catch (error) {
    // joints go with their bodies
    for (const [simulation, numbers] of added) simulation.removeBodies(numbers);
    throw error;
  }
  return added[0]?.[1] ?? [];
}
