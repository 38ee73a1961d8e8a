use std::ops::{Add, AddAssign, Index, IndexMut, Mul, Sub, SubAssign};

use super::{Symmetric, Vec3};
use crate::cpu::number::Number;

/// By columns, as in WGSL. Columns are written out: a closure mapped over an array stays a call, and the exact solver does little else.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mat3<N>(pub [Vec3<N>; 3]);

/// [v]ₓ with [v]ₓ u = v × u
#[inline(always)]
pub fn cross_matrix<N: Number>(v: Vec3<N>) -> Mat3<N> {
    Mat3([Vec3::new(N::ZERO, v.z, -v.y), Vec3::new(-v.z, N::ZERO, v.x), Vec3::new(v.y, -v.x, N::ZERO)])
}

#[inline(always)]
pub fn diagonal<N: Number>(d: Vec3<N>) -> Mat3<N> {
    let o = N::ZERO;
    Mat3([Vec3::new(d.x, o, o), Vec3::new(o, d.y, o), Vec3::new(o, o, d.z)])
}

impl<N: Number> Mat3<N> {
    pub const ZERO: Self = Self([Vec3::ZERO; 3]);

    #[inline(always)]
    pub fn transpose(self) -> Self {
        let [x, y, z] = self.0;
        Self([Vec3::new(x.x, y.x, z.x), Vec3::new(x.y, y.y, z.y), Vec3::new(x.z, y.z, z.z)])
    }

    #[inline(always)]
    pub fn diagonal(self) -> Vec3<N> {
        let [x, y, z] = self.0;
        Vec3::new(x.x, y.y, z.z)
    }

    /// Mᵀ M
    #[inline(always)]
    pub fn square(self) -> Self {
        let [x, y, z] = self.0;
        let (xy, xz, yz) = (x.dot(y), x.dot(z), y.dot(z));
        Self([Vec3::new(x.dot(x), xy, xz), Vec3::new(xy, y.dot(y), yz), Vec3::new(xz, yz, z.dot(z))])
    }

    /// L M, where L has nothing above its diagonal.
    #[inline(always)]
    pub fn lower_times(self, other: Self) -> Self {
        let [x, y, z] = other.0;
        Self([self.lower_times_vector(x), self.lower_times_vector(y), self.lower_times_vector(z)])
    }

    /// L v, where L has nothing above its diagonal.
    #[inline(always)]
    pub fn lower_times_vector(self, v: Vec3<N>) -> Vec3<N> {
        let [x, y, z] = self.0;
        Vec3::new(x.x * v.x, x.y * v.x + y.y * v.y, x.z * v.x + y.z * v.y + z.z * v.z)
    }

    /// Lᵀ v, where L has nothing above its diagonal.
    #[inline(always)]
    pub fn lower_back(self, v: Vec3<N>) -> Vec3<N> {
        let [x, y, z] = self.0;
        Vec3::new(x.dot(v), y.y * v.y + y.z * v.z, z.z * v.z)
    }

    /// The symmetric part of a matrix that is symmetric but for rounding.
    #[inline(always)]
    pub fn symmetric_part(self) -> Symmetric<N> {
        let [x, y, z] = self.0;
        Symmetric {
            diagonal: Vec3::new(x.x, y.y, z.z),
            off: N::HALF * Vec3::new(y.x + x.y, z.x + x.z, z.y + y.z),
        }
    }

    /// The rows of the inverse are the cross products of the columns over the determinant.
    #[inline(always)]
    pub fn inverse(self) -> Self {
        let m = self.0;
        let (x, y, z) = (m[1].cross(m[2]), m[2].cross(m[0]), m[0].cross(m[1]));
        Self([x, y, z]).transpose() * (N::ONE / m[0].dot(x))
    }

    /// M x = b by Cramer's rule.
    #[inline(always)]
    pub fn solve(self, b: Vec3<N>) -> Vec3<N> {
        let m = self.0;
        let k = N::ONE / m[0].dot(m[1].cross(m[2]));
        k * Vec3::new(b.dot(m[1].cross(m[2])), m[0].dot(b.cross(m[2])), m[0].dot(m[1].cross(b)))
    }

    /// Column by column.
    #[inline(always)]
    fn with(self, other: Self, f: impl Fn(Vec3<N>, Vec3<N>) -> Vec3<N>) -> Self {
        let ([x, y, z], [u, v, w]) = (self.0, other.0);
        Self([f(x, u), f(y, v), f(z, w)])
    }
}

impl<N: Number> Add for Mat3<N> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.with(other, |a, b| a + b)
    }
}

impl<N: Number> Sub for Mat3<N> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.with(other, |a, b| a - b)
    }
}

impl<N: Number> AddAssign for Mat3<N> {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<N: Number> SubAssign for Mat3<N> {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl<N: Number> Mul<Vec3<N>> for Mat3<N> {
    type Output = Vec3<N>;
    #[inline(always)]
    fn mul(self, v: Vec3<N>) -> Vec3<N> {
        self.0[0] * v.x + self.0[1] * v.y + self.0[2] * v.z
    }
}

impl<N: Number> Mul for Mat3<N> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        let [x, y, z] = other.0;
        Self([self * x, self * y, self * z])
    }
}

impl<N: Number> Mul<N> for Mat3<N> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, k: N) -> Self {
        let [x, y, z] = self.0;
        Self([x * k, y * k, z * k])
    }
}

impl<N> Index<usize> for Mat3<N> {
    type Output = Vec3<N>;
    #[inline(always)]
    fn index(&self, column: usize) -> &Vec3<N> {
        &self.0[column]
    }
}

impl<N> IndexMut<usize> for Mat3<N> {
    #[inline(always)]
    fn index_mut(&mut self, column: usize) -> &mut Vec3<N> {
        &mut self.0[column]
    }
}

impl From<Mat3<f64>> for glam::DMat3 {
    fn from(m: Mat3<f64>) -> Self {
        Self::from_cols(m[0].into(), m[1].into(), m[2].into())
    }
}
