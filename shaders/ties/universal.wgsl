// Hooke's joint: C = A_y · B_z, what a's y and b's z lack of a right angle; J = A_y × B_z.

// uses: rotation

// J, and C.
fn universal_row(q_a: vec4<f32>, q_b: vec4<f32>) -> vec4<f32> {
    let y = rotate(q_a, vec3<f32>(0.0, 1.0, 0.0));
    let z = rotate(q_b, vec3<f32>(0.0, 0.0, 1.0));
    return vec4<f32>(cross(y, z), dot(y, z));
}
