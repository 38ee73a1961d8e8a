//! Reading and writing, faults, and generated files.
#![cfg(not(target_arch = "wasm32"))]

#[path = "../common/mod.rs"]
mod common;

mod body_format;
mod catalogue;
mod contact_format;
mod floors;
mod hostile;
mod joint_format;
mod names;
mod scene;
mod topology;
mod tutorial;
