// What a measurement finds, of some joints and bodies or of all.

struct Partial {
    max_gap: f32,             // m
    gap_squares: f32,         // m²
    max_gap_radii: f32,       // over the smaller radius of the two
    residual_squares: f32,    // m²/s²
    kinetic: f32,             // J
    potential: f32,           // J, zero at the origin's height, moving bodies only
    worst_joint: u32,
    bad_body: u32,
    fell_back: u32,           // islands whose substep was taken back
    max_angle: f32,           // rad
    max_overshoot: f32,       // m or rad beyond a stop
    rounds: f32,              // of Newton's method, at most
    momentum: vec3<f32>,      // kg m/s
    angular_momentum: vec3<f32>,   // kg m²/s, about the origin
}

fn joined(p: Partial, q: Partial) -> Partial {
    return Partial(
        max(p.max_gap, q.max_gap),
        p.gap_squares + q.gap_squares,
        max(p.max_gap_radii, q.max_gap_radii),
        p.residual_squares + q.residual_squares,
        p.kinetic + q.kinetic,
        p.potential + q.potential,
        select(p.worst_joint, q.worst_joint, q.max_gap_radii > p.max_gap_radii),
        min(p.bad_body, q.bad_body),
        p.fell_back + q.fell_back,
        max(p.max_angle, q.max_angle),
        max(p.max_overshoot, q.max_overshoot),
        max(p.rounds, q.rounds),
        p.momentum + q.momentum,
        p.angular_momentum + q.angular_momentum,
    );
}
