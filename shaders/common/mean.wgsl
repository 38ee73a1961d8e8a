// The mean of λ over both halves of a symplectic substep, q + μ, stands behind all λ, with 1 for `left`. It is for
// readers of forces; the next substep begins with λ = 2 μ, since μ acted where q is to act. For shaders that bind
// `multipliers`.

// uses: step, body, tie

fn mean_at(t: u32) -> u32 {
    return select(2u, 1u, POINTS) * step.joint_count + t;
}
