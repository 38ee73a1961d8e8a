use super::joint_publish::squared;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::step::record_residual::add_partial;
use crate::cpu::world::World;

/// Σ |J V + bias − γ h λ|² over the joints of each workgroup.
pub fn joint_record<N: Number>(world: &mut World<N>, step: &Step<N>, group: usize, groups: usize) {
    add_partial(world, step, group, groups, |world, l| squared(world, l, world.left_of(step, l)));
}
