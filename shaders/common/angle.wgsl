// The angle of the point (x, y), in (−π, π]. WGSL promises atan2 only to 4096 ULP. So a polynomial (that of Cephes'
// atanf) gives the angle within an eighth of a turn, and symmetry the rest.
fn angle_of(y: f32, x: f32) -> f32 {
    let p = abs(x);
    let q = abs(y);
    let t = min(p, q) / max(max(p, q), 1e-37);
    let far = t > 0.41421356;   // tan(π/8)
    let s = select(t, (t - 1.0) / (t + 1.0), far);
    let z = s * s;
    let series = (((8.05374e-2 * z - 1.387768e-1) * z + 1.997771e-1) * z - 3.333295e-1) * z * s + s;
    let eighth = select(series, 0.785398163 + series, far);
    let quarter = select(eighth, 1.570796327 - eighth, q > p);
    let half = select(quarter, 3.141592654 - quarter, x < 0.0);
    return select(half, -half, y < 0.0);
}
