//! Twins of shaders/shapes/{shape,cast}.wgsl: where a ray o + s d meets a shape, in the shape's own axes with its centre at the
//! origin. Lengths in m.

use super::algebra::Vec3;
use super::number::Number;
use super::touch::hull::{above_planes, hull_of, plane};
use super::touch::{BOX, CAPSULE, CYLINDER, HULL, PLANE, Shape};

/// Where a ray enters a shape.
#[derive(Clone, Copy, Debug)]
pub struct Crossing<N> {
    /// In lengths of d; where it passes closest by if it misses.
    pub s: N,
    /// By how much it passes inside the shape's outline, as seen from o; negative outside.
    pub inside: N,
    /// Of the surface.
    pub point: Vec3<N>,
    /// There, outwards.
    pub normal: Vec3<N>,
}

/// How far a ray goes until it meets a shape.
#[derive(Clone, Copy, Debug)]
pub struct Met<N> {
    pub distance: N,
    pub normal: Vec3<N>,
}

const NEVER: f64 = -1e30;
const MISSED: f64 = 1e30;

fn select<T>(no: T, yes: T, which: bool) -> T {
    if which { yes } else { no }
}

fn clamp<N: Number>(x: N, most: N) -> N {
    x.max(-most).min(most)
}

fn unit<N: Number>(v: Vec3<N>) -> Vec3<N> {
    v * (N::ONE / v.length())
}

fn each<N: Number>(v: Vec3<N>, f: impl Fn(N) -> N) -> Vec3<N> {
    Vec3::new(f(v.x), f(v.y), f(v.z))
}

fn abs<N: Number>(x: N) -> N {
    x.max(-x)
}

fn largest<N: Number>(v: Vec3<N>) -> N {
    v.x.max(v.y.max(v.z))
}

fn smallest<N: Number>(v: Vec3<N>) -> N {
    v.x.min(v.y.min(v.z))
}

/// How near to a surface is on it, over the length that was rounded.
pub fn near<N: Number>() -> N {
    N::from_f64(10.0) * N::ROUNDING
}

/// Distance of a point from the surface, negative inside.
pub fn distance_to<N: Number>(shape: &Shape<N>, p: Vec3<N>) -> N {
    let h = shape.half;
    match shape.kind {
        BOX => {
            let q = each(p, abs) - h;
            q.max(Vec3::ZERO).length() + largest(q).min(N::ZERO)
        }
        CAPSULE => (p - Vec3::new(N::ZERO, clamp(p.y, h.y), N::ZERO)).length() - h.x,
        PLANE => p.y,
        CYLINDER => {
            let q = Vec3::new((p.x * p.x + p.z * p.z).sqrt() - h.x, abs(p.y) - h.y, N::ZERO);
            q.max(Vec3::ZERO).length() + q.x.max(q.y).min(N::ZERO)
        }
        HULL => above_planes(shape, p),
        _ => p.length() - h.x,
    }
}

fn ray_sphere<N: Number>(o: Vec3<N>, d: Vec3<N>, radius: N) -> Crossing<N> {
    let inverse = N::ONE / d.dot(d);
    let middle = -o.dot(d) * inverse;
    let off = o + middle * d;
    let square = off.dot(off);
    let s = middle - ((radius * radius - square).max(N::ZERO) * inverse).sqrt();
    let normal = unit(o + s * d);
    Crossing { s, inside: radius - square.sqrt(), point: radius * normal, normal }
}

