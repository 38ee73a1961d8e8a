use crate::cpu::body::{free_angular, free_linear};
use crate::cpu::number::Number;
use crate::cpu::records::{Step, Velocity};
use crate::cpu::world::World;

/// v* = (v + h g)(1 − damping h), ω* = tumbled ω (1 − damping h)
pub fn compute_free_velocity<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    let v = world.velocities[body];
    world.free_velocities[body] = Velocity {
        linear: free_linear(step, v.linear),
        angular: free_angular(step, v.angular, world.poses[body].rotation, &world.bodies[body]),
    };
}
