// Held rows that yield in the two halves of a symplectic substep, one thread per joint: γ and bias of shaders/ties/halves.wgsl. Each is a
// spring to 0 without bounds, so no staircase is needed. step.extra.x is 0 in the first half and 1 in the second, which
// reads ū. The mass that a row moves is that at the substep's start.

// uses: step, rotation, body, mobility, six, tie, rows, frames, courses, effective, row_store, row_settings, stair, floors, halves
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read_write> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(30) var<storage, read_write> stairs: array<vec4<f32>>;

@compute @workgroup_size(64)
fn joint_soft(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let frames = frames_of(l);
    let together = ((frames.bits >> TOGETHER_BIT) & 1u) == 1u;
    let error = find_rows(frames, poses[frames.tie.a], poses[frames.tie.b]).error;
    let rows = rows_at(l, VELOCITIES);
    let dead = rows_dead(rows);
    let second = step.extra.x == 1u;
    var masses = Pair(vec3<f32>(1.0), vec3<f32>(1.0));
    // a loop, which software skips
    for (var go = !second && !together; go; go = false) {
        masses = inverse_masses(rows_own_blocks(rows, mobility_at(rows.a), mobility_at(rows.b)), hard_rows(frames));
    }
    for (var left = soft_rows(frames); left != 0u; left &= left - 1u) {
        let k = firstTrailingBit(left);
        let turns = k >= 3u;
        let i = select(k, k - 3u, turns);
        if (select(dead.linear[i], dead.angular[i], turns) != 0.0) {
            continue;
        }
        let at = stair_place(l, k);
        let c = select(error.linear[i], error.angular[i], turns);
        var inverse_mass = select(masses.linear[i], masses.angular[i], turns);
        if (second) {
            inverse_mass = stairs[at + 2u].z;
        }
        let spring = spring_of(setting_of(frames, k), inverse_mass);
        var gamma = first_gamma(spring);
        var wanted = first_speed(spring, c * step.inverse_h, 0.0);
        if (second) {
            gamma = second_gamma(spring);
            wanted = second_speed(spring, c * step.inverse_h, stairs[at + 1u].z, 0.0);
        } else {
            stairs[at + 1u].z = 0.0;
            stairs[at + 2u] = vec4<f32>(c, 0.0, inverse_mass, 0.0);
        }
        // of one spring γ is γ̂ A_ll, which a minus says
        put_row_setting(l, k, select(gamma, -gamma, together), -wanted);
    }
}