fn ray_box<N: Number>(o: Vec3<N>, d: Vec3<N>, h: Vec3<N>) -> Crossing<N> {
    let side = each(d, |x| select(-N::ONE, N::ONE, x >= N::ZERO));
    let e = each(d, abs).max(Vec3::splat(N::from_f64(1e-9)));
    let q = -h - side * o;
    let p = h - side * o;
    let enters = q / e;
    let s = largest(enters);
    let far = q * q + Vec3::splat(N::from_f64(1e-30));
    let sine = |p: Vec3<N>, e_j: Vec3<N>| (p * e - q * e_j) / each(far + p * p, N::sqrt);
    let sides = sine(yzx(p), yzx(e)).min(sine(zxy(p), zxy(e)));
    let inside = s * smallest(sides);
    let (zero, never) = (N::ZERO, N::from_f64(NEVER));
    let normal = if enters.y >= s {
        Vec3::new(zero, -side.y, zero)
    } else if enters.z >= s {
        Vec3::new(zero, zero, -side.z)
    } else {
        Vec3::new(-side.x, zero, zero)
    };
    Crossing { s, inside: select(never, inside, s > zero), point: (o + s * d).max(-h).min(h), normal }
}

fn yzx<N: Number>(v: Vec3<N>) -> Vec3<N> {
    Vec3::new(v.y, v.z, v.x)
}

fn zxy<N: Number>(v: Vec3<N>) -> Vec3<N> {
    Vec3::new(v.z, v.x, v.y)
}

fn ray_capsule<N: Number>(o: Vec3<N>, d: Vec3<N>, radius: N, h: N) -> Crossing<N> {
    let (zero, least) = (N::ZERO, N::from_f64(1e-9));
    let up = |y: N| Vec3::new(zero, y, zero);
    let flat = |a: Vec3<N>, b: Vec3<N>| a.x * b.x + a.z * b.z;
    let square = d.dot(d);
    let along = o.dot(d) / square;
    let across = N::ONE - d.y * d.y / square;
    let y = clamp((o.y - along * d.y) / across.max(least), h);
    let middle = (y * d.y) / square - along;
    let start = o + middle * d;
    let inside = radius - (start - up(y)).length();
    let mut s = zero;
    if inside > zero {
        // the wall: (x + s dx)² + (z + s dz)² = r²
        let a = flat(d, d).max(least * square);
        let b = flat(start, d);
        s = (-b - (b * b - a * (flat(start, start) - radius * radius)).max(zero).sqrt()) / a;
        let height = start.y + s * d.y;
        if abs(height) > h {
            let end = start - up(select(-h, h, height > zero));
            let k = end.dot(d);
            s = (-k - (k * k - square * (end.dot(end) - radius * radius)).max(zero).sqrt()) / square;
        }
    }
    let found = start + s * d;
    let normal = unit(found - up(clamp(found.y, h)));
    let ahead = middle + s > zero;
    Crossing { s: middle + s, inside: select(N::from_f64(NEVER), inside, ahead), point: found, normal }
}

fn ray_cylinder<N: Number>(o: Vec3<N>, d: Vec3<N>, radius: N, h: N) -> Crossing<N> {
    let (zero, least) = (N::ZERO, N::from_f64(1e-9));
    let flat = |a: Vec3<N>, b: Vec3<N>| a.x * b.x + a.z * b.z;
    let square = d.dot(d);
    // by way of the place that is the nearest to the centre, so that nothing is lost far away
    let middle = -o.dot(d) / square;
    let start = o + middle * d;
    let length = square.sqrt();
    let steep = abs(d.y).max(least * length);
    let side = select(-N::ONE, N::ONE, d.y >= zero);
    let (enters, leaves) = ((-h - side * start.y) / steep, (h - side * start.y) / steep);
    let a = flat(d, d).max(least * square);
    let b = flat(start, d);
    // nearest to the axis, between the planes of the caps
    let nearest = -b / a;
    let s = nearest.max(enters).min(leaves);
    let at = start + s * d;
    let off = flat(at, at).sqrt();
    // sideways it passes so much less, since it goes along the plane of a cap too
    let slope = flat(at, d) / off.max(least * radius);
    let clamped = nearest < enters || nearest > leaves;
    let share = select(N::ONE, steep / (steep * steep + slope * slope).sqrt(), clamped);
    let inside = (radius - off) * share;
    let root = (b * b - a * (flat(start, start) - radius * radius)).max(zero).sqrt();
    let wall = (-b - root) / a;
    let found = wall.max(enters);
    let point = start + found * d;
    let inverse = N::ONE / flat(point, point).sqrt().max(least * radius);
    let normal = if enters > wall {
        Vec3::new(zero, -side, zero)
    } else {
        Vec3::new(point.x * inverse, zero, point.z * inverse)
    };
    // where it passes by, the nearest place
    let crossed = inside >= zero;
    let (met, point) = (select(s, found, crossed), select(at, point, crossed));
    let ahead = middle + met > zero;
    Crossing { s: middle + met, inside: select(N::from_f64(NEVER), inside, ahead), point, normal }
}

