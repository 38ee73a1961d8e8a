// As `block_bodies`, with joints of any kind, so that H is a full 6 × 6 matrix. Each joint adds Jᵀ K J, column by
// column, and what turns under F on the diagonal.

// uses: step, rotation, symmetric, body, six, tie, rows, sprung, spring_sum
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(7) var<storage, read> free_velocities: array<Velocity>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(30) var<storage, read> stairs: array<vec4<f32>>;

@compute @workgroup_size(64)
fn joint_block_bodies(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let body = lists[step.first + id.x];
    let facts = bodies[body];
    let inertia = symmetric_matrix(world_inverse_inertia(poses[body].rotation, facts.inertia));
    let square = step.inverse_h * step.inverse_h;
    let force = step.inverse_h * facts.mass * (velocities[body].linear - free_velocities[body].linear);
    let torque = step.inverse_h * (inertia * (velocities[body].angular - free_velocities[body].angular));
    let h = Six(scalar_matrix(square * facts.mass), scalar_matrix(0.0), square * inertia);
    let bent = sprung_sum(body, Bent(h, force, torque));
    let change = root_solve(root_of(bent.h), Pair(bent.force, bent.torque));
    poses[body].position -= change.linear;
    poses[body].rotation = normalize(quaternion_product(exponential(-change.angular), poses[body].rotation));
    velocities[body].linear -= step.inverse_h * change.linear;
    velocities[body].angular -= step.inverse_h * change.angular;
}
