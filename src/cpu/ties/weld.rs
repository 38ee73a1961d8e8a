//! No turning at all: C = −log(q_a* q_b), the rotation vector, with J = A. Away from zero that J is true to first order, and yet
//! an isotropic spring on it is conservative: d(½|φ|²)/dt = φ · Ω.

use crate::cpu::algebra::{Quat, Vec3};
use crate::cpu::number::Number;

#[inline(always)]
pub fn error<N: Number>(q_a: Quat<N>, q_b: Quat<N>) -> Vec3<N> {
    let q = q_a.conjugate() * q_b;
    let (v, w) = if q.w < N::ZERO { (-q.xyz, -q.w) } else { (q.xyz, q.w) };
    let sine = v.length();
    let two = N::from_f64(2.0);
    let k = if sine < N::from_f64(1e-9) { two } else { two * N::atan2(sine, w) / sine };
    -(v * k)
}
