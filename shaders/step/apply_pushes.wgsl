// Before the first stage, and before a hand: pushes since the last frame, one thread per body. A force or an impulse P
// at the world's point p, and a torque T. step.gain is the time that they act: h for forces, 1 for impulses in their
// substep and 0 behind it.
//     T ← T + (p − x) × P,   once, where the frame finds the body,
//     v += gain m⁻¹ P,   ω += gain W T.
// Many on one body were added up before: those at its centre in `force`, those beside it in `beside`, as one at `point`.

// uses: step, rotation, symmetric, body, tie, push_record, pushed
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(12) var<storage, read_write> pushes: array<Pushed>;

@compute @workgroup_size(64)
fn apply_pushes(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let pushed = pushes[step.first + id.x];
    let body = bodies[pushed.body];
    if (body.inverse_mass == 0.0) {
        return;
    }
    mark_pushed(pushed.body);
    let pose = poses[pushed.body];
    let force = pushed.force + pushed.beside;
    let torque = pushed.torque + cross(pushed.point - pose.position, pushed.beside);
    pushes[step.first + id.x].force = force;
    pushes[step.first + id.x].beside = vec3<f32>(0.0);
    pushes[step.first + id.x].torque = torque;

    let velocity = Twist(velocities[pushed.body].linear, velocities[pushed.body].angular);
    let m = true_mobility(pose.rotation, body);
    let after = kicked(velocity, m, Wrench(step.gain * force, step.gain * torque));
    velocities[pushed.body].linear = after.linear;
    velocities[pushed.body].angular = after.angular;
}
