// For soft steps, once bodies have moved, one thread per joint of any kind. Hard rows become rigid and close no gap,
// hard stops push back no overrun, and a hold wants no speed.

// uses: step, rotation, body, six, tie, rows, frames, courses, row_store, row_keep, stair
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(9) var<storage, read_write> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(30) var<storage, read_write> stairs: array<vec4<f32>>;

fn put_bias(t: u32, hard: vec3<f32>) {
    blocks[t].bias_x = select(blocks[t].bias_x, 0.0, hard.x > 0.0);
    blocks[t].bias_y = select(blocks[t].bias_y, 0.0, hard.y > 0.0);
    blocks[t].bias_z = select(blocks[t].bias_z, 0.0, hard.z > 0.0);
}

@compute @workgroup_size(64)
fn joint_harden(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let frames = frames_of(l);
    let hard = hard_rows(frames);
    var rows = rows_at(l, VELOCITIES);
    rows.softness.linear *= 1.0 - hard.linear;
    rows.softness.angular *= 1.0 - hard.angular;
    put_row_pairs(step.joint_count + 3u * l, rows);
    put_bias(l, hard.linear);
    put_bias(step.joint_count + l, hard.angular);
    for (var left = stair_rows(l); left != 0u; left &= left - 1u) {
        let k = firstTrailingBit(left);
        let course = course_of(frames, k);
        let at = stair_place(l, k);
        if (course.is_driven && course.drive.x == HOLDING) {
            stairs[at].x = 0.0;
        }
        if (course.has_stops && course.stop.x == HOLDING) {
            stairs[at + 1u].x = min(stairs[at + 1u].x, 0.0);
            stairs[at + 1u].y = max(stairs[at + 1u].y, 0.0);
        }
    }
}
