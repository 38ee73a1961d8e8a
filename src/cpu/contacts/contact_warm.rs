use super::push_out::pair_wrench;
use super::records::NONE;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::tie::Wrench;
use crate::cpu::world::World;

/// What a pair does to one of its bodies.
pub fn pushed<N: Number>(world: &World<N>, number: usize, on_b: bool) -> Wrench<N> {
    let contacts = &world.contacts;
    pair_wrench(world, number, on_b, |k| contacts.forces[number][k].lambda, contacts.twists[number].torque)
}

pub fn contact_warm<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    if world.bodies[body].is_fixed() {
        return;
    }
    let mut sum = Wrench::default();
    for number in world.contacts.numbers[body].into_iter().filter(|&number| number != NONE) {
        let on_body = pushed(world, number as usize, world.contacts.pairs[number as usize].b == body);
        sum.force += on_body.force;
        sum.torque += on_body.torque;
    }
    let m = world.mobility_at(body);
    let v = &mut world.free_velocities[body];
    v.linear += step.h * m.inverse_mass * sum.force;
    v.angular += m.turn(sum.torque * step.h);
}
