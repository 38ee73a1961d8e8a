//! Box against box, in a's axes. Boxes that do not overlap are apart along a face's normal of either, or across an edge
//! of each (15 axes). Where they overlap, the shortest way out is along one of these:
//!     gap(n) = |n·d| − Σ h_a |n·e_a| − Σ h_b |n·e_b|,   negative inside, is largest.
//! Faces are taken before edges and a's before b's while that costs little, so that the choice stays from frame to frame.

use super::{Manifold, Side, abs, absolute, clamp, faces};
use crate::codes::touch_boxes::EDGES;
use crate::cpu::algebra::{Mat3, Vec3};
use crate::cpu::number::Number;

/// Of the smallest half extent: what a face may overlap more than an edge, and a's more than b's.
const PREFERENCE: f64 = 0.02;
/// |e_a × e_b|² under which two edges count as parallel: faces say as much as they.
const PARALLEL: f64 = 1e-6;

/// An axis across an edge of each.
#[derive(Clone, Copy)]
struct Crossing<N> {
    normal: Vec3<N>,
    gap: N,
    of_a: usize,
    of_b: usize,
}

pub(super) fn touch<N: Number>(between: Vec3<N>, a: &Side<N>, b: &Side<N>, margin: N) -> Manifold<N> {
    let (h_a, h_b) = (a.shape.half, b.shape.half);
    let size = smallest(h_a).min(smallest(h_b));
    let d = a.rotation.rotate_back(between);
    let axes = [0, 1, 2].map(|i| a.rotation.rotate_back(b.rotation.rotate(unit(i))));
    let [x, y, z] = axes;
    let back = Vec3::new(d.dot(x), d.dot(y), d.dot(z));

    let of_b = absolute(x) * h_b.x + absolute(y) * h_b.y + absolute(z) * h_b.z;
    let of_a = Vec3::new(h_a.dot(absolute(x)), h_a.dot(absolute(y)), h_a.dot(absolute(z)));
    let gaps_a = (absolute(d) - h_a - of_b).to_array();
    let gaps_b = (absolute(back) - h_b - of_a).to_array();
    let tie = N::from_f64(1e-4) * size;
    let (face_a, face_b) = (widest(gaps_a, tie), widest(gaps_b, tie));
    let faces_gap = largest(gaps_a).max(largest(gaps_b));
    let crossing = widest_crossing(d, &axes, h_a, h_b, tie);

    let gap = faces_gap.max(crossing.gap);
    let near = gap <= margin;
    if !near {
        return Manifold::none(unit(1));
    }
    let less = N::from_f64(PREFERENCE) * size;
    if crossing.gap > faces_gap + less {
        let mut found = touch_edges(d, &axes, h_a, h_b, crossing, margin);
        found.normal = a.rotation.rotate(found.normal);
        found.points[0].arm = a.rotation.rotate(found.points[0].arm);
        return found;
    }
    let overlap = gap <= N::ZERO;
    if gaps_a[face_a] >= gaps_b[face_b] - less {
        let face = faces::Face { half: h_a, axis: face_a, owner: 0 };
        let mut found = faces::touch(d, &axes, face, h_b, overlap, margin);
        found.normal = a.rotation.rotate(found.normal);
        for point in &mut found.points[..found.count] {
            point.arm = a.rotation.rotate(point.arm);
        }
        found
    } else {
        let face = faces::Face { half: h_b, axis: face_b, owner: 1 };
        let mut found = faces::touch(-back, &Mat3(axes).transpose().0, face, h_a, overlap, margin);
        found.normal = -b.rotation.rotate(found.normal);
        for point in &mut found.points[..found.count] {
            point.arm = between + b.rotation.rotate(point.arm);
        }
        found
    }
}

