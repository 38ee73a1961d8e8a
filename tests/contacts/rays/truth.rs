//! Where a ray meets a body, worked out in f64 by other means than the machines': face by face, wall and caps by their quadratics.

use beadwork::scene::{Body, Solid};
use beadwork::{Ray, State};
use glam::{DQuat, DVec2, DVec3, Vec3Swizzles};

/// A body where it stands. All sizes may be larger by `grown`, or smaller.
#[derive(Clone, Copy)]
pub struct Standing {
    pub solid: Solid,
    pub radius: f64,
    pub position: DVec3,
    pub rotation: DQuat,
}

pub fn standing(bodies: &[Body], state: &State) -> Vec<Standing> {
    let pose = |(i, body): (usize, &Body)| {
        let [x, q] = [&state.positions[3 * i..3 * i + 3], &state.rotations[4 * i..4 * i + 4]];
        Standing {
            // a state turns principal axes; tests/contacts/principal.rs has how shapes are turned then
            solid: body.mass_solid(),
            radius: f64::from(body.radius),
            position: DVec3::new(x[0].into(), x[1].into(), x[2].into()),
            rotation: DQuat::from_xyzw(q[0].into(), q[1].into(), q[2].into(), q[3].into()).normalize(),
        }
    };
    bodies.iter().enumerate().map(pose).collect()
}

impl Standing {
    fn local(&self, point: DVec3) -> DVec3 {
        self.rotation.conjugate() * (point - self.position)
    }

    /// From the surface, negative inside; and the unit vectors that may be called its normal there, within `around`.
    pub fn surface(&self, point: DVec3, around: f64) -> (f64, Vec<DVec3>) {
        let p = self.local(point);
        let (distance, normals) = match self.solid {
            Solid::Sphere => (p.length() - self.radius, vec![p.normalize_or_zero()]),
            Solid::Box { half_extents } => {
                let h = half_extents.as_dvec3();
                let q = p.abs() - h;
                let outside = q.max(DVec3::ZERO).length() + q.max_element().min(0.0);
                let face = |k: usize| DVec3::AXES[k] * p[k].signum();
                (outside, (0..3).filter(|&k| q[k] >= -around).map(face).collect())
            }
            Solid::Capsule { radius, half_height } => {
                let h = f64::from(half_height);
                let off = p - DVec3::Y * p.y.clamp(-h, h);
                (off.length() - f64::from(radius), vec![off.normalize_or_zero()])
            }
            Solid::Cylinder { radius, half_height } => {
                let q = DVec2::new(p.xz().length() - f64::from(radius), p.y.abs() - f64::from(half_height));
                let outside = q.max(DVec2::ZERO).length() + q.max_element().min(0.0);
                let faces = [p.with_y(0.0).normalize_or_zero(), DVec3::Y * p.y.signum()];
                (outside, (0..2).filter(|&k| q[k] >= -around).map(|k| faces[k]).collect())
            }
            Solid::Hull(hull) => {
                let faces = &hull.data().faces;
                let off = |k: usize| faces[k].normal.as_dvec3().dot(p) - f64::from(faces[k].offset);
                // outside it is at least this
                let outside = (0..faces.len()).map(off).fold(f64::NEG_INFINITY, f64::max);
                let near = (0..faces.len()).filter(|&k| off(k) >= -around);
                (outside, near.map(|k| faces[k].normal.as_dvec3().normalize()).collect())
            }
            Solid::Plane => (p.y, vec![DVec3::Y]),
            Solid::Compound(_) => unreachable!("rays meet its parts"),
        };
        (distance, normals.into_iter().map(|normal| self.rotation * normal).collect())
    }

