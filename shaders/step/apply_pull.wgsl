// Before the first stage, one thread: a hand on one body. A critically damped spring from the touched point p = x + R r
// to where the hand is, taken implicitly so that any stiffness is stable:
//     C = p − goal,   u = clamp(C k / (c + h k), most speed),   γ = 1/(h (c + h k)),
//     P = −(K + γ 1)⁻¹ (v_p + u),   K = m⁻¹ 1 − [a]ₓ W [a]ₓ,   |P| ≤ h F_max,
//     v += m⁻¹ P,   ω += W (a × P).
// K is that of the body alone, so the pull never does more than bring the body by itself to the hand. Attached bodies
// make it slower. Force and speed are both bounded: no jump of the hand can launch a scene.

// uses: step, rotation, symmetric, body, tie
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(12) var<storage, read> pull: Pull;

struct Pull {
    local_point: vec3<f32>,    // r, m, body axes
    body: u32,
    goal: vec3<f32>,           // m, world
    stiffness: f32,            // k, N/m
    damping: f32,              // c, N s/m
    most_force: f32,           // N
    most_speed: f32,           // m/s
    pad: u32,
}

@compute @workgroup_size(1)
fn apply_pull() {
    let body = bodies[pull.body];
    if (body.inverse_mass == 0.0) {
        return;
    }
    let pose = poses[pull.body];
    let v = velocities[pull.body];
    let m = true_mobility(pose.rotation, body);
    let arm = rotate(pose.rotation, pull.local_point);

    let c = (pose.position - pull.goal) + arm;
    let rate = pull.damping + step.h * pull.stiffness;
    var u = c * (pull.stiffness / rate);
    u *= min(1.0, pull.most_speed / max(length(u), 1e-20));

    let turning = turning_block(m, arm);
    let k = Symmetric(turning.diagonal + vec3<f32>(m.inverse_mass + 1.0 / (step.h * rate)), turning.off);
    let velocity = Twist(v.linear, v.angular);
    let at_point = velocity.linear + cross(velocity.angular, arm);
    var impulse = -symmetric_times(symmetric_inverse(k), at_point + u);
    impulse *= min(1.0, step.h * pull.most_force / max(length(impulse), 1e-20));

    let after = kicked(velocity, m, Wrench(impulse, cross(arm, impulse)));
    velocities[pull.body].linear = after.linear;
    velocities[pull.body].angular = after.angular;
}
