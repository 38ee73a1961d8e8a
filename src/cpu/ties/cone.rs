//! Twist about x, and the angle between the two x. With n_a = A_x, n_b = B_x and q = q_a* q_b = (x, y, z, w), w ≥ 0:
//!     twist = 2 atan2(x, w),  J = (n_a + n_b)/(1 + n_a · n_b);   swing = atan2(|n_a × n_b|, n_a · n_b),  J = n_a × n_b/|n_a × n_b|
//! C is minus these. Where nothing swings, the angle has no direction and its row is not there.

use super::units;
use crate::cpu::algebra::{Quat, Vec3};
use crate::cpu::number::Number;

/// Under this there is no swing.
const STILL: f64 = 1e-6;
/// 1 + n_a · n_b is taken for no less: half a turn of swing has no twist.
const LEAST: f64 = 1e-6;

#[inline(always)]
pub fn rows<N: Number>(q_a: Quat<N>, q_b: Quat<N>) -> ([Vec3<N>; 3], Vec3<N>) {
    let [x, _, _] = units();
    let (n_a, n_b) = (q_a.rotate(x), q_b.rotate(x));
    let across = n_a.cross(n_b);
    let (sine, cosine) = (across.length(), n_a.dot(n_b));
    let q = q_a.conjugate() * q_b;
    let (twist_x, twist_w) = if q.w < N::ZERO { (-q.xyz.x, -q.w) } else { (q.xyz.x, q.w) };
    let twist = (n_a + n_b) * (N::ONE / (N::ONE + cosine).max(N::from_f64(LEAST)));
    let swings = sine >= N::from_f64(STILL);
    let swing = if swings { across * (N::ONE / sine) } else { Vec3::ZERO };
    let angles = Vec3::new(N::from_f64(2.0) * N::atan2(twist_x, twist_w), N::atan2(sine, cosine), N::ZERO);
    ([twist, swing, Vec3::ZERO], -angles)
}
