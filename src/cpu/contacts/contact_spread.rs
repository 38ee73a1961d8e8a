use super::gather::{pair_wrench, row_wrench};
use super::records::PALETTE;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::tie::Wrench;
use crate::cpu::world::World;

/// What the last change of a pair's λ does to one of its bodies, if the pair was in that pass.
pub fn changed<N: Number>(world: &World<N>, step: &Step<N>, number: usize, on_b: bool) -> Wrench<N> {
    if step.extra[0] == 0 && world.contacts.colours[number] != PALETTE as u32 {
        return Wrench::default();
    }
    let (changes, torque) = world.contacts.changes[number];
    pair_wrench(world, number, on_b, |k| changes[k], torque)
}

pub fn contact_spread<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    // a device launches none where every pair found a colour
    let nothing = step.extra[0] == 0 && world.contacts.order[PALETTE].is_empty();
    if nothing || world.bodies[body].is_fixed() {
        return;
    }
    let of_pair = |number: usize| changed(world, step, number, world.contacts.pairs[number].b == body);
    let sum = row_wrench(&world.contacts, body, of_pair);
    world.kick(body, Wrench { force: sum.force * step.h, torque: sum.torque * step.h });
}
