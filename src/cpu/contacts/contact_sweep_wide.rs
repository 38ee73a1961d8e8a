use super::contact_relax::contact_relax;
use super::contact_sweep_all::sweep_from;
use super::records::PALETTE;
use crate::codes::contact_sweep_wide::COLOURED;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

pub fn contact_sweep_wide<N: Number>(world: &mut World<N>, step: &Step<N>, _: usize, _: usize) {
    sweep_from(world, step, step.first);
    relax_rest(world, step);
}

/// Pairs without a colour, unless they are left out.
pub fn relax_rest<N: Number>(world: &mut World<N>, step: &Step<N>) {
    if step.extra[0] != COLOURED {
        for i in 0..world.contacts.order[PALETTE].len() {
            let number = world.contacts.order[PALETTE][i];
            contact_relax(world, step, number);
        }
    }
}
