use super::records::{NONE, ROW};
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

pub fn contact_link<N: Number>(world: &mut World<N>, _: &Step<N>, body: usize) {
    for k in 0..ROW {
        let other = world.contacts.rows[body][k];
        if other != NONE && !world.owns(body, other as usize) {
            let place = world.contacts.place_in(other as usize, body);
            let place = place.filter(|_| world.owns(other as usize, body));
            let contacts = &mut world.contacts;
            contacts.numbers[body][k] = place.map_or(NONE, |place| contacts.numbers[other as usize][place]);
        }
    }
}
