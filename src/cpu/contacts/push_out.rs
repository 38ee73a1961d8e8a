//! Twin of shaders/ties/{contact,push_out,contact_sweep_one}.wgsl: one point put right on its own, and one pair.

use super::records::{BodyPair, Both, Push, Reach};
use crate::cpu::algebra::Vec3;
use crate::cpu::body::Mobility;
use crate::cpu::number::Number;
use crate::cpu::records::{Step, Velocity};
use crate::cpu::world::World;

/// m/s
const PUSH_OUT: f64 = 3.0;

/// From which on an impact bounces, m/s.
pub const SLOWEST: f64 = 0.5;

/// Turns of a pair that has just met.
const TURNS_WHERE_MET: usize = 8;

pub fn first_tangent<N: Number>(n: Vec3<N>) -> Vec3<N> {
    let steep = n.x.max(-n.x) < N::from_f64(0.57735);
    let t = if steep { Vec3::new(N::ZERO, n.z, -n.y) } else { Vec3::new(n.y, -n.x, N::ZERO) };
    t * (N::ONE / t.length())
}

/// The axes of λ: the normal and two tangents.
#[inline(always)]
pub fn axes_of<N: Number>(n: Vec3<N>) -> [Vec3<N>; 3] {
    let t = first_tangent(n);
    [n, t, n.cross(t)]
}

/// λ in world axes.
#[inline(always)]
pub fn force_of<N: Number>([n, t, t2]: [Vec3<N>; 3], lambda: Vec3<N>) -> Vec3<N> {
    lambda.x * n + lambda.y * t + lambda.z * t2
}

#[inline(always)]
pub fn slip<N: Number>(reach: &Reach<N>, both: &Both<N>) -> Vec3<N> {
    (both.va.linear - both.vb.linear)
        + (both.va.angular.cross(reach.arm_a) - both.vb.angular.cross(reach.arm_b))
}

#[inline(always)]
fn kicked<N: Number>(v: Velocity<N>, m: &Mobility<N>, impulse: Vec3<N>, torque: Vec3<N>) -> Velocity<N> {
    Velocity { linear: v.linear + m.inverse_mass * impulse, angular: v.angular + m.turn(torque) }
}

/// The mobilities of both bodies of a pair.
pub type Mobilities<'a, N> = [&'a Mobility<N>; 2];

#[inline(always)]
pub fn pushed_apart<N: Number>(
    step: &Step<N>,
    both: Both<N>,
    [ma, mb]: Mobilities<N>,
    reach: &Reach<N>,
    force: Vec3<N>,
) -> Both<N> {
    let impulse = force * step.h;
    Both {
        va: kicked(both.va, ma, -impulse, reach.arm_a.cross(-impulse)),
        vb: kicked(both.vb, mb, impulse, reach.arm_b.cross(impulse)),
    }
}

#[inline(always)]
fn bias_of<N: Number>(step: &Step<N>, depth: N, slop: N) -> N {
    if depth <= N::ZERO {
        depth * step.inverse_h
    } else {
        (step.closing * (depth - slop).max(N::ZERO)).min(N::from_f64(PUSH_OUT))
    }
}

#[inline(always)]
pub fn within_disc<N: Number>(v: Vec3<N>, most: N) -> Vec3<N> {
    let length = v.length();
    if length > most { v * (most / length.max(N::from_f64(1e-30))) } else { v }
}

