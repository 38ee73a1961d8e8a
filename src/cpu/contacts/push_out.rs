//! Twin of shaders/ties/{contact,push_out,contact_sweep_one}.wgsl: one point put right on its own, and one pair.

use super::contact_prepare::inverses_of;
use super::records::{BodyPair, Both, Push, Reach, SLOTS};
use crate::cpu::algebra::Vec3;
use crate::cpu::body::Mobility;
use crate::cpu::number::Number;
use crate::cpu::records::{Step, Velocity};
use crate::cpu::world::World;

/// m/s
pub const PUSH_OUT: f64 = 3.0;

/// From which on an impact bounces, m/s.
pub const SLOWEST: f64 = 0.5;

/// As long a contact would take to sink as deep as the slop at the speed from which on it yields wholly, s.
const SETTLES: f64 = 0.25;

/// Turns of a pair that has just met.
const TURNS_WHERE_MET: usize = 8;

#[inline(always)]
pub fn first_tangent<N: Number>(n: Vec3<N>) -> Vec3<N> {
    // 1/√3: some component of a unit vector is at least as long
    let (size, long, o) = (n.x.max(-n.x), N::from_f64(0.57735), N::ZERO);
    let steep = |across: N, along: N| long.above(size, across, along);
    let t = Vec3::new(steep(o, n.y), steep(n.z, -n.x), steep(-n.y, o));
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
    let closing = (step.closing * (depth - slop).max(N::ZERO)).min(N::from_f64(PUSH_OUT));
    depth.above(N::ZERO, closing, depth * step.inverse_h)
}

#[inline(always)]
pub fn within_disc<N: Number>(v: Vec3<N>, most: N) -> Vec3<N> {
    let length = v.length();
    let within = v * (most / length.max(N::from_f64(1e-30)));
    let drawn = |within: N, there: N| length.above(most, within, there);
    Vec3::new(drawn(within.x, v.x), drawn(within.y, v.y), drawn(within.z, v.z))
}

/// The surface of a pair, from those of both bodies.
pub struct Surfaces<N> {
    pub friction: N,
    pub slop: N,
    pub bounces: bool,
}

/// s, and γ for each metre of slop.
#[inline(always)]
pub fn softness_of<N: Number>(firmness: N, yielding: N, slop: N) -> [N; 2] {
    [firmness, yielding / slop.max(N::from_f64(1e-12))]
}

/// λ_n of a point, and the velocities after it. `softness` as `softness_of` has it.
#[allow(clippy::too_many_arguments)]
#[inline(always)]
pub fn pressed<N: Number>(
    step: &Step<N>,
    surface: &Surfaces<N>,
    n: Vec3<N>,
    reach: &Reach<N>,
    push: &Push<N>,
    softness: [N; 2],
    before: Both<N>,
    m: Mobilities<N>,
) -> (Both<N>, N) {
    let deep = |soft: N, open: N| push.depth.above(N::ZERO, soft, open);
    let (firmness, yielding) = (deep(softness[0], N::ONE), deep(softness[1], N::ZERO));
    let closes = n.dot(slip(reach, &before));
    // what lies still in the upper half of the slop gives nothing back, or it would sink to the slop
    let deep = (push.depth + push.depth - surface.slop).max(N::ZERO);
    let gives = (deep + closes.max(-closes) * N::from_f64(SETTLES)).min(surface.slop);
    let u = closes + bias_of(step, push.depth, surface.slop);
    let old = push.lambda;
    let pushes = (old.x + firmness * u * step.inverse_h * reach.inverse_normal - yielding * gives * old.x)
        .max(N::ZERO);
    // a point that is about to bounce is not slowed down before
    let normal = match surface.bounces && step.closing == N::ZERO {
        true if push.depth <= N::ZERO => N::ZERO,
        true if u > N::from_f64(SLOWEST) => old.x,
        _ => pushes,
    };
    (pushed_apart(step, before, m, reach, (normal - old.x) * n), normal)
}

#[allow(clippy::too_many_arguments)]
#[inline(always)]
pub fn settled<N: Number>(
    step: &Step<N>,
    surface: &Surfaces<N>,
    [n, t, t2]: [Vec3<N>; 3],
    reach: &Reach<N>,
    push: &Push<N>,
    softness: [N; 2],
    before: Both<N>,
    m: Mobilities<N>,
) -> (Both<N>, Vec3<N>) {
    let (middle, normal) = pressed(step, surface, n, reach, push, softness, before, m);
    let old = push.lambda;
    let sliding = slip(reach, &middle);
    let k = step.inverse_h * reach.inverse_tangent;
    let across = Vec3::new(N::ZERO, old.y + t.dot(sliding) * k, old.z + t2.dot(sliding) * k);
    let across = within_disc(across, surface.friction * normal);
    let change = (across.y - old.y) * t + (across.z - old.z) * t2;
    (pushed_apart(step, middle, m, reach, change), Vec3::new(normal, across.y, across.z))
}

