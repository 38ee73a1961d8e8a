// One pass of block Jacobi, or with `blend` of Chebyshev, for joints of any kind, one thread per joint:
//     d ← blend d + gain (A_ll + γ)⁻¹ h⁻¹ (J V + bias − γ h λ),   λ += d

// uses: step, left
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;

@compute @workgroup_size(64)
fn joint_relax(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let n = step.joint_count;
    let change = pair_scaled(step.gain * step.inverse_h, inverse_times(l, left_of_joint(l, rows_at(l, VELOCITIES))));
    let direction = pair_add(pair_scaled(step.blend, Pair(blocks[l].work, blocks[n + l].work)), change);
    blocks[l].work = direction.linear;
    blocks[n + l].work = direction.angular;
    multipliers[l].lambda += direction.linear;
    multipliers[n + l].lambda += direction.angular;
}
