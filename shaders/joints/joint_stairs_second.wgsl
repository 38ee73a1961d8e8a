// One thread per joint with driven or bounded rows: their staircases in the second half of a symplectic substep, by the
// velocity at its end. μ is what the first half pushed with.

// uses: step, rotation, body, mobility, six, tie, rows, frames, courses, row_store, stair, floors, halves, wound
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(11) var<storage, read> multipliers: array<Multiplier>;
@group(0) @binding(30) var<storage, read_write> stairs: array<vec4<f32>>;

/// How many times NEAR a row was off a stop that it then met.
const OFF: f32 = 10.0;
/// The least share.
const EARLIEST: f32 = 1e-6;

// Of one row, with its C and A_rr and the q of the first half.
fn second_stair(
    course: Course, wraps: bool, recovery: f32, first: Stair, half: Half, c: f32, own: f32, before: f32,
) -> Stair {
    var out = Stair(0.0, 0.0, 0.0, 1.0, -OUT_OF_REACH, OUT_OF_REACH, 0.0, 0.0, 0.0, 0.0, 0.0);
    if (course.is_driven) {
        out.most = 0.5 * step.h * course.most;
        if (course.drive.x == HOLDING) {
            // one that was drawn shut as fast as it may goes on so
            if (abs(half.start * step.inverse_h) > recovery) {
                out.goal = -min(max(c * step.inverse_h, -recovery), recovery);
            }
        } else if (course.drive.x == TO_A_SPEED) {
            out.goal = -course.speed;
        } else {
            let spring = spring_of(course.drive, half.inverse_mass);
            let error = select(c + course.goal, short_way(c + course.goal), wraps);
            out.gamma = second_gamma(spring);
            out.goal = second_speed(spring, error * step.inverse_h, first.u, course.speed);
        }
    }
    if (course.has_stops) {
        // a stop is there where the first half met it; its force says so, since within rounding its speed says nothing
        let by_force = stop_of_force(first, before);
        let leans = abs(before) < first.most;
        // a drive without a slope that yields to a stop leans on it
        var line = first_line(course, wraps, recovery, half.start, half.inverse_mass);
        let yields = yielded(&line);
        let met = select(by_force, yields, by_force == 0.0 && leans);
        var at_high = 0.0;
        var at_low = 0.0;
        out.stop_gamma = 0.0;
        if (course.stop.x != HOLDING) {
            let spring = spring_of(course.stop, half.inverse_mass);
            out.stop_gamma = second_gamma(spring);
            at_high = second_speed(spring, (c + course.low) * step.inverse_h, first.u, 0.0);
            at_low = -second_speed(spring, -(c + course.high) * step.inverse_h, -first.u, 0.0);
        }
        out.high = select(OUT_OF_REACH, at_high, met > 0.0);
        out.low = select(-OUT_OF_REACH, at_low, met < 0.0);
    }
    if (!course.is_bounded) {
        return out;
    }
    let held_back = yielded(&out);
    return floored(out, course, 0.5 * step.h * course.friction, own, before);
}

// After which share of the substep a row met its stop, with a minus for the lower one. The way to the stop says it, if that
// is more than `near`, and the speed of before the stop held it. 0 where it met none, or stood there.
fn blow_of(course: Course, second: Stair, half: Half, near: f32) -> f32 {
    let upper = second.high < NO_BOUND;
    let way = select(half.start + course.high, -(half.start + course.low), upper);
    if (!(upper || second.low > -NO_BOUND) || course.stop.x != HOLDING || way <= near) {
        return 0.0;
    }
    return select(-1.0, 1.0, upper) * clamp(way / max(step.h * abs(half.blow), 1e-12), EARLIEST, 1.0);
}

@compute @workgroup_size(64)
fn joint_stairs_second(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let n = step.joint_count;
    let frames = frames_of(l);
    let pose_a = poses[frames.tie.a];
    let pose_b = poses[frames.tie.b];
    let found = find_rows(frames, pose_a, pose_b);
    let error = with_turns(frames, l, found.error);
    let near = OFF * NEAR * rounding_of(pose_a, pose_b);
    let radius = min(pose_a.radius, pose_b.radius);
    let goes_on = (frames.bits & GOES_ON_BIT) != 0u;
    let rows = rows_at(l, VELOCITIES);
    let own = rows_own_blocks(rows, mobility_at(rows.a), mobility_at(rows.b));
    for (var left = stair_rows(l); left != 0u; left &= left - 1u) {
        let k = firstTrailingBit(left);
        let turns = k >= 3u;
        let i = select(k, k - 3u, turns);
        let first = stair_at(l, k);
        let diagonal = select(matrix_diagonal(own.ll)[i], matrix_diagonal(own.aa)[i], turns);
        // no force at any speed: a swing without an axis has no row, and one from the first half is free in this one
        var stair = Stair(0.0, 0.0, 0.0, select(0.0, 1.0, diagonal > 0.0), -OUT_OF_REACH, OUT_OF_REACH, 0.0, 0.0, 0.0, 0.0, 0.0);
        var half = Half();
        if (diagonal > 0.0 && stair_is_there(first)) {
            let mu = select(multipliers[l].lambda[i], multipliers[n + l].lambda[i], turns);
            let course = course_of(frames, k);
            let before = half_at(l, k);
            stair = second_stair(
                course, turns && !(goes_on && k == 3u), select(frames.recovery.x, frames.recovery.y, turns),
                first, before, select(error.linear[i], error.angular[i], turns),
                diagonal, step.h * mu);
            half.blow = blow_of(course, stair, before, near * select(radius, 1.0, turns));
        }
        put_stair(l, k, stair, half);
    }
}
