//! The tutorial's worked inputs and what the twin and the dense code find for them.

use beadwork::cpu::Twin;
use beadwork::parameters::Positions;
use beadwork::scene::built_in;
use beadwork::{Parameters, Scene};
use serde_json::{Value, json};

#[path = "ball_joint.rs"]
mod ball_joint;
#[path = "column.rs"]
mod column;
#[path = "drift.rs"]
mod drift;
#[path = "jacobi.rs"]
mod jacobi;
#[path = "net.rs"]
mod net;
#[path = "penalties.rs"]
mod penalties;
#[path = "positions.rs"]
mod positions;
#[path = "race.rs"]
mod race;
#[path = "ragdoll.rs"]
mod ragdoll;
#[path = "runs.rs"]
pub mod runs;
#[path = "small_steps.rs"]
mod small_steps;
#[path = "stack.rs"]
mod stack;
#[path = "stacks.rs"]
mod stacks;
#[path = "stiffness.rs"]
mod stiffness;
#[path = "thread.rs"]
mod thread;
#[path = "warm.rs"]
mod warm;

pub const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/www/generated/tutorial.json");
pub const RUNS_PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/www/generated/runs.json");

pub fn json() -> String {
    let values = json!({
        "column": column::cases(),
        "stack": stack::cases(),
        "ballJoint": ball_joint::cases(),
        "thread": thread::values(),
        "jacobi": jacobi::rounds(),
        "warm": warm::values(),
        "drift": drift::cases(),
        "race": race::cases(),
        "stiffness": stiffness::values(),
        "positions": positions::values(),
        "stacks": stacks::values(),
        "ragdoll": ragdoll::values(),
        "net": net::values(),
        "smallSteps": small_steps::values(),
        "penalties": penalties::values(),
    });
    format!("{values:#}\n")
}

/// The built-in scene of most chapters, with the options of its page.
fn pendant(options: Value) -> Scene {
    built_in::build("pendant", options.as_object().expect("an object")).expect("a built-in scene")
}

/// With gaps pulled shut, one solve per step, as the chapters write it down.
fn twin(scene: &Scene, changes: Value) -> Twin {
    let pulled = Parameters { positions: Positions::Pulled, ..Parameters::default() };
    let parameters =
        pulled.with(changes.as_object().expect("an object")).expect("parameters within their ranges");
    Twin::new(scene, parameters).expect("a scene that the solver takes")
}
