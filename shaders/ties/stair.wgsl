// The force of a row that is driven or bounded, as a staircase q(u) that only rises. Here u is the row's speed J V at
// the substep's end, and q = h λ its impulse. From low u to high:
//     the lower stop   u = u_lo + γ_s (q − q_lo)
//     a flat step      q = −τ
//     the drive        u = u_t + γ q
//     a flat step      q = +τ
//     the upper stop   u = u_hi + γ_s (q − q_hi),   q_lo, q_hi = (u_lo, u_hi − u_t)/γ within ±τ
// Without a drive τ is 0, without stops u_lo and u_hi are out of reach. Beside dry friction the drive is the sum of two
// such curves, its own and that of the friction,   u = u_f + γ_f q   within ±F; alone, friction is a drive. For shaders
// that bind `stairs`. In `stairs` are eighteen of these for each joint, three for each
// row. Where friction is beside some drive, six more for each joint stand behind all of those, one for each row.

// uses: step, head, given, staired|staired_noted

/// What a solve leaves of a force that is given as 0, N s.
const NOTHING: f32 = 1e-20;
/// Forces and speeds as large as this are no bounds, N s and m/s.
const NO_BOUND: f32 = 1e12;
/// By how much u may miss its staircase after a round of Newton's method, m/s or rad/s.
const NEAR_ENOUGH: f32 = 1e-5;

struct Stair {
    goal: f32,        // u_t and γ of the drive
    gamma: f32,
    most: f32,        // τ, N s
    stop_gamma: f32,  // 0 where there is no such row
    low: f32,
    high: f32,
    u: f32,           // as the last round left it
    du: f32,          // by how much the next one changes it; in the first half of a symplectic substep A_rr
    rub_goal: f32,    // u_f, γ_f and F of friction beside the drive, m/s or rad/s and N s; F is 0 where there is none
    rub_gamma: f32,
    rub: f32,
}

// The part that a row is on: u = at + γ q, or where γ is GIVEN q = at.
struct Segment {
    at: f32,
    gamma: f32,
}

fn stair_place(l: u32, k: u32) -> u32 {
    return 18u * l + 3u * k;
}

fn rub_place(l: u32, k: u32) -> u32 {
    return 18u * step.joint_count + 6u * l + k;
}

// Data of a row in the halves of a symplectic substep.
struct Half {
    start: f32,          // C where the substep began
    offset: f32,         // the offset of u from J V
    inverse_mass: f32,   // of the mass that the row moves
    // In the first half it is ū after the first solve. In the second it is the share of the substep after which the row
    // met a stop. It has a minus for the lower one, and is 0 where the row met none.
    blow: f32,
}

fn half_at(l: u32, k: u32) -> Half {
    let z = stairs[stair_place(l, k) + 2u];
    return Half(z.x, z.y, z.z, z.w);
}

// Work that only friction needs is in loops: software devices run both sides of a branch, but skip a loop that no
// thread enters.
fn stair_at(l: u32, k: u32) -> Stair {
    let at = stair_place(l, k);
    let x = stairs[at];
    let y = stairs[at + 1u];
    var z = vec4<f32>(0.0);
    for (var go = has_friction(l); go; go = false) {
        z = stairs[rub_place(l, k)];
    }
    return Stair(x.x, x.y, x.z, x.w, y.x, y.y, y.z, y.w, z.x, z.y, z.z);
}

fn stair_is_there(stair: Stair) -> bool {
    return stair.stop_gamma > 0.0;
}

// The impulse of drive and friction at this u.
fn driven(stair: Stair, u: f32) -> f32 {
    var q = drive_at(stair, u);
    for (var go = stair.rub > 0.0; go; go = false) {
        q += rub_at(stair, u);
    }
    return q;
}

fn drive_at(stair: Stair, u: f32) -> f32 {
    if (stair.most == 0.0) {
        return 0.0;
    }
    return min(max((u - stair.goal) / stair.gamma, -stair.most), stair.most);
}

fn rub_at(stair: Stair, u: f32) -> f32 {
    return min(max((u - stair.rub_goal) / stair.rub_gamma, -stair.rub), stair.rub);
}

