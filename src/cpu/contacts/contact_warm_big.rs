use super::contact_warm::{kick_free, pushed};
use super::gather::big_wrench;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

pub fn contact_warm_big<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    let sum = big_wrench(&world.contacts, body, |number| pushed(world, number, true));
    kick_free(world, step, body, sum);
}
