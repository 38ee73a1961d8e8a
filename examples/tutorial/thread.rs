//! Chapter 4: the thread on the page, half a second after it was let go.

use serde_json::{Value, json};

const STEPS: u32 = 30;

pub fn values() -> Value {
    let scene = super::pendant(json!({"beads": 8, "radius": 0.25, "tilt": 0.6, "massRatio": 1}));
    let mut twin = super::twin(&scene, json!({"solver": "direct"}));
    twin.step(STEPS);
    let world = twin.world();
    let joints: Vec<Value> = [1, 5]
        .iter()
        .map(|&l| {
            let joint = world.ties[l];
            let (a, b) = (world.bodies[joint.a], world.bodies[joint.b]);
            let along = a.inverse_mass + b.inverse_mass;
            let turning = joint.anchor_a.length_squared() * a.inverse_inertia.x
                + joint.anchor_b.length_squared() * b.inverse_inertia.x;
            json!({
                "joint": l,
                "lambda": world.multipliers[l].lambda.to_array(),
                "velocity": world.velocities[joint.b].linear.to_array(),
                "arm": world.poses[joint.a].rotation.rotate(joint.anchor_a).to_array(),
                "block": [along, along + turning],
            })
        })
        .collect();
    json!({ "steps": STEPS, "joints": joints })
}
