// One pass of relaxed block Jacobi, one thread per joint:
//     λ_l += ω A_ll⁻¹ h⁻¹ (J_l V + β C_l/h)
// Reads the velocities of the joint's two bodies and writes nothing but its own multiplier (a gather).

// uses: step, body, velocity, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;

@compute @workgroup_size(64)
fn update_multipliers(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let arm = arms[l];
    let block = blocks[l];
    let residual = relative(l, arm, twist_at(arm.a), twist_at(arm.b)) + block_bias(block);
    let change = step.gain * step.inverse_h * block_times(block, residual);
    multipliers[l].lambda += change;
}
