//! The number that the kernels are written over: f64 for the twin, f32 for what computes where no GPU does.
//!
//! Only what IEEE 754 fixes to the last bit: + − × ÷, square roots and comparisons, nothing contracted. So the f32
//! instance gives the same bits natively and in every browser. For that reason glam stays outside: its f32 quaternions
//! add up in another order on each platform.

use std::fmt::Debug;
use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub, SubAssign};

use super::algebra::Vec3;
use super::world::World;
use crate::plan::Dispatch;

pub trait Number:
    Copy
    + Debug
    + Default
    + PartialEq
    + PartialOrd
    + Send
    + Sync
    + 'static
    + Neg<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
    + Mul<Vec3<Self>, Output = Vec3<Self>>
{
    const ZERO: Self;
    const ONE: Self;
    const HALF: Self;
    /// Terms after the first that sine and cosine of up to half a radian need for this many digits.
    const TERMS: usize;
    /// What rounding leaves of one, or a little more.
    const ROUNDING: Self;

    fn from_f64(x: f64) -> Self;
    fn to_f64(self) -> f64;
    fn sqrt(self) -> Self;
    fn is_finite(self) -> bool;

    /// The angle of the point (x, y), in (−π, π].
    fn atan2(y: Self, x: Self) -> Self;

    /// The unit quaternion that a state's f32 numbers mean. For f32 they stay as they are, so that a state that is read
    /// and written back resumes to the same bits. For f64 their length becomes 1 to its own digits.
    fn quaternion(q: [f32; 4]) -> [Self; 4];

    /// Runs a dispatch four items at a time, to the same bits, where that is faster and there is a form for it.
    fn run_by_four(_: &mut World<Self>, _: &Dispatch) -> bool {
        false
    }

    /// The same of those threads of a dispatch that take the islands of a batch.
    fn run_part_by_four(_: &mut World<Self>, _: &Dispatch, _: usize, _: &[u32]) -> bool {
        false
    }

    /// Writes back to the world's arrays what is packed for four at a time.
    fn unpack(_: &mut World<Self>) {}

    /// Whether it is not zero: whether one of all lanes is not.
    #[inline(always)]
    fn any(self) -> bool {
        self != Self::ZERO
    }

    /// One number or the other, by whether this one is above `limit`: for each lane its own.
    #[inline(always)]
    fn above(self, limit: Self, one: Self, other: Self) -> Self {
        if self > limit { one } else { other }
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        if self > other { self } else { other }
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        if self < other { self } else { other }
    }

    #[inline(always)]
    fn from_count(n: usize) -> Self {
        Self::from_f64(n as f64)
    }
}

/// Whether the machine has vectors.
const HAS_VECTORS: bool = cfg!(any(not(target_arch = "wasm32"), target_feature = "simd128"));

impl Number for f32 {
    const ZERO: f32 = 0.0;
    const ONE: f32 = 1.0;
    const HALF: f32 = 0.5;
    /// The shaders' own.
    const TERMS: usize = 4;
    const ROUNDING: f32 = 1e-7;

    #[inline(always)]
    fn from_f64(x: f64) -> f32 {
        x as f32
    }

    #[inline(always)]
    fn to_f64(self) -> f64 {
        f64::from(self)
    }

    #[inline(always)]
    fn sqrt(self) -> f32 {
        f32::sqrt(self)
    }

    #[inline(always)]
    fn is_finite(self) -> bool {
        f32::is_finite(self)
    }

    /// The shaders' own: the angle within an eighth of a turn by a polynomial, the rest by symmetry.
    fn atan2(y: f32, x: f32) -> f32 {
        use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};
        let (p, q) = (x.abs(), y.abs());
        let t = p.min(q) / Number::max(p.max(q), 1e-37);
        // tan(π/8)
        let far = t > 0.41421356;
        let s = if far { (t - 1.0) / (t + 1.0) } else { t };
        let z = s * s;
        let series =
            (((8.053_745e-2 * z - 1.387_768_6e-1) * z + 1.997_771e-1) * z - 3.333_295e-1) * z * s + s;
        let eighth = if far { FRAC_PI_4 + series } else { series };
        let quarter = if q > p { FRAC_PI_2 - eighth } else { eighth };
        let half = if x < 0.0 { PI - quarter } else { quarter };
        if y < 0.0 { -half } else { half }
    }

    fn quaternion(q: [f32; 4]) -> [f32; 4] {
        q
    }

    fn run_by_four(world: &mut World<f32>, dispatch: &Dispatch) -> bool {
        HAS_VECTORS && super::by_four::run(world, dispatch)
    }

    fn unpack(world: &mut World<f32>) {
        super::contacts::by_four::unpack(world);
    }

    fn run_part_by_four(world: &mut World<f32>, dispatch: &Dispatch, batch: usize, threads: &[u32]) -> bool {
        HAS_VECTORS
            && super::by_four::run_part(
                world,
                dispatch,
                Some(batch),
                threads.iter().map(|&thread| thread as usize),
            )
    }
}

impl Number for f64 {
    const ZERO: f64 = 0.0;
    const ONE: f64 = 1.0;
    const HALF: f64 = 0.5;
    const TERMS: usize = 8;
    const ROUNDING: f64 = 1e-16;

    #[inline(always)]
    fn from_f64(x: f64) -> f64 {
        x
    }

    #[inline(always)]
    fn to_f64(self) -> f64 {
        self
    }

    #[inline(always)]
    fn sqrt(self) -> f64 {
        f64::sqrt(self)
    }

    #[inline(always)]
    fn is_finite(self) -> bool {
        f64::is_finite(self)
    }

    /// The twin's, which need not be the same on every machine to the last bit.
    fn atan2(y: f64, x: f64) -> f64 {
        y.atan2(x)
    }

    fn quaternion(q: [f32; 4]) -> [f64; 4] {
        let q = q.map(f64::from);
        let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
        q.map(|x| x / length)
    }
}
