// Stage 4, one thread per joint: the share of the last step's multiplier that the solve starts from,
//     λ ← w λ

// uses: step, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;

@compute @workgroup_size(64)
fn warm_start(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    multipliers[l].lambda = bounded(l, step.warm_start * multipliers[l].lambda);
}
