//! The tutorial's worked inputs and what the twin and the dense code find for them.

use serde_json::{Value, json};

#[path = "stack.rs"]
mod stack;

pub const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/www/generated/tutorial.json");

pub fn json() -> String {
    let values: Value = json!({ "stack": stack::cases() });
    format!("{values:#}\n")
}
