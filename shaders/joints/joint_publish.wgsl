// Before a measurement, one thread per joint of any kind: |J V + bias − γ h λ|² of the last step, beside the multiplier.

// uses: step, left, squared
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;

@compute @workgroup_size(64)
fn joint_publish(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let rows = rows_at(l, VELOCITIES);
    multipliers[l].left = squared(rows, left_of_joint(l, rows));
}
