use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub, SubAssign};

use crate::cpu::number::Number;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vec3<N> {
    pub x: N,
    pub y: N,
    pub z: N,
}

impl<N: Number> Vec3<N> {
    pub const ZERO: Self = Self::splat(N::ZERO);

    #[inline(always)]
    pub const fn new(x: N, y: N, z: N) -> Self {
        Self { x, y, z }
    }

    #[inline(always)]
    pub const fn splat(x: N) -> Self {
        Self::new(x, x, x)
    }

    /// From the numbers of a scene, a state or a parameter.
    pub fn of<T: Copy + Into<f64>>([x, y, z]: [T; 3]) -> Self {
        Self::new(N::from_f64(x.into()), N::from_f64(y.into()), N::from_f64(z.into()))
    }

    #[inline(always)]
    pub const fn to_array(self) -> [N; 3] {
        [self.x, self.y, self.z]
    }

    #[inline(always)]
    pub fn dot(self, other: Self) -> N {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    #[inline(always)]
    pub fn cross(self, other: Self) -> Self {
        Self::new(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )
    }

    #[inline(always)]
    pub fn length_squared(self) -> N {
        self.dot(self)
    }

    #[inline(always)]
    pub fn length(self) -> N {
        self.dot(self).sqrt()
    }

    #[inline(always)]
    pub fn max(self, other: Self) -> Self {
        Self::new(self.x.max(other.x), self.y.max(other.y), self.z.max(other.z))
    }

    #[inline(always)]
    pub fn min(self, other: Self) -> Self {
        Self::new(self.x.min(other.x), self.y.min(other.y), self.z.min(other.z))
    }

    #[inline(always)]
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite() && self.z.is_finite()
    }
}

impl<N: Number> Neg for Vec3<N> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y, -self.z)
    }
}

impl<N: Number> Add for Vec3<N> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y, self.z + other.z)
    }
}

impl<N: Number> Sub for Vec3<N> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y, self.z - other.z)
    }
}

/// By components, as in WGSL.
impl<N: Number> Mul for Vec3<N> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self::new(self.x * other.x, self.y * other.y, self.z * other.z)
    }
}

impl<N: Number> Div for Vec3<N> {
    type Output = Self;
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        Self::new(self.x / other.x, self.y / other.y, self.z / other.z)
    }
}

impl<N: Number> Mul<N> for Vec3<N> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, k: N) -> Self {
        Self::new(self.x * k, self.y * k, self.z * k)
    }
}

impl Mul<Vec3<f32>> for f32 {
    type Output = Vec3<f32>;
    #[inline(always)]
    fn mul(self, v: Vec3<f32>) -> Vec3<f32> {
        v * self
    }
}

impl Mul<Vec3<f64>> for f64 {
    type Output = Vec3<f64>;
    #[inline(always)]
    fn mul(self, v: Vec3<f64>) -> Vec3<f64> {
        v * self
    }
}

impl<N: Number> AddAssign for Vec3<N> {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<N: Number> SubAssign for Vec3<N> {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl<N: Number> MulAssign<N> for Vec3<N> {
    #[inline(always)]
    fn mul_assign(&mut self, k: N) {
        *self = *self * k;
    }
}

impl<N: Number> From<glam::Vec3> for Vec3<N> {
    fn from(v: glam::Vec3) -> Self {
        Self::of(v.to_array())
    }
}

impl From<glam::DVec3> for Vec3<f64> {
    fn from(v: glam::DVec3) -> Self {
        Self::of(v.to_array())
    }
}

impl From<Vec3<f64>> for glam::DVec3 {
    fn from(v: Vec3<f64>) -> Self {
        Self::from_array(v.to_array())
    }
}
