//! Twin of shaders/common/rotation.wgsl and of the small matrices beside it.

use glam::{DMat3, DQuat, DVec3};

/// exp(φ) = (φ/|φ| sin(|φ|/2), cos(|φ|/2))
pub fn exponential(rotation_vector: DVec3) -> DQuat {
    let angle = rotation_vector.length();
    if angle < 1e-12 {
        let half = 0.5 * rotation_vector;
        return DQuat::from_xyzw(half.x, half.y, half.z, 1.0).normalize();
    }
    let (sine, cosine) = (0.5 * angle).sin_cos();
    let axis = rotation_vector / angle;
    DQuat::from_xyzw(axis.x * sine, axis.y * sine, axis.z * sine, cosine)
}

/// [v]ₓ with [v]ₓ u = v × u
pub fn cross_matrix(v: DVec3) -> DMat3 {
    DMat3::from_cols(DVec3::new(0.0, v.z, -v.y), DVec3::new(-v.z, 0.0, v.x), DVec3::new(v.y, -v.x, 0.0))
}

/// R diag(d) Rᵀ
pub fn turned_diagonal(q: DQuat, d: DVec3) -> DMat3 {
    let r = DMat3::from_quat(q);
    r * DMat3::from_diagonal(d) * r.transpose()
}
