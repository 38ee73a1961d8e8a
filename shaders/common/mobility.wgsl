// M⁻¹ of a body as the substep's first stage left it. For shaders that bind `velocities`.

// uses: symmetric, body, tensors|carried

// Of the two numbers that stand beside its velocity, and of `mobility` where they are not all.
fn mobility_of(body: u32, inverse_mass: f32, w: f32) -> Mobility {
    if (ISOTROPIC) {
        return Mobility(inverse_mass, w, Symmetric());
    }
    return Mobility(inverse_mass, 0.0, tensor_of(body));
}

fn mobility_at(body: u32) -> Mobility {
    return mobility_of(body, velocities[body].inverse_mass, velocities[body].w);
}
