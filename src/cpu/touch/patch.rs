//! Twin of shaders/shapes/touch_patch.wgsl. A face of a against the side of b that looks at it, in a's axes. That side
//! is cut to the outline of the face. Of the part below the face, at most four points stay.

use super::convex::{Pair, rolls_on};
use super::support::{CORNERS, Side, side, skin};
use super::{Manifold, abs, thinness};
use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;

/// Of the smaller thickness: heights and outlines that differ by less count as the same. A face reaches that much beyond its edges.
pub(super) const SAME: f64 = 1e-3;
/// Of both faces.
const MOST: usize = 2 * CORNERS;

/// A corner of the cut side: its height above the face and its place on it. `name` says what made it, 16 · itself + the
/// edge after.
#[derive(Clone, Copy)]
struct Corner<N> {
    at: Vec3<N>,
    name: u32,
}

struct Cut<N> {
    corners: [Corner<N>; MOST],
    count: usize,
}

impl<N: Number> Cut<N> {
    fn new() -> Self {
        Self { corners: [Corner { at: Vec3::ZERO, name: 0 }; MOST], count: 0 }
    }

    fn push(&mut self, at: Vec3<N>, name: u32) {
        if self.count < MOST {
            self.corners[self.count] = Corner { at, name };
            self.count += 1;
        }
    }
}

/// Two unit vectors across n, and across one another.
fn tangents<N: Number>(n: Vec3<N>) -> [Vec3<N>; 2] {
    let lean = if abs(n.y) < N::from_f64(0.9) {
        Vec3::new(N::ZERO, N::ONE, N::ZERO)
    } else {
        Vec3::new(N::ONE, N::ZERO, N::ZERO)
    };
    let u = lean - n * n.dot(lean);
    let u = u * (N::ONE / u.length());
    [u, n.cross(u)]
}

/// `n` is the face's normal, `owner` 0 where the face is the first body's.
pub(super) fn touch<N: Number>(pair: &Pair<N>, n: Vec3<N>, owner: u32, margin: N) -> Manifold<N> {
    let size = thinness(&pair.a).min(thinness(&pair.b));
    let same = N::from_f64(SAME) * size;
    let face = side(&pair.a, n);
    let [u, v] = tangents(n);
    let height = n.dot(face.corners[0]);
    let against = pair.in_axes_of_b(-n);
    let other = side(&pair.b, against);
    let thick = skin(&pair.b);

    let mut cut = Cut::new();
    for (k, &corner) in other.corners[..other.count].iter().enumerate() {
        let p = pair.d + pair.out_of_b(corner);
        cut.push(Vec3::new(n.dot(p) - height - thick, u.dot(p), v.dot(p)), 17 * k as u32);
    }
    for border in 0..face.count {
        cut = trimmed(&cut, border as u32, borderline(&face, border, [u, v]), same);
    }

    let mut below = Cut::new();
    for corner in &cut.corners[..cut.count] {
        if corner.at.x <= margin {
            below.push(corner.at, corner.name);
        }
    }
    let mut stay = chosen(&below, same);
    let mut found = Manifold::none(n);
    let looks = ((owner * 64 + face.name) * 64 + other.name) * 256;
    // in the order of their names
    for _ in 0..4 {
        let mut next = MOST;
        for k in 0..below.count {
            if (stay >> k) & 1 == 1 && (next == MOST || below.corners[k].name < below.corners[next].name) {
                next = k;
            }
        }
        if next < MOST {
            stay &= !(1 << next);
            let Corner { at, name } = below.corners[next];
            let arm = n * (height + N::HALF * at.x) + u * at.y + v * at.z;
            found.add(margin, arm, -at.x, looks + name / 16);
        }
    }
    found.rolls = u32::from(rolls_on(&pair.b, against, found.count)) << 1;
    found
}

/// Of the corners of a face that looks along n against a plane across n, `far` from the origin: a bit for each that stays.
pub(super) fn kept<N: Number>(face: &Side<N>, n: Vec3<N>, far: N, margin: N, same: N) -> u32 {
    let [u, v] = tangents(n);
    let mut below = Cut::new();
    for (k, &corner) in face.corners[..face.count].iter().enumerate() {
        let above = far - n.dot(corner);
        if above <= margin {
            below.push(Vec3::new(above, u.dot(corner), v.dot(corner)), k as u32);
        }
    }
    let stay = chosen(&below, same);
    (0..below.count).filter(|k| (stay >> k) & 1 == 1).fold(0, |bits, k| bits | 1 << below.corners[k].name)
}

/// A border of the face, in the plane of the face: outwards along the unit vector (x, y) it ends at z.
fn borderline<N: Number>(face: &Side<N>, border: usize, [u, v]: [Vec3<N>; 2]) -> Vec3<N> {
    let place = |k: usize| (u.dot(face.corners[k % face.count]), v.dot(face.corners[k % face.count]));
    let (p, q) = (place(border), place(border + 1));
    let across = place(border + face.count.div_ceil(2));
    let (x, y) = (q.1 - p.1, p.0 - q.0);
    let inverse = N::ONE / (x * x + y * y).sqrt();
    let (x, y) = (x * inverse, y * inverse);
    let most = x * p.0 + y * p.1;
    if x * across.0 + y * across.1 > most { Vec3::new(-x, -y, -most) } else { Vec3::new(x, y, most) }
}

/// Cuts off the part beyond the border, and makes a corner where an edge crosses it.
fn trimmed<N: Number>(cut: &Cut<N>, border: u32, line: Vec3<N>, same: N) -> Cut<N> {
    let beyond = |at: Vec3<N>| line.x * at.y + line.y * at.z - (line.z + same);
    let mut left = Cut::new();
    for k in 0..cut.count {
        let (p, q) = (cut.corners[k], cut.corners[(k + 1) % cut.count]);
        let (x, y) = (beyond(p.at), beyond(q.at));
        let (inside, next_inside) = (x <= N::ZERO, y <= N::ZERO);
        if inside {
            left.push(p.at, p.name);
        }
        // an edge by itself goes one way only
        let alone = cut.count == 2 && k == 1;
        if inside != next_inside && !alone {
            let edge = p.name % 16;
            let after = if inside { 8 + border } else { edge };
            let name = 16 * (8 + 8 * edge + border) + after;
            left.push(p.at + (q.at - p.at) * (x / (x - y)), name);
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
    (1 << low) | (1 << far) | (1 << left) | (1 << right)
}
