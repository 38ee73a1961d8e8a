// One pass of Chebyshev's semi-iteration on block Jacobi, one thread per joint:
//     d ← blend d + gain A_ll⁻¹ h⁻¹ (J_l V + β C_l/h),   λ_l += d
// The two numbers come from the host, pass by pass; d stands in the block's working vector.

// uses: step, body, velocity, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;

@compute @workgroup_size(64)
fn update_multipliers_chebyshev(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let arm = arms[l];
    let block = blocks[l];
    let residual = relative(l, arm, twist_at(arm.a), twist_at(arm.b)) + block_bias(block);
    let direction = step.blend * block.work + step.gain * step.inverse_h * block_times(block, residual);
    blocks[l].work = direction;
    multipliers[l].lambda += direction;
}
