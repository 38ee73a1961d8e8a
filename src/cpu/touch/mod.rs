//! Where two shapes touch: up to four points with one normal. Twins of shaders/shapes/{manifold,touch}.wgsl; each way for
//! two shapes to meet is a file. Lengths in m, world axes.

mod box_point;
mod boxes;
mod closest;
mod convex;
mod faces;
pub mod hull;
mod patch;
mod plane;
mod segments;
mod support;
mod sweep;

use super::algebra::{Quat, Vec3};
use super::number::Number;

pub use sweep::{PASSES, away_from, earliest, is_fast, meeting, middle_of, sweep};

pub use crate::codes::solid::{BOX, CAPSULE, CYLINDER, HULL, PLANE, SPHERE};

/// As `Solid::record` has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape<N> {
    /// Sphere: its radius; box: half extents; capsule: radius, half height; cylinder: radius, half height, radius.
    /// Hull: half of its thickness, which one it is, the radius of a ball with as large a shadow.
    pub half: Vec3<N>,
    pub kind: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Side<N> {
    pub rotation: Quat<N>,
    pub shape: Shape<N>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Touching<N> {
    /// From a's centre to the point midway between the two surfaces.
    pub arm: Vec3<N>,
    /// Positive inside, negative a gap.
    pub depth: N,
    /// Which corner, edge or end it is: the same from frame to frame.
    pub feature: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Manifold<N> {
    /// Unit, from a to b.
    pub normal: Vec3<N>,
    pub count: usize,
    pub points: [Touching<N>; 4],
    /// A bit for a, a bit for b: a cylinder that touches with its side or its rim, so that it may roll.
    pub rolls: u32,
}

/// Points whose depth is at least −margin; `between` leads from a's centre to b's.
pub fn touch<N: Number>(between: Vec3<N>, a: &Side<N>, b: &Side<N>, margin: N) -> Manifold<N> {
    let (kind_a, kind_b) = (a.shape.kind, b.shape.kind);
    // a plane comes last, and a box before a round shape
    let flip = kind_a == PLANE || (kind_b == BOX && kind_a != BOX);
    let (first, second, way) = if flip { (b, a, -between) } else { (a, b, between) };
    let mut found = match (first.shape.kind, second.shape.kind) {
        (PLANE, _) => Manifold::default(),
        (_, PLANE) => plane::touch(way, first, second, margin),
        (CYLINDER | HULL, _) | (_, CYLINDER | HULL) => of_convex(way, first, second, margin),
        (BOX, BOX) => boxes::touch(way, first, second, margin),
        (BOX, _) => box_point::touch(way, first, second, margin),
        _ => segments::touch(way, first, second, margin),
    };
    if flip {
        found.normal = -found.normal;
        for point in &mut found.points[..found.count] {
            point.arm += between;
        }
        found.rolls = (found.rolls & 1) << 1 | found.rolls >> 1;
    }
    found
}

/// The collider for convex shapes, in world axes.
fn of_convex<N: Number>(between: Vec3<N>, a: &Side<N>, b: &Side<N>, margin: N) -> Manifold<N> {
    let axes = [0, 1, 2].map(|i| a.rotation.rotate_back(b.rotation.rotate(boxes::unit(i))));
    let [a_convex, b_convex] = [a, b].map(|side| support::Convex::of(side.shape));
    let pair = convex::Pair { a: a_convex, b: b_convex, d: a.rotation.rotate_back(between), axes };
    let mut found = convex::touch(&pair, margin);
    found.normal = a.rotation.rotate(found.normal);
    for point in &mut found.points[..found.count] {
        point.arm = a.rotation.rotate(point.arm);
    }
    found
}

/// Half of its width where it is thinnest.
fn thinness<N: Number>(shape: &Shape<N>) -> N {
    if shape.kind == BOX || shape.kind == CYLINDER { boxes::smallest(shape.half) } else { shape.half.x }
}

/// How far its axis reaches to either side: none but a capsule has one.
fn half_height<N: Number>(shape: &Shape<N>) -> N {
    if shape.kind == CAPSULE { shape.half.y } else { N::ZERO }
}

impl<N: Number> Manifold<N> {
    fn none(normal: Vec3<N>) -> Self {
        Self { normal, ..Self::default() }
    }

    /// Leaves out points that are farther than the margin, and NaN.
    fn add(&mut self, margin: N, arm: Vec3<N>, depth: N, feature: u32) {
        if depth >= -margin && self.count < 4 {
            self.points[self.count] = Touching { arm, depth, feature };
            self.count += 1;
        }
    }
}

/// Which end of a segment a single point is at: 1 or 2 within a quarter of it, 0 between.
fn end_feature<N: Number>(s: N, half: N) -> u32 {
    let quarter = N::HALF * half;
    u32::from(s < -quarter) + 2 * u32::from(s > quarter)
}

/// The end of −h to h on the side of x.
fn end<N: Number>(x: N, h: N) -> N {
    if x < N::ZERO { -h } else { h }
}

fn unit_y<N: Number>() -> Vec3<N> {
    Vec3::new(N::ZERO, N::ONE, N::ZERO)
}

fn abs<N: Number>(x: N) -> N {
    x.max(-x)
}

fn absolute<N: Number>(v: Vec3<N>) -> Vec3<N> {
    v.max(-v)
}

fn clamp<N: Number>(x: N, least: N, most: N) -> N {
    x.max(least).min(most)
}
