// One thread per joint with rows that are driven or bounded: their staircases, in the pose at the substep's start.

// uses: step, rotation, body, mobility, six, tie, rows, frames, courses, effective, row_store, stair, floors, wound, mean
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(11) var<storage, read> multipliers: array<Multiplier>;
@group(0) @binding(30) var<storage, read_write> stairs: array<vec4<f32>>;

// γ and β, in this substep.
fn softness_of(setting: vec3<f32>, inverse_mass: f32) -> vec2<f32> {
    let numbers = softness_numbers(setting);
    return vec2<f32>(numbers.x * select(1.0, inverse_mass, setting.x == BY_FREQUENCY), numbers.y);
}

// The speed to a stop by which C is beyond this; before it the row may go all the way.
fn toward(beyond: f32, beta: f32, fastest: f32) -> f32 {
    return select(step.inverse_h * beyond, min(beyond * (beta * step.inverse_h), fastest), beyond > 0.0);
}

// Of one row, with its C, A_rr, m_eff⁻¹ and q of the last step.
fn stair_of(course: Course, wraps: bool, recovery: f32, c: f32, own: f32, inverse_mass: f32, before: f32) -> Stair {
    var out = Stair(0.0, 0.0, 0.0, 1.0, -OUT_OF_REACH, OUT_OF_REACH, 0.0, 0.0, 0.0, 0.0, 0.0);
    if (course.is_driven) {
        out.most = step.h * course.most;
        if (course.drive.x == HOLDING) {
            out.goal = -min(max(c * (step.stabilisation * step.inverse_h), -recovery), recovery);
        } else if (course.drive.x == TO_A_SPEED) {
            out.goal = -course.speed;
        } else {
            let soft = softness_of(course.drive, inverse_mass);
            var error = c + course.goal;
            if (wraps) {
                error = short_way(error);
            }
            out.gamma = soft.x;
            out.goal = -(error * (soft.y * step.inverse_h) + course.speed * (1.0 - soft.y));
        }
    }
    if (course.has_stops) {
        var soft = vec2<f32>(0.0, step.stabilisation);
        var fastest = recovery;
        if (course.stop.x != HOLDING) {
            soft = softness_of(course.stop, inverse_mass);
            fastest = OUT_OF_REACH;
        }
        out.stop_gamma = soft.x;
        out.high = -toward(c + course.low, soft.y, fastest);
        out.low = toward(-(c + course.high), soft.y, fastest);
    }
    if (!course.is_bounded) {
        return out;
    }
    let yields = yielded(&out);
    return floored(out, course, step.h * course.friction, own, before);
}

@compute @workgroup_size(64)
fn joint_stairs(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let n = step.joint_count;
    // of an island that was kept they stay, for a measurement
    if ((step.extra.x & BUT_KEPT) != 0u && multipliers[mean_at(l)].left != 0.0) {
        return;
    }
    let frames = frames_of(l);
    let found = find_rows(frames, poses[frames.tie.a], poses[frames.tie.b]);
    let error = with_turns(frames, l, found.error);
    let goes_on = (frames.bits & GOES_ON_BIT) != 0u;
    let rows = rows_at(l, VELOCITIES);
    let own = rows_own_blocks(rows, mobility_at(rows.a), mobility_at(rows.b));
    var masses = Pair(vec3<f32>(1.0), vec3<f32>(1.0));
    // a loop, which software skips
    for (var go = ((frames.bits >> COURSE_FREQUENCY_BIT) & 1u) != 0u; go; go = false) {
        masses = inverse_masses(own, hard_rows(frames));
    }
    let gone = multipliers[n + l].left != 0.0;
    for (var left = stair_rows(l); left != 0u; left &= left - 1u) {
        let k = firstTrailingBit(left);
        let turns = k >= 3u;
        let i = select(k, k - 3u, turns);
        let diagonal = select(matrix_diagonal(own.ll)[i], matrix_diagonal(own.aa)[i], turns);
        var stair = Stair(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
        if (diagonal > 0.0 && !gone) {
            let lambda = select(multipliers[l].lambda[i], multipliers[n + l].lambda[i], turns);
            stair = stair_of(
                course_of(frames, k), turns && !(goes_on && k == 3u), select(frames.recovery.x, frames.recovery.y, turns),
                select(error.linear[i], error.angular[i], turns), diagonal,
                select(masses.linear[i], masses.angular[i], turns), step.h * lambda);
        }
        put_stair(l, k, stair, Half());
    }
}