#[allow(clippy::too_many_arguments)]
#[inline(always)]
pub fn settled<N: Number>(
    step: &Step<N>,
    pair: &BodyPair<N>,
    [n, t, t2]: [Vec3<N>; 3],
    reach: &Reach<N>,
    push: &Push<N>,
    slop: N,
    softness: [N; 2],
    before: Both<N>,
    m: Mobilities<N>,
) -> (Both<N>, Vec3<N>) {
    let [firmness, yielding] = if push.depth > N::ZERO { softness } else { [N::ONE, N::ZERO] };
    let u = n.dot(slip(reach, &before)) + bias_of(step, push.depth, slop);
    let old = push.lambda;
    // what is about to bounce is not slowed down before
    let open = push.depth <= N::ZERO;
    let waits = pair.bounces && step.closing == N::ZERO && (open || u > N::from_f64(SLOWEST));
    let pushes =
        (old.x + firmness * u * step.inverse_h * reach.inverse_normal - yielding * old.x).max(N::ZERO);
    let normal = match waits {
        true if open => N::ZERO,
        true => old.x,
        false => pushes,
    };
    let middle = pushed_apart(step, before, m, reach, (normal - old.x) * n);
    let sliding = slip(reach, &middle);
    let k = step.inverse_h * reach.inverse_tangent;
    let across = Vec3::new(N::ZERO, old.y + t.dot(sliding) * k, old.z + t2.dot(sliding) * k);
    let across = within_disc(across, pair.friction * normal);
    let change = (across.y - old.y) * t + (across.z - old.z) * t2;
    (pushed_apart(step, middle, m, reach, change), Vec3::new(normal, across.y, across.z))
}

/// No less than W turns anything by.
fn turning_bound<N: Number>(m: &Mobility<N>) -> N {
    let (d, o) = (m.tensor.diagonal, m.tensor.off);
    let [x, y, z] = o.to_array().map(|x| x.max(-x));
    (d.x + x + y).max((d.y + x + z).max(d.z + y + z))
}

/// τ ← τ + (ω_a − ω_b) / (h k), drawn into |τ| ≤ ρ Σ λ_n.
pub fn rolled<N: Number>(
    step: &Step<N>,
    pair: &BodyPair<N>,
    torque: Vec3<N>,
    pushing: N,
    both: &Both<N>,
    [ma, mb]: Mobilities<N>,
) -> Vec3<N> {
    let k = step.inverse_h / (turning_bound(ma) + turning_bound(mb));
    within_disc(torque + k * (both.va.angular - both.vb.angular), pair.rolling * pushing)
}

/// One pair put right, point after point, then its rolling.
pub fn sweep_pair<N: Number>(world: &mut World<N>, step: &Step<N>, number: usize) {
    let pair = world.contacts.pairs[number];
    let slop = world.contacts.twists[number].slop;
    let (ma, mb) = (world.mobility_at(pair.a), world.mobility_at(pair.b));
    let m = [&ma, &mb];
    let softness = [step.firmness, step.yielding];
    let axes = axes_of(pair.normal);
    let mut both = Both { va: world.velocities[pair.a], vb: world.velocities[pair.b] };
    let mut pushing = N::ZERO;
    let turns = if pair.met && pair.count > 1 { TURNS_WHERE_MET } else { 1 };
    for turn in 0..turns {
        pushing = N::ZERO;
        for i in 0..pair.count {
            let k = if turn % 2 == 1 { pair.count - 1 - i } else { i };
            let contacts = &world.contacts;
            let (reach, push) = (contacts.reaches[number][k], contacts.forces[number][k]);
            let (after, lambda) = settled(step, &pair, axes, &reach, &push, slop, softness, both, m);
            world.contacts.forces[number][k].lambda = lambda;
            both = after;
            pushing += lambda.x;
        }
    }
    if pair.rolling > N::ZERO {
        let before = world.contacts.twists[number].torque;
        let torque = rolled(step, &pair, before, pushing, &both, m);
        let change = (torque - before) * step.h;
        both.va = kicked(both.va, &ma, Vec3::ZERO, -change);
        both.vb = kicked(both.vb, &mb, Vec3::ZERO, change);
        world.contacts.twists[number].torque = torque;
    }
    for (body, v, m) in [(pair.a, both.va, ma), (pair.b, both.vb, mb)] {
        if m.inverse_mass > N::ZERO {
            world.velocities[body] = v;
        }
    }
}
