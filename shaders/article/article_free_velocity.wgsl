// The article's compute_free_velocity: forces into velocities, deltas cleared (and λ left as it was, which is
// what makes its warm start inconsistent).

// uses: step, body, motion
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(16) var<storage, read_write> lin_vel_delta: array<vec3<f32>>;
@group(0) @binding(17) var<storage, read_write> ang_vel_delta: array<vec3<f32>>;

@compute @workgroup_size(64)
fn article_free_velocity(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let ib = lists[step.first + id.x];
    velocities[ib].linear = free_linear(velocities[ib].linear);
    velocities[ib].angular *= step.velocity_kept;
    velocities[ib].inverse_mass = bodies[ib].inverse_mass;
    lin_vel_delta[ib] = vec3<f32>(0.0);
    ang_vel_delta[ib] = vec3<f32>(0.0);
}
