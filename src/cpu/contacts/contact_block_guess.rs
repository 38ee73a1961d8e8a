use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::solvers::block_guess::block_guess;
use crate::cpu::world::World;

/// As `block_guess`; V* stands in `free_velocities` here.
pub fn contact_block_guess<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    block_guess(world, step, body);
}
