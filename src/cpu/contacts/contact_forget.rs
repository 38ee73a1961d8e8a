use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

pub fn contact_forget<N: Number>(world: &mut World<N>, step: &Step<N>, number: usize) {
    let contacts = &mut world.contacts;
    let pair = &mut contacts.pairs[number];
    let body = step.extra[0] as usize;
    if pair.a == body || pair.b == body {
        pair.count = 0;
        contacts.twists[number].torque = Vec3::ZERO;
    }
}
