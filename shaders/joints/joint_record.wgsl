// Residual by iteration for joints of any kind, when asked for: as record_residual.

// uses: step, sum, left, squared
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(11) var<storage, read> multipliers: array<Multiplier>;
@group(0) @binding(13) var<storage, read_write> residual_partials: array<f32>;

@compute @workgroup_size(64)
fn joint_record(
    @builtin(local_invocation_index) thread: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    var mine = 0.0;
    for (var i = group.x * 64u + thread; i < step.count; i += groups.x * 64u) {
        let l = lists[step.first + i];
        let rows = rows_at(l, VELOCITIES);
        mine += squared(rows, left_of_joint(l, rows));
    }
    let sum = summed(thread, vec3<f32>(mine, 0.0, 0.0)).x;
    if (thread == 0u) {
        residual_partials[step.iteration * groups.x + group.x] += sum;
    }
}
