// What forces of joints make of a body's velocity, V = V* − h M⁻¹ Σ Jᵀ λ. For shaders that bind `lists`, `velocities`,
// `arms` and `multipliers`.

// uses: step, body, motion, mobility, reaction, freed|carried

fn pull_body(body: u32) {
    let reaction = reaction_on(body);
    let v = moved(free_velocity_of(body), mobility_at(body), reaction);
    velocities[body].linear = v.linear;
    velocities[body].angular = v.angular;
}
