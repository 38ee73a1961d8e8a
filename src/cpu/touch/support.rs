//! Twin of shaders/shapes/touch_support.wgsl. A convex shape as the collider sees it, in its own axes: a core, and a skin of one
//! thickness around it. How far the core reaches in a direction, which of its faces looks there, and which of its edges.

use std::ops::Deref;

use super::hull::{corner, hull_of, plane};
use super::{BOX, CAPSULE, CYLINDER, HULL, SPHERE, Shape, absolute, boxes, end};
use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;
use crate::scene::HullData;

/// Corners of a face; a round one has so many.
pub(super) const CORNERS: usize = 8;
/// A direction that leans from the axis of a cylinder by more than 45° looks at its side.
const CAP: f64 = std::f64::consts::FRAC_1_SQRT_2;
/// Sine of the lean below which the corners of a cap stand where its body has them. A cap that leans more has one where it is deepest.
pub(super) const FLAT: f64 = 0.02;
/// Sine of the angle between a direction and a possible edge across it.
const ACROSS: f64 = 0.1;

/// Of a hull's thickness: how far a corner may lie below the plane of its face. Squared: by how much a face must look
/// along a direction more than another.
const NEARLY: f64 = 1e-3;

/// A shape and, of a hull, the data of it: they are asked for many times.
#[derive(Clone, Copy)]
pub(super) struct Convex<N> {
    shape: Shape<N>,
    hull: Option<&'static HullData>,
}

impl<N: Number> Convex<N> {
    pub fn of(shape: Shape<N>) -> Self {
        Self { shape, hull: (shape.kind == HULL).then(|| hull_of(&shape)) }
    }

    /// None has corners and faces of its own but a hull.
    pub fn hull(&self) -> &'static HullData {
        self.hull.expect("a hull")
    }
}

impl<N> Deref for Convex<N> {
    type Target = Shape<N>;

    fn deref(&self) -> &Shape<N> {
        &self.shape
    }
}

/// A face, an edge or a point that looks in a direction: its corners in order around, and which one of the shape's it is.
#[derive(Clone, Copy)]
pub(super) struct Side<N> {
    pub corners: [Vec3<N>; CORNERS],
    pub count: usize,
    pub name: u32,
}

/// Thickness of the skin.
pub(super) fn skin<N: Number>(shape: &Shape<N>) -> N {
    if shape.kind == SPHERE || shape.kind == CAPSULE { shape.half.x } else { N::ZERO }
}

/// The part of v across y as a unit vector, or x where there is none.
pub(super) fn radial<N: Number>(v: Vec3<N>) -> Vec3<N> {
    let square = v.x * v.x + v.z * v.z;
    if square > N::from_f64(1e-20) {
        let inverse = N::ONE / square.sqrt();
        return Vec3::new(v.x * inverse, N::ZERO, v.z * inverse);
    }
    Vec3::new(N::ONE, N::ZERO, N::ZERO)
}

/// The point of the core that is the farthest along n.
pub(super) fn farthest<N: Number>(shape: &Convex<N>, n: Vec3<N>) -> Vec3<N> {
    let h = shape.half;
    match shape.kind {
        BOX => Vec3::new(end(n.x, h.x), end(n.y, h.y), end(n.z, h.z)),
        CAPSULE => Vec3::new(N::ZERO, end(n.y, h.y), N::ZERO),
        CYLINDER => {
            let flat = n.x * n.x + n.z * n.z <= N::from_f64(1e-12) * n.y * n.y;
            let rim = if flat { Vec3::ZERO } else { radial(n) * h.x };
            Vec3::new(rim.x, end(n.y, h.y), rim.z)
        }
        HULL => corner(shape.hull(), farthest_corner(shape, n)),
        _ => Vec3::ZERO,
    }
}

/// The first of those that are the farthest along n. Four at a time: for each of the four places the farthest one, and then of these.
fn farthest_corner<N: Number>(shape: &Convex<N>, n: Vec3<N>) -> usize {
    let mut most = [N::from_f64(-1e30); 4];
    // whole numbers, kept as the others are so that all go through the same instructions
    let (mut block, mut best) = (N::ZERO, [N::ZERO; 4]);
    for axes in &shape.hull().by_four {
        for k in 0..4 {
            let along = Vec3::of(axes.map(|axis| axis[k])).dot(n);
            let farther = along > most[k];
            most[k] = if farther { along } else { most[k] };
            best[k] = if farther { block } else { best[k] };
        }
        block += N::ONE;
    }
    let mut first = 0;
    for k in 1..4 {
        if most[k] > most[first] || (most[k] == most[first] && best[k] < best[first]) {
            first = k;
        }
    }
    4 * best[first].to_f64() as usize + first
}

