//! Twin of shaders/shapes/touch_convex.wgsl. Two convex shapes of which one is a cylinder or a hull, in a's axes, by how far each reaches. Along a
//! unit vector n they are apart by
//!     gap(n) = n·d − h_a(n) − h_b(−n),   h(n) = max p·n over the shape,   negative where they overlap,
//! and the distance between them, or less than no distance, is the largest gap. Normals of faces are looked at first,
//! and ways between axes. From the best of these, n, b is moved along n until a gap of ε is left. The direction n'
//! between the closest points of the two cores then has a gap that is no smaller (n·n' ≤ 1):
//!     gap(n') ≥ gap(n).
//! A few such turns find the largest near by. Apart from one another two shapes have one only; of two that overlap by much three
//! directions are begun from.
//! Faces are taken before all else while that costs little, so that the choice stays from frame to frame.

use super::closest::{Closest, closest};
use super::hull::plane;
use super::support::{self, Convex, edge, farthest, radial, skin};
use super::{BOX, CAPSULE, CYLINDER, HULL, Manifold, Shape, abs, clamp, patch, thinness};
use crate::codes::touch_convex::SINGLE;
use crate::cpu::algebra::{Mat3, Vec3};
use crate::cpu::number::Number;
use crate::scene::HullData;

/// Turns that look for a larger gap.
const TURNS: usize = 4;
/// Of the smaller thickness: ε, how much larger a gap must be to count, and what a face may overlap more.
const APART: f64 = 0.25;
const LARGER: f64 = 1e-4;
const PREFERENCE: f64 = 0.02;
/// And the overlap beyond which a gap near by may not be the largest.
const DEEP: f64 = 0.05;
/// Squared: two unit vectors nearer than that are one.
const SAME_WAY: f64 = 1e-7;
/// Squared sine of the angle under which two edges lie along one another.
const ALONG: f64 = 0.01;
/// Cosine above which a direction is the axis of a cylinder, of which no way around is deepest.
const AXIS: f64 = 0.999;

/// Both shapes; d leads to b's centre, `axes` are b's.
pub(super) struct Pair<N> {
    pub a: Convex<N>,
    pub b: Convex<N>,
    pub d: Vec3<N>,
    pub axes: [Vec3<N>; 3],
}

impl<N: Number> Pair<N> {
    pub fn in_axes_of_b(&self, v: Vec3<N>) -> Vec3<N> {
        Vec3::new(self.axes[0].dot(v), self.axes[1].dot(v), self.axes[2].dot(v))
    }

    pub fn out_of_b(&self, v: Vec3<N>) -> Vec3<N> {
        self.axes[0] * v.x + self.axes[1] * v.y + self.axes[2] * v.z
    }

    pub fn farthest_a(&self, n: Vec3<N>) -> Vec3<N> {
        farthest(&self.a, n)
    }

    /// From b's centre.
    pub fn farthest_b(&self, n: Vec3<N>) -> Vec3<N> {
        self.out_of_b(farthest(&self.b, self.in_axes_of_b(n)))
    }

    fn skins(&self) -> N {
        skin(&self.a) + skin(&self.b)
    }

    fn gap(&self, n: Vec3<N>) -> N {
        n.dot(self.d + self.farthest_b(-n) - self.farthest_a(n)) - self.skins()
    }

    /// From the middle of a to that of b.
    fn middles(&self) -> Vec3<N> {
        if self.a.kind != HULL && self.b.kind != HULL {
            return self.d;
        }
        self.d + self.out_of_b(support::middle(&self.b)) - support::middle(&self.a)
    }

    /// As b has it.
    fn turned(&self) -> Self {
        Self { a: self.b, b: self.a, d: -self.in_axes_of_b(self.d), axes: Mat3(self.axes).transpose().0 }
    }
}

/// The direction with the largest gap among those that were looked at.
#[derive(Clone, Copy)]
struct Best<N> {
    n: Vec3<N>,
    gap: N,
}

impl<N: Number> Best<N> {
    fn none() -> Self {
        Self { n: Vec3::new(N::ZERO, N::ONE, N::ZERO), gap: N::from_f64(-1e30) }
    }

    fn or(self, other: Self, tie: N) -> Self {
        if other.gap > self.gap + tie { other } else { self }
    }
}

fn has_axis<N: Number>(shape: &Shape<N>) -> bool {
    shape.kind == CYLINDER || shape.kind == CAPSULE
}

/// A box has three pairs of faces, a cylinder the first of them.
fn has_face<N: Number>(shape: &Shape<N>, k: usize) -> bool {
    shape.kind == BOX || (shape.kind == CYLINDER && k == 0)
}

/// Directions that are looked at: of faces of a, of faces of b, of ways between axes and edges, and from centre to centre. Zero where
/// there is none.
const WAYS: usize = 16;

