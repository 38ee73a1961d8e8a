// The article's update_multipliers: λ += A_ll⁻¹ h⁻¹ J V with V = velocity + delta.

// uses: step, body, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<Tie>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(16) var<storage, read> lin_vel_delta: array<vec3<f32>>;
@group(0) @binding(17) var<storage, read> ang_vel_delta: array<vec3<f32>>;
@group(0) @binding(18) var<storage, read> jacobian: array<mat3x3<f32>>;
@group(0) @binding(19) var<storage, read> delassus_inv: array<mat3x3<f32>>;

@compute @workgroup_size(64)
fn article_multipliers(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let ic = lists[step.first + id.x];
    let b0 = ties[ic].a;
    let b1 = ties[ic].b;
    let lin_vel0 = velocities[b0].linear + lin_vel_delta[b0];
    let lin_vel1 = velocities[b1].linear + lin_vel_delta[b1];
    let ang_vel0 = velocities[b0].angular + ang_vel_delta[b0];
    let ang_vel1 = velocities[b1].angular + ang_vel_delta[b1];
    let relative = (lin_vel0 - lin_vel1) + jacobian[2u * ic] * ang_vel0 + jacobian[2u * ic + 1u] * ang_vel1;
    let change = delassus_inv[ic] * relative * step.inverse_h;
    multipliers[ic].lambda += change;
}
