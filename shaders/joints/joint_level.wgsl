// After a projection, one thread per joint: J V of the rows that it shut, where it ended. Without that speed the next
// substep finds the island calm.

// uses: step, body, velocity, six, tie, rows, row_store, kept, note
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;

// A loop instead of an `if`: software devices run both sides of a branch, but skip a loop that no thread enters.
@compute @workgroup_size(64)
fn joint_level(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let n = step.joint_count;
    for (var go = !stays(l); go; go = false) {
        let rows = rows_at(l, PLACES);
        let moving = rows_relative(rows, twist_at(rows.a), twist_at(rows.b));
        note_gap(l, 1.0);
        blocks[l].work = moving.linear;
        blocks[n + l].work = moving.angular;
    }
}
