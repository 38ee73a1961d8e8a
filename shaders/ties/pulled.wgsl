// What forces of joints make of a body's velocity, V = V* − h M⁻¹ Σ Jᵀ λ. For shaders that bind `lists`, `velocities`,
// `mobility`, `arms` and `multipliers`, and use `freed` or `carried`, which say where V* is.

// uses: step, body, motion, mobility, reaction

fn pull_body(body: u32) {
    let reaction = reaction_on(body);
    let v = moved(free_velocity_of(body), mobility_at(body), reaction);
    velocities[body].linear = v.linear;
    velocities[body].angular = v.angular;
}
