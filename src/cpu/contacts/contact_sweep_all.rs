use super::push_out::sweep_pair;
use super::records::PALETTE;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

pub fn contact_sweep_all<N: Number>(world: &mut World<N>, step: &Step<N>, _: usize, _: usize) {
    sweep_from(world, step, 0);
}

/// Colour after colour from this one on. A page loads it once.
#[inline(never)]
pub fn sweep_from<N: Number>(world: &mut World<N>, step: &Step<N>, first: usize) {
    for colour in first..PALETTE {
        for i in 0..world.contacts.order[colour].len() {
            let number = world.contacts.order[colour][i];
            sweep_pair(world, step, number);
        }
    }
}
