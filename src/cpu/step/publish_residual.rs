use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// |J V + β C/h|² of the last substep, beside the multiplier.
pub fn publish_residual<N: Number>(world: &mut World<N>, _: &Step<N>, l: usize) {
    world.multipliers[l].left = world.left(l).length_squared();
}
