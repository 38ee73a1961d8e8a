// Bodies and ties of one island while a substep tries poses. The poses that it found are kept in `drafts`, arms and
// answers in `factors`. Shaders that use it bind what factor.wgsl asks for, and `bodies`, `poses` and `multipliers`.

// uses: step, rotation, symmetric, body, motion, tie, safeguard, draft, factor

fn turn_mobility(body: u32, rotation: vec4<f32>) {
    if (ISOTROPIC) {
        drafts[body].diagonal.x = drafts[body].inverse_inertia.x;
    } else {
        let w = world_inverse_inertia(rotation, drafts[body].inverse_inertia);
        drafts[body].diagonal = w.diagonal;
        drafts[body].off = w.off;
    }
}

// V after what a body's spin does to itself in a share of h
fn tumble(body: u32, v: Twist, rotation: vec4<f32>, share: f32) -> Twist {
    if (ISOTROPIC) {
        return v;
    }
    return Twist(v.linear, tumbled(v.angular, rotation, bodies[body].inertia, share * step.h));
}

fn fallen(v: Twist, share: f32) -> Twist {
    return Twist(v.linear + share * step.h * step.gravity, v.angular);
}

// V + M⁻¹ times all forces but the joints' for a share of h
fn kick(body: u32, v: Twist, rotation: vec4<f32>, share: f32) -> Twist {
    return fallen(tumble(body, v, rotation, share), share);
}

// y is left out where its place holds an earlier solve, which may not even be finite.
fn answer_on(body: u32, k: f32, with_answer: bool) -> Twist {
    var force = vec3<f32>(0.0);
    var torque = vec3<f32>(0.0);
    for (var i = lists[body]; i < lists[body + 1u]; i++) {
        let l = lists[i] >> 1u;
        let is_b = (lists[i] & 1u) == 1u;
        var lambda = k * multipliers[l].lambda;
        if (with_answer) {
            lambda += answer_at(l);
        }
        let arm = factors[TIE_ROWS * l + select(ARM_A, ARM_B, is_b)].xyz;
        let on_body = wrench(l, arm, select(-lambda, lambda, is_b));
        force += on_body.force;
        torque += on_body.torque;
    }
    return kicked(Twist(), mobility_of(body), Wrench(force, torque));
}

fn sum_of(v: Twist, by: Twist, k: f32) -> Twist {
    return Twist(v.linear + k * by.linear, v.angular + k * by.angular);
}

fn free_of(body: u32) -> Twist {
    return Twist(drafts[body].free_linear, drafts[body].free_angular);
}

// From where the substep found it, with this velocity for h.
fn move_from_start(body: u32, v: Twist) {
    poses[body].position = drafts[body].position + step.h * v.linear;
    poses[body].rotation =
        normalize(quaternion_product(exponential(step.h * v.angular), drafts[body].rotation));
}

fn velocity_of(body: u32) -> Twist {
    return Twist(velocities[body].linear, velocities[body].angular);
}

fn put_velocity(body: u32, v: Twist) {
    velocities[body].linear = v.linear;
    velocities[body].angular = v.angular;
}

fn take_arms(l: u32) {
    let tie = ties[l];
    let arms = arms_of(tie, poses[tie.a], poses[tie.b]);
    factors[TIE_ROWS * l + ARM_A] = vec4<f32>(arms.arm_a, 0.0);
    factors[TIE_ROWS * l + ARM_B] = vec4<f32>(arms.arm_b, 0.0);
}

// J V by the arms that the tie has now
fn opening_of(l: u32) -> vec3<f32> {
    let arms = arms_at(l);
    return relative(l, arms, velocity_of(arms.a), velocity_of(arms.b));
}

// C where the bodies are now
fn gap_of(l: u32) -> vec3<f32> {
    let tie = ties[l];
    let a = poses[tie.a];
    let b = poses[tie.b];
    return error_of(l, a, b, arms_of(tie, a, b));
}

// The same before the substep, whose velocity the bodies still have.
fn gap_before(l: u32) -> vec3<f32> {
    let tie = ties[l];
    let a = pose_before(poses[tie.a], velocity_of(tie.a), step.h);
    let b = pose_before(poses[tie.b], velocity_of(tie.b), step.h);
    return error_of(l, a, b, arms_of(tie, a, b));
}

fn smaller_radius(l: u32) -> f32 {
    return min(poses[ties[l].a].radius, poses[ties[l].b].radius);
}

fn body_at(island: Island, i: u32) -> u32 {
    return lists[island.bodies + i];
}

// W of a body where it is, with a guard to which its tension counts `times`.
fn guard(body: u32, times: f32) {
    var tension = 0.0;   // Σ |λ||a|; |a| = |r|, turning changes no length
    for (var i = lists[body]; i < lists[body + 1u]; i++) {
        let tie = ties[lists[i] >> 1u];
        let anchor = select(tie.anchor_a, tie.anchor_b, (lists[i] & 1u) == 1u);
        tension += length(multipliers[lists[i] >> 1u].lambda) * length(anchor);
    }
    drafts[body].inverse_inertia = guarded_inverse_inertia(bodies[body], times * tension);
    turn_mobility(body, poses[body].rotation);
}

// How the substep finds a body.
fn note(body: u32) {
    drafts[body].position = poses[body].position;
    drafts[body].rotation = poses[body].rotation;
    drafts[body].linear = velocities[body].linear;
    drafts[body].angular = velocities[body].angular;
    guard(body, 1.0);
}

fn earlier_of(body: u32) -> Motion {
    return Motion(
        drafts[body].position, drafts[body].rotation, Twist(drafts[body].linear, drafts[body].angular));
}
