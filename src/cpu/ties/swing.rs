//! Twist about x and the two angles of the swing. With q = q_a* q_b = (x, y, z, w), w ≥ 0, N = √(x² + w²):
//!     twist = 2 atan2(x, w),   Y = (wy − xz)/N,  Z = (wz + xy)/N,   s_y = f Y,  s_z = f Z,
//!     f = 2 atan2(√(Y² + Z²), N)/√(Y² + Z²)   (2 at zero)
//! C is minus these. J = A G, where G's rows are their rates by the chain rule with dq/dΩ_k = ½ (e_k, 0) q. The three are at odds
//! with one another only near half a turn of swing.

use super::units;
use crate::cpu::algebra::{Quat, Vec3};
use crate::cpu::number::Number;

/// Under this swing is taken for none.
const STILL: f64 = 1e-6;
/// N² is taken for no less: half a turn of swing has no twist.
const LEAST: f64 = 1e-12;

#[inline(always)]
pub fn rows<N: Number>(q_a: Quat<N>, q_b: Quat<N>) -> ([Vec3<N>; 3], Vec3<N>) {
    let mut q = q_a.conjugate() * q_b;
    if q.w < N::ZERO {
        q = Quat { xyz: -q.xyz, w: -q.w };
    }
    let (Vec3 { x, y, z }, w) = (q.xyz, q.w);
    // d(x, y, z, w)/dΩ, a vector each
    let dx = Vec3::new(w, z, -y) * N::HALF;
    let dy = Vec3::new(-z, w, x) * N::HALF;
    let dz = Vec3::new(y, -x, w) * N::HALF;
    let dw = Vec3::new(x, y, z) * -N::HALF;

    let two = N::from_f64(2.0);
    let n2 = (x * x + w * w).max(N::from_f64(LEAST));
    let n = n2.sqrt();
    let over = N::ONE / n;
    let twist = (dx * w - dw * x) * (two / n2);
    let (big_y, big_z) = ((w * y - x * z) * over, (w * z + x * y) * over);
    let dn = (dx * x + dw * w) * over;
    let d_y = (dy * w + dw * y - dz * x - dx * z) * over - dn * (big_y * over);
    let d_z = (dz * w + dw * z + dy * x + dx * y) * over - dn * (big_z * over);

    let s = (big_y * big_y + big_z * big_z).sqrt();
    let (f, df) = if s < N::from_f64(STILL) {
        (two, Vec3::ZERO)
    } else {
        let f = two * N::atan2(s, n) / s;
        let ds = (d_y * big_y + d_z * big_z) * (N::ONE / s);
        (f, (ds * n - dn * s) * (two / s) - ds * (f / s))
    };
    let swing_y = d_y * f + df * big_y;
    let swing_z = d_z * f + df * big_z;

    let [i, j, k] = units();
    let [a_x, a_y, a_z] = [q_a.rotate(i), q_a.rotate(j), q_a.rotate(k)];
    let world = |g: Vec3<N>| a_x * g.x + a_y * g.y + a_z * g.z;
    let angles = Vec3::new(two * N::atan2(x, w), f * big_y, f * big_z);
    ([world(twist), world(swing_y), world(swing_z)], -angles)
}
