//! Chapter 5: five beads that hang straight, solved cold by the twin with as many rounds as the page asks for.

use beadwork::Scene;
use beadwork::scene::{Body, Joint};
use glam::Vec3;
use serde_json::{Value, json};

const BEADS: u32 = 5;
const RADIUS: f32 = 0.25;
const ROUNDS: [u32; 7] = [1, 2, 3, 4, 5, 20, 40];

pub fn rounds() -> Vec<Value> {
    ROUNDS.map(solved).to_vec()
}

fn scene() -> Scene {
    let body = |i: u32| Body {
        position: Vec3::new(0.0, 3.0 - 2.0 * RADIUS * i as f32, 0.0),
        mass: 1.0,
        inertia: Vec3::splat(0.4 * RADIUS * RADIUS),
        fixed: i == 0,
        ..Body::of(beadwork::scene::Solid::Sphere, f64::from(RADIUS))
    };
    let end = |y: f32| Vec3::new(0.0, y, 0.0);
    let joint = |l: u32| Joint::point((l, end(-RADIUS)), (l + 1, end(RADIUS)));
    Scene {
        bodies: (0..BEADS).map(body).collect(),
        joints: (0..BEADS - 1).map(joint).collect(),
        ..Scene::default()
    }
}

fn solved(rounds: u32) -> Value {
    let changes = json!({"solver": "jacobi", "iterations": rounds, "relaxation": 1, "warmStart": 0,
        "timestep": 1.0 / 60.0, "stiffnessGuard": false, "damping": 0, "gravity": [0, -10, 0]});
    let mut twin = super::twin(&scene(), changes);
    twin.step(1);
    let lambda: Vec<f64> = twin.world().multipliers.iter().map(|multiplier| multiplier.lambda.y).collect();
    let speed: Vec<f64> = twin.world().velocities.iter().map(|v| v.linear.y).collect();
    json!({ "rounds": rounds, "lambda": lambda, "speed": speed })
}
