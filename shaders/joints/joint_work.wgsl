// What drives and soft stops of a joint did in one half of a symplectic substep, one thread per joint: −Σ q ½ J (V_before + V), in J. It is no
// gain of the island's own. step.extra.x adds it to that of the other half.

// uses: step, rotation, body, velocity, six, tie, rows, row_store, frames, courses, stair
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
    var work = select(0.0, blocks[l].off.x, step.extra.x == 1u);
    for (var left = stair_rows(l); left != 0u; left &= left - 1u) {
        let k = firstTrailingBit(left);
        let course = course_of(frames, k);
        if (course.is_driven || course.friction > 0.0 || (course.has_stops && course.stop.x != HOLDING)) {
            let turns = k >= 3u;
            let i = select(k, k - 3u, turns);
            let q = step.h * select(multipliers[l].lambda[i], multipliers[n + l].lambda[i], turns);
            let mean = 0.5 * (select(before.linear[i], before.angular[i], turns) + select(now.linear[i], now.angular[i], turns));
            work -= q * mean;
        }
    }
    blocks[l].off.x = work;
}