fn way<N: Number>(pair: &Pair<N>, k: usize) -> Vec3<N> {
    // y first
    let own: Vec3<N> = super::boxes::unit([1, 0, 2][k % 3]);
    let (axis_a, axis_b) = (has_axis(&pair.a), has_axis(&pair.b));
    match k {
        0..3 if has_face(&pair.a, k) => own,
        3..6 if has_face(&pair.b, k - 3) => pair.out_of_b(own),
        6 if axis_a => radial(pair.middles()),
        7 if axis_b => pair.out_of_b(radial(pair.in_axes_of_b(pair.middles()))),
        8 if axis_a && axis_b => super::unit_y::<N>().cross(pair.axes[1]),
        9..12 if pair.a.kind == BOX && axis_b => own.cross(pair.axes[1]),
        12..15 if pair.b.kind == BOX && axis_a => super::unit_y::<N>().cross(pair.out_of_b(own)),
        15 => pair.middles(),
        _ => Vec3::ZERO,
    }
}

/// The largest gap near a direction, and where the two are closest along it.
fn climb<N: Number>(pair: &Pair<N>, start: Best<N>, size: N) -> (Best<N>, Closest<N>) {
    let mut best = start;
    let mut at = Closest { normal: best.n, on_a: Vec3::ZERO, on_b: Vec3::ZERO };
    // corners and edges are discerned the better the less is left between them: half as much in each turn
    let hulls = pair.a.kind == HULL || pair.b.kind == HULL;
    for turn in 0..TURNS {
        let apart = if hulls { APART / f64::from(1 << turn) } else { APART };
        let left = N::from_f64(apart) * size - (best.gap + pair.skins());
        let shift = best.n * left.max(N::ZERO);
        at = closest(pair, pair.d + shift, best.n);
        at.on_b += pair.d;
        let gap = pair.gap(at.normal);
        let larger = gap > best.gap + N::from_f64(LARGER) * size;
        // closest along the way that they were moved apart, they are so however little is left between them
        let turned = at.normal - best.n;
        if !larger && (!hulls || turned.dot(turned) < N::from_f64(SAME_WAY)) {
            break;
        }
        if larger {
            best = Best { n: at.normal, gap };
        }
    }
    (best, at)
}

/// Of the lengths in it: how far a sum may be rounded.
const ROUNDED: f64 = 1e-5;

/// The normal of a hull's face that has the largest gap, by `gap`. The other shape stands around `middle`, in the hull's axes, and is `thin` there at
/// least: its farthest point has n·p ≤ n·middle − thin. A face behind which it stands farther than another's gap is passed over.
fn largest_of_faces<N: Number>(
    hull: &HullData,
    (middle, thin): (Vec3<N>, N),
    tie: N,
    gap: impl Fn(Vec3<N>) -> Best<N>,
) -> Best<N> {
    let mut best = Best::none();
    for face in &hull.faces {
        let (n, offset) = plane(face);
        let along = n.dot(middle);
        let most = along - offset - thin + N::from_f64(ROUNDED) * (abs(along) + offset);
        if most > best.gap {
            best = best.or(gap(n), tie);
        }
    }
    best
}

