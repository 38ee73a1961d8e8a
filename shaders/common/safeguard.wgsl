// The limits by which a substep that shuts joints in place is judged, and how well a projection is to shut them.

// uses: step, rotation, body

// Where a body is and how it moves.
struct Motion {
    position: vec3<f32>,
    rotation: vec4<f32>,
    velocity: Twist,
}

// Added up over the bodies and ties of an island.
struct Verdict {
    gap: f32,             // the largest, radii
    rise: f32,            // of the energy, J
    kinetic: vec2<f32>,   // before and after, J
    floor: f32,           // a rise that is always allowed, J
    pushed: bool,         // the island was pushed: if it is taken back, that is not counted
}

const KEPT: u32 = 0u;
const TO_PROJECT: u32 = 1u;
const TAKEN_BACK: u32 = 2u;

/// Of the larger kinetic energy: what a substep may gain.
const GAIN: f32 = 1e-3;
/// Radii: a gap over the first is projected, over the second the substep is taken back.
const OPEN: f32 = 4e-4;
const TORN: f32 = 0.02;

/// Rounds of a projection at most.
const ROUNDS: u32 = 5u;
/// Of the smaller radius: what a projection may leave, and from where on a gap is far.
const SHUT_ENOUGH: f32 = 1e-4;
const FAR: f32 = 0.1;
/// m/s, at which far gaps are drawn together.
const RECOVERY: f32 = 1.0;
/// Four last digits of a number of this size.
const ROUNDING: f32 = 2.4e-7;

// The energy that one body gained. Differences are summed body by body, never totals subtracted.
fn heed(verdict: ptr<function, Verdict>, facts: Body, was: Motion, now: Motion) {
    var before = 0.0;
    var risen = 0.0;
    if (ISOTROPIC) {
        let spin = was.velocity.angular;
        before = facts.inertia.x * dot(spin, spin);
        risen = facts.inertia.x * dot(now.velocity.angular - spin, now.velocity.angular + spin);
    } else {
        let from_spin = rotate_back(was.rotation, was.velocity.angular);
        let to_spin = rotate_back(now.rotation, now.velocity.angular);
        before = dot(facts.inertia * from_spin, from_spin);
        risen = dot(facts.inertia * (to_spin - from_spin), to_spin + from_spin);
    }
    let v = was.velocity.linear;
    let rise = 0.5 * (facts.mass * dot(now.velocity.linear - v, now.velocity.linear + v) + risen);
    let kinetic = 0.5 * (facts.mass * dot(v, v) + before);
    (*verdict).rise += rise - facts.mass * dot(step.gravity, now.position - was.position);
    (*verdict).kinetic += vec2<f32>(kinetic, kinetic + rise);
    let fall = length(step.gravity);
    (*verdict).floor += facts.mass * fall * (0.005 * fall * step.h * step.h + ROUNDING * length(now.position));
}

fn verdicts_joined(one: Verdict, other: Verdict) -> Verdict {
    return Verdict(
        max(one.gap, other.gap), one.rise + other.rise, one.kinetic + other.kinetic, one.floor + other.floor,
        one.pushed || other.pushed);
}

// Written so that NaN is taken back.
fn decide(verdict: Verdict) -> u32 {
    let allowed = GAIN * max(verdict.kinetic.x, verdict.kinetic.y) + verdict.floor;
    if (!(verdict.gap < TORN) || !(verdict.rise <= allowed)) {
        return TAKEN_BACK;
    }
    return select(KEPT, TO_PROJECT, verdict.gap > OPEN);
}

// m, for a tie of bodies of that radius, so far from the origin.
fn shut_enough(radius: f32, distance: f32) -> f32 {
    return max(SHUT_ENOUGH * radius, ROUNDING * distance);
}

// The part of a gap that stays: none, unless the gap was a far one before this substep and still is.
fn left_of_gap(now: vec3<f32>, before: vec3<f32>, radius: f32) -> vec3<f32> {
    let size = length(before);
    if (length(now) > FAR * radius && size > FAR * radius) {
        return before * max(0.0, 1.0 - step.h * RECOVERY / size);
    }
    return vec3<f32>(0.0);
}

// Where a body was h before, by the velocity that it has.
fn pose_before(pose: Pose, v: Twist, h: f32) -> Pose {
    return Pose(
        pose.position - h * v.linear, pose.radius, quaternion_product(exponential(-h * v.angular), pose.rotation));
}
