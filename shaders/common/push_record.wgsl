// What pushes bodies, as it lies in `pushes`.

struct Pushed {
    force: vec3<f32>,      // N or N s, world axes
    body: u32,
    beside: vec3<f32>,     // N or N s; nothing once it is part of `force` and `torque`
    turns_with: u32,       // the body in whose axes apply_torques.wgsl takes `torque`; none: world axes
    point: vec3<f32>,      // m, world
    torque: vec3<f32>,     // N m or N m s: of `beside` about `point`, of the rest about the centre
}
