// Residual by iteration, when asked for: Σ |J V + β C/h|² over the joints of each workgroup, to
// residual_partials[iteration][workgroup]. 64 workgroups stride over all joints, so the order of the sums,
// and with it every bit, is the same on every run.

// uses: step, body, joint
@group(0) @binding(1) var<storage, read> order: array<u32>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(13) var<storage, read_write> residual_partials: array<f32>;

var<workgroup> sums: array<f32, 64>;

@compute @workgroup_size(64)
fn record_residual(
    @builtin(local_invocation_index) thread: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    var sum = 0.0;
    for (var i = group.x * 64u + thread; i < step.count; i += groups.x * 64u) {
        let l = order[step.first + i];
        let arm = arms[l];
        let relative = joint_velocity(
            arm, velocities[arm.a].linear, velocities[arm.a].angular, velocities[arm.b].linear, velocities[arm.b].angular);
        let r = relative + block_bias(blocks[l]);
        sum += dot(r, r);
    }
    sums[thread] = sum;
    workgroupBarrier();
    for (var half = 32u; half > 0u; half /= 2u) {
        if (thread < half) {
            sums[thread] += sums[thread + half];
        }
        workgroupBarrier();
    }
    if (thread == 0u) {
        // added to, since two groups of islands may record the same iteration one after the other
        residual_partials[step.iteration * groups.x + group.x] += sums[0];
    }
}
