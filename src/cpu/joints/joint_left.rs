use super::stays;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// The right side of a solve: J V + bias − γ h λ.
#[inline(never)]
pub fn joint_left<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    if stays(world, step, l) {
        return;
    }
    world.lefts[l] = world.left_of(step, l);
}
