//! Bodies that touch: what must be true of them, on the twin and on the GPU.
#![cfg(not(target_arch = "wasm32"))]

#[path = "../../examples/joints/scenes.rs"]
mod build;
#[path = "../../examples/stands/columns.rs"]
mod columns;
#[path = "../common/mod.rs"]
mod common;
#[path = "../../examples/stands/parts.rs"]
mod parts;

mod avbd;
mod beside;
mod centre;
mod compounds;
mod curve;
mod cylinders;
mod drives;
mod events;
mod fast;
mod found;
mod groups;
mod hostile;
mod hulls;
mod kept;
mod lands;
mod machines;
mod near;
mod principal;
mod put_elsewhere;
mod rays;
mod room;
mod rubbing;
mod runs;
mod seams;
mod set_body;
mod stands;
mod touch;
mod truths;

use beadwork::scene::{Body, Solid};
use beadwork::{Scene, Simulation};
use glam::{Quat, Vec3};
use parts::{Dice, cube, plane, touching, weighing};
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

fn ball(position: Vec3, radius: f64) -> Body {
    Body { position, rolling_resistance: 0.0, ..Body::of(Solid::Sphere, radius) }
}

/// Of water; what is not a box is round and has no rolling resistance.
fn solid(solid: Solid, position: Vec3, rotation: Quat) -> Body {
    Body { position, rotation, ..Body::of(solid, 1.0) }
}

fn contacts(simulation: &mut Simulation) -> Vec<beadwork::simulation::ContactReading> {
    block_on(simulation.read_contacts().expect("contacts")).expect("contacts")
}

fn no_changes() -> Value {
    json!({})
}
