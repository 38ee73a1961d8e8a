// Where forces alone would take a body, one thread per body:
//     v ← (v + h g)(1 − damping h),   ω ← tumbled ω (1 − damping h);   x ← x + h v,   q ← exp(h ω) q
// and its true M⁻¹ there.

// uses: step, rotation, symmetric, body, motion
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read_write> mobility: array<Symmetric>;

@compute @workgroup_size(64)
fn place_predict(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let body = lists[step.first + id.x];
    let facts = bodies[body];
    let pose = poses[body];
    let linear = free_linear(velocities[body].linear);
    let angular = free_angular(velocities[body].angular, pose.rotation, facts);
    let rotation = normalize(quaternion_product(exponential(step.h * angular), pose.rotation));
    poses[body].position = pose.position + step.h * linear;
    poses[body].rotation = rotation;
    velocities[body].linear = linear;
    velocities[body].inverse_mass = facts.inverse_mass;
    velocities[body].angular = angular;
    if (ISOTROPIC) {
        velocities[body].w = facts.inverse_inertia.x;
    } else {
        mobility[body] = world_inverse_inertia(rotation, facts.inverse_inertia);
    }
}
