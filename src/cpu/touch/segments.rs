//! Sphere or capsule against sphere or capsule: all that is no farther than r from a piece of an axis. Where s û and d + t v̂
//! are closest, |s| ≤ h_a, |t| ≤ h_b,
//!     s = (û·d − (û·v̂)(v̂·d)) / |û × v̂|²,   t = (û·v̂) s − v̂·d,   n = w/|w| with w = d + t v̂ − s û,
//! s clamped, then t, then s once more for that t. Nearly parallel capsules touch at both ends of the piece they share.

use super::{Manifold, Side, abs, clamp, end_feature, half_height, unit_y};
use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;

/// |û × v̂|² under which no place along the axes is the closest but by rounding.
const PARALLEL: f64 = 1e-6;
/// And under which two capsules are taken to lie along one another: six degrees.
const ALONG: f64 = 0.01;
/// Axes closer than the root of this have no direction between them, m².
const NOTHING: f64 = 1e-30;

pub(super) fn touch<N: Number>(d: Vec3<N>, a: &Side<N>, b: &Side<N>, margin: N) -> Manifold<N> {
    let (u, v) = (a.rotation.rotate(unit_y()), b.rotation.rotate(unit_y()));
    let (h_a, h_b) = (half_height(&a.shape), half_height(&b.shape));
    let (r_a, r_b) = (a.shape.half.x, b.shape.half.x);
    let (c, f) = (u.dot(d), v.dot(d));
    let cosine = u.dot(v);
    let across = u.cross(v);
    let sine2 = across.dot(across);

    // the piece of a's axis beside b's
    let shadow = h_b * abs(cosine);
    let low = clamp(c - shadow, -h_a, h_a);
    let high = clamp(c + shadow, -h_a, h_a);
    let mut s = N::HALF * (low + high);
    if sine2 > N::from_f64(PARALLEL) {
        s = clamp((c - cosine * f) / sine2, -h_a, h_a);
    }
    let beside = |s: N| clamp(cosine * s - f, -h_b, h_b);
    let t = beside(s);
    s = clamp(c + cosine * t, -h_a, h_a);

    let way = |s: N, t: N| d + v * t - u * s;
    let w = way(s, t);
    let square = w.dot(w);
    let apart = square.sqrt();
    let normal = if square > N::from_f64(NOTHING) {
        w * (N::ONE / apart)
    } else {
        any_normal(across, if h_a > N::ZERO { u } else { v }, h_a > N::ZERO || h_b > N::ZERO)
    };

    let mut found = Manifold::none(normal);
    let radii = r_a + r_b;
    let least = r_a.min(r_b);
    let arm = |s: N, t: N| (u * s + d + v * t + normal * (r_a - r_b)) * N::HALF;
    let (t_low, t_high) = (beside(low), beside(high));
    let (w_low, w_high) = (way(low, t_low), way(high, t_high));
    let (far_low, far_high) = (w_low.length(), w_high.length());
    let along = sine2 < N::from_f64(ALONG) && high - low > N::from_f64(0.1) * least;
    let reach = radii + margin;
    // both ends lie the same way, and nothing between them is deeper
    let slack = N::from_f64(1e-3) * radii;
    let same = |w: Vec3<N>, far: N| N::from_f64(0.9) * far <= normal.dot(w) + slack && far <= reach;
    let level = apart >= far_low.min(far_high) - N::from_f64(0.01) * least;
    if along && level && same(w_low, far_low) && same(w_high, far_high) {
        found.add(margin, arm(low, t_low), radii - far_low, 1);
        found.add(margin, arm(high, t_high), radii - far_high, 2);
    } else {
        let feature = if along { end_feature(s, h_a) } else { 0 };
        found.add(margin, arm(s, t), radii - apart, feature);
    }
    found
}

/// Where axes meet: across both, or across the one there is, or up.
fn any_normal<N: Number>(across: Vec3<N>, axis: Vec3<N>, has_axis: bool) -> Vec3<N> {
    let up = unit_y();
    if !has_axis {
        return up;
    }
    let square = across.dot(across);
    if square > N::from_f64(PARALLEL) {
        return across * (N::ONE / square.sqrt());
    }
    let lean = if abs(axis.y) < N::from_f64(0.9) { up } else { Vec3::new(N::ONE, N::ZERO, N::ZERO) };
    let side = lean - axis * axis.dot(lean);
    side * (N::ONE / side.length())
}
