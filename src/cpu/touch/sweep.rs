//! Twins of shaders/shapes/{sweep,meeting}.wgsl: how soon a fast body meets a shape.

use super::hull::{hull_of, plane};
use super::{BOX, CAPSULE, CYLINDER, HULL, PLANE, Shape, Side, clamp, thinness};
use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;

const TURNS: usize = 24;
/// Of a radius: as near as this is met.
const NEARLY: f64 = 0.01;
pub const PASSES: f64 = 2.0;

/// From the nearest point of the shape, in its own axes; 0 inside.
pub fn away_from<N: Number>(shape: &Shape<N>, p: Vec3<N>) -> Vec3<N> {
    let (h, least) = (shape.half, N::from_f64(1e-30));
    match shape.kind {
        BOX => p - p.max(-h).min(h),
        PLANE => Vec3::new(N::ZERO, p.y.max(N::ZERO), N::ZERO),
        CYLINDER => {
            let off = (p.x * p.x + p.z * p.z).sqrt();
            let wide = (off - h.x).max(N::ZERO) / off.max(least);
            Vec3::new(p.x * wide, p.y - clamp(p.y, -h.y, h.y), p.z * wide)
        }
        HULL => {
            let (mut normal, mut most) = (Vec3::ZERO, N::ZERO);
            for face in &hull_of(shape).faces {
                let (n, offset) = plane::<N>(face);
                let above = n.dot(p) - offset;
                if above > most {
                    (normal, most) = (n, above);
                }
            }
            most * normal
        }
        kind => {
            let reach = if kind == CAPSULE { h.y } else { N::ZERO };
            let from_core = p - Vec3::new(N::ZERO, clamp(p.y, -reach, reach), N::ZERO);
            let off = from_core.length();
            from_core * ((off - h.x).max(N::ZERO) / off.max(least))
        }
    }
}

/// The share of the way d from p, shape's axes, after which a ball meets the shape. `PASSES` if it does not, or touches
/// it to begin with.
pub fn sweep<N: Number>(shape: &Shape<N>, p: Vec3<N>, d: Vec3<N>, radius: N) -> N {
    let passes = N::from_f64(PASSES);
    let least = N::from_f64(1e-30);
    let mut s = N::ZERO;
    for k in 0..TURNS {
        let away = away_from(shape, p + s * d);
        let distance = away.length();
        let gap = distance - radius;
        let slope = away.dot(d) / distance.max(least);
        let near = gap <= N::from_f64(NEARLY) * radius;
        if near && k > 0 {
            break;
        }
        if near || slope >= N::ZERO {
            return passes;
        }
        s -= gap / slope.min(-least);
        if s > N::ONE {
            return passes;
        }
    }
    s
}

/// Of the ball inside a shape, whose radius is its thinness: a hull may lie anywhere about its origin.
pub fn middle_of<N: Number>(shape: &Shape<N>) -> Vec3<N> {
    if shape.kind == HULL { Vec3::of(hull_of(shape).centre.as_vec3().to_array()) } else { Vec3::ZERO }
}

/// Whether it moves farther in a frame than half of its width.
pub fn is_fast<N: Number>(time: N, velocity: Vec3<N>, thinness: N) -> bool {
    time * velocity.length() > thinness
}

/// The share of the way that b moves beyond a, world axes, after which they meet; `PASSES` if they do not. `between` leads from a to b.
pub fn meeting<N: Number>(between: Vec3<N>, way: Vec3<N>, a: &Side<N>, b: &Side<N>) -> N {
    let mut s = N::from_f64(PASSES);
    if b.shape.kind != PLANE {
        let ball = between + b.rotation.rotate(middle_of(&b.shape));
        s = sweep(&a.shape, a.rotation.rotate_back(ball), a.rotation.rotate_back(way), thinness(&b.shape));
    }
    if a.shape.kind != PLANE {
        let ball = a.rotation.rotate(middle_of(&a.shape)) - between;
        let (p, d) = (b.rotation.rotate_back(ball), -b.rotation.rotate_back(way));
        s = s.min(sweep(&b.shape, p, d, thinness(&a.shape)));
    }
    s
}

/// Where the ball about the smaller one meets the other, which is before the shapes do; 0 where it does from the beginning.
pub fn earliest<N: Number>(
    between: Vec3<N>,
    way: Vec3<N>,
    (a, radius_a): (&Side<N>, N),
    (b, radius_b): (&Side<N>, N),
) -> N {
    let smaller = radius_a <= radius_b;
    let (side, p, d) = if smaller { (b, -between, -way) } else { (a, between, way) };
    let back = |v| side.rotation.rotate_back(v);
    let s = sweep(&side.shape, back(p), back(d), radius_a.min(radius_b));
    if s <= N::ONE { s } else { N::ZERO }
}
