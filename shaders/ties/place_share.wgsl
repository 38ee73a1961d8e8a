// ω of a joint: by colours step.gain; side by side (step.extra.x) step.gain/max(n_a, n_b), at most 1, n the joints of a body that moves.
// One number for both ends, so that action is reaction. For shaders that bind `lists` and `velocities`.

// uses: step, body

fn joints_on(body: u32) -> f32 {
    return select(1.0, f32(lists[body + 1u] - lists[body]), velocities[body].inverse_mass > 0.0);
}

fn place_share(a: u32, b: u32) -> f32 {
    let aside = min(1.0, step.gain / max(joints_on(a), joints_on(b)));
    return select(step.gain, aside, step.extra.x == 1u);
}
