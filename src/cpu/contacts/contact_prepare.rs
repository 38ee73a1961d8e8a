use super::contact_collide::skin;
use super::push_out::axes_of;
use super::records::Push;
use crate::cpu::algebra::Vec3;
use crate::cpu::body::Mobility;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// p · A q of one body, for directions p and q at the end of an arm.
#[inline(always)]
fn answer<N: Number>(m: &Mobility<N>, arm: Vec3<N>, p: Vec3<N>, q: Vec3<N>) -> N {
    m.inverse_mass * p.dot(q) + arm.cross(p).dot(m.turn(arm.cross(q)))
}

/// 1/A_nn, and 1/a_t with a_t the larger eigenvalue of A_tt.
pub fn inverses_of<N: Number>(
    [ma, mb]: [&Mobility<N>; 2],
    [arm_a, arm_b]: [Vec3<N>; 2],
    [n, t, t2]: [Vec3<N>; 3],
) -> [N; 2] {
    let a_of = |p: Vec3<N>, q: Vec3<N>| answer(ma, arm_a, p, q) + answer(mb, arm_b, p, q);
    let (p, q, r) = (a_of(t, t), a_of(t2, t2), a_of(t, t2));
    let quarter = N::from_f64(0.25);
    let largest = N::HALF * (p + q) + (quarter * (p - q) * (p - q) + r * r).sqrt();
    [N::ONE / a_of(n, n), N::ONE / largest]
}

pub fn contact_prepare<N: Number>(world: &mut World<N>, _: &Step<N>, number: usize) {
    let pair = world.contacts.pairs[number];
    let n = pair.normal;
    let axes = axes_of(n);
    let (ma, mb) = (world.mobility_at(pair.a), world.mobility_at(pair.b));
    let (pose_a, pose_b) = (world.poses[pair.a], world.poses[pair.b]);
    let contacts = &mut world.contacts;
    let round = [contacts.surfaces[pair.a].roundness(), contacts.surfaces[pair.b].roundness()];
    // who keeps its point: what moves, and what is round above all
    let keeps = |round: N, m: &Mobility<N>| match m.inverse_mass > N::ZERO {
        false => 0,
        true => 1 + u8::from(round > N::ZERO),
    };
    let (keeps_a, keeps_b) = (keeps(round[0], &ma), keeps(round[1], &mb));
    let share =
        if keeps_a == keeps_b { N::HALF } else { N::from_f64(f64::from(u8::from(keeps_b > keeps_a))) };
    let most = pose_a.radius.min(pose_b.radius);
    let both_move = keeps_a > 0 && keeps_b > 0;
    for k in 0..pair.count {
        let point = contacts.touches[number][k];
        let mut arm_a = pose_a.rotation.rotate(point.core_a) + skin(round[0], point.depth) * n;
        let mut arm_b = pose_b.rotation.rotate(point.core_b) - skin(round[1], point.depth) * n;
        let apart = (pose_a.position - pose_b.position) + (arm_a - arm_b);
        let closed = n.dot(apart);
        let aside = apart - closed * n;
        arm_a -= N::HALF * closed * n + share * aside;
        arm_b += N::HALF * closed * n + (N::ONE - share) * aside;
        contacts.forces[number][k].depth = point.depth + closed;
        let near = aside.dot(aside) <= most * most;
        if both_move && !near {
            contacts.forces[number][k] = Push { lambda: Vec3::ZERO, depth: N::from_f64(-1e6) * most };
        }
        let reach = &mut contacts.reaches[number][k];
        (reach.arm_a, reach.arm_b) = (arm_a, arm_b);
        [reach.inverse_normal, reach.inverse_tangent] = inverses_of([&ma, &mb], [arm_a, arm_b], axes);
    }
}
