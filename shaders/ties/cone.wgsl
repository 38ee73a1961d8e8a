// Twist about x, and the angle between the two x. With n_a = A_x, n_b = B_x and q = q_a* q_b = (x, y, z, w), w ≥ 0:
//     twist = 2 atan2(x, w),  J = (n_a + n_b)/(1 + n_a · n_b);   swing = atan2(|n_a × n_b|, n_a · n_b),  J = n_a × n_b/|n_a × n_b|
// C is minus these. Where nothing swings, the angle has no direction and its row is not there.

// uses: rotation, angle

/// Under this there is no swing.
const NO_SWING: f32 = 1e-6;
/// 1 + n_a · n_b is taken for no less: half a turn of swing has no twist.
const LEAST_FACING: f32 = 1e-6;

struct Cone {
    rows: mat3x3<f32>,     // a column each
    error: vec3<f32>,
}

fn cone_rows(q_a: vec4<f32>, q_b: vec4<f32>) -> Cone {
    let n_a = rotate(q_a, vec3<f32>(1.0, 0.0, 0.0));
    let n_b = rotate(q_b, vec3<f32>(1.0, 0.0, 0.0));
    let across = cross(n_a, n_b);
    let sine = length(across);
    let cosine = dot(n_a, n_b);
    let q = quaternion_product(vec4<f32>(-q_a.xyz, q_a.w), q_b);
    let r = select(q, -q, q.w < 0.0);
    let swing = select(vec3<f32>(0.0), across / max(sine, NO_SWING), sine >= NO_SWING);
    return Cone(
        mat3x3<f32>((n_a + n_b) / max(1.0 + cosine, LEAST_FACING), swing, vec3<f32>(0.0)),
        -vec3<f32>(2.0 * angle_of(r.x, r.w), angle_of(sine, cosine), 0.0));
}
