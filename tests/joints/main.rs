//! Joints of every kind, their limits and their drives.
#![cfg(not(target_arch = "wasm32"))]

#[path = "../../examples/limits/bounded.rs"]
mod bounded;
#[path = "../common/mod.rs"]
mod common;
#[path = "../../examples/joints/scenes.rs"]
mod scenes;

mod by_name;
mod centre;
mod events;
mod found;
mod friction;
mod halves;
mod joint_dense;
mod joint_rules;
mod joint_truths;
mod joints;
mod limit_drives;
mod limit_energy;
mod limit_rules;
mod limit_scenes;
mod limit_truths;
mod limits;
mod second_order;
mod set_joint;
mod to_world;
mod turns;

use common::mixed;
