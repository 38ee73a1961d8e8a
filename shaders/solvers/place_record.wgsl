// The residual of a pass over places, when asked for: Σ |C|²/h² over the joints of each workgroup, as record_residual.
// Of joints of other kinds `joint_gaps` has put |C| of their firm rows into `blocks`; what turns is counted at the
// smaller radius.

// uses: step, rotation, body, sum, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<Tie>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(13) var<storage, read_write> residual_partials: array<f32>;

fn square_of(l: u32) -> f32 {
    let a = poses[ties[l].a];
    let b = poses[ties[l].b];
    if (POINTS) {
        let gap = step.inverse_h * error_of(l, a, b, arms_of(ties[l], a, b));
        return dot(gap, gap);
    }
    let gaps = step.inverse_h * blocks[3u * step.joint_count + l].work.xy;
    let turning = min(a.radius, b.radius) * gaps.y;
    return gaps.x * gaps.x + turning * turning;
}

@compute @workgroup_size(64)
fn place_record(
    @builtin(local_invocation_index) thread: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    var mine = 0.0;
    for (var i = group.x * 64u + thread; i < step.count; i += groups.x * 64u) {
        mine += square_of(lists[step.first + i]);
    }
    let sum = summed(thread, vec3<f32>(mine, 0.0, 0.0)).x;
    if (thread == 0u) {
        residual_partials[step.iteration * groups.x + group.x] += sum;
    }
}
