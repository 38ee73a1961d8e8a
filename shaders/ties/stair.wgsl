// The force of a row that is driven or bounded, as a staircase q(u) that only rises: u is the row's speed J V at the substep's end,
// q = h λ what it pushes with. From low u to high:
//     the lower stop   u = u_lo + γ_s (q − q_lo)
//     a flat step      q = −τ
//     the drive        u = u_t + γ q
//     a flat step      q = +τ
//     the upper stop   u = u_hi + γ_s (q − q_hi),   q_lo, q_hi = (u_lo, u_hi − u_t)/γ within ±τ
// Without a drive τ is 0, without stops u_lo and u_hi are out of reach. For shaders that bind `ties` as rows of four words and `stairs`:
// twelve of these for each joint, two for each row.

// uses: step, head, given

/// What a solve leaves of a force that is given as 0, N s.
const NOTHING: f32 = 1e-20;
/// Forces and speeds as large as this are no bounds, N s and m/s.
const NO_BOUND: f32 = 1e12;

struct Stair {
    goal: f32,        // u_t and γ of the drive
    gamma: f32,
    most: f32,        // τ, N s
    stop_gamma: f32,  // 0 where there is no such row
    low: f32,
    high: f32,
    u: f32,           // as the last round left it, and by how much the next one changes it
    du: f32,
}

// The part that a row is on: u = at + γ q, or where γ is GIVEN q = at.
struct Segment {
    at: f32,
    gamma: f32,
}

// Of a joint's six rows those that may have a staircase, a bit each. Loops go from one to the next: software runs through what it passes
// over.
fn stair_rows(l: u32) -> u32 {
    return (ties[4u * step.joint_count + 2u * l].x >> COURSE_BITS) & 63u;
}

fn stair_at(l: u32, k: u32) -> Stair {
    let x = stairs[12u * l + 2u * k];
    let y = stairs[12u * l + 2u * k + 1u];
    return Stair(x.x, x.y, x.z, x.w, y.x, y.y, y.z, y.w);
}

fn stair_is_there(stair: Stair) -> bool {
    return stair.stop_gamma > 0.0;
}

// The drive's q at this u.
fn driven(stair: Stair, u: f32) -> f32 {
    if (stair.most == 0.0) {
        return 0.0;
    }
    return min(max((u - stair.goal) / stair.gamma, -stair.most), stair.most);
}

// Nothing bounds it: it is on the drive's slope whatever happens.
fn is_straight(stair: Stair) -> bool {
    return stair.most >= NO_BOUND && stair.high >= NO_BOUND && stair.low <= -NO_BOUND;
}

// q(u)
fn force_of(stair: Stair, u: f32) -> f32 {
    if (u > stair.high) {
        return driven(stair, stair.high) + (u - stair.high) / stair.stop_gamma;
    }
    if (u < stair.low) {
        return driven(stair, stair.low) + (u - stair.low) / stair.stop_gamma;
    }
    return driven(stair, u);
}

// Of this q what is on the part that u is on: beyond a stop no less than what the drive has there.
fn nearest_force(stair: Stair, u: f32, q: f32) -> f32 {
    if (u > stair.high) {
        return max(q, driven(stair, stair.high));
    }
    if (u < stair.low) {
        return min(q, driven(stair, stair.low));
    }
    return driven(stair, u);
}

fn stop_at(stair: Stair, stop: f32) -> Segment {
    return Segment(stop - stair.stop_gamma * driven(stair, stop), stair.stop_gamma);
}

fn drive_or_flat(stair: Stair, q: f32) -> Segment {
    if (abs(q) < stair.most) {
        return Segment(stair.goal, stair.gamma);
    }
    return Segment(min(max(q, -stair.most), stair.most), GIVEN);
}

// Where it is at this u.
fn segment_at(stair: Stair, u: f32) -> Segment {
    if (is_straight(stair)) {
        return Segment(stair.goal, stair.gamma);
    }
    if (u > stair.high) {
        return stop_at(stair, stair.high);
    }
    if (u < stair.low) {
        return stop_at(stair, stair.low);
    }
    return drive_or_flat(stair, driven(stair, u));
}

// What rounding leaves of q.
fn slack_of(stair: Stair, q: f32) -> f32 {
    return 1e-6 * max(abs(q), stair.most) + NOTHING;
}

// Where it is with this q. A q from before its cap was lowered may be more than the drive's: where no stop is in reach it is on the
// flat step.
fn segment_of_force(stair: Stair, q: f32) -> Segment {
    if (is_straight(stair)) {
        return Segment(stair.goal, stair.gamma);
    }
    let slack = slack_of(stair, q);
    if (stair.high < NO_BOUND && q > driven(stair, stair.high) + slack) {
        return stop_at(stair, stair.high);
    }
    if (stair.low > -NO_BOUND && q < driven(stair, stair.low) - slack) {
        return stop_at(stair, stair.low);
    }
    return drive_or_flat(stair, q);
}

// The lowest u at which it pushes so much.
fn lowest_speed(stair: Stair, q: f32) -> f32 {
    let q_low = driven(stair, stair.low);
    let q_high = driven(stair, stair.high);
    if (q > q_high) {
        return stair.high + stair.stop_gamma * (q - q_high);
    }
    if (q > q_low) {
        return stair.goal + stair.gamma * q;
    }
    return stair.low + stair.stop_gamma * (q - q_low);
}

// The highest u at which it pushes no more than that.
fn highest_speed(stair: Stair, q: f32) -> f32 {
    let q_low = driven(stair, stair.low);
    let q_high = driven(stair, stair.high);
    if (q < q_low) {
        return stair.low + stair.stop_gamma * (q - q_low);
    }
    if (q < q_high) {
        return stair.goal + stair.gamma * q;
    }
    return stair.high + stair.stop_gamma * (q - q_high);
}

// By how much u misses the staircase at this q, but for what rounding leaves of q.
fn miss_of(stair: Stair, u: f32, q: f32) -> f32 {
    let slack = slack_of(stair, q);
    return max(0.0, u - highest_speed(stair, q + slack)) + min(0.0, u - lowest_speed(stair, q - slack));
}

// The q at which it meets   u = u₀ − a q,   u₀ being the row's speed without this force.
fn meeting(stair: Stair, free: f32, a: f32) -> f32 {
    var q = 0.0;
    if (stair.most > 0.0) {
        q = min(max((free - stair.goal) / (a + stair.gamma), -stair.most), stair.most);
    }
    let u = free - a * q;
    if (u > stair.high) {
        return (free - stair.high + stair.stop_gamma * driven(stair, stair.high)) / (a + stair.stop_gamma);
    }
    if (u < stair.low) {
        return (free - stair.low + stair.stop_gamma * driven(stair, stair.low)) / (a + stair.stop_gamma);
    }
    return q;
}
