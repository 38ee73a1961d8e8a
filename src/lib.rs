//! Beadwork: rigid beads held together by joints, simulated wholly on the GPU, in a browser and natively
//! from the same code.

pub mod error;
pub mod scene;
pub mod topology;

pub use error::{BeadworkError, Code, Result};
pub use scene::Scene;