    /// How far along the unit vector a ray meets it; 0 from inside.
    pub fn met(&self, origin: DVec3, direction: DVec3, grown: f64) -> Option<f64> {
        let (o, d) = (self.local(origin), self.rotation.conjugate() * direction);
        if self.surface(origin, 0.0).0 - grown <= 0.0 {
            return Some(0.0);
        }
        match self.solid {
            Solid::Sphere => ball(o, d, self.radius + grown),
            Solid::Box { half_extents } => cuboid(o, d, half_extents.as_dvec3() + grown),
            Solid::Capsule { radius, half_height } => {
                let (r, h) = (f64::from(radius) + grown, f64::from(half_height));
                let ends = [h, -h].map(|y| ball(o - DVec3::Y * y, d, r));
                nearest(ends.into_iter().chain([wall(o, d, r, h)]))
            }
            Solid::Cylinder { radius, half_height } => {
                let (r, h) = (f64::from(radius) + grown, f64::from(half_height) + grown);
                let caps = [-h, h].map(|y| {
                    let s = (y - o.y) / d.y;
                    (d.y != 0.0 && s >= 0.0 && (o + s * d).xz().length() <= r).then_some(s)
                });
                nearest(caps.into_iter().chain([wall(o, d, r, h)]))
            }
            // face by face, where the ray goes through it
            Solid::Hull(hull) => {
                let faces = &hull.data().faces;
                let plane = |k: usize| (faces[k].normal.as_dvec3(), f64::from(faces[k].offset) + grown);
                nearest((0..faces.len()).map(|k| {
                    let (n, most) = plane(k);
                    let s = (most - n.dot(o)) / n.dot(d);
                    let p = o + s * d;
                    let within =
                        (0..faces.len()).filter(|&j| j != k).all(|j| plane(j).0.dot(p) <= plane(j).1);
                    (n.dot(d) < 0.0 && s >= 0.0 && within).then_some(s)
                }))
            }
            Solid::Plane => (d.y < 0.0).then(|| (grown - o.y) / d.y),
            Solid::Compound(_) => unreachable!("rays meet its parts"),
        }
    }
}

fn nearest(all: impl IntoIterator<Item = Option<f64>>) -> Option<f64> {
    all.into_iter().flatten().min_by(f64::total_cmp)
}

/// The smaller root of a s² + 2 b s + c = 0 if it lies ahead: the larger one's c/(a s) where that loses less.
fn root(a: f64, b: f64, c: f64) -> Option<f64> {
    let square = b * b - a * c;
    if square < 0.0 || a <= 0.0 {
        return None;
    }
    let s = if b < 0.0 { c / (-b + square.sqrt()) } else { (-b - square.sqrt()) / a };
    (s >= 0.0).then_some(s)
}

fn ball(o: DVec3, d: DVec3, r: f64) -> Option<f64> {
    root(d.dot(d), o.dot(d), o.dot(o) - r * r)
}

/// (x + s dx)² + (z + s dz)² = r² between the ends.
fn wall(o: DVec3, d: DVec3, r: f64, h: f64) -> Option<f64> {
    let (from, way): (DVec2, DVec2) = (o.xz(), d.xz());
    root(way.dot(way), from.dot(way), from.dot(from) - r * r).filter(|s| (o.y + s * d.y).abs() <= h)
}

/// Each face that looks at the ray, where the ray goes through its rectangle.
fn cuboid(o: DVec3, d: DVec3, h: DVec3) -> Option<f64> {
    nearest((0..3).map(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        let s = (-h[k] * d[k].signum() - o[k]) / d[k];
        let p = o + s * d;
        (d[k] != 0.0 && s >= 0.0 && p[i].abs() <= h[i] && p[j].abs() <= h[j]).then_some(s)
    }))
}

/// The direction of a ray, however long or short.
pub fn unit(ray: &Ray) -> DVec3 {
    (ray.direction / ray.direction.abs().max_element()).normalize()
}

/// Between which distances the first of them is met, if it is, by a machine that is off by as much as `off`.
pub fn between(all: &[Standing], ray: &Ray, off: f64) -> [f64; 2] {
    let d = unit(ray);
    [off, -off].map(|grown| {
        let first = nearest(all.iter().map(|one| one.met(ray.origin, d, grown)));
        first.map_or(f64::INFINITY, |s| (s - grown.signum() * off).max(0.0))
    })
}
