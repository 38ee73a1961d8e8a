use crate::cpu::number::Number;
use crate::cpu::records::{Step, Velocity};
use crate::cpu::world::World;

/// Before a projection: the velocities are kept where V* was, and in their place come those that shut the joints.
pub fn joint_aside<N: Number>(world: &mut World<N>, _: &Step<N>, body: usize) {
    world.free_velocities[body] = world.velocities[body];
    world.velocities[body] = Velocity::default();
}
