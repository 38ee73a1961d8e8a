use std::ops::{Add, Mul, Sub};

use super::{Mat3, Vec3};
use crate::cpu::number::Number;

/// A symmetric 3 × 3 matrix in six numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Symmetric<N> {
    /// xx, yy, zz
    pub diagonal: Vec3<N>,
    /// xy, xz, yz
    pub off: Vec3<N>,
}

/// k v vᵀ
#[inline(always)]
pub fn outer_square<N: Number>(k: N, v: Vec3<N>) -> Symmetric<N> {
    Symmetric { diagonal: k * v * v, off: k * Vec3::new(v.x * v.y, v.x * v.z, v.y * v.z) }
}

impl<N: Number> Symmetric<N> {
    pub const ZERO: Self = Self { diagonal: Vec3::ZERO, off: Vec3::ZERO };

    #[inline(always)]
    pub fn trace(self) -> N {
        self.diagonal.x + self.diagonal.y + self.diagonal.z
    }

    /// S + k 1
    #[inline(always)]
    pub fn raised(self, k: N) -> Self {
        Self { diagonal: self.diagonal + Vec3::splat(k), off: self.off }
    }

    /// Adjugate over determinant.
    #[inline(always)]
    pub fn inverse(self) -> Self {
        let (d, o) = (self.diagonal, self.off);
        let cofactor = Vec3::new(d.y * d.z - o.z * o.z, d.x * d.z - o.y * o.y, d.x * d.y - o.x * o.x);
        let mixed = Vec3::new(o.y * o.z - o.x * d.z, o.x * o.z - o.y * d.y, o.x * o.y - o.z * d.x);
        let k = N::ONE / (d.x * cofactor.x + o.x * mixed.x + o.y * mixed.y);
        Self { diagonal: k * cofactor, off: k * mixed }
    }

    #[inline(always)]
    pub fn matrix(self) -> Mat3<N> {
        let (d, o) = (self.diagonal, self.off);
        Mat3([Vec3::new(d.x, o.x, o.y), Vec3::new(o.x, d.y, o.z), Vec3::new(o.y, o.z, d.z)])
    }
}

impl<N: Number> Mul<Vec3<N>> for Symmetric<N> {
    type Output = Vec3<N>;
    #[inline(always)]
    fn mul(self, v: Vec3<N>) -> Vec3<N> {
        let (d, o) = (self.diagonal, self.off);
        Vec3::new(
            d.x * v.x + o.x * v.y + o.y * v.z,
            o.x * v.x + d.y * v.y + o.z * v.z,
            o.y * v.x + o.z * v.y + d.z * v.z,
        )
    }
}

impl<N: Number> Add for Symmetric<N> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { diagonal: self.diagonal + other.diagonal, off: self.off + other.off }
    }
}

impl<N: Number> Sub for Symmetric<N> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self { diagonal: self.diagonal - other.diagonal, off: self.off - other.off }
    }
}

impl From<Symmetric<f64>> for glam::DMat3 {
    fn from(s: Symmetric<f64>) -> Self {
        s.matrix().into()
    }
}
