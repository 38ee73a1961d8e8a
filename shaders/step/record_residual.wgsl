// Residual by iteration, when asked for: Σ |J V + β C/h|² over the joints of each workgroup, to
// residual_partials[iteration][workgroup]. 64 workgroups stride over all joints, so the order of the sums,
// and with it every bit, is the same on every run.

// uses: step, body, velocity, sum, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(13) var<storage, read_write> residual_partials: array<f32>;

@compute @workgroup_size(64)
fn record_residual(
    @builtin(local_invocation_index) thread: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    var mine = 0.0;
    for (var i = group.x * 64u + thread; i < step.count; i += groups.x * 64u) {
        let l = lists[step.first + i];
        let arm = arms[l];
        let residual = relative(l, arm, twist_at(arm.a), twist_at(arm.b)) + block_bias(blocks[l]);
        mine += dot(residual, residual);
    }
    let sum = summed(thread, vec3<f32>(mine, 0.0, 0.0)).x;
    if (thread == 0u) {
        // added to, since two groups of islands may record the same iteration one after the other
        residual_partials[step.iteration * groups.x + group.x] += sum;
    }
}
