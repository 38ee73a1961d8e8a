// Puts down for a body what shaders/ties/carried.wgsl reads, one thread per body.

// uses: step, symmetric, body, carried
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(7) var<storage, read> free_velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(29) var<storage, read_write> rooted: array<vec4<f32>>;

@compute @workgroup_size(64)
fn joint_carry(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let body = lists[step.first + id.x];
    let at = carried_at(body);
    if (!ISOTROPIC) {
        rooted[at] = vec4<f32>(mobility[body].diagonal, 0.0);
        rooted[at + 1u] = vec4<f32>(mobility[body].off, 0.0);
    }
    put_free_velocity(body, Twist(free_velocities[body].linear, free_velocities[body].angular));
}
