// One point put right on its own, and after it what rolls. With κ, s and γ as the step says (all of a hard contact: s = 1, γ = 0):
//     b = C/h where C ≤ 0, else min(κ max(C − slop, 0), 3 m/s)
//     z_n = max(0, λ_n + s (u_n + b) / (h A_nn) − γ x λ_n),   x = min(1, max(0, 2 C/slop − 1) + |u_n| · 0.25 s/slop)
//     z_t = λ_t + u_t / (h a_t), drawn into the disc |z_t| ≤ μ z_n, with the velocities that the new normal leaves
// A contact that is not yet one is hard: it may be reached, not passed. One that lies still in the upper half of the slop
// gives nothing back, or it would sink to the slop.

// uses: step, body, contact

// The largest speed at which overlaps close, m/s.
const PUSH_OUT: f32 = 3.0;

// From which on an impact bounces, m/s.
const SLOWEST: f32 = 0.5;

// As long a contact would take to sink as deep as the slop at the speed from which on it yields wholly, s.
const SETTLES: f32 = 0.25;

// Both bodies of a pair while one thread has them.
struct Both {
    va: Twist,
    ma: Mobility,
    vb: Twist,
    mb: Mobility,
}

// V −= h M⁻¹ Jᵀ of a force on a, the negative of it on b.
fn pushed_apart(both: Both, reach: Reach, force: vec3<f32>) -> Both {
    let impulse = step.h * force;
    return Both(
        kicked(both.va, both.ma, Wrench(-impulse, cross(reach.arm_a, -impulse))), both.ma,
        kicked(both.vb, both.mb, Wrench(impulse, cross(reach.arm_b, impulse))), both.mb);
}

fn bias_of(depth: f32, slop: f32) -> f32 {
    if (depth <= 0.0) {
        return depth * step.inverse_h;
    }
    return min(step.closing * max(depth - slop, 0.0), PUSH_OUT);
}

fn in_disc(v: vec2<f32>, most: f32) -> vec2<f32> {
    let length = sqrt(dot(v, v));
    return v * select(1.0, most / max(length, 1e-30), length > most);
}

fn in_ball(v: vec3<f32>, most: f32) -> vec3<f32> {
    let length = sqrt(dot(v, v));
    return v * select(1.0, most / max(length, 1e-30), length > most);
}

// λ of a point that both bodies' velocities ask for, and the velocities after it.
struct Settled {
    both: Both,
    lambda: vec3<f32>,
}

// s, and γ for each metre of slop.
fn softness_of(firmness: f32, yielding: f32, slop: f32) -> vec2<f32> {
    return vec2<f32>(firmness, yielding / max(slop, 1e-12));
}

// λ_n alone; `softness` is that of the contact once it is one.
fn pressed(pair: BodyPair, reach: Reach, push: Push, slop: f32, softness: vec2<f32>, before: Both) -> Settled {
    let n = pair.normal;
    let soft = select(vec2<f32>(1.0, 0.0), softness, push.depth > 0.0);
    let closes = dot(n, slip(reach, before.va, before.vb));
    let deep = max(2.0 * push.depth - slop, 0.0);
    let gives = min(deep + abs(closes) * SETTLES, slop);
    let u = closes + bias_of(push.depth, slop);
    let old = push.lambda;
    // a point that is about to bounce must not be slowed down before; a gap that is no longer than its way would do so
    let open = push.depth <= 0.0;
    let waits = (pair.count & BOUNCES) != 0u && step.closing == 0.0 && (open || u > SLOWEST);
    let pushes = max(0.0, old.x + soft.x * u * step.inverse_h * reach.inverse_normal - soft.y * gives * old.x);
    let normal = select(pushes, select(old.x, 0.0, open), waits);
    return Settled(pushed_apart(before, reach, (normal - old.x) * n), vec3<f32>(normal, old.yz));
}

// λ_t, once `pushes` has the new normal and the velocities that it leaves.
fn rubbed(pair: BodyPair, reach: Reach, pushes: Settled) -> Settled {
    let n = pair.normal;
    let t = first_tangent(n);
    let t2 = cross(n, t);
    let middle = pushes.both;
    let normal = pushes.lambda.x;
    let old = pushes.lambda;
    let sliding = slip(reach, middle.va, middle.vb);
    let k = step.inverse_h * reach.inverse_tangent;
    let across = in_disc(old.yz + k * vec2<f32>(dot(t, sliding), dot(t2, sliding)), pair.friction * normal);
    let change = across - old.yz;
    return Settled(
        pushed_apart(middle, reach, change.x * t + change.y * t2), vec3<f32>(normal, across.x, across.y));
}

fn settled(pair: BodyPair, reach: Reach, push: Push, slop: f32, softness: vec2<f32>, before: Both) -> Settled {
    return rubbed(pair, reach, pressed(pair, reach, push, slop, softness, before));
}

// No less than W turns anything by: its largest row sum.
fn turning_bound(m: Mobility) -> f32 {
    if (ISOTROPIC) {
        return m.w;
    }
    let d = m.tensor.diagonal;
    let o = abs(m.tensor.off);
    return max(d.x + o.x + o.y, max(d.y + o.x + o.z, d.z + o.y + o.z));
}

// τ ← τ + (ω_a − ω_b) / (h k), drawn into |τ| ≤ ρ Σ λ_n.
fn rolled(pair: BodyPair, torque: vec3<f32>, pushing: f32, both: Both) -> vec3<f32> {
    let k = step.inverse_h / (turning_bound(both.ma) + turning_bound(both.mb));
    return in_ball(torque + k * (both.va.angular - both.vb.angular), pair.rolling * pushing);
}

// V −= h M⁻¹ of a torque on a, the negative of it on b.
fn twisted_apart(both: Both, torque: vec3<f32>) -> Both {
    let turn_by = Wrench(vec3<f32>(0.0), step.h * torque);
    let back = Wrench(vec3<f32>(0.0), -step.h * torque);
    return Both(kicked(both.va, both.ma, back), both.ma, kicked(both.vb, both.mb, turn_by), both.mb);
}
