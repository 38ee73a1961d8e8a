//! A face of one box against the other box, in the axes of the one. The other's face that looks against it the most is
//! cut to its outline. Of the part below the face, at most four points stay.

use super::{Manifold, absolute, boxes};
use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;

/// Of the smallest half extent: heights and outlines that differ by less count as the same, so that boxes at rest keep their
/// points. A face reaches that much beyond its edges.
const SAME: f64 = 1e-3;

/// The face whose points are looked for.
#[derive(Clone, Copy)]
pub(super) struct Face<N> {
    pub half: Vec3<N>,
    pub axis: usize,
    /// 0 for a, 1 for b.
    pub owner: u32,
}

/// A corner of the cut face: its height above the face and place on it. `name` says what made it, 8 · itself + the edge after.
#[derive(Clone, Copy)]
struct Corner<N> {
    at: Vec3<N>,
    name: u32,
}

/// The cut face: its corners, in order around it.
struct Cut<N> {
    corners: [Corner<N>; 8],
    count: usize,
}

impl<N: Number> Cut<N> {
    fn new() -> Self {
        Self { corners: [Corner { at: Vec3::ZERO, name: 0 }; 8], count: 0 }
    }

    fn push(&mut self, at: Vec3<N>, name: u32) {
        if self.count < 8 {
            self.corners[self.count] = Corner { at, name };
            self.count += 1;
        }
    }
}

/// `d` leads to the other box's centre, `axes` are its axes, `half` its half extents. Boxes that overlap touch in any case.
pub(super) fn touch<N: Number>(
    d: Vec3<N>,
    axes: &[Vec3<N>; 3],
    face: Face<N>,
    half: Vec3<N>,
    overlap: bool,
    margin: N,
) -> Manifold<N> {
    // first the face's own axis, then the two along it
    let h = cycled(face.half, face.axis);
    let d = cycled(d, face.axis);
    let e = axes.map(|axis| cycled(axis, face.axis));
    let side = if d.x < N::ZERO { -N::ONE } else { N::ONE };
    let size = boxes::smallest(face.half).min(boxes::smallest(half));
    let same = N::from_f64(SAME) * size;

    let steep = absolute(Vec3::new(e[0].x, e[1].x, e[2].x)).to_array();
    let j = boxes::widest(steep, N::from_f64(SAME));
    let (e_n, e_u, e_v) = (e[j], e[(j + 1) % 3], e[(j + 2) % 3]);
    let g = cycled(half, j);
    let away = e_n.x * side > N::ZERO;
    let middle = d + e_n * if away { -g.x } else { g.x };

    let mut cut = Cut::new();
    let mut lowest = Corner { at: Vec3::ZERO, name: 0 };
    for k in 0..4 {
        let u = e_u * if k == 0 || k == 3 { g.y } else { -g.y };
        let v = e_v * if k < 2 { g.z } else { -g.z };
        let p = middle + u + v;
        let at = Vec3::new(side * p.x - h.x, p.y, p.z);
        cut.push(at, 9 * k);
        if k == 0 || at.x < lowest.at.x {
            lowest = Corner { at, name: 9 * k };
        }
    }
    for border in 0..4 {
        cut = trimmed(&cut, border, h, same);
    }

    let mut below = Cut::new();
    for corner in &cut.corners[..cut.count] {
        if corner.at.x <= margin {
            below.push(corner.at, corner.name);
        }
    }
    if below.count == 0 && overlap {
        below.push(lowest.at, lowest.name);
    }

    let mut stay = chosen(&below, same);
    let normal = Vec3::new(side, N::ZERO, N::ZERO);
    let mut found = Manifold::none(uncycled(normal, face.axis));
    let way = face.owner * 6 + face.axis as u32 * 2 + u32::from(side > N::ZERO);
    let looks = (way * 6 + j as u32 * 2 + u32::from(away)) * 40;
    // in the order of their names
    for _ in 0..4 {
        let mut next = 8;
        for k in 0..below.count {
            if (stay >> k) & 1 == 1 && (next == 8 || below.corners[k].name < below.corners[next].name) {
                next = k;
            }
        }
        if next < 8 {
            stay &= !(1 << next);
            let Corner { at, name } = below.corners[next];
            let arm = Vec3::new(side * (h.x + N::HALF * at.x), at.y, at.z);
            found.add(margin, uncycled(arm, face.axis), -at.x, looks + name / 8);
        }
    }
    found
}

/// One border of the face: the part beyond it is cut off, and a corner comes where an edge crosses it.
fn trimmed<N: Number>(cut: &Cut<N>, border: u32, h: Vec3<N>, same: N) -> Cut<N> {
    let sign = if border.is_multiple_of(2) { N::ONE } else { -N::ONE };
    let most = same + if border < 2 { h.y } else { h.z };
    let beyond = |at: Vec3<N>| sign * if border < 2 { at.y } else { at.z } - most;
    let mut left = Cut::new();
    for k in 0..cut.count {
        let (p, q) = (cut.corners[k], cut.corners[(k + 1) % cut.count]);
        let (x, y) = (beyond(p.at), beyond(q.at));
        let (inside, next_inside) = (x <= N::ZERO, y <= N::ZERO);
        if inside {
            left.push(p.at, p.name);
        }
        if inside != next_inside {
            let edge = p.name % 8;
            let after = if inside { 4 + border } else { edge };
            left.push(p.at + (q.at - p.at) * (x / (x - y)), 8 * (4 + 4 * edge + border) + after);
        }
    }
    left
}

/// A bit for each that stays: the lowest, the farthest from it, and those that span the most to either side of these two.
/// The first of those that are nearly as good, so that the choice stays from frame to frame.
fn chosen<N: Number>(below: &Cut<N>, same: N) -> u32 {
    if below.count <= 4 {
        return (1 << below.count) - 1;
    }
    let better = N::from_f64(1.01);
    let at = |k: usize| below.corners[k].at;
    let mut low = 0;
    for k in 1..below.count {
        if at(k).x < at(low).x - same {
            low = k;
        }
    }
    let (mut far, mut most) = (low, N::ZERO);
    for k in 0..below.count {
        let (u, v) = (at(k).y - at(low).y, at(k).z - at(low).z);
        let square = u * u + v * v;
        if square > better * most {
            (far, most) = (k, square);
        }
    }
    let (u, v) = (at(far).y - at(low).y, at(far).z - at(low).z);
    let mut stay = (1 << low) | (1 << far);
    let (mut left, mut right) = (low, low);
    let (mut most, mut least) = (same * same, -same * same);
    for k in 0..below.count {
        let area = u * (at(k).z - at(low).z) - v * (at(k).y - at(low).y);
        if area > better * most {
            (left, most) = (k, area);
        }
        if area < better * least {
            (right, least) = (k, area);
        }
    }
    stay |= (1 << left) | (1 << right);
    stay
}

/// With component i first, those after it in order.
fn cycled<N: Number>(v: Vec3<N>, i: usize) -> Vec3<N> {
    match i {
        0 => v,
        1 => Vec3::new(v.y, v.z, v.x),
        _ => Vec3::new(v.z, v.x, v.y),
    }
}

fn uncycled<N: Number>(v: Vec3<N>, i: usize) -> Vec3<N> {
    cycled(v, (3 - i) % 3)
}
