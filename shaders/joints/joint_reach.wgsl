// Where the velocities lead from where the substep began, one thread per body: V' = G(V⁺), x' = x + h V'. Between the rounds V⁺ stays,
// which the forces change; on the last (step.extra.x) V' is left.

// uses: step, rotation, symmetric, body, motion, draft
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(27) var<storage, read> drafts: array<Draft>;

@compute @workgroup_size(64)
fn joint_reach(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let body = lists[step.first + id.x];
    let was = drafts[body].rotation;
    let half = 0.5 * step.h;
    let v = velocities[body].linear + half * step.gravity;
    let spin = tumbled(velocities[body].angular, was, bodies[body].inertia, half);
    poses[body].position = drafts[body].position + step.h * v;
    poses[body].rotation = normalize(quaternion_product(exponential(step.h * spin), was));
    if (step.extra.x == 1u) {
        velocities[body].linear = v;
        velocities[body].angular = spin;
    }
}
