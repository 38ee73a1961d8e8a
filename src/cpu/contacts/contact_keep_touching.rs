use super::records::{NONE, ROW};
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

pub fn contact_keep_touching<N: Number>(world: &mut World<N>, _: &Step<N>, body: usize) {
    let contacts = &mut world.contacts;
    contacts.touching[body] = 0;
    for k in 0..ROW {
        let number = contacts.numbers[body][k];
        if number != NONE {
            let pair = contacts.pairs[number as usize];
            if pair.a == body && pair.touched {
                contacts.touching[body] |= 1 << k;
            }
        }
    }
}