/// No less than W turns anything by.
pub fn turning_bound<N: Number>(m: &Mobility<N>) -> N {
    let (d, o) = (m.tensor.diagonal, m.tensor.off);
    let (x, y, z) = (o.x.max(-o.x), o.y.max(-o.y), o.z.max(-o.z));
    (d.x + x + y).max((d.y + x + z).max(d.z + y + z))
}

/// τ ← τ + (ω_a − ω_b) / (h k), drawn into |τ| ≤ ρ Σ λ_n.
#[inline(always)]
pub fn rolled<N: Number>(
    step: &Step<N>,
    rolling: N,
    torque: Vec3<N>,
    pushing: N,
    both: &Both<N>,
    [ma, mb]: Mobilities<N>,
) -> Vec3<N> {
    let k = step.inverse_h / (turning_bound(ma) + turning_bound(mb));
    within_disc(torque + k * (both.va.angular - both.vb.angular), rolling * pushing)
}

/// A pair while it is put right: all that a sweep reads and writes of it, beside velocities.
#[derive(Clone, Copy, Debug)]
pub struct Swept<N> {
    /// The normal and two tangents.
    pub axes: [Vec3<N>; 3],
    pub friction: N,
    pub rolling: N,
    pub slop: N,
    pub m: [Mobility<N>; 2],
    pub torque: Vec3<N>,
    pub reaches: [Reach<N>; SLOTS],
    pub forces: [Push<N>; SLOTS],
    /// 1 where there is such a point.
    pub there: [N; SLOTS],
    pub count: usize,
    /// 1 where it has just met: it takes more turns than one, while they change something.
    pub met: N,
    pub turns: usize,
    pub bounces: bool,
    pub flat: bool,
}

/// The weight of a point for the middle of all: a point that is far from touching counts little.
#[inline(always)]
fn weight_of<N: Number>(pair: &Swept<N>, k: usize) -> N {
    let near = N::from_f64(2.0) + pair.forces[k].depth / (N::from_f64(4.0) * pair.slop);
    pair.there[k].above(N::HALF, near.max(N::from_f64(1e-6)).min(N::ONE), N::ZERO)
}

/// Friction of a flat pair: one force at the middle of its points and one torque about the normal, both spread over the points.
#[inline(always)]
fn rubbed<N: Number>(step: &Step<N>, pair: &mut Swept<N>, both: Both<N>) -> Both<N> {
    let axes = pair.axes;
    let [n, t, t2] = axes;
    let [ma, mb] = pair.m;
    let (zero, one) = (N::ZERO, N::ONE);
    let (mut all, mut middle_a, mut middle_b) = (zero, Vec3::ZERO, Vec3::ZERO);
    for k in 0..pair.count {
        let weight = weight_of(pair, k);
        all += weight;
        middle_a += weight * pair.reaches[k].arm_a;
        middle_b += weight * pair.reaches[k].arm_b;
    }
    let share = one / all;
    let middle = Reach { arm_a: share * middle_a, arm_b: share * middle_b, ..Reach::default() };
    let (mut pushing, mut levers, mut square) = (zero, zero, zero);
    let (mut old, mut old_twist) = ([zero; 2], zero);
    for k in 0..pair.count {
        let lambda = pair.forces[k].lambda;
        let lever = pair.reaches[k].arm_a - middle.arm_a;
        let (along, across) = (t.dot(lever), t2.dot(lever));
        let there = |x: N| pair.there[k].above(N::HALF, x, zero);
        pushing += there(lambda.x);
        levers += there(lambda.x * lever.length());
        square += share * weight_of(pair, k) * (along * along + across * across);
        old = [old[0] + there(lambda.y), old[1] + there(lambda.z)];
        old_twist += there(along * lambda.z - across * lambda.y);
    }
    // a single point does not turn anything
    let bends = square.above(N::from_f64(1e-4) * pair.slop * pair.slop, one / square, zero);
    let turning = step.inverse_h / (n.dot(ma.turn(n)) + n.dot(mb.turn(n)));
    let most = bends.above(zero, pair.friction * levers, zero);
    let spin = n.dot(both.va.angular - both.vb.angular);
    let twist = (old_twist + turning * spin).max(-most).min(most);
    let change = (step.h * (twist - old_twist)) * n;
    let both =
        Both { va: kicked(both.va, &ma, Vec3::ZERO, -change), vb: kicked(both.vb, &mb, Vec3::ZERO, change) };
    let sliding = slip(&middle, &both);
    let [_, inverse_tangent] = inverses_of([&ma, &mb], [middle.arm_a, middle.arm_b], axes);
    let k = step.inverse_h * inverse_tangent;
    let asked = Vec3::new(zero, old[0] + t.dot(sliding) * k, old[1] + t2.dot(sliding) * k);
    let found = within_disc(asked, pair.friction * pushing);
    let change = (found.y - old[0]) * t + (found.z - old[1]) * t2;
    for k in 0..pair.count {
        let lever = pair.reaches[k].arm_a - middle.arm_a;
        let (part, turned) = (share * weight_of(pair, k), bends * twist);
        let lambda = &mut pair.forces[k].lambda;
        *lambda = Vec3::new(
            lambda.x,
            part * (found.y - turned * t2.dot(lever)),
            part * (found.z + turned * t.dot(lever)),
        );
    }
    pushed_apart(step, both, [&ma, &mb], &middle, change)
}

