use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

pub fn contact_forget<N: Number>(world: &mut World<N>, step: &Step<N>, number: usize) {
    let contacts = &mut world.contacts;
    let pair = &mut contacts.pairs[number];
    let elsewhere = pair.a as u32 == step.extra[0] || pair.b as u32 == step.extra[0];
    if elsewhere || pair.met_by.iter().any(|&body| contacts.surfaces[body].changes) {
        pair.count = 0;
        pair.touched &= step.extra[1] == 0;
        contacts.twists[number].torque = Vec3::ZERO;
    }
}
