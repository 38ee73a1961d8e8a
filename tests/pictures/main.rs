//! Small pictures: what must be true of them.
#![cfg(not(target_arch = "wasm32"))]

#[path = "../common/mod.rs"]
mod common;

mod centre;
mod compounds;
mod members;
mod render;
mod show;
mod solids;
