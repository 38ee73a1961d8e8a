use super::contact_collide::{lean, skin};
use super::push_out::{axes_of, picked};
use super::records::{BodyPair, Push, Reach, Touch};
use crate::cpu::algebra::Vec3;
use crate::cpu::body::Mobility;
use crate::cpu::number::Number;
use crate::cpu::records::{Pose, Step};
use crate::cpu::world::World;

/// In `step.extra[0]`: the frame begins.
pub const FIRST: u32 = 1;

/// 1 or 0.
pub fn one_if<N: Number>(yes: bool) -> N {
    if yes { N::ONE } else { N::ZERO }
}

/// p · A q of one body, for directions p and q at the end of an arm.
#[inline(always)]
fn answer<N: Number>(m: &Mobility<N>, arm: Vec3<N>, p: Vec3<N>, q: Vec3<N>) -> N {
    m.inverse_mass * p.dot(q) + arm.cross(p).dot(m.turn(arm.cross(q)))
}

/// 1/A_nn
#[inline(always)]
fn inverse_along<N: Number>([ma, mb]: [&Mobility<N>; 2], [arm_a, arm_b]: [Vec3<N>; 2], n: Vec3<N>) -> N {
    N::ONE / (answer(ma, arm_a, n, n) + answer(mb, arm_b, n, n))
}

/// The same, and 1/a_t with a_t the larger eigenvalue of A_tt.
#[inline(always)]
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

/// A pair as a substep finds it.
#[derive(Clone, Copy)]
pub struct Found<N> {
    pub normal: Vec3<N>,
    pub m: [Mobility<N>; 2],
    /// Of the two shapes.
    pub poses: [Pose<N>; 2],
    /// Where it is from the centres of mass of its bodies, where some body is a compound.
    pub carried: Option<[Vec3<N>; 2]>,
    pub roundness: [N; 2],
    /// Cylinders that touch with their sides or rims.
    pub rolls: [bool; 2],
    /// How much of the offset between the two points a's arm takes; b's takes the rest.
    pub share: N,
    /// 1 where arms stay as they are.
    pub stays: N,
    /// 1 where arms lead to where the bodies will meet.
    pub ahead: N,
    /// Friction is one for the pair, so that no point needs its own a_t.
    pub rubs_at_once: bool,
}

/// A point in the poses as they are.
pub struct Prepared<N> {
    pub reach: Reach<N>,
    pub depth: N,
    /// By how much the bodies have slid along it since it was found, squared.
    pub aside: N,
}

#[inline(always)]
pub fn prepared<N: Number>(
    pair: &Found<N>,
    axes: [Vec3<N>; 3],
    point: &Touch<N>,
    before: &Reach<N>,
) -> Prepared<N> {
    let n = pair.normal;
    let ([ma, mb], [pose_a, pose_b]) = (&pair.m, &pair.poses);
    let mut arm_a = pose_a.rotation.rotate(point.core_a) + skin(pair.roundness[0], point.depth) * n;
    let mut arm_b = pose_b.rotation.rotate(point.core_b) - skin(pair.roundness[1], point.depth) * n;
    if pair.rolls[0] {
        arm_a += lean(pose_a.rotation, pair.roundness[0], n);
    }
    if pair.rolls[1] {
        arm_b -= lean(pose_b.rotation, pair.roundness[1], n);
    }
    let apart = (pose_a.position - pose_b.position) + (arm_a - arm_b);
    if let Some([off_a, off_b]) = pair.carried {
        (arm_a, arm_b) = (arm_a + off_a, arm_b + off_b);
    }
    let closed = n.dot(apart);
    let aside = apart - closed * n;
    let between_a = arm_a - (N::HALF * closed * n + pair.share * aside);
    let between_b = arm_b + (N::HALF * closed * n + (N::ONE - pair.share) * aside);
    arm_a = picked(pair.stays, before.arm_a, picked(pair.ahead, arm_a, between_a));
    arm_b = picked(pair.stays, before.arm_b, picked(pair.ahead, arm_b, between_b));
    let [inverse_normal, inverse_tangent] = match pair.rubs_at_once {
        true => [inverse_along([ma, mb], [arm_a, arm_b], n), N::ONE],
        false => inverses_of([ma, mb], [arm_a, arm_b], axes),
    };
    let reach = Reach { arm_a, inverse_normal, arm_b, inverse_tangent };
    Prepared { reach, depth: point.depth + closed, aside: aside.dot(aside) }
}

