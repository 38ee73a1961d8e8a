use super::records::{BodyPair, NONE, ROW};
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

pub fn contact_number<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    let contacts = &mut world.contacts;
    if body == 0 {
        contacts.fit(0);
    }
    // pairs of the first ranks, as many as fit
    let mut room = step.extra[1];
    let fits = |&these: &u32| {
        let fits = these <= room;
        room -= if fits { these } else { 0 };
        fits
    };
    let most = contacts.ranks.iter().copied().take_while(fits).count() as u32;
    for k in 0..ROW {
        let rank = contacts.numbers[body][k];
        if rank == NONE {
            continue;
        }
        if rank >= most {
            contacts.numbers[body][k] = NONE;
            contacts.dropped += 1;
            continue;
        }
        contacts.numbers[body][k] = contacts.pairs.len() as u32;
        let other = contacts.rows[body][k] as usize;
        contacts.pairs.push(BodyPair { a: body, b: other, met_by: [body, other], ..BodyPair::default() });
    }
}
