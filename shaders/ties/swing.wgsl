// Twist about x and the two angles of the swing. With q = q_a* q_b = (x, y, z, w), w ≥ 0, N = √(x² + w²):
//     twist = 2 atan2(x, w),   Y = (wy − xz)/N,  Z = (wz + xy)/N,   s_y = f Y,  s_z = f Z,
//     f = 2 atan2(√(Y² + Z²), N)/√(Y² + Z²)   (2 at zero)
// C is minus these. J = A G, where G's rows are their rates by the chain rule with dq/dΩ_k = ½ (e_k, 0) q. The three are at odds
// with one another only near half a turn of swing.

// uses: rotation, angle

/// Under this swing is taken for none.
const STILL: f32 = 1e-6;
/// N² is taken for no less: half a turn of swing has no twist.
const LEAST_TWIST: f32 = 1e-12;

struct Swing {
    rows: mat3x3<f32>,     // a column each
    error: vec3<f32>,
}

fn swing_rows(q_a: vec4<f32>, q_b: vec4<f32>) -> Swing {
    let q = quaternion_product(vec4<f32>(-q_a.xyz, q_a.w), q_b);
    let r = select(q, -q, q.w < 0.0);
    let x = r.x;
    let y = r.y;
    let z = r.z;
    let w = r.w;
    // d(x, y, z, w)/dΩ, a vector each
    let dx = 0.5 * vec3<f32>(w, z, -y);
    let dy = 0.5 * vec3<f32>(-z, w, x);
    let dz = 0.5 * vec3<f32>(y, -x, w);
    let dw = -0.5 * vec3<f32>(x, y, z);

    let n2 = max(x * x + w * w, LEAST_TWIST);
    let n = sqrt(n2);
    let over = 1.0 / n;
    let twist = (2.0 / n2) * (w * dx - x * dw);
    let big = vec2<f32>((w * y - x * z) * over, (w * z + x * y) * over);
    let dn = over * (x * dx + w * dw);
    let d_y = over * (w * dy + y * dw - x * dz - z * dx) - (big.x * over) * dn;
    let d_z = over * (w * dz + z * dw + x * dy + y * dx) - (big.y * over) * dn;

    let s = sqrt(dot(big, big));
    var f = 2.0;
    var df = vec3<f32>(0.0);
    if (s >= STILL) {
        f = 2.0 * angle_of(s, n) / s;
        let ds = (1.0 / s) * (big.x * d_y + big.y * d_z);
        df = (2.0 / s) * (n * ds - s * dn) - (f / s) * ds;
    }
    let swing_y = f * d_y + big.x * df;
    let swing_z = f * d_z + big.y * df;

    let error = -vec3<f32>(2.0 * angle_of(x, w), f * big.x, f * big.y);
    return Swing(mat3x3<f32>(rotate(q_a, twist), rotate(q_a, swing_y), rotate(q_a, swing_z)), error);
}
