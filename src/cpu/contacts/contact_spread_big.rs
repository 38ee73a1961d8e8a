use super::contact_spread::changed;
use super::contact_warm_big::pairs_on;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::tie::Wrench;
use crate::cpu::world::World;

pub fn contact_spread_big<N: Number>(world: &mut World<N>, step: &Step<N>, _: usize) {
    let mut sum = Wrench::default();
    for number in pairs_on(&world.contacts, step.first) {
        let on_body = changed(world, step, number, true);
        sum.force += on_body.force;
        sum.torque += on_body.torque;
    }
    world.kick(step.first, Wrench { force: sum.force * step.h, torque: sum.torque * step.h });
}
