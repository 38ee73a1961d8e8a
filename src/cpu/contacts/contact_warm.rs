use super::gather::{pair_wrench, row_wrench};
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::tie::Wrench;
use crate::cpu::world::World;

/// What the λ of a pair do to one of its bodies.
pub fn pushed<N: Number>(world: &World<N>, number: usize, on_b: bool) -> Wrench<N> {
    let contacts = &world.contacts;
    pair_wrench(world, number, on_b, |k| contacts.forces[number][k].lambda, contacts.twists[number].torque)
}

/// V* ← V* + h M⁻¹ of a force and a torque.
pub fn kick_free<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize, sum: Wrench<N>) {
    let m = world.mobility_at(body);
    let v = &mut world.free_velocities[body];
    v.linear += step.h * m.inverse_mass * sum.force;
    v.angular += m.turn(sum.torque * step.h);
}

pub fn contact_warm<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    if world.bodies[body].is_fixed() {
        return;
    }
    let of_pair = |number: usize| pushed(world, number, world.contacts.pairs[number].b == body);
    let sum = row_wrench(&world.contacts, body, of_pair);
    kick_free(world, step, body, sum);
}
