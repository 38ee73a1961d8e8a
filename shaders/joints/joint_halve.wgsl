// Between both halves of a substep that is symplectic, one thread per joint: λ is 2 q. μ begins as q, which is kept beside for the mean.

// uses: step, tie, mean
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;

@compute @workgroup_size(64)
fn joint_halve(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    for (var t = l; t <= step.joint_count + l; t += step.joint_count) {
        let q = 0.5 * multipliers[t].lambda;
        multipliers[t].lambda = q;
        multipliers[mean_at(t)] = Multiplier(q, 0.0);
    }
}