fn widest_crossing<N: Number>(
    d: Vec3<N>,
    axes: &[Vec3<N>; 3],
    h_a: Vec3<N>,
    h_b: Vec3<N>,
    tie: N,
) -> Crossing<N> {
    let mut best = Crossing { normal: unit(1), gap: N::from_f64(-1e30), of_a: 0, of_b: 0 };
    for i in 0..3 {
        for (j, &axis) in axes.iter().enumerate() {
            let across = unit(i).cross(axis);
            let square = across.dot(across);
            if square > N::from_f64(PARALLEL) {
                let n = across * (N::ONE / square.sqrt());
                let of_b =
                    h_b.x * abs(n.dot(axes[0])) + h_b.y * abs(n.dot(axes[1])) + h_b.z * abs(n.dot(axes[2]));
                let gap = abs(n.dot(d)) - h_a.dot(absolute(n)) - of_b;
                if gap > best.gap + tie {
                    best = Crossing { normal: n, gap, of_a: i, of_b: j };
                }
            }
        }
    }
    if best.normal.dot(d) < N::ZERO {
        best.normal = -best.normal;
    }
    best
}

/// p + s e_i and q + t e_j, the edges of a and b that are the farthest along n and against it, are closest where
///     s = (e_i·w − (e_i·e_j)(e_j·w)) / |e_i × e_j|²,   t = (e_i·e_j) s − e_j·w,   w = q − p.
fn touch_edges<N: Number>(
    d: Vec3<N>,
    axes: &[Vec3<N>; 3],
    h_a: Vec3<N>,
    h_b: Vec3<N>,
    crossing: Crossing<N>,
    margin: N,
) -> Manifold<N> {
    let n = crossing.normal;
    let mut p = Vec3::ZERO;
    let mut q = d;
    let mut sides = 0;
    for (k, &axis) in axes.iter().enumerate() {
        let forth = unit(k).dot(n) > N::ZERO;
        let back = axis.dot(n) < N::ZERO;
        if k != crossing.of_a {
            p += unit(k) * if forth { part(h_a, k) } else { -part(h_a, k) };
            sides = 2 * sides + u32::from(forth);
        }
        if k != crossing.of_b {
            q += axis * if back { part(h_b, k) } else { -part(h_b, k) };
            sides = 2 * sides + u32::from(back);
        }
    }
    let (e, f) = (unit(crossing.of_a), axes[crossing.of_b]);
    let w = q - p;
    let cosine = e.dot(f);
    let across = e.cross(f);
    let most_s = part(h_a, crossing.of_a);
    let most_t = part(h_b, crossing.of_b);
    let s = clamp((e.dot(w) - cosine * f.dot(w)) / across.dot(across), -most_s, most_s);
    let t = clamp(cosine * s - f.dot(w), -most_t, most_t);
    let one = p + e * s;
    let other = q + f * t;

    let mut found = Manifold::none(n);
    // edges that pass each other farther off than the margin do not meet
    let meet = crossing.gap <= N::ZERO || (other - one).length() <= margin;
    if meet {
        let feature = EDGES + 16 * (3 * crossing.of_a + crossing.of_b) as u32 + sides;
        found.add(margin, (one + other) * N::HALF, -crossing.gap, feature);
    }
    found
}

/// The axis of the largest gap: y before x before z unless by more than `tie`.
pub(super) fn widest<N: Number>(gaps: [N; 3], tie: N) -> usize {
    let mut best = 1;
    if gaps[0] > gaps[best] + tie {
        best = 0;
    }
    if gaps[2] > gaps[best] + tie {
        best = 2;
    }
    best
}

pub(super) fn unit<N: Number>(i: usize) -> Vec3<N> {
    let one = |k: usize| if k == i { N::ONE } else { N::ZERO };
    Vec3::new(one(0), one(1), one(2))
}

pub(super) fn smallest<N: Number>(v: Vec3<N>) -> N {
    v.x.min(v.y).min(v.z)
}

fn largest<N: Number>([x, y, z]: [N; 3]) -> N {
    x.max(y).max(z)
}

fn part<N: Number>(v: Vec3<N>, i: usize) -> N {
    v.to_array()[i]
}
