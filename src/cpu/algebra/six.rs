//! Symmetric 6 × 6 matrices in blocks, and the six numbers of a joint or of a body: linear ones, then angular ones.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

use super::{Mat3, Vec3};
use crate::cpu::number::Number;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pair<N> {
    pub linear: Vec3<N>,
    pub angular: Vec3<N>,
}

impl<N: Number> Pair<N> {
    pub const ZERO: Self = Self { linear: Vec3::ZERO, angular: Vec3::ZERO };

    #[inline(always)]
    pub fn dot(self, other: Self) -> N {
        self.linear.dot(other.linear) + self.angular.dot(other.angular)
    }

    #[inline(always)]
    pub fn to_array(self) -> [N; 6] {
        let ([a, b, c], [d, e, f]) = (self.linear.to_array(), self.angular.to_array());
        [a, b, c, d, e, f]
    }

    #[inline(always)]
    pub fn from_array([a, b, c, d, e, f]: [N; 6]) -> Self {
        Self { linear: Vec3::new(a, b, c), angular: Vec3::new(d, e, f) }
    }
}

impl<N: Number> Add for Pair<N> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { linear: self.linear + other.linear, angular: self.angular + other.angular }
    }
}

impl<N: Number> Sub for Pair<N> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self { linear: self.linear - other.linear, angular: self.angular - other.angular }
    }
}

impl<N: Number> Neg for Pair<N> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self { linear: -self.linear, angular: -self.angular }
    }
}

impl<N: Number> AddAssign for Pair<N> {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<N: Number> Mul<N> for Pair<N> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, k: N) -> Self {
        Self { linear: self.linear * k, angular: self.angular * k }
    }
}

/// [ll, la; laᵀ, aa]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Six<N> {
    pub ll: Mat3<N>,
    pub la: Mat3<N>,
    pub aa: Mat3<N>,
}

/// L⁻¹ = [l, 0; x, a] of a matrix L Lᵀ.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Root<N> {
    pub l: Mat3<N>,
    pub x: Mat3<N>,
    pub a: Mat3<N>,
}

impl<N: Number> Six<N> {
    #[inline(always)]
    pub fn times(&self, v: Pair<N>) -> Pair<N> {
        Pair {
            linear: self.ll * v.linear + self.la * v.angular,
            angular: self.la.transpose() * v.linear + self.aa * v.angular,
        }
    }

    #[inline(always)]
    pub fn plus(&self, other: &Self) -> Self {
        Self { ll: self.ll + other.ll, la: self.la + other.la, aa: self.aa + other.aa }
    }

    #[inline(always)]
    pub fn scaled(&self, k: N) -> Self {
        Self { ll: self.ll * k, la: self.la * k, aa: self.aa * k }
    }

    #[inline(always)]
    pub fn diagonal(&self) -> Pair<N> {
        Pair { linear: self.ll.diagonal(), angular: self.aa.diagonal() }
    }

    /// With d added along the diagonal.
    #[inline(always)]
    pub fn raised(&self, d: Pair<N>) -> Self {
        let add = super::diagonal;
        Self { ll: self.ll + add(d.linear), la: self.la, aa: self.aa + add(d.angular) }
    }

    /// Cholesky by blocks: with R Rᵀ = ll, Y = laᵀ R⁻ᵀ and T Tᵀ = aa − Y Yᵀ it is [R⁻¹, 0; −T⁻¹ Y R⁻¹, T⁻¹].
    #[inline(always)]
    pub fn root(&self) -> Root<N> {
        let l = inverse_root(self.ll, self.ll.diagonal() * N::ROUNDING);
        // Yᵀ = R⁻¹ la
        let y = l.lower_times(self.la);
        let a = inverse_root(self.aa - y.square(), self.aa.diagonal() * N::ROUNDING);
        Root { l, x: a.lower_times(y.transpose() * l) * -N::ONE, a }
    }

    /// The same of `ll` alone.
    #[inline(always)]
    pub fn linear_root(&self) -> Root<N> {
        let l = inverse_root(self.ll, self.ll.diagonal() * N::ROUNDING);
        Root { l, ..Root::default() }
    }
}

impl<N: Number> Root<N> {
    /// L⁻¹ v
    #[inline(always)]
    pub fn forth(&self, v: Pair<N>) -> Pair<N> {
        let angular = self.x * v.linear + self.a.lower_times_vector(v.angular);
        Pair { linear: self.l.lower_times_vector(v.linear), angular }
    }

    /// L⁻ᵀ v
    #[inline(always)]
    pub fn back(&self, v: Pair<N>) -> Pair<N> {
        Pair {
            linear: self.l.lower_back(v.linear) + self.x.transpose() * v.angular,
            angular: self.a.lower_back(v.angular),
        }
    }

    /// (L Lᵀ)⁻¹ v
    #[inline(always)]
    pub fn solve(&self, v: Pair<N>) -> Pair<N> {
        self.back(self.forth(v))
    }

    /// (L Lᵀ)⁻¹
    #[inline(always)]
    pub fn inverse(&self) -> Six<N> {
        Six {
            ll: self.l.transpose() * self.l + self.x.transpose() * self.x,
            la: self.x.transpose() * self.a,
            aa: self.a.transpose() * self.a,
        }
    }
}

/// R⁻¹ with R Rᵀ = s, R below the diagonal. A pivot is at least `least`: a smaller one is rounding.
#[inline(always)]
pub fn inverse_root<N: Number>(s: Mat3<N>, least: Vec3<N>) -> Mat3<N> {
    let [x, y, z] = s.0;
    let a = N::ONE / x.x.max(least.x).sqrt();
    let (l10, l20) = (x.y * a, x.z * a);
    let b = N::ONE / (y.y - l10 * l10).max(least.y).sqrt();
    let l21 = (y.z - l20 * l10) * b;
    let c = N::ONE / (z.z - l20 * l20 - l21 * l21).max(least.z).sqrt();
    let i10 = -l10 * a * b;
    let i21 = -l21 * b * c;
    let i20 = -(l20 * a + l21 * i10) * c;
    let o = N::ZERO;
    Mat3([Vec3::new(a, i10, i20), Vec3::new(o, b, i21), Vec3::new(o, o, c)])
}