// Nothing bounds it: it is on the drive's slope whatever happens.
fn is_straight(stair: Stair) -> bool {
    return stair.rub == 0.0 && stair.most >= NO_BOUND && stair.high >= NO_BOUND && stair.low <= -NO_BOUND;
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

// The force nearest to q on the part that u is on: beyond a stop no less than that of the drive there.
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

// The part of drive and friction together that this u is on.
fn both_at(stair: Stair, u: f32) -> Segment {
    let drive = drive_at(stair, u);
    let rub = rub_at(stair, u);
    let drives = abs(drive) < stair.most;
    let rubs = abs(rub) < stair.rub;
    if (drives && rubs) {
        let share = stair.gamma / (stair.gamma + stair.rub_gamma);
        return Segment(stair.goal + (stair.rub_goal - stair.goal) * share, stair.rub_gamma * share);
    }
    if (drives) {
        return Segment(stair.goal - stair.gamma * rub, stair.gamma);
    }
    if (rubs) {
        return Segment(stair.rub_goal - stair.rub_gamma * drive, stair.rub_gamma);
    }
    return Segment(drive + rub, GIVEN);
}

// Where drive and friction together push with this q, which is less than they have.
fn speed_at(stair: Stair, q: f32) -> f32 {
    var u = stair.goal + stair.gamma * q;
    for (var go = stair.rub > 0.0; go; go = false) {
        // the drive's part, were friction without an end
        let free = stair.rub_goal + stair.rub_gamma * q;
        let drive = min(max((free - stair.goal) / (stair.gamma + stair.rub_gamma), -stair.most), stair.most);
        let rub = q - drive;
        if (rub > stair.rub) {
            u = stair.goal + stair.gamma * (q - stair.rub);
        } else if (rub < -stair.rub) {
            u = stair.goal + stair.gamma * (q + stair.rub);
        } else {
            u = free - stair.rub_gamma * drive;
        }
    }
    return u;
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
    var segment = drive_or_flat(stair, drive_at(stair, u));
    for (var go = stair.rub > 0.0; go; go = false) {
        segment = both_at(stair, u);
    }
    return segment;
}

// What rounding leaves of q. A bound that is infinite says nothing of the size of q.
fn slack_of(stair: Stair, q: f32) -> f32 {
    let most = select(0.0, stair.most, stair.most < NO_BOUND);
    return 1e-6 * max(max(abs(q), most), stair.rub) + NOTHING;
}

// Which stop this q says that the row is at: 1 for the upper, -1 for the lower, 0 for neither.
fn stop_of_force(stair: Stair, q: f32) -> f32 {
    let slack = slack_of(stair, q);
    if (stair.high < NO_BOUND && q > driven(stair, stair.high) + slack) {
        return 1.0;
    }
    if (stair.low > -NO_BOUND && q < driven(stair, stair.low) - slack) {
        return -1.0;
    }
    return 0.0;
}

// Where it is with this q. A q from before its cap was lowered may be more than the drive's: where no stop is in reach it is on the
// flat step.
fn segment_of_force(stair: Stair, q: f32) -> Segment {
    if (is_straight(stair)) {
        return Segment(stair.goal, stair.gamma);
    }
    let slack = slack_of(stair, q);
    let stop = stop_of_force(stair, q);
    if (stop > 0.0) {
        return stop_at(stair, stair.high);
    }
    if (stop < 0.0) {
        return stop_at(stair, stair.low);
    }
    let most = stair.most + stair.rub;
    var segment = drive_or_flat(stair, q);
    for (var go = stair.rub > 0.0; go; go = false) {
        if (abs(q) >= most) {
            segment = Segment(min(max(q, -most), most), GIVEN);
        } else {
            // on a flat step between the two, where rounding would say either end of it
            segment = both_at(stair, 0.5 * (speed_at(stair, q - slack) + speed_at(stair, q + slack)));
        }
    }
    return segment;
}

// The lowest u at which it pushes so much.
fn lowest_speed(stair: Stair, q: f32) -> f32 {
    let q_low = driven(stair, stair.low);
    let q_high = driven(stair, stair.high);
    if (q > q_high) {
        return stair.high + stair.stop_gamma * (q - q_high);
    }
    if (q > q_low) {
        return speed_at(stair, q);
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
        return speed_at(stair, q);
    }
    return stair.high + stair.stop_gamma * (q - q_high);
}

// By how much u misses the staircase at this q, but for what rounding leaves of q.
fn miss_of(stair: Stair, u: f32, q: f32) -> f32 {
    let slack = slack_of(stair, q);
    return max(0.0, u - highest_speed(stair, q + slack)) + min(0.0, u - lowest_speed(stair, q - slack));
}

fn drive_meeting(stair: Stair, free: f32, a: f32) -> f32 {
    if (stair.most == 0.0) {
        return 0.0;
    }
    return min(max((free - stair.goal) / (a + stair.gamma), -stair.most), stair.most);
}

// Of drive and friction together. Friction that yields takes a part of the line's slope; beyond its largest force it is
// a given force.
fn both_meeting(stair: Stair, free: f32, a: f32) -> f32 {
    let share = stair.rub_gamma / (stair.rub_gamma + a);
    let middle = stair.rub_goal + (free - stair.rub_goal) * share;
    let drive = drive_meeting(stair, middle, a * share);
    let rub = (middle - a * share * drive - stair.rub_goal) / stair.rub_gamma;
    if (rub > stair.rub) {
        return drive_meeting(stair, free - a * stair.rub, a) + stair.rub;
    }
    if (rub < -stair.rub) {
        return drive_meeting(stair, free + a * stair.rub, a) - stair.rub;
    }
    return drive + rub;
}

// The q at which it meets   u = u₀ − a q,   u₀ being the row's speed without this force.
fn meeting(stair: Stair, free: f32, a: f32) -> f32 {
    var q = drive_meeting(stair, free, a);
    for (var go = stair.rub > 0.0; go; go = false) {
        q = both_meeting(stair, free, a);
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

// The speed at which it meets the line of u + A_rr q, in the first half.
fn where_it_meets(stair: Stair, q: f32) -> f32 {
    let free = stair.u + stair.du * q;
    return free - stair.du * meeting(stair, free, stair.du);
}
