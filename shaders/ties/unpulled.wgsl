// The velocity that a body would have without its joints: V* = V + h M⁻¹ Σ Jᵀ λ. It then includes all impulses since V was
// found, such as those of contacts. For shaders that bind `lists`, `velocities`, `arms` and `multipliers`.

// uses: step, body, motion, velocity, mobility, reaction

fn unpulled(body: u32) -> Twist {
    let reaction = reaction_on(body);
    return moved(twist_at(body), mobility_at(body), Wrench(-reaction.force, -reaction.torque));
}
