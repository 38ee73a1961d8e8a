// No turning at all: C = −log(q_a* q_b), the rotation vector, with J = A. Away from zero that J is true to first order, and yet
// an isotropic spring on it is conservative: d(½|φ|²)/dt = φ · Ω.

// uses: rotation, angle

fn weld_error(q_a: vec4<f32>, q_b: vec4<f32>) -> vec3<f32> {
    let q = quaternion_product(vec4<f32>(-q_a.xyz, q_a.w), q_b);
    let near = select(q, -q, q.w < 0.0);
    let sine = length(near.xyz);
    if (sine < 1e-9) {
        return -2.0 * near.xyz;
    }
    return -(near.xyz * (2.0 * angle_of(sine, near.w) / sine));
}
