//! What columns are made of, and numbers that look as if they were thrown. The tests of contacts are made of them too.

use beadwork::Scene;
use beadwork::scene::{Body, Solid};
use glam::{Quat, Vec3};

pub fn plane() -> Body {
    Body::of(Solid::Plane, 1.0)
}

pub fn cube(position: Vec3, rotation: Quat) -> Body {
    Body { position, rotation, ..Body::of(Solid::Box { half_extents: Vec3::splat(0.5) }, 1.0) }
}

pub fn touching(bodies: Vec<Body>) -> Scene {
    Scene { gravity: Some(Vec3::new(0.0, -9.81, 0.0)), bodies, contacts: true, ..Scene::default() }
}

/// As heavy as this, kg, and its inertia with it.
pub fn weighing(body: Body, mass: f32) -> Body {
    let ratio = mass / body.mass;
    Body { mass, inertia: body.inertia * ratio, ..body }
}

/// From −1 to 1, the same for the same seed.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    }

    pub fn vector(&mut self) -> Vec3 {
        Vec3::new(self.next(), self.next(), self.next())
    }
}
