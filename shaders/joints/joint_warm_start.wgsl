// Stage 4 for joints of any kind: λ ← w λ.

// uses: step, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;

@compute @workgroup_size(64)
fn joint_warm_start(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    multipliers[l].lambda *= step.warm_start;
    multipliers[step.joint_count + l].lambda *= step.warm_start;
}