/// a's share of the offset between a pair's points: a moving body keeps its point before a held one, and a round body before others.
pub fn share_of<N: Number>(world: &World<N>, pair: &BodyPair<N>) -> N {
    let keeps = |body: usize, met_by: usize, rolls: bool| match world.bodies[body].is_fixed() {
        true => 0,
        false => 1 + u8::from(world.contacts.surfaces[met_by].roundness_where(rolls) > N::ZERO),
    };
    let (a, b) = (keeps(pair.a, pair.met_by[0], pair.rolls[0]), keeps(pair.b, pair.met_by[1], pair.rolls[1]));
    if a == b { N::HALF } else { N::from_f64(f64::from(u8::from(b > a))) }
}

/// Where the touching parts are from the centres of mass of their bodies; None where there are no compounds.
pub fn carried<N: Number>(world: &World<N>, pair: &BodyPair<N>) -> Option<[Vec3<N>; 2]> {
    let [a, b] = pair.met_by;
    (!world.contacts.parts.is_empty()).then(|| [world.carried(a, pair.a), world.carried(b, pair.b)])
}

/// Puts a point where it is to be found. One that two moving bodies have left is none any more.
pub fn put_prepared<N: Number>(world: &mut World<N>, number: usize, k: usize, found: Prepared<N>) {
    let BodyPair { a, b, ahead, met_by, .. } = world.contacts.pairs[number];
    let most = world.poses[met_by[0]].radius.min(world.poses[met_by[1]].radius);
    let both_move = !world.bodies[a].is_fixed() && !world.bodies[b].is_fixed();
    let push = &mut world.contacts.forces[number][k];
    push.depth = found.depth;
    let near = ahead || found.aside <= most * most;
    if both_move && !near {
        *push = Push { lambda: Vec3::ZERO, depth: N::from_f64(-1e6) * most };
    }
    world.contacts.reaches[number][k] = found.reach;
}

/// Whether a pair's arms stay as they are: those of a manifold that was just found are still to be worked out.
pub fn arms_stay<N: Number>(step: &Step<N>, pair: &BodyPair<N>) -> bool {
    pair.stays && (pair.kept || step.extra[0] != FIRST)
}

pub fn contact_prepare<N: Number>(world: &mut World<N>, step: &Step<N>, number: usize) {
    let pair = world.contacts.pairs[number];
    let surfaces = &world.contacts.surfaces;
    let found = Found {
        normal: pair.normal,
        m: [world.mobility_at(pair.a), world.mobility_at(pair.b)],
        poses: pair.met_by.map(|body| world.poses[body]),
        carried: carried(world, &pair),
        roundness: [
            surfaces[pair.met_by[0]].roundness_where(pair.rolls[0]),
            surfaces[pair.met_by[1]].roundness_where(pair.rolls[1]),
        ],
        rolls: pair.rolls,
        share: share_of(world, &pair),
        stays: one_if(arms_stay(step, &pair)),
        ahead: one_if(pair.ahead),
        rubs_at_once: false,
    };
    let axes = axes_of(pair.normal);
    for k in 0..pair.count {
        let (touches, reaches) = (&world.contacts.touches[number], &world.contacts.reaches[number]);
        let point = prepared(&found, axes, &touches[k], &reaches[k]);
        put_prepared(world, number, k, point);
    }
}
