use super::contact_warm::pushed;
use super::records::Contacts;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::tie::Wrench;
use crate::cpu::world::World;

/// Pairs of small bodies with a big one, in the order of their rows.
pub fn pairs_on<N: Number>(contacts: &Contacts<N>, big: usize) -> Vec<usize> {
    let rows = contacts.rows.iter().zip(&contacts.numbers);
    let all = rows.flat_map(|(row, numbers)| row.iter().zip(numbers));
    let on_big = all.filter(|&(&other, &number)| other == big as u32 && number != u32::MAX);
    on_big
        .map(|(_, &number)| number as usize)
        .filter(|&number| contacts.is_big_b(&contacts.pairs[number]))
        .collect()
}

pub fn contact_warm_big<N: Number>(world: &mut World<N>, step: &Step<N>, _: usize) {
    let body = step.first;
    let mut sum = Wrench::default();
    for number in pairs_on(&world.contacts, body) {
        let on_body = pushed(world, number, true);
        sum.force += on_body.force;
        sum.torque += on_body.torque;
    }
    let m = world.mobility_at(body);
    let v = &mut world.free_velocities[body];
    v.linear += step.h * m.inverse_mass * sum.force;
    v.angular += m.turn(sum.torque * step.h);
}
