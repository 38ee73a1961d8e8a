use std::ops::Mul;

use super::Vec3;
use crate::cpu::number::Number;

/// A unit quaternion: Hamilton's product, world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quat<N> {
    /// The vector part.
    pub xyz: Vec3<N>,
    pub w: N,
}

impl<N: Number> Quat<N> {
    pub const IDENTITY: Self = Self { xyz: Vec3::ZERO, w: N::ONE };

    pub const fn from_array([x, y, z, w]: [N; 4]) -> Self {
        Self { xyz: Vec3::new(x, y, z), w }
    }

    pub const fn to_array(self) -> [N; 4] {
        [self.xyz.x, self.xyz.y, self.xyz.z, self.w]
    }

    /// R(q) r = r + 2 w (u × r) + 2 u × (u × r), with u the vector part.
    #[inline(always)]
    pub fn rotate(self, r: Vec3<N>) -> Vec3<N> {
        let t = N::from_f64(2.0) * self.xyz.cross(r);
        r + self.w * t + self.xyz.cross(t)
    }

    #[inline(always)]
    pub fn rotate_back(self, r: Vec3<N>) -> Vec3<N> {
        Self { xyz: -self.xyz, w: self.w }.rotate(r)
    }

    /// The rotation back.
    #[inline(always)]
    pub fn conjugate(self) -> Self {
        Self { xyz: -self.xyz, w: self.w }
    }

    #[inline(always)]
    pub fn normalize(self) -> Self {
        let length = (self.xyz.dot(self.xyz) + self.w * self.w).sqrt();
        Self { xyz: self.xyz / Vec3::splat(length), w: self.w / length }
    }

    #[inline(always)]
    pub fn is_finite(self) -> bool {
        self.xyz.is_finite() && self.w.is_finite()
    }
}

impl<N: Number> Mul for Quat<N> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, q: Self) -> Self {
        let p = self;
        Self { xyz: p.w * q.xyz + q.w * p.xyz + p.xyz.cross(q.xyz), w: p.w * q.w - p.xyz.dot(q.xyz) }
    }
}

/// exp(φ) = (φ/|φ| sin(|φ|/2), cos(|φ|/2)), as the shaders have it. The angle is halved until it is small, Taylor's
/// series is taken, and the quaternion is squared once for each halving.
pub fn exponential<N: Number>(rotation_vector: Vec3<N>) -> Quat<N> {
    let mut half = N::HALF * rotation_vector;
    let mut halvings = 0;
    while half.dot(half) > N::from_f64(0.25) && halvings < 24 {
        half *= N::HALF;
        halvings += 1;
    }
    let s = half.dot(half);
    // sin(√s)/√s = 1 − s/3! + s²/5! − …, cos √s = 1 − s/2! + s²/4! − …
    let mut q = Quat { xyz: half * series(s, &ODD), w: series(s, &EVEN) };
    for _ in 0..halvings {
        q = q * q;
    }
    q
}

/// 3!, 5!, … and 2!, 4!, …
const ODD: [f64; 8] = [6.0, 120.0, 5040.0, 362880.0, 39916800.0, 6227020800.0, 1307674368e3, 355687428096e3];
const EVEN: [f64; 8] = [2.0, 24.0, 720.0, 40320.0, 3628800.0, 479001600.0, 87178291200.0, 20922789888e3];

/// 1 − s (1/f₁ − s (1/f₂ − … s/f_n))
#[inline(always)]
fn series<N: Number>(s: N, factorials: &[f64; 8]) -> N {
    let mut sum = s / N::from_f64(factorials[N::TERMS - 1]);
    for k in (0..N::TERMS - 1).rev() {
        sum = s * (N::from_f64(1.0 / factorials[k]) - sum);
    }
    N::ONE - sum
}

impl<N: Number> From<glam::Quat> for Quat<N> {
    fn from(q: glam::Quat) -> Self {
        Self::from_array(q.to_array().map(|x| N::from_f64(f64::from(x))))
    }
}

impl From<Quat<f64>> for glam::DQuat {
    fn from(q: Quat<f64>) -> Self {
        Self::from_array(q.to_array())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DQuat, DVec3};

    fn off(ours: [f64; 4], truth: [f64; 4]) -> f64 {
        ours.iter().zip(truth).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    }

    /// A few dozen directions and angles up to `most`.
    fn vectors(most: f64) -> impl Iterator<Item = DVec3> {
        (0..400).map(move |i| {
            let t = f64::from(i);
            let direction = DVec3::new((1.3 * t).sin(), (0.7 * t).cos(), (2.1 * t).sin() - 0.2).normalize();
            most * (t + 1.0) / 400.0 * direction
        })
    }

    #[test]
    fn the_exponential_is_that_of_sine_and_cosine() {
        for phi in vectors(1.0) {
            // no halving up to one radian: rounding of the last digits only
            let truth = DQuat::from_scaled_axis(phi).to_array();
            let found = off(exponential(Vec3::from(phi)).to_array(), truth);
            assert!(found < 1e-15, "{phi}: off by {found:e}");
            let single = exponential(Vec3::<f32>::of(phi.to_array().map(|x| x as f32))).to_array();
            let found = off(single.map(f64::from), truth);
            assert!(found < 2e-7, "{phi} in f32: off by {found:e}");
        }
        for phi in vectors(100.0) {
            // each of up to seven halvings doubles the rounding when it is squared away again
            let found = off(exponential(Vec3::from(phi)).to_array(), DQuat::from_scaled_axis(phi).to_array());
            assert!(found < 128e-15, "{phi}: off by {found:e}");
        }
    }

    #[test]
    fn rotations_are_those_of_glam() {
        for (p, q) in vectors(3.0).zip(vectors(2.0)) {
            let (a, b) = (DQuat::from_scaled_axis(p), DQuat::from_scaled_axis(q));
            let (ours, other) = (Quat::from_array(a.to_array()), Quat::from_array(b.to_array()));
            assert!(off((ours * other).to_array(), (a * b).to_array()) < 1e-15);
            let turned = ours.rotate(Vec3::from(q)).to_array();
            let back = ours.rotate_back(ours.rotate(Vec3::from(q))).to_array();
            for (found, truth) in [(turned, a * q), (back, q)] {
                // |q| is up to 2 m: a few of its last digits
                assert!(DVec3::from_array(found).distance(truth) < 4e-15, "{found:?} for {truth}");
            }
        }
    }
}
