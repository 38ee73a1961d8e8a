//! Solvers: the GPU against the twin, the twin against a dense solve, and what physics says.
#![cfg(not(target_arch = "wasm32"))]

#[path = "../common/mod.rs"]
mod common;

mod avbd;
mod dense;
mod drag;
mod forces_once;
mod gaps;
mod headline;
mod kinematic;
mod nearness;
mod nncg;
mod physics;
mod positions;
mod pull;
mod push;
mod soft_step;
mod stability;
mod standing;
mod twin;
mod worked_numbers;
mod xpbd;
