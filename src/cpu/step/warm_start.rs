use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// λ ← w λ, the share of the last step's multiplier that the solve starts from.
pub fn warm_start<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    world.multipliers[l].lambda = world.ties[l].bounded(step.warm_start * world.multipliers[l].lambda);
}
