use super::contact_sweep::contact_sweep;
use super::records::PALETTE;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

pub fn contact_sweep_all<N: Number>(world: &mut World<N>, step: &Step<N>, _: usize, _: usize) {
    (0..PALETTE).for_each(|colour| contact_sweep(world, step, colour));
}
