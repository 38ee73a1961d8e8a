// The result of a round of Newton's method for driven and bounded rows, one thread per joint. It writes the change of
// u, and by how much u misses the staircase.

// uses: step, body, velocity, six, tie, rows, row_store, kept, stair, note
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read> multipliers: array<Multiplier>;
@group(0) @binding(30) var<storage, read_write> stairs: array<vec4<f32>>;

// A loop instead of an `if`: software devices run both sides of a branch, but skip a loop that no thread enters.
@compute @workgroup_size(64)
fn joint_landing(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let n = step.joint_count;
    for (var go = !stays(l); go; go = false) {
        let rows = rows_at(l, VELOCITIES);
        let moving = rows_relative(rows, twist_at(rows.a), twist_at(rows.b));
        let along = step.h * multipliers[l].lambda;
        let about = step.h * multipliers[n + l].lambda;
        var most = 0.0;
        for (var left = stair_rows(l); left != 0u; left &= left - 1u) {
            let k = firstTrailingBit(left);
            let stair = stair_at(l, k);
            if (!stair_is_there(stair)) {
                continue;
            }
            let turns = k >= 3u;
            let i = select(k, k - 3u, turns);
            let u = select(moving.linear[i], moving.angular[i], turns);
            let q = select(along[i], about[i], turns);
            stairs[stair_place(l, k) + 1u].w = u - stair.u;
            if (!is_straight(stair)) {
                most = max(most, abs(miss_of(stair, u, q)));
            }
        }
        note_miss(l, most);
    }
}
