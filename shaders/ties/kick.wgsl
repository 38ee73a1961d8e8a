// V ← V + h M⁻¹ of a push on one body. For shaders that write `velocities` and bind `mobility`.

// uses: body, velocity, mobility, tie

fn kick(body: u32, on_body: Wrench) {
    let m = mobility_at(body);
    if (m.inverse_mass > 0.0) {
        let after = kicked(twist_at(body), m, on_body);
        velocities[body].linear = after.linear;
        velocities[body].angular = after.angular;
    }
}