fn ray_hull<N: Number>(o: Vec3<N>, d: Vec3<N>, shape: &Shape<N>) -> Crossing<N> {
    let (zero, never) = (N::ZERO, N::from_f64(NEVER));
    let least = N::from_f64(1e-9) * d.length();
    // of the last entry and the first way out: where, how far the plane is from o, the steepness, the normal
    let mut entry = (never, zero, -least, Vec3::ZERO);
    let mut exit = (-never, zero, least, Vec3::ZERO);
    for face in &hull_of(shape).faces {
        let (normal, offset) = plane::<N>(face);
        let far = offset - normal.dot(o);
        let steep = normal.dot(d);
        if steep < zero {
            let s = far / steep.min(-least);
            if s > entry.0 {
                entry = (s, far, steep, normal);
            }
        } else {
            let s = far / steep.max(least);
            if s < exit.0 {
                exit = (s, far, steep, normal);
            }
        }
    }
    let edge = exit.1 * entry.3 - entry.1 * exit.3;
    let square = edge.dot(edge).max(N::from_f64(1e-30));
    let inside = -entry.0 * edge.dot(d) / square.sqrt();
    let ahead = entry.0 > zero;
    Crossing { s: entry.0, inside: select(never, inside, ahead), point: o + entry.0 * d, normal: entry.3 }
}

fn ray_plane<N: Number>(o: Vec3<N>, d: Vec3<N>) -> Crossing<N> {
    let s = -o.y / d.y.min(N::from_f64(-1e-9));
    let seen = o.y > N::ZERO && d.y < N::from_f64(-1e-6);
    let inside = N::from_f64(select(NEVER, -NEVER, seen));
    Crossing { s, inside, point: o + s * d, normal: Vec3::new(N::ZERO, N::ONE, N::ZERO) }
}

pub fn ray_shape<N: Number>(o: Vec3<N>, d: Vec3<N>, shape: &Shape<N>) -> Crossing<N> {
    match shape.kind {
        BOX => ray_box(o, d, shape.half),
        CAPSULE => ray_capsule(o, d, shape.half.x, shape.half.y),
        PLANE => ray_plane(o, d),
        CYLINDER => ray_cylinder(o, d, shape.half.x, shape.half.y),
        HULL => ray_hull(o, d, shape),
        _ => ray_sphere(o, d, shape.half.x),
    }
}

/// Of a unit vector d; 0 where the ray begins inside, very far where it misses.
pub fn cast_at<N: Number>(shape: &Shape<N>, o: Vec3<N>, d: Vec3<N>) -> Met<N> {
    let (zero, missed) = (N::ZERO, N::from_f64(MISSED));
    if distance_to(shape, o) <= near::<N>() * o.length() {
        return Met { distance: zero, normal: -d };
    }
    if shape.kind == PLANE {
        let distance = select(missed, -o.y / d.y.min(N::from_f64(-1e-30)), d.y < zero);
        return Met { distance, normal: Vec3::new(zero, N::ONE, zero) };
    }
    let found = ray_shape(o, d, shape);
    Met { distance: select(missed, found.s, found.inside >= zero && found.s > zero), normal: found.normal }
}
