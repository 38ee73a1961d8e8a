// The article's update_velocities: Δv = −h M⁻¹ Σ Jᵀ λ, summed into the arrays as printed.

// uses: step, body, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(11) var<storage, read> multipliers: array<Multiplier>;
@group(0) @binding(15) var<storage, read> ang_mass_inv: array<mat3x3<f32>>;
@group(0) @binding(16) var<storage, read_write> lin_vel_delta: array<vec3<f32>>;
@group(0) @binding(17) var<storage, read_write> ang_vel_delta: array<vec3<f32>>;
@group(0) @binding(18) var<storage, read> jacobian: array<mat3x3<f32>>;

@compute @workgroup_size(64)
fn article_velocities(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let ib = lists[step.first + id.x];
    lin_vel_delta[ib] = vec3<f32>(0.0);
    ang_vel_delta[ib] = vec3<f32>(0.0);
    for (var k = lists[ib]; k < lists[ib + 1u]; k++) {
        let item = lists[k];
        let ic = item >> 1u;
        let lambda = multipliers[ic].lambda;
        // item's low bit is the article's is_body0, found when the list was built
        let jw = jacobian[item];
        if ((item & 1u) == 0u) {
            lin_vel_delta[ib] -= step.h * velocities[ib].inverse_mass * lambda;
        } else {
            lin_vel_delta[ib] += step.h * velocities[ib].inverse_mass * lambda;
        }
        ang_vel_delta[ib] += step.h * ang_mass_inv[ib] * jw * lambda;
    }
}
