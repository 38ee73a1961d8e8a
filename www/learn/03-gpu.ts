// The joint of chapter 3 given to the simulation itself.
import type { SceneDescription, Simulation } from '../beadwork';
import type { BallJoint, Vector } from './joint';

/** The two bodies as a scene for the simulation. */
function sceneOf({ a, b, gap, pinned }: BallJoint): SceneDescription {
  const bodies = [a, b].map((body, i) => ({
    position: [0, 1, 2].map((k) => (i === 0 ? gap[k]! : 0) - body.arm[k]!) as Vector,
    radius: 0.1,
    mass: body.mass,
    inertia: [body.inertia, body.inertia, body.inertia] as Vector,
    ...(i === 1 && pinned ? { fixed: true } : { linearVelocity: body.linear, angularVelocity: body.angular }),
  }));
  return {
    version: 1,
    gravity: [0, 0, 0],
    bodies,
    joints: [{ type: 'point', a: 0, b: 1, anchorA: a.arm, anchorB: b.arm }],
  };
}

/** λ as the kernels find it. */
export async function solveOnGpu(joint: BallJoint): Promise<number[]> {
  // the module and its wasm are fetched only by who asks
  const beadwork = await import('../beadwork');
  let simulation: Simulation | undefined;
  try {
    simulation = await beadwork.Simulation.create({
      machine: 'gpu',
      scene: sceneOf(joint),
      parameters: {
        solver: 'jacobi',
        iterations: 1,
        relaxation: 1,
        warmStart: 0,
        timestep: joint.dt,
        stabilisation: joint.stabilisation,
        stiffnessGuard: false,
      },
    });
    await simulation.step();
    return [...(await simulation.readState()).multipliers];
  } finally {
    simulation?.destroy();
  }
}
