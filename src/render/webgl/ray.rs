//! Where a ray o + s d meets a body, as shaders/shapes/shape.wgsl has it: in body axes with the centre at the origin. Lengths in m.

use glam::{Vec2, Vec3, Vec3Swizzles};

use crate::scene::{HullData, Solid};

/// Where a ray enters a body.
pub struct Crossing {
    /// In lengths of d; where it passes closest by if it misses.
    pub s: f32,
    /// By how much it passes inside the body's outline, as seen from o; negative outside.
    pub inside: f32,
    /// Of the surface.
    pub point: Vec3,
}

const NEVER: f32 = -1e30;

fn in_front(s: f32, inside: f32) -> f32 {
    if s > 0.0 { inside } else { NEVER }
}

fn ball(o: Vec3, d: Vec3, radius: f32) -> Crossing {
    let inverse = 1.0 / d.length_squared();
    let middle = -o.dot(d) * inverse;
    let off = o + middle * d;
    let s = middle - ((radius * radius - off.length_squared()).max(0.0) * inverse).sqrt();
    Crossing { s, inside: radius - off.length(), point: radius * (o + s * d).normalize_or(Vec3::Y) }
}

/// Mirrored so that d points along all three axes, the ray enters slab i at q_i/d_i and leaves slab j at p_j/d_j. The plane through o
/// and the edge where both meet is one side of the outline: the sine of the ray's angle to it is
/// (p_j d_i − q_i d_j) / (√(q_i² + p_j²) |d|).
fn cuboid(o: Vec3, d: Vec3, h: Vec3) -> Crossing {
    let side = Vec3::ONE.copysign(d);
    let e = d.abs().max(Vec3::splat(1e-9));
    let (q, p) = (-h - side * o, h - side * o);
    let s = (q / e).max_element();
    let far = q * q + 1e-30;
    let sine = |p: Vec3, e_j: Vec3| (p * e - q * e_j) / (far + p * p).map(f32::sqrt);
    let sides = sine(p.yzx(), e.yzx()).min(sine(p.zxy(), e.zxy()));
    Crossing { s, inside: in_front(s, s * sides.min_element()), point: (o + s * d).clamp(-h, h) }
}

/// The outline is that of the balls along the axis. The surface is met from a point near by, so that nothing is lost far away.
fn capsule(o: Vec3, d: Vec3, radius: f32, h: f32) -> Crossing {
    let square = d.length_squared();
    let along = o.dot(d) / square;
    let across = (1.0 - d.y * d.y / square).max(1e-9);
    let y = ((o.y - along * d.y) / across).clamp(-h, h);
    let middle = y * d.y / square - along;
    let start = o + middle * d;
    let inside = radius - start.with_y(start.y - y).length();
    let mut s = 0.0;
    if inside > 0.0 {
        // the wall: (x + s dx)² + (z + s dz)² = r²
        let (from, way): (Vec2, Vec2) = (start.xz(), d.xz());
        let a = way.length_squared().max(1e-9 * square);
        let b = from.dot(way);
        s = (-b - (b * b - a * (from.length_squared() - radius * radius)).max(0.0).sqrt()) / a;
        let height = start.y + s * d.y;
        if height.abs() > h {
            let end = start.with_y(start.y - h.copysign(height));
            let k = end.dot(d);
            let root = (k * k - square * (end.length_squared() - radius * radius)).max(0.0).sqrt();
            s = (-k - root) / square;
        }
    }
    Crossing { s: middle + s, inside: in_front(middle + s, inside), point: start + s * d }
}

/// Between the planes of its caps it is nearest to the axis at s. Where that is in a cap's plane, it passes the rim by
/// less than it does in that plane.
fn cylinder(o: Vec3, d: Vec3, radius: f32, h: f32) -> Crossing {
    let square = d.length_squared();
    let middle = -o.dot(d) / square;
    let start = o + middle * d;
    let steep = d.y.abs().max(1e-9 * square.sqrt());
    let up = 1f32.copysign(d.y) * start.y;
    let (enters, leaves) = ((-h - up) / steep, (h - up) / steep);
    let (from, way): (Vec2, Vec2) = (start.xz(), d.xz());
    let a = way.length_squared().max(1e-9 * square);
    let b = from.dot(way);
    let nearest = -b / a;
    let s = nearest.max(enters).min(leaves);
    let at = start + s * d;
    let off = at.xz().length();
    let slope = at.xz().dot(way) / off.max(1e-9 * radius);
    let clamped = nearest < enters || nearest > leaves;
    let share = if clamped { steep / (steep * steep + slope * slope).sqrt() } else { 1.0 };
    let inside = (radius - off) * share;
    let wall = (-b - (b * b - a * (from.length_squared() - radius * radius)).max(0.0).sqrt()) / a;
    let met = if inside >= 0.0 { wall.max(enters) } else { s };
    Crossing { s: middle + met, inside: in_front(middle + met, inside), point: start + met * d }
}

/// Where a hull is entered last and left first, and by how much the ray passes inside of the edge between these two faces.
fn hull(o: Vec3, d: Vec3, data: &HullData) -> Crossing {
    let least = 1e-9 * d.length();
    let mut entry = (NEVER, 0.0, Vec3::ZERO);
    let mut exit = (-NEVER, 0.0, Vec3::ZERO);
    for face in &data.faces {
        let far = face.offset - face.normal.dot(o);
        let steep = face.normal.dot(d);
        if steep < 0.0 {
            let s = far / steep.min(-least);
            if s > entry.0 {
                entry = (s, far, face.normal);
            }
        } else {
            let s = far / steep.max(least);
            if s < exit.0 {
                exit = (s, far, face.normal);
            }
        }
    }
    let edge = exit.1 * entry.2 - entry.1 * exit.2;
    let inside = -entry.0 * edge.dot(d) / edge.length_squared().max(1e-30).sqrt();
    Crossing { s: entry.0, inside: in_front(entry.0, inside), point: o + entry.0 * d }
}

/// From above only; it has no outline.
fn plane(o: Vec3, d: Vec3) -> Crossing {
    let s = -o.y / d.y.min(-1e-9);
    let seen = o.y > 0.0 && d.y < -1e-6;
    Crossing { s, inside: if seen { -NEVER } else { NEVER }, point: o + s * d }
}

/// `radius` is the body's.
pub fn meet(solid: &Solid, radius: f32, o: Vec3, d: Vec3) -> Crossing {
    match *solid {
        Solid::Sphere => ball(o, d, radius),
        Solid::Box { half_extents } => cuboid(o, d, half_extents),
        Solid::Capsule { radius, half_height } => capsule(o, d, radius, half_height),
        Solid::Cylinder { radius, half_height } => cylinder(o, d, radius, half_height),
        Solid::Hull(which) => hull(o, d, which.data()),
        Solid::Plane => plane(o, d),
        // its parts are met in its place
        Solid::Compound(_) => Crossing { s: NEVER, inside: -NEVER, point: o },
    }
}