/// From the origin of a shape to its middle, which the origin of a hull need not be.
pub(super) fn middle<N: Number>(shape: &Convex<N>) -> Vec3<N> {
    if shape.kind == HULL { shape.hull().centre.as_vec3().into() } else { Vec3::ZERO }
}

/// The face, edge or point that looks along the unit vector n the most.
pub(super) fn side<N: Number>(shape: &Convex<N>, n: Vec3<N>) -> Side<N> {
    let h = shape.half;
    let mut found = Side { corners: [Vec3::ZERO; CORNERS], count: 1, name: 0 };
    match shape.kind {
        BOX => {
            let j = boxes::widest(absolute(n).to_array(), N::from_f64(1e-3));
            let positive = n.to_array()[j] > N::ZERO;
            let (u, v) = ((j + 1) % 3, (j + 2) % 3);
            let (e_n, e_u, e_v) = (boxes::unit(j) * h, boxes::unit(u) * h, boxes::unit(v) * h);
            let middle: Vec3<N> = if positive { e_n } else { -e_n };
            for (k, corner) in found.corners[..4].iter_mut().enumerate() {
                let along = if k == 0 || k == 3 { e_u } else { -e_u };
                *corner = middle + along + if k < 2 { e_v } else { -e_v };
            }
            (found.count, found.name) = (4, 2 * j as u32 + u32::from(positive));
        }
        CAPSULE => {
            found.corners[0].y = -h.y;
            found.corners[1].y = h.y;
            found.count = 2;
        }
        CYLINDER if is_cap(n) => {
            let leans = n.x * n.x + n.z * n.z > N::from_f64(FLAT * FLAT);
            let one = if leans { radial(n) } else { boxes::unit(0) } * h.x;
            let other = Vec3::new(-one.z, N::ZERO, one.x);
            let half = N::from_f64(CAP);
            let y = Vec3::new(N::ZERO, end(n.y, h.y), N::ZERO);
            let between = [(one + other) * half, (other - one) * half];
            found.corners =
                [one, between[0], other, between[1], -one, -between[0], -other, -between[1]].map(|p| y + p);
            (found.count, found.name) = (8, u32::from(n.y > N::ZERO));
        }
        CYLINDER => {
            let rim = radial(n) * h.x;
            found.corners[0] = Vec3::new(rim.x, -h.y, rim.z);
            found.corners[1] = Vec3::new(rim.x, h.y, rim.z);
            (found.count, found.name) = (2, 2);
        }
        HULL => {
            let hull = shape.hull();
            let at: Vec3<N> = farthest(shape, n);
            let mut most = N::from_f64(-1e30);
            for (k, face) in hull.faces.iter().enumerate() {
                let (normal, offset) = plane::<N>(face);
                let looks = normal.dot(n);
                // of those that the farthest corner belongs to
                let has = normal.dot(at) >= offset - N::from_f64(NEARLY) * h.x;
                if has && looks > most + N::from_f64(NEARLY * NEARLY) {
                    (most, found.name) = (looks, k as u32);
                }
            }
            let known = &hull.faces[found.name as usize].known;
            for (place, &k) in found.corners.iter_mut().zip(known) {
                *place = corner(hull, k.into());
            }
            found.count = known.len();
        }
        _ => {}
    }
    found
}

/// Whether the unit vector n looks at a cap of a cylinder more than at its side.
pub(super) fn is_cap<N: Number>(n: Vec3<N>) -> bool {
    super::abs(n.y) > N::from_f64(CAP)
}

/// The edge that looks along the unit vector n, if one lies across it: its two ends, alike where there is none.
pub(super) fn edge<N: Number>(shape: &Convex<N>, n: Vec3<N>) -> [Vec3<N>; 2] {
    let h = shape.half;
    let across = N::from_f64(ACROSS);
    let point = farthest(shape, n);
    match shape.kind {
        BOX => {
            let steep = absolute(n).to_array();
            let i = boxes::widest(steep.map(|x| -x), N::ZERO);
            if steep[i] > across {
                return [point; 2];
            }
            let e = boxes::unit(i);
            let keep = Vec3::splat(N::ONE) - e;
            [point * keep - e * h, point * keep + e * h]
        }
        CAPSULE | CYLINDER if super::abs(n.y) <= across => {
            let (low, high) = (Vec3::new(point.x, -h.y, point.z), Vec3::new(point.x, h.y, point.z));
            [low, high]
        }
        HULL => {
            // of all lines from a corner to others, edges lean the least
            let (hull, own) = (shape.hull(), farthest_corner(shape, n));
            let (mut best, mut least) = (own, across);
            for k in 0..hull.corners.len() {
                let way = point - corner(hull, k);
                let length = way.length();
                if k != own && n.dot(way) < least * length {
                    (best, least) = (k, n.dot(way) / length);
                }
            }
            [corner(hull, own.min(best)), corner(hull, own.max(best))]
        }
        _ => [point; 2],
    }
}
