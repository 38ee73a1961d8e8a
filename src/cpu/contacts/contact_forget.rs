use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

pub fn contact_forget<N: Number>(world: &mut World<N>, _: &Step<N>, number: usize) {
    let contacts = &mut world.contacts;
    let pair = contacts.pairs[number];
    if !(contacts.surfaces[pair.a].changes || contacts.surfaces[pair.b].changes) {
        return;
    }
    contacts.pairs[number].count = 0;
    contacts.twists[number].torque = Vec3::ZERO;
}
