// The work of drives and soft rows of a joint in one half of a symplectic substep, one thread per joint: −Σ q ½ J (V_before + V), in J. It is
// no gain of the island's own. Nor is the work of a body that moves by its velocity, Σ q J V over all rows.
// step.extra.x adds it to that of the other half; where it is 2, only of islands with a blow.

// uses: step, rotation, body, velocity, six, tie, rows, row_store, frames, courses, stair, note
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(7) var<storage, read> free_velocities: array<Velocity>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read> multipliers: array<Multiplier>;
@group(0) @binding(30) var<storage, read> stairs: array<vec4<f32>>;

fn free_twist(body: u32) -> Twist {
    return Twist(free_velocities[body].linear, free_velocities[body].angular);
}

// Of a body that nothing pushes.
fn driven_twist(body: u32) -> Twist {
    if (velocities[body].inverse_mass != 0.0) {
        return Twist();
    }
    return twist_at(body);
}

fn along_six(q: Pair, u: Pair) -> f32 {
    return dot(q.linear, u.linear) + dot(q.angular, u.angular);
}

@compute @workgroup_size(64)
fn joint_work(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let n = step.joint_count;
    let frames = frames_of(l);
    let rows = rows_at(l, VELOCITIES);
    let before = rows_relative(rows, free_twist(rows.a), free_twist(rows.b));
    let now = rows_relative(rows, twist_at(rows.a), twist_at(rows.b));
    var work = select(0.0, noted_work(l), step.extra.x > 0u);
    let soft = soft_rows(frames);
    for (var left = stair_rows(l) | soft; left != 0u; left &= left - 1u) {
        let k = firstTrailingBit(left);
        var works = ((soft >> k) & 1u) == 1u;
        for (var go = !works; go; go = false) {
            let course = course_of(frames, k);
            works = course.is_driven || course.friction > 0.0 || (course.has_stops && course.stop.x != HOLDING);
        }
        if (works) {
            let turns = k >= 3u;
            let i = select(k, k - 3u, turns);
            let q = step.h * select(multipliers[l].lambda[i], multipliers[n + l].lambda[i], turns);
            let mean = 0.5 * (select(before.linear[i], before.angular[i], turns) + select(now.linear[i], now.angular[i], turns));
            work -= q * mean;
        }
    }
    let ends = Pair(step.h * multipliers[l].lambda, step.h * multipliers[n + l].lambda);
    work += along_six(ends, rows_relative(rows, driven_twist(rows.a), driven_twist(rows.b)));
    if (step.extra.x < 2u || noted_blow(l) < 1.0) {
        note_work(l, work);
    }
}
