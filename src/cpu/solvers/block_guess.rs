use crate::cpu::algebra::exponential;
use crate::cpu::number::Number;
use crate::cpu::records::{Step, Velocity};
use crate::cpu::world::{World, fit};

/// V = V* − (1 − w) h g, x ← x + h V, q ← exp(h ω) q
pub fn block_guess<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    let bodies = world.bodies.len();
    fit(&mut world.leans, bodies);
    let free = world.free_velocities[body];
    let missing = N::ONE - world.leans[body];
    let linear = free.linear - missing * step.h * step.gravity;
    world.velocities[body] = Velocity { linear, angular: free.angular };
    let pose = &mut world.poses[body];
    pose.position += step.h * linear;
    pose.rotation = (exponential(step.h * free.angular) * pose.rotation).normalize();
}
