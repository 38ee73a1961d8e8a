// A push brings energy in, and one that is hard may be more than symplectic can follow: its island is then taken back and
// projected like any other, and that is no fault to be counted. So a push marks the joints of its body, where |J V + β C/h|²
// stands: no square is below zero, and the mark is gone as soon as the joint is solved. Who uses this binds `lists` and
// `multipliers`.

const PUSHED: f32 = -1.0;

/// A record of `pushes`.
struct Pushed {
    force: vec3<f32>,      // N or N s, world axes
    body: u32,
    beside: vec3<f32>,     // N or N s; nothing once it is part of `force` and `torque`
    turns_with: u32,       // the body in whose axes apply_torques.wgsl takes `torque`; none: world axes
    point: vec3<f32>,      // m, world
    torque: vec3<f32>,     // N m or N m s, about `point` what is beside the centre, about the centre the rest
}

fn mark_pushed(body: u32) {
    for (var i = lists[body]; i < lists[body + 1u]; i++) {
        multipliers[lists[i] >> 1u].left = PUSHED;
    }
}

fn is_pushed(left: f32) -> bool {
    return left < 0.0;
}