/// Turns that a pair takes in a sweep.
pub fn turns_of<N>(pair: &BodyPair<N>) -> usize {
    if pair.met && pair.count > 1 { TURNS_WHERE_MET } else { 1 }
}

/// A pair put right, point after point, then its rolling; and its bodies' velocities after that.
#[inline(always)]
pub fn swept<N: Number>(step: &Step<N>, pair: &mut Swept<N>, mut both: Both<N>) -> Both<N> {
    let [ma, mb] = pair.m;
    let m = [&ma, &mb];
    let softness = softness_of(step.firmness, step.yielding, pair.slop);
    let axes = pair.axes;
    let surface = Surfaces { friction: pair.friction, slop: pair.slop, bounces: pair.bounces };
    let mut pushing = N::ZERO;
    let mut takes_part = N::ONE;
    for turn in 0..pair.turns {
        let mut changed = N::ZERO;
        pushing = takes_part.above(N::HALF, N::ZERO, pushing);
        for i in 0..pair.count {
            let k = if turn % 2 == 1 { pair.count - 1 - i } else { i };
            let there = takes_part * pair.there[k];
            let (reach, push) = (&pair.reaches[k], &pair.forces[k]);
            let (after, lambda) = if pair.flat {
                let (after, normal) = pressed(step, &surface, axes[0], reach, push, softness, both, m);
                (after, Vec3::new(normal, push.lambda.y, push.lambda.z))
            } else {
                settled(step, &surface, axes, reach, push, softness, both, m)
            };
            let change = there * (lambda - push.lambda);
            changed = change.max(-change).to_array().into_iter().fold(changed, N::max);
            pair.forces[k].lambda = picked(there, lambda, push.lambda);
            both = Both { va: chosen(there, after.va, both.va), vb: chosen(there, after.vb, both.vb) };
            pushing = there.above(N::HALF, pushing + lambda.x, pushing);
        }
        // another turn would find the same
        takes_part = changed.above(N::ZERO, takes_part * pair.met, N::ZERO);
        if turn + 1 < pair.turns && !takes_part.any() {
            break;
        }
    }
    // a soft contact rubs when it relaxes
    if pair.flat && step.yielding == N::ZERO {
        both = rubbed(step, pair, both);
    }
    if pair.rolling.any() {
        let torque = rolled(step, pair.rolling, pair.torque, pushing, &both, m);
        let change = (torque - pair.torque) * step.h;
        let (rolls, zero) = (pair.rolling.above(N::ZERO, N::ONE, N::ZERO), Vec3::ZERO);
        both.va = chosen(rolls, kicked(both.va, &ma, zero, -change), both.va);
        both.vb = chosen(rolls, kicked(both.vb, &mb, zero, change), both.vb);
        pair.torque = picked(rolls, torque, pair.torque);
    }
    both
}

/// One vector or the other, by whether `which` is 1 or 0.
#[inline(always)]
pub fn picked<N: Number>(which: N, one: Vec3<N>, other: Vec3<N>) -> Vec3<N> {
    let pick = |one: N, other: N| which.above(N::HALF, one, other);
    Vec3::new(pick(one.x, other.x), pick(one.y, other.y), pick(one.z, other.z))
}

#[inline(always)]
fn chosen<N: Number>(which: N, one: Velocity<N>, other: Velocity<N>) -> Velocity<N> {
    Velocity {
        linear: picked(which, one.linear, other.linear),
        angular: picked(which, one.angular, other.angular),
    }
}

/// One pair put right on its own.
pub fn sweep_pair<N: Number>(world: &mut World<N>, step: &Step<N>, number: usize) {
    let contacts = &world.contacts;
    let (pair, behind) = (&contacts.pairs[number], &contacts.twists[number]);
    let (a, b) = (pair.a, pair.b);
    let mut at_work = Swept {
        axes: axes_of(pair.normal),
        friction: pair.friction,
        rolling: pair.rolling,
        slop: behind.slop,
        m: [world.mobility_at(a), world.mobility_at(b)],
        torque: behind.torque,
        reaches: contacts.reaches[number],
        forces: contacts.forces[number],
        there: [N::ONE; SLOTS],
        count: pair.count,
        met: N::ONE,
        turns: turns_of(pair),
        bounces: pair.bounces,
        flat: pair.flat,
    };
    let before = Both { va: world.velocities[a], vb: world.velocities[b] };
    let Both { va, vb } = swept(step, &mut at_work, before);
    world.contacts.forces[number] = at_work.forces;
    world.contacts.twists[number].torque = at_work.torque;
    for (body, v, m) in [(a, va, &at_work.m[0]), (b, vb, &at_work.m[1])] {
        if m.inverse_mass > N::ZERO {
            world.velocities[body] = v;
        }
    }
}
