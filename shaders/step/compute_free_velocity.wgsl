// Stage 2, one thread per body: the velocity that forces alone would give,
//     v* = (v + h g)(1 − damping h),   ω* = tumbled ω (1 − damping h).

// uses: step, body, motion
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(7) var<storage, read_write> free_velocities: array<Velocity>;

@compute @workgroup_size(64)
fn compute_free_velocity(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let body = lists[step.first + id.x];
    var v = velocities[body];
    v.linear = free_linear(v.linear);
    v.angular = free_angular(v.angular, poses[body].rotation, bodies[body]);
    free_velocities[body] = v;
}
