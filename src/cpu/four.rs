//! Four f32 at once: a `Number`, so that a kernel works on four chains as on one. Lanes do not mix, so each ends in the
//! bits that it would end in alone. A comparison has one answer for all four. Where they do not agree, the result is
//! useless, and `asked_apart` says so: it is to be done again one by one.

use std::cell::Cell;
use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub, SubAssign};

use glam::{BVec4A, Mat4, Vec4};

use super::algebra::Vec3;
use super::number::Number;

/// glam's `Vec4` is a vector of the machine's where it has them, and adds, multiplies and divides lane by lane.
#[derive(Clone, Copy, Debug, Default)]
pub struct Four(pub Vec4);

thread_local! {
    static APART: Cell<bool> = const { Cell::new(false) };
}

/// Whether four were asked something that they did not agree in, since this was last asked.
pub fn asked_apart() -> bool {
    APART.replace(false)
}

#[inline(always)]
fn agreed(answers: BVec4A) -> bool {
    let all = answers.all();
    if !all && answers.any() {
        APART.set(true);
    }
    all
}

/// A number of each of four things, in the lanes of one.
#[inline(always)]
pub fn number<T>(four: [&T; 4], of: impl Fn(&T) -> f32) -> Four {
    let [a, b, c, d] = four;
    Four(Vec4::new(of(a), of(b), of(c), of(d)))
}

#[inline(always)]
pub fn vector<T>(four: [&T; 4], of: impl Fn(&T) -> Vec3<f32>) -> Vec3<Four> {
    let [a, b, c, d] = four;
    let v = [of(a), of(b), of(c), of(d)];
    Vec3::new(number(v.each_ref(), |v| v.x), number(v.each_ref(), |v| v.y), number(v.each_ref(), |v| v.z))
}

/// Two vectors of each of four things: whole vectors of the machine's are read, and turned into lanes.
#[inline(always)]
pub fn two_vectors<T>(four: [&T; 4], of: impl Fn(&T) -> [Vec3<f32>; 2]) -> [Vec3<Four>; 2] {
    let [a, b, c, d] = four;
    let six = [of(a), of(b), of(c), of(d)].map(|[v, w]| [v.x, v.y, v.z, w.x, w.y, w.z]);
    let lanes = |at: usize| {
        let column = |k: usize| Vec4::from_slice(&six[k][at..at + 4]);
        Mat4::from_cols(column(0), column(1), column(2), column(3)).transpose()
    };
    let (first, last) = (lanes(0), lanes(2));
    [
        Vec3::new(Four(first.x_axis), Four(first.y_axis), Four(first.z_axis)),
        Vec3::new(Four(first.w_axis), Four(last.z_axis), Four(last.w_axis)),
    ]
}

/// The two vectors of each lane.
#[inline(always)]
pub fn two_apart(v: Vec3<Four>, w: Vec3<Four>) -> [[Vec3<f32>; 2]; 4] {
    let first = Mat4::from_cols(v.x.0, v.y.0, v.z.0, w.x.0).transpose();
    let last = Mat4::from_cols(v.z.0, w.x.0, w.y.0, w.z.0).transpose();
    let lane =
        |first: Vec4, last: Vec4| [Vec3::new(first.x, first.y, first.z), Vec3::new(first.w, last.z, last.w)];
    [
        lane(first.x_axis, last.x_axis),
        lane(first.y_axis, last.y_axis),
        lane(first.z_axis, last.z_axis),
        lane(first.w_axis, last.w_axis),
    ]
}

/// The vector of each lane.
#[inline(always)]
pub fn apart(v: Vec3<Four>) -> [Vec3<f32>; 4] {
    let (x, y, z) = (v.x.0.to_array(), v.y.0.to_array(), v.z.0.to_array());
    let lane = |k: usize| Vec3::new(x[k], y[k], z[k]);
    [lane(0), lane(1), lane(2), lane(3)]
}

impl PartialEq for Four {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        agreed(self.0.cmpeq(other.0))
    }
}

impl PartialOrd for Four {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.0.x.partial_cmp(&other.0.x)
    }
    #[inline(always)]
    fn lt(&self, other: &Self) -> bool {
        agreed(self.0.cmplt(other.0))
    }
    #[inline(always)]
    fn le(&self, other: &Self) -> bool {
        agreed(self.0.cmple(other.0))
    }
    #[inline(always)]
    fn gt(&self, other: &Self) -> bool {
        agreed(self.0.cmpgt(other.0))
    }
    #[inline(always)]
    fn ge(&self, other: &Self) -> bool {
        agreed(self.0.cmpge(other.0))
    }
}

macro_rules! by_lanes {
    ($($trait:ident $method:ident, $assign:ident $assigned:ident;)+) => {$(
        impl $trait for Four {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(self.0.$method(other.0))
            }
        }
        by_lanes!(@ $trait $method $assign $assigned);
    )+};
    (@ Div div DivAssign div_assign) => {};
    (@ $trait:ident $method:ident $assign:ident $assigned:ident) => {
        impl $assign for Four {
            #[inline(always)]
            fn $assigned(&mut self, other: Self) {
                *self = self.$method(other);
            }
        }
    };
}

by_lanes! {
    Add add, AddAssign add_assign;
    Sub sub, SubAssign sub_assign;
    Mul mul, MulAssign mul_assign;
    Div div, DivAssign div_assign;
}

impl Neg for Four {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Mul<Vec3<Four>> for Four {
    type Output = Vec3<Four>;
    #[inline(always)]
    fn mul(self, v: Vec3<Four>) -> Vec3<Four> {
        v * self
    }
}

impl Number for Four {
    const ZERO: Self = Self(Vec4::ZERO);
    const ONE: Self = Self(Vec4::ONE);
    const HALF: Self = Self(Vec4::splat(0.5));
    const TERMS: usize = f32::TERMS;
    const ROUNDING: Self = Self(Vec4::splat(f32::ROUNDING));

    #[inline(always)]
    fn from_f64(x: f64) -> Self {
        Self(Vec4::splat(x as f32))
    }

    /// The first; all four where they are one number.
    fn to_f64(self) -> f64 {
        f64::from(self.0.x)
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(self.0.sqrt())
    }

    fn is_finite(self) -> bool {
        self.0.is_finite()
    }

    #[inline(always)]
    fn any(self) -> bool {
        self.0.cmpne(Vec4::ZERO).any()
    }

    fn atan2(y: Self, x: Self) -> Self {
        let [y, x] = [y, x].map(|four| four.0.to_array());
        Self(Vec4::from_array(std::array::from_fn(|k| <f32 as Number>::atan2(y[k], x[k]))))
    }

    fn quaternion(q: [f32; 4]) -> [Self; 4] {
        q.map(|x| Self(Vec4::splat(x)))
    }

    #[inline(always)]
    fn above(self, limit: Self, one: Self, other: Self) -> Self {
        Self(Vec4::select(self.0.cmpgt(limit.0), one.0, other.0))
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(Vec4::select(self.0.cmpgt(other.0), self.0, other.0))
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(Vec4::select(self.0.cmplt(other.0), self.0, other.0))
    }
}
