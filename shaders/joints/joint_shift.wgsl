// A round of a projection, one thread per body: places move, and on the last (step.extra.x) the velocities come back.
// Sets `free_velocities[body].w` to 1 if the body moved; `joint_places` reads it.

// uses: step, rotation, body
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(7) var<storage, read_write> free_velocities: array<Velocity>;

@compute @workgroup_size(64)
fn joint_shift(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let body = lists[step.first + id.x];
    let v = velocities[body];
    let moved = any(v.linear != vec3<f32>(0.0)) || any(v.angular != vec3<f32>(0.0));
    free_velocities[body].w = select(0.0, 1.0, moved);
    if (moved) {
        let pose = poses[body];
        poses[body].position = pose.position + step.h * v.linear;
        poses[body].rotation = normalize(quaternion_product(exponential(step.h * v.angular), pose.rotation));
    }
    let last = step.extra.x == 1u;
    velocities[body].linear = select(vec3<f32>(0.0), free_velocities[body].linear, last);
    velocities[body].angular = select(vec3<f32>(0.0), free_velocities[body].angular, last);
}
