// Before a measurement, one thread per joint of any kind. It finds |C| of the hard rows in the present poses, and how
// far the joint is beyond its stops, m and rad. The rounds of its island are read, and counted anew from here on.

// uses: step, rotation, body, tie, rows, frames, courses, wound
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read> multipliers: array<Multiplier>;

@compute @workgroup_size(64)
fn joint_gaps(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let frames = frames_of(l);
    let whole = select(1.0, 0.0, multipliers[step.joint_count + l].left != 0.0);
    let error = find_rows(frames, poses[frames.tie.a], poses[frames.tie.b]).error;
    let hard = hard_rows(frames);
    let over = all_beyond(frames, with_turns(frames, l, error));
    let most = max(abs(over.linear), abs(over.angular));
    blocks[3u * step.joint_count + l].bias_y = whole * max(most.x, max(most.y, most.z));
    blocks[3u * step.joint_count + l].bias_z = blocks[3u * step.joint_count + l].bias_x;
    blocks[3u * step.joint_count + l].bias_x = 0.0;
    blocks[3u * step.joint_count + l].work.x = whole * length(hard.linear * error.linear);
    blocks[3u * step.joint_count + l].work.y = whole * length(hard.angular * error.angular);
}
