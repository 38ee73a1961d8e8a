// The right side of an exact solve, one thread per joint: J V + bias − γ h λ.

// uses: step, left_over, kept
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read> multipliers: array<Multiplier>;

// A loop instead of an `if`: software devices run both sides of a branch, but skip a loop that no thread enters.
@compute @workgroup_size(64)
fn joint_left(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    for (var go = !stays(l); go; go = false) {
        put_left(l);
    }
}
