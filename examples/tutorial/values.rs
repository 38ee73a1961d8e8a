//! The tutorial's worked inputs and what the twin and the dense code find for them.

use serde_json::{Value, json};

#[path = "ball_joint.rs"]
mod ball_joint;
#[path = "stack.rs"]
mod stack;

pub const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/www/generated/tutorial.json");

pub fn json() -> String {
    let values: Value = json!({ "stack": stack::cases(), "ballJoint": ball_joint::cases() });
    format!("{values:#}\n")
}
