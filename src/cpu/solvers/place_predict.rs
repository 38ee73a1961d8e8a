use crate::cpu::algebra::exponential;
use crate::cpu::body::{free_angular, free_linear, world_inverse_inertia};
use crate::cpu::number::Number;
use crate::cpu::records::{Step, Velocity};
use crate::cpu::world::World;

/// v ← (v + h g)(1 − damping h), ω ← tumbled ω (1 − damping h); x ← x + h v, q ← exp(h ω) q, and the true M⁻¹ there
pub fn place_predict<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    let (facts, v) = (world.bodies[body], world.velocities[body]);
    let pose = &mut world.poses[body];
    let linear = free_linear(step, v.linear);
    let angular = free_angular(step, v.angular, pose.rotation, &facts);
    pose.position += step.h * linear;
    pose.rotation = (exponential(step.h * angular) * pose.rotation).normalize();
    world.mobility[body] = world_inverse_inertia(pose.rotation, facts.inverse_inertia);
    world.velocities[body] = Velocity { linear, angular };
}
