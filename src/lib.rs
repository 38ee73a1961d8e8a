//! Beadwork: rigid beads held together by joints, simulated wholly on the GPU, in a browser and natively
//! from the same code.
//!
//! ```
//! use beadwork::{Gpu, Parameters, Simulation, scene::built_in};
//! use serde_json::json;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # pollster::block_on(async {
//! let options = json!({"beads": 12, "massRatio": 100});
//! let scene = built_in::build("pendant", options.as_object().expect("an object"))?;
//! let mut simulation = Simulation::create(Gpu::new().await?, scene, Parameters::default()).await?;
//! simulation.step(60)?.await?;                         // one second
//! let found = simulation.measure(None)?.await?;
//! assert!(found.max_gap < 1e-3);                       // m
//!
//! simulation.cut(5)?;                                  // what hung below joint 5 falls
//! simulation.step(60)?.await?;
//! assert!(simulation.measure(None)?.await?.kinetic_energy > found.kinetic_energy);
//! # Ok(())
//! # })
//! # }
//! ```
//!
//! Steps are submitted when asked for and done when their future resolves; nothing comes back from the device unless it
//! is read. [`render`] draws a simulation's own buffers, [`solvers`] is the list of what can solve it, and [`cpu`] its
//! twin in f64.

// pages that simulate measure nothing
#[cfg(any(not(target_arch = "wasm32"), feature = "tables"))]
pub mod benchmark;
pub mod catalogue;
mod codes;
pub mod cpu;
pub mod error;
pub mod gpu;
mod kernels;
pub mod lists;
pub mod machine;
pub mod parameters;
pub mod plan;
pub mod render;
pub mod scene;
// the module for the CPU has no device to check
#[cfg(not(feature = "cpu"))]
pub mod self_check;
pub mod simulation;
pub mod solvers;
pub mod state;
#[cfg(target_arch = "wasm32")]
mod thrown;
pub mod topology;
#[cfg(all(target_arch = "wasm32", feature = "web"))]
pub mod web;

pub use error::{BeadworkError, Code, Result};
pub use gpu::Gpu;
pub use parameters::Parameters;
pub use scene::{BodyChange, PoseChange, Scene};
pub use simulation::{Measures, Simulation, Which};
pub use state::{Event, Pull, Push, Ray, RayHit, State};
