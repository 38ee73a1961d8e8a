//! The distance of two anchors: with n = d/|d|,  C = L − |d|,  J = −n along the line.

use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;

/// Nearer than this, m, the line has no direction and the row holds nothing.
const NEAREST: f64 = 1e-9;

/// The row, two across it, and C.
#[inline(always)]
pub fn row<N: Number>(d: Vec3<N>, length: N) -> ([Vec3<N>; 3], N) {
    let size = d.length();
    if size < N::from_f64(NEAREST) {
        return ([Vec3::ZERO; 3], N::ZERO);
    }
    let n = d * (N::ONE / size);
    // the world axis that is least along n, made perpendicular
    let flat = n.z * n.z < N::HALF;
    let axis = if flat { Vec3::new(N::ZERO, N::ZERO, N::ONE) } else { Vec3::new(N::ONE, N::ZERO, N::ZERO) };
    let across = n.cross(axis);
    let across = across * (N::ONE / across.length());
    ([-n, across, n.cross(across)], length - size)
}
