// Gauss-Seidel over one colour, a thread a joint: each joint is put right at once,
//     Δ = ω A_ll⁻¹ h⁻¹ (J_l V + β C_l/h),   λ_l += Δ,   V −= h M⁻¹ J_lᵀ Δ.
// No two joints of a colour share a movable body, so no two threads touch the same velocity.

// uses: step, symmetric, body, joint
@group(0) @binding(1) var<storage, read> order: array<u32>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;

// Adds an impulse at the end of an arm.
fn kick(body: u32, v: Velocity, arm: vec3<f32>, impulse: vec3<f32>) {
    if (v.inverse_mass == 0.0) {
        return;   // fixed bodies are shared by joints of one colour, and never move
    }
    var m = Mobility(v.inverse_mass, v.w, Symmetric());
    if (!ISOTROPIC) {
        m.tensor = mobility[body];
    }
    velocities[body].linear = v.linear + v.inverse_mass * impulse;
    velocities[body].angular = v.angular + turn(m, cross(arm, impulse));
}

@compute @workgroup_size(64)
fn relax_joints(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = order[step.first + id.x];
    let arm = arms[l];
    let block = blocks[l];
    let va = velocities[arm.a];
    let vb = velocities[arm.b];
    let residual = joint_velocity(arm, va.linear, va.angular, vb.linear, vb.angular) + block_bias(block);
    let change = step.gain * step.inverse_h * block_times(block, residual);
    multipliers[l].lambda += change;
    kick(arm.a, va, arm.arm_a, -step.h * change);
    kick(arm.b, vb, arm.arm_b, step.h * change);
}
