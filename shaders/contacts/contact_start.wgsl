// A substep's start where there is no joint, one thread per body: W, V*, and by the contacts' λ of before
//     V = V* − h M⁻¹ Σ Jᵀ λ
// over the pairs of its row, in the order of the row. It is `compute_inertia`, `compute_free_velocity`, `contact_warm` and
// `update_velocities` in one.

// uses: step, symmetric, body, motion, mobility, velocity, contact_rows, contact, contact_gather, contact_row_sum
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read_write> mobility: array<Symmetric>;
@group(0) @binding(33) var<storage, read> pairs: array<BodyPair>;
@group(0) @binding(35) var<storage, read> contact_forces: array<Push>;
@group(0) @binding(39) var<storage, read> contact_rows: array<u32>;
@group(0) @binding(44) var<storage, read> contact_reaches: array<Reach>;

@compute @workgroup_size(64)
fn contact_start(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count || bodies[id.x].inverse_mass == 0.0) {
        return;
    }
    let facts = bodies[id.x];
    let rotation = poses[id.x].rotation;
    velocities[id.x].inverse_mass = facts.inverse_mass;
    if (ISOTROPIC) {
        velocities[id.x].w = guarded_inverse_inertia(facts, 0.0).x;
    } else {
        mobility[id.x] = world_inverse_inertia(rotation, guarded_inverse_inertia(facts, 0.0));
    }
    let before = twist_at(id.x);
    let free = Twist(free_linear(before.linear), free_angular(before.angular, rotation, facts));
    let sum = row_wrench(id.x);
    let warm = kicked(free, mobility_at(id.x), Wrench(step.h * sum.force, step.h * sum.torque));
    let after = moved(warm, mobility_at(id.x), Wrench(vec3<f32>(0.0), vec3<f32>(0.0)));
    velocities[id.x].linear = after.linear;
    velocities[id.x].angular = after.angular;
}
