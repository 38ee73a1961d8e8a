//! Rays that are cast, and their first hits.

use glam::DVec3;

use crate::scene::Body;

/// A ray to be cast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// m
    pub origin: DVec3,
    /// Of any length but zero.
    pub direction: DVec3,
    /// m along the ray; infinite unless given.
    pub max_distance: f64,
    /// It meets bodies whose group has a bit in this mask; all unless given.
    pub collides_with: u32,
}

impl Ray {
    /// Without an end, and for all bodies.
    pub fn new(origin: DVec3, direction: DVec3) -> Self {
        Self { origin, direction, max_distance: f64::INFINITY, collides_with: u32::MAX }
    }
}

/// The first body that a ray meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    pub body: usize,
    /// m along the ray; 0 where it begins inside the body.
    pub distance: f64,
    /// Where that is, m.
    pub point: DVec3,
    /// Unit, out of the surface; against the ray where it begins inside the body.
    pub normal: DVec3,
}

impl RayHit {
    /// From what a machine finds for a ray whose direction is a unit.
    pub fn of(ray: &Ray, body: usize, distance: f64, normal: [f64; 3]) -> Self {
        // a sum with zero is never the zero that has a sign
        let plain = |v: DVec3| v + DVec3::ZERO;
        Self {
            body,
            distance,
            point: plain(ray.origin + distance * ray.direction),
            normal: plain(DVec3::from_array(normal).normalize_or_zero()),
        }
    }
}

/// The bits by which rays choose bodies. The bits by which rays choose bodies; no ray meets a body without bits. These
/// are sensors, absent bodies, the one that stands for the world, and compounds, whose parts are met instead.
pub fn group_of(body: &Body) -> u32 {
    if body.sensor || body.radius <= 0.0 || body.is_world() || body.is_compound() { 0 } else { body.group }
}
