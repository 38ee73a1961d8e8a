use super::records::{NONE, ROW};
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

pub fn contact_count<N: Number>(world: &mut World<N>, _: &Step<N>, body: usize) {
    let mut rank = 0;
    for k in 0..ROW {
        let other = world.contacts.rows[body][k];
        let mine = other != NONE && world.owns(body, other as usize);
        let contacts = &mut world.contacts;
        contacts.numbers[body][k] = if mine { rank } else { NONE };
        if mine {
            contacts.ranks[rank as usize] += 1;
            rank += 1;
        }
    }
}