/// In a's axes: of a cylinder a or b it says which roll.
pub(super) fn touch<N: Number>(pair: &Pair<N>, margin: N) -> Manifold<N> {
    let size = thinness(&pair.a).min(thinness(&pair.b));
    let tie = N::from_f64(LARGER) * size;
    let (mut face_a, mut face_b, mut best, mut middle) =
        (Best::none(), Best::none(), Best::none(), Best::none());
    // by so much every choice below finds them apart
    let apart = margin + N::from_f64(4.0) * tie;
    // most that are apart are so from middle to middle
    for k in std::iter::once(WAYS - 1).chain(0..WAYS - 1) {
        let n = way(pair, k);
        let square = n.dot(n);
        let least = if k == WAYS - 1 { N::from_f64(1e-12) * size * size } else { N::from_f64(1e-6) };
        if square > least {
            let n = n * (N::ONE / square.sqrt());
            let n = if n.dot(pair.middles()) < N::ZERO { -n } else { n };
            let found = Best { n, gap: pair.gap(n) };
            if found.gap > apart {
                return Manifold::none(super::unit_y());
            }
            match k {
                0..3 => face_a = face_a.or(found, tie),
                3..6 => face_b = face_b.or(found, tie),
                6..15 => best = best.or(found, tie),
                _ => middle = found,
            }
        }
    }
    // a hull's faces look one way each
    let (middle_a, middle_b) = (support::middle(&pair.a), support::middle(&pair.b));
    if pair.a.kind == HULL {
        let other = (pair.d + pair.out_of_b(middle_b), thinness(&pair.b));
        face_a = largest_of_faces(pair.a.hull(), other, tie, |n| Best { n, gap: pair.gap(n) });
        if face_a.gap > apart {
            return Manifold::none(super::unit_y());
        }
    }
    if pair.b.kind == HULL {
        let other = (pair.in_axes_of_b(middle_a - pair.d), thinness(&pair.a));
        face_b = largest_of_faces(pair.b.hull(), other, tie, |normal| {
            let n = -pair.out_of_b(normal);
            Best { n, gap: pair.gap(n) }
        });
    }
    let face = if face_a.gap >= face_b.gap { face_a } else { face_b };
    // where no ways between axes are, the other shape's face
    if best.gap < N::from_f64(-1e29) && (pair.a.kind == HULL || pair.b.kind == HULL) {
        best = if face_a.gap >= face_b.gap { face_b } else { face_a };
    }
    let mut starts = [face, best, middle];
    // from the best first
    if best.gap > face.gap + tie {
        starts = [best, face, middle];
    }
    if middle.gap > starts[0].gap + tie {
        starts = [middle, starts[0], starts[1]];
    }
    let near = starts[0].gap <= margin;
    if !near {
        return Manifold::none(super::unit_y());
    }

    let (mut best, mut at) = climb(pair, starts[0], size);
    for start in &starts[1..] {
        let deep = best.gap < -N::from_f64(DEEP) * size && start.gap > N::from_f64(-1e29);
        if deep {
            let (other, there) = climb(pair, *start, size);
            if other.gap > best.gap + tie {
                (best, at) = (other, there);
            }
        }
    }
    let near = best.gap <= margin;
    if !near {
        return Manifold::none(super::unit_y());
    }

    let round = skin(&pair.a) > N::ZERO || skin(&pair.b) > N::ZERO;
    let less = if round { tie } else { N::from_f64(PREFERENCE) * size };
    let mut found = Manifold::none(best.n);
    if face.gap >= best.gap - less {
        if face_a.gap >= face_b.gap - less {
            found = patch::touch(pair, face_a.n, 0, margin);
        } else {
            found = patch::touch(&pair.turned(), -pair.in_axes_of_b(face_b.n), 1, margin);
            found.normal = face_b.n;
            for point in &mut found.points[..found.count] {
                point.arm = pair.d + pair.out_of_b(point.arm);
            }
            found.rolls = (found.rolls & 1) << 1 | found.rolls >> 1;
        }
    }
    if found.count == 0 {
        found = between_edges(pair, best, &at, margin);
    }
    found
}

/// One point where the two are closest, or two where an edge lies along an edge.
fn between_edges<N: Number>(pair: &Pair<N>, best: Best<N>, at: &Closest<N>, margin: N) -> Manifold<N> {
    let n = best.n;
    let mut found = Manifold::none(n);
    let own_b = pair.in_axes_of_b(n);
    let rolls = |shape: &Shape<N>, n: Vec3<N>| shape.kind == CYLINDER && abs(n.y) < N::from_f64(AXIS);
    found.rolls = u32::from(rolls(&pair.a, n)) | u32::from(rolls(&pair.b, own_b)) << 1;
    let skins = pair.skins();
    let lift = n * (N::HALF * (skin(&pair.a) - skin(&pair.b)));

    let [p, q] = edge(&pair.a, n);
    let [r, s] = edge(&pair.b, -own_b).map(|point| pair.d + pair.out_of_b(point));
    let (e, f) = (q - p, s - r);
    let (ee, ff, ef) = (e.dot(e), f.dot(f), e.dot(f));
    let across = e.cross(f);
    let along = ee > N::ZERO && ff > N::ZERO && across.dot(across) < N::from_f64(ALONG) * ee * ff;
    if along {
        // where along e the two ends of b's edge stand, 0 to 1
        let (one, other) = ((r - p).dot(e) / ee, (r + f - p).dot(e) / ee);
        let low = clamp(one.min(other), N::ZERO, N::ONE);
        let high = clamp(one.max(other), N::ZERO, N::ONE);
        let size = thinness(&pair.a).min(thinness(&pair.b));
        let long = (high - low) * ee.sqrt() > N::from_f64(0.1) * size;
        let mut two = found;
        for (k, share) in [low, high].into_iter().enumerate() {
            let on_a = p + e * share;
            let on_b = r + f * clamp((on_a - r).dot(e) / ef, N::ZERO, N::ONE);
            let depth = skins - n.dot(on_b - on_a);
            two.add(margin, (on_a + on_b) * N::HALF + lift, depth, SINGLE + 1 + k as u32);
        }
        if long && two.count == 2 {
            return two;
        }
    }
    found.add(margin, (at.on_a + at.on_b) * N::HALF + lift, -best.gap, SINGLE);
    found
}

/// The side of a cylinder touches, or the rim of a cap that leans: it may roll.
pub(super) fn rolls_on<N: Number>(shape: &Shape<N>, n: Vec3<N>, count: usize) -> bool {
    let leans = n.x * n.x + n.z * n.z > N::from_f64(support::FLAT * support::FLAT);
    shape.kind == CYLINDER && (!support::is_cap(n) || (count == 1 && leans))
}
