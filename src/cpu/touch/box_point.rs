//! A box a against a sphere or capsule b, in the box's axes. b is all within r of p(s) = c + s û, |s| ≤ k; a sphere has k = 0.
//! Where the axis stays outside, it is closest where the slope of half its squared distance,
//!     û·(p − clamp(p, −h, h)),
//! is zero: it rises with s, in straight pieces that meet where p crosses a plane of a face. Where the axis enters the box, the
//! way out is the shortest along a face's normal or across û and an edge.

use super::{Manifold, Side, absolute, end_feature, half_height, unit_y};
use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;

/// Of the shape's reach: an axis closer to the surface than this is taken to be inside, where rounding does not matter.
const NEAR: f64 = 1e-6;
/// Faces are taken before edges by this share of the smallest half extent.
const PREFERENCE: f64 = 0.02;
/// The piece of b's axis that counts lies over the box along axes that the normal leans to by less than this.
const LEAN: f64 = 0.3;

/// Which way out, and whether it is across an edge (its axis) from the inside.
struct Exit<N> {
    normal: Vec3<N>,
    edge: Option<usize>,
}

struct Axis<N> {
    centre: Vec3<N>,
    unit: Vec3<N>,
    half: N,
    box_half: Vec3<N>,
}

pub(super) fn touch<N: Number>(between: Vec3<N>, a: &Side<N>, b: &Side<N>, margin: N) -> Manifold<N> {
    let h = a.shape.half;
    let r = b.shape.half.x;
    let axis = Axis {
        centre: a.rotation.rotate_back(between),
        unit: a.rotation.rotate_back(b.rotation.rotate(unit_y())),
        half: half_height(&b.shape),
        box_half: h,
    };
    let k = axis.half;
    let nearest = axis.nearest();
    let off = axis.off(nearest);
    let apart = off.length();
    let near = N::from_f64(NEAR) * (h.x + h.y + h.z + k);
    let outside = apart > near;
    let exit = if outside { Exit { normal: off * (N::ONE / apart), edge: None } } else { axis.exit() };
    let n = exit.normal;

    let (low, high) = axis.over(n, nearest);
    // how far from the surface p(s) is, negative inside, and whether it lies that way
    let outline = h.dot(absolute(n));
    let gap = |s: N| if outside { axis.off(s).length() } else { n.dot(axis.at(s)) - outline };
    let same = |s: N| !outside || N::from_f64(0.9) * axis.off(s).length() <= n.dot(axis.off(s)) + near;
    let (gap_low, gap_high) = (gap(low), gap(high));
    let least = gap_low.min(gap_high);
    let level = !outside || apart >= least - N::from_f64(0.01) * r;
    let reach = r + margin;
    let both = gap_low <= reach && gap_high <= reach && same(low) && same(high);

    let mut found = Manifold::none(a.rotation.rotate(n));
    let mut add = |s: N, gap: N, feature: u32| {
        let arm = axis.at(s) - n * (N::HALF * (gap + r));
        found.add(margin, a.rotation.rotate(arm), r - gap, feature);
    };
    if let Some(edge) = exit.edge {
        let s = axis.beside(edge, n);
        add(s, n.dot(axis.at(s)) - outline, 0);
    } else if both && level && high - low > N::from_f64(0.1) * r {
        add(low, gap_low, 1);
        add(high, gap_high, 2);
    } else {
        let deepest = if gap_low <= gap_high { low } else { high };
        let s = if outside { nearest } else { deepest };
        add(s, gap(s), end_feature(s, k));
    }
    found
}

impl<N: Number> Axis<N> {
    fn at(&self, s: N) -> Vec3<N> {
        self.centre + self.unit * s
    }

    /// From the box's nearest point to p(s).
    fn off(&self, s: N) -> Vec3<N> {
        let p = self.at(s);
        p - p.max(-self.box_half).min(self.box_half)
    }

    fn slope(&self, s: N) -> N {
        self.unit.dot(self.off(s))
    }

    /// Never zero: a crossing that is off is only one more place to look at.
    fn divisor(&self) -> Vec3<N> {
        let least = N::from_f64(1e-6);
        let apart = |x: N| if x < least && x > -least { least } else { x };
        Vec3::new(apart(self.unit.x), apart(self.unit.y), apart(self.unit.z))
    }

    /// s where p(s) is closest to the box.
    fn nearest(&self) -> N {
        let (mut low, mut high) = (-self.half, self.half);
        let (mut falls, mut rises) = (self.slope(low), self.slope(high));
        if falls >= N::ZERO {
            return low;
        }
        if rises <= N::ZERO {
            return high;
        }
        let divisor = self.divisor();
        let enters = (-self.box_half - self.centre) / divisor;
        let leaves = (self.box_half - self.centre) / divisor;
        for s in [enters.x, enters.y, enters.z, leaves.x, leaves.y, leaves.z] {
            if s > low && s < high {
                let slope = self.slope(s);
                if slope <= N::ZERO {
                    (low, falls) = (s, slope);
                } else {
                    (high, rises) = (s, slope);
                }
            }
        }
        low - falls * (high - low) / (rises - falls)
    }

    /// The piece of the axis over the face, or along the edge, that n points out of; `nearest` is in it.
    fn over(&self, n: Vec3<N>, nearest: N) -> (N, N) {
        let most = absolute(self.at(nearest)).max(self.box_half).to_array();
        let divisor = self.divisor().to_array();
        let (centre, unit, n) = (self.centre.to_array(), self.unit.to_array(), absolute(n).to_array());
        let (mut low, mut high) = (-self.half, self.half);
        for i in 0..3 {
            if n[i] < N::from_f64(LEAN) && unit[i] == divisor[i] {
                let one = (-most[i] - centre[i]) / divisor[i];
                let other = (most[i] - centre[i]) / divisor[i];
                low = low.max(one.min(other));
                high = high.min(one.max(other));
            }
        }
        (low.min(nearest), high.max(nearest))
    }

    /// The axis n along which box and segment overlap the least: n·c − Σ h|n| − k|n·û|, negative inside, is largest.
    fn exit(&self) -> Exit<N> {
        let h = self.box_half;
        let size = h.x.min(h.y).min(h.z);
        let gaps = (absolute(self.centre) - h - absolute(self.unit) * self.half).to_array();
        let face = super::boxes::widest(gaps, N::from_f64(1e-4) * size);
        let mut normal = super::boxes::unit(face);
        let mut best = gaps[face] + N::from_f64(PREFERENCE) * size;
        let mut edge = None;
        for i in 0..3 {
            let across = super::boxes::unit(i).cross(self.unit);
            let square = across.dot(across);
            if self.half > N::ZERO && square > N::from_f64(1e-6) {
                let n = across * (N::ONE / square.sqrt());
                let gap = super::abs(n.dot(self.centre)) - h.dot(absolute(n));
                if gap > best {
                    (best, normal, edge) = (gap, n, Some(i));
                }
            }
        }
        if normal.dot(self.centre) < N::ZERO {
            normal = -normal;
        }
        Exit { normal, edge }
    }

    /// s where p(s) is closest to the box's edge along axis i whose corner is the farthest along n.
    fn beside(&self, i: usize, n: Vec3<N>) -> N {
        let sign = |x: N, h: N| if x < N::ZERO { -h } else { h };
        let h = self.box_half;
        let corner = Vec3::new(sign(n.x, h.x), sign(n.y, h.y), sign(n.z, h.z));
        let keep = Vec3::splat(N::ONE) - super::boxes::unit(i);
        let u = self.unit * keep;
        super::clamp((corner - self.centre).dot(u) / u.dot(u), -self.half, self.half)
    }
}
