use super::push_out::first_tangent;
use super::records::Push;
use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

pub fn contact_recall<N: Number>(world: &mut World<N>, _: &Step<N>, number: usize) {
    let contacts = &mut world.contacts;
    let pair = contacts.pairs[number];
    let former = contacts.former_of(pair.a, pair.b);
    let found = former.map(|former| contacts.former_twists[former]);
    let mut pushed = N::ZERO;
    contacts.twists[number].torque = found.map_or(Vec3::ZERO, |found| found.wrench);
    let (n, t) = (pair.normal, first_tangent(pair.normal));
    for k in 0..pair.count {
        let touch = contacts.touches[number][k];
        let mut lambda = Vec3::ZERO;
        let points = former.map_or(&[][..], |former| &contacts.former_forces[former][..]);
        for before in &points[..found.map_or(0, |found| found.tag as usize)] {
            if before.tag == touch.feature {
                let force = before.wrench;
                lambda = Vec3::new(n.dot(force).max(N::ZERO), t.dot(force), n.cross(t).dot(force));
            }
        }
        contacts.forces[number][k] = Push { lambda, depth: touch.depth };
        pushed += lambda.x;
    }
    let was_fresh = former.is_some_and(|former| contacts.former_manifolds[former].fresh);
    let fresh = pushed == N::ZERO;
    contacts.pairs[number].fresh = fresh;
    contacts.pairs[number].met = fresh || was_fresh;
}
