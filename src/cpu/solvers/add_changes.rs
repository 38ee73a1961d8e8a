use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// λ += the change that `solve_trees` left.
pub fn add_changes<N: Number>(world: &mut World<N>, _step: &Step<N>, l: usize) {
    world.multipliers[l].lambda += world.blocks[l].work;
}
