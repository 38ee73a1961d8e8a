// As `block_bodies`, with joints of any kind, so that H has all of its 6 × 6 numbers: each joint adds Jᵀ K J, column by column, and what turns
// under F on the diagonal.

// uses: step, rotation, symmetric, body, six, tie, rows, sprung
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(7) var<storage, read> free_velocities: array<Velocity>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(30) var<storage, read> stairs: array<vec4<f32>>;

// Jᵀ K J of one end, for a body that moves so.
fn answered(now: Sprung, arm: vec3<f32>, v: Twist) -> Wrench {
    let ends = rows_end_velocity(now.rows, arm, Pair(v.linear, v.angular));
    return rows_wrench(now.rows, arm, six_times(now.slope, ends));
}

fn unit(k: u32) -> vec3<f32> {
    return select(vec3<f32>(0.0), vec3<f32>(1.0), vec3<u32>(0u, 1u, 2u) == vec3<u32>(k));
}

@compute @workgroup_size(64)
fn joint_block_bodies(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let body = lists[step.first + id.x];
    let facts = bodies[body];
    let inertia = symmetric_matrix(world_inverse_inertia(poses[body].rotation, facts.inertia));
    let square = step.inverse_h * step.inverse_h;
    var force = step.inverse_h * facts.mass * (velocities[body].linear - free_velocities[body].linear);
    var torque = step.inverse_h * (inertia * (velocities[body].angular - free_velocities[body].angular));
    var h = Six(scalar_matrix(square * facts.mass), scalar_matrix(0.0), square * inertia);
    for (var i = lists[body]; i < lists[body + 1u]; i++) {
        let l = lists[i] >> 1u;
        let is_b = (lists[i] & 1u) == 1u;
        let now = sprung_of(l);
        let arm = select(now.rows.arm_a, now.rows.arm_b, is_b);
        let pull = rows_wrench(now.rows, arm, now.force);
        let sign = select(1.0, -1.0, is_b);
        force += sign * pull.force;
        torque += sign * pull.torque;
        for (var k = 0u; k < 3u; k++) {
            let moved = answered(now, arm, Twist(unit(k), vec3<f32>(0.0)));
            let turned = answered(now, arm, Twist(vec3<f32>(0.0), unit(k)));
            h.ll[k] += moved.force;
            h.la[k] += turned.force;
            h.aa[k] += turned.torque;
        }
        let line = now.rows.linear * now.force.linear;
        let twist = now.rows.angular * now.force.angular;
        let along = dot(arm, line);
        let columns = dot(arm, arm) * line * line - 2.0 * along * arm * line + vec3<f32>(along * along);
        let turning = vec3<f32>(dot(twist, twist)) - twist * twist;
        h = six_raised(
            h, Pair(vec3<f32>(now.across), sqrt(max(columns, vec3<f32>(0.0))) + sqrt(max(turning, vec3<f32>(0.0)))));
    }
    let change = root_solve(root_of(h), Pair(force, torque));
    poses[body].position -= change.linear;
    poses[body].rotation = normalize(quaternion_product(exponential(-change.angular), poses[body].rotation));
    velocities[body].linear -= step.inverse_h * change.linear;
    velocities[body].angular -= step.inverse_h * change.angular;
}
