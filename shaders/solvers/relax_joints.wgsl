// Gauss-Seidel over one colour, one thread per joint: each joint is put right at once,
//     Δ = ω A_ll⁻¹ h⁻¹ (J_l V + β C_l/h),   λ_l += Δ,   V −= h M⁻¹ J_lᵀ Δ.
// No two joints of a colour share a movable body, so no two threads touch the same velocity.

// uses: step, symmetric, body, mobility, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;

fn kick(body: u32, v: Velocity, impulse: Wrench) {
    if (v.inverse_mass == 0.0) {
        return;   // fixed bodies are shared by joints of one colour, and never move
    }
    let after = kicked(Twist(v.linear, v.angular), mobility_of(body, v.inverse_mass, v.w), impulse);
    velocities[body].linear = after.linear;
    velocities[body].angular = after.angular;
}

@compute @workgroup_size(64)
fn relax_joints(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let arm = arms[l];
    let block = blocks[l];
    let va = velocities[arm.a];
    let vb = velocities[arm.b];
    let residual = relative(l, arm, Twist(va.linear, va.angular), Twist(vb.linear, vb.angular)) + block_bias(block);
    let change = step.gain * step.inverse_h * block_times(block, residual);
    multipliers[l].lambda += change;
    kick(arm.a, va, wrench(l, arm.arm_a, -step.h * change));
    kick(arm.b, vb, wrench(l, arm.arm_b, step.h * change));
}
