use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

pub fn contact_owners<N: Number>(world: &mut World<N>, _: &Step<N>, number: usize) {
    let contacts = &mut world.contacts;
    let [a, b] = contacts.pairs[number].met_by.map(|body| contacts.owner_of(body));
    (contacts.pairs[number].a, contacts.pairs[number].b) = (a, b);
}
