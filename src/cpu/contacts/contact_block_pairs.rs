use super::push_out::axes_of;
use super::spring::{borne, both_of, rolled};
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// λ ← F, and τ
pub fn contact_block_pairs<N: Number>(world: &mut World<N>, step: &Step<N>, number: usize) {
    let pair = world.contacts.pairs[number];
    let both = both_of(&world.velocities, &pair);
    let m = [&world.mobility_at(pair.a), &world.mobility_at(pair.b)];
    let axes = axes_of(pair.normal);
    let contacts = &mut world.contacts;
    let slop = contacts.twists[number].slop;
    let mut pushing = N::ZERO;
    for k in 0..pair.count {
        let (reach, push) = (&contacts.reaches[number][k], &contacts.forces[number][k]);
        let force = borne(step, pair.friction, slop, axes, reach, push, &both).force;
        contacts.forces[number][k].lambda = force;
        pushing += force.x;
    }
    if pair.rolling > N::ZERO {
        let torque = &mut contacts.twists[number].torque;
        *torque = rolled(step, pair.rolling, *torque, pushing, &both, m).0;
    }
}
