use super::constraint_vel;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::step::record_residual::add_partial;
use crate::cpu::world::World;

/// As record_residual, with V = velocity + delta, J from its matrices, and no bias.
pub fn article_residual<N: Number>(world: &mut World<N>, step: &Step<N>, group: usize, groups: usize) {
    add_partial(world, step, group, groups, |world, ic| constraint_vel(world, ic).length_squared());
}
