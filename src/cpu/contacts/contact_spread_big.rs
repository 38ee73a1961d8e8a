use super::contact_spread::changed;
use super::gather::big_wrench;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::tie::Wrench;
use crate::cpu::world::World;

pub fn contact_spread_big<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    let sum = big_wrench(&world.contacts, body, |number| changed(world, step, number, true));
    world.kick(body, Wrench { force: sum.force * step.h, torque: sum.torque * step.h });
}
