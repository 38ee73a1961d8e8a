//! The tutorial's worked inputs and what the twin and the dense code find for them.

use serde_json::{Value, json};

#[path = "ball_joint.rs"]
mod ball_joint;
#[path = "column.rs"]
mod column;
#[path = "jacobi.rs"]
mod jacobi;
#[path = "stack.rs"]
mod stack;
#[path = "thread.rs"]
mod thread;

pub const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/www/generated/tutorial.json");

pub fn json() -> String {
    let values: Value = json!({ "column": column::cases(), "thread": thread::values(), "stack": stack::cases(), "ballJoint": ball_joint::cases(), "jacobi": jacobi::rounds() });
    format!("{values:#}\n")
}
