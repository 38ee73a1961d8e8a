// One thread per body: the velocity that the multipliers imply,
//     V = V* − h M⁻¹ Σ J_lᵀ λ_l
// summed over the body's joints in the order of the list (a gather; the same order gives the same bits).

// uses: step, symmetric, body, motion, mobility, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(7) var<storage, read> free_velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(11) var<storage, read> multipliers: array<Multiplier>;

@compute @workgroup_size(64)
fn update_velocities(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let body = lists[step.first + id.x];
    let v = free_velocities[body];

    // J_lᵀ λ: ±λ on the body's centre, and the torque a × (±λ). λ pulls a back and b forth.
    var force = vec3<f32>(0.0);
    var torque = vec3<f32>(0.0);
    for (var k = lists[body]; k < lists[body + 1u]; k++) {
        let item = lists[k];
        let l = item >> 1u;
        let is_b = (item & 1u) == 1u;
        let lambda = multipliers[l].lambda;
        let on_body = wrench(l, select(arms[l].arm_a, arms[l].arm_b, is_b), select(-lambda, lambda, is_b));
        force += on_body.force;
        torque += on_body.torque;
    }

    let m = mobility_of(body, v.inverse_mass, v.w);
    let after = moved(Twist(v.linear, v.angular), m, Wrench(force, torque));
    velocities[body].linear = after.linear;
    velocities[body].angular = after.angular;
}
