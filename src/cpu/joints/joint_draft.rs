use crate::cpu::number::Number;
use crate::cpu::records::{Motion, Step};
use crate::cpu::world::{World, fit};

/// How the substep finds a body, to be taken back; the shader's head has the formulas of all the stages.
pub fn joint_draft<N: Number>(world: &mut World<N>, _: &Step<N>, body: usize) {
    fit(&mut world.drafts, world.bodies.len());
    world.free_velocities[body] = world.velocities[body];
    world.drafts[body] = Motion { pose: world.poses[body], v: world.velocities[body] };
}
