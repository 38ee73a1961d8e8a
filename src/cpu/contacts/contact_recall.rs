use super::push_out::first_tangent;
use super::records::{NONE, Push};
use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

pub fn contact_recall<N: Number>(world: &mut World<N>, _: &Step<N>, number: usize) {
    let contacts = &mut world.contacts;
    let pair = contacts.pairs[number];
    let place = contacts.former_rows[pair.a].iter().position(|&other| other == pair.b as u32);
    let former = place.map_or(NONE, |k| contacts.former_numbers[pair.a][k]);
    let found = (former != NONE).then(|| contacts.former_twists[former as usize]);
    let mut pushed = N::ZERO;
    contacts.twists[number].torque = found.map_or(Vec3::ZERO, |found| found.wrench);
    let (n, t) = (pair.normal, first_tangent(pair.normal));
    for k in 0..pair.count {
        let touch = contacts.touches[number][k];
        let mut lambda = Vec3::ZERO;
        for i in 0..found.map_or(0, |found| found.tag as usize) {
            let before = contacts.former_forces[former as usize][i];
            if before.tag == touch.feature {
                let force = before.wrench;
                lambda = Vec3::new(n.dot(force).max(N::ZERO), t.dot(force), n.cross(t).dot(force));
            }
        }
        contacts.forces[number][k] = Push { lambda, depth: touch.depth };
        pushed += lambda.x;
    }
    let was_fresh = former != NONE && contacts.former_manifolds[former as usize].fresh;
    let fresh = pushed == N::ZERO;
    contacts.pairs[number].fresh = fresh;
    contacts.pairs[number].met = fresh || was_fresh;
}
