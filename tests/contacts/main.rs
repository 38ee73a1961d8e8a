//! Bodies that touch: what must be true of them, on the twin and on the GPU.
#![cfg(not(target_arch = "wasm32"))]

#[path = "../common/mod.rs"]
mod common;

mod curve;
mod drives;
mod hostile;
mod kept;
mod lands;
mod machines;
mod near;
mod rubbing;
mod stands;
mod truths;

use beadwork::scene::{Body, Solid};
use beadwork::{Scene, Simulation};
use glam::{Quat, Vec3};
use pollster::block_on;
use serde_json::{Value, json};

/// What a scene recommends, and what the test asks for besides.
fn wishes(scene: &Scene, changes: Value) -> Value {
    let mut wished = Value::Object(scene.recommendations());
    if let (Some(wished), Some(changes)) = (wished.as_object_mut(), changes.as_object()) {
        wished.extend(changes.clone());
    }
    wished
}

fn plane() -> Body {
    Body::of(Solid::Plane, 1.0)
}

fn cube(position: Vec3, rotation: Quat) -> Body {
    Body { position, rotation, ..Body::of(Solid::Box { half_extents: Vec3::splat(0.5) }, 1.0) }
}

fn ball(position: Vec3, radius: f64) -> Body {
    Body { position, rolling_resistance: 0.0, ..Body::of(Solid::Sphere, radius) }
}

fn touching(bodies: Vec<Body>) -> Scene {
    Scene { gravity: Some(Vec3::new(0.0, -9.81, 0.0)), bodies, contacts: true, ..Scene::default() }
}

/// Numbers that look as if they were thrown, from −1 to 1, the same for the same seed.
struct Dice(u64);

impl Dice {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    }

    fn vector(&mut self) -> Vec3 {
        Vec3::new(self.next(), self.next(), self.next())
    }
}

/// Of water; what is not a box is round and has no rolling resistance.
fn solid(solid: Solid, position: Vec3, rotation: Quat) -> Body {
    Body { position, rotation, ..Body::of(solid, 1.0) }
}

/// As heavy as this, kg, and its inertia with it.
fn weighing(body: Body, mass: f32) -> Body {
    let ratio = mass / body.mass;
    Body { mass, inertia: body.inertia * ratio, ..body }
}

fn contacts(simulation: &mut Simulation) -> Vec<beadwork::simulation::ContactReading> {
    block_on(simulation.read_contacts().expect("contacts")).expect("contacts")
}

fn no_changes() -> Value {
    json!({})
}
