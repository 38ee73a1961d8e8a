// The distance of two anchors: with n = d/|d|,  C = L − |d|,  J = −n along the line.

/// Nearer than this, m, the line has no direction and the row holds nothing.
const NEAREST: f32 = 1e-9;

// The row, and two across it.
fn distance_rows(d: vec3<f32>) -> mat3x3<f32> {
    let size = length(d);
    if (size < NEAREST) {
        return mat3x3<f32>(vec3<f32>(0.0), vec3<f32>(0.0), vec3<f32>(0.0));
    }
    let n = d * (1.0 / size);
    // the world axis that is least along n, made perpendicular
    let axis = select(vec3<f32>(1.0, 0.0, 0.0), vec3<f32>(0.0, 0.0, 1.0), n.z * n.z < 0.5);
    let across = cross(n, axis);
    let one = across * (1.0 / length(across));
    return mat3x3<f32>(-n, one, cross(n, one));
}
