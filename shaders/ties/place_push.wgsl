// A correction μ of places, kg m: M⁻¹ of a push on one body moves it, and the same push over h is in its velocity at once,
//     x ← x + M⁻¹ p,   q ← exp(W τ) q,   V ← V + h⁻¹ M⁻¹ (p, τ)
// V as a difference of places would be lost in the rounding of x. For shaders that write `poses` and `velocities` and bind `mobility`.

// uses: step, rotation, body, velocity, mobility

fn place(body: u32, push: Wrench) {
    let m = mobility_at(body);
    if (m.inverse_mass > 0.0) {
        let shift = m.inverse_mass * push.force;
        let turned = turn(m, push.torque);
        poses[body].position += shift;
        poses[body].rotation = normalize(quaternion_product(exponential(turned), poses[body].rotation));
        velocities[body].linear += step.inverse_h * shift;
        velocities[body].angular += step.inverse_h * turned;
    }
}
