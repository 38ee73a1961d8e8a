use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// Puts a body that moves by its velocity back to where the substep began: both halves looked at where it ends.
pub fn joint_back<N: Number>(world: &mut World<N>, _: &Step<N>, body: usize) {
    world.poses[body] = world.drafts[body].pose;
}
