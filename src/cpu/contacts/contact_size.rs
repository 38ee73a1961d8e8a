use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

pub fn contact_size<N: Number>(world: &mut World<N>, step: &Step<N>, _: usize) {
    let contacts = &mut world.contacts;
    match step.extra[0] {
        0 => {
            let pairs = contacts.pairs.len();
            contacts.fit(pairs);
            contacts.order.iter_mut().for_each(Vec::clear);
        }
        1 => contacts.lost += contacts.dropped,
        _ => (contacts.deepest, contacts.pushing) = (N::ZERO, 0),
    }
}
