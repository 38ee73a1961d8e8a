//! Hooke's joint: C = A_y · B_z, what a's y and b's z lack of a right angle; J = A_y × B_z.

use super::units;
use crate::cpu::algebra::{Quat, Vec3};
use crate::cpu::number::Number;

#[inline(always)]
pub fn row<N: Number>(q_a: Quat<N>, q_b: Quat<N>) -> (Vec3<N>, N) {
    let [_, y, z] = units();
    let (a_y, b_z) = (q_a.rotate(y), q_b.rotate(z));
    (a_y.cross(b_z), a_y.dot(b_z))
}
