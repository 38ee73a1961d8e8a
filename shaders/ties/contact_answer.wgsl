// How a body's end answers a force there.

// uses: body

// p · A q of one body, for directions p and q at the end of an arm.
fn answer(m: Mobility, arm: vec3<f32>, p: vec3<f32>, q: vec3<f32>) -> f32 {
    return m.inverse_mass * dot(p, q) + dot(cross(arm, p), turn(m, cross(arm, q)));
}

// 1/A_nn, and 1/a_t with a_t the larger eigenvalue of A_tt.
fn inverses_of(ma: Mobility, arm_a: vec3<f32>, mb: Mobility, arm_b: vec3<f32>, n: vec3<f32>, t: vec3<f32>) -> vec2<f32> {
    let t2 = cross(n, t);
    let nn = answer(ma, arm_a, n, n) + answer(mb, arm_b, n, n);
    let p = answer(ma, arm_a, t, t) + answer(mb, arm_b, t, t);
    let q = answer(ma, arm_a, t2, t2) + answer(mb, arm_b, t2, t2);
    let r = answer(ma, arm_a, t, t2) + answer(mb, arm_b, t, t2);
    return 1.0 / vec2<f32>(nn, 0.5 * (p + q) + sqrt(0.25 * (p - q) * (p - q) + r * r));
}
