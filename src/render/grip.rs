//! The bead under the pointer, and how it is held.

use glam::{Vec2, Vec3};

use crate::render::stage::Stage;

/// A bead beside the pointer counts if no more than this many pixels lie between.
pub const BREADTH: f32 = 10.0;

/// A bead under the pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Place of its simulation in the list that was asked about.
    pub drawn: usize,
    pub body: usize,
    /// The touched point of its surface, in m: in the world of its simulation (without the offset it is drawn at),
    /// and in body axes.
    pub point: Vec3,
    pub local_point: Vec3,
}

/// Where the ray enters the sphere, or the point of the sphere that it passes closest by.
pub(super) fn touched(centre: Vec3, radius: f32, eye: Vec3, ray: Vec3) -> Vec3 {
    let d = ray.normalize();
    let c = centre - eye;
    let off = c.dot(d) * d - c;
    let miss = off.length();
    if miss >= radius {
        return centre + off * (radius / miss);
    }
    centre + off - d * (radius * radius - miss * miss).sqrt()
}

/// A grip on a bead: its pull's goal moves in the plane through the grabbed point that faces the camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grip {
    pub hit: Hit,
    /// Distance of that plane from the eye.
    depth: f32,
    /// From the ray's point in that plane to the grabbed point, so that a grip beside the bead does not jerk it.
    slip: Vec3,
}

impl Grip {
    pub(super) fn of(stage: &Stage, hit: Hit, at: Vec2, offset: Vec3) -> Self {
        let (eye, ray) = stage.ray(at);
        let depth = (hit.point + offset - eye).dot(stage.camera.axes().forward);
        Self { hit, depth, slip: hit.point + offset - (eye + depth * ray) }
    }

    pub(super) fn goal(&self, stage: &Stage, at: Vec2, offset: Vec3) -> Vec3 {
        let (eye, ray) = stage.ray(at);
        eye + self.depth * ray + self.slip - offset
    }
}
