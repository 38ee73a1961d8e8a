//! Beadwork: rigid beads held together by joints, simulated wholly on the GPU, in a browser and natively
//! from the same code.

pub mod benchmark;
pub mod catalogue;
pub mod cpu;
pub mod error;
pub mod gpu;
pub mod parameters;
pub mod render;
pub mod scene;
pub mod simulation;
pub mod solvers;
pub mod topology;
#[cfg(target_arch = "wasm32")]
pub mod web;

pub use error::{BeadworkError, Code, Result};
pub use gpu::Gpu;
pub use parameters::Parameters;
pub use scene::Scene;
pub use simulation::{Measures, Pull, Simulation, State};
