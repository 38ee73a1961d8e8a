// Before a projection, one thread per body: the velocities are kept where V* was, and in their place come those that shut the
// joints.

// uses: step, body
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(7) var<storage, read_write> free_velocities: array<Velocity>;

@compute @workgroup_size(64)
fn joint_aside(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let body = lists[step.first + id.x];
    let v = velocities[body];
    free_velocities[body] = v;
    velocities[body] = Velocity(vec3<f32>(0.0), v.inverse_mass, vec3<f32>(0.0), v.w);
}
