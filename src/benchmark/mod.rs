//! Speed and error in one table: scenes × solvers × executions, timed in turns so that a machine that slows down
//! slows all of them alike, with the bytes that each moves by a model and the error that each leaves.
//!
//! What is here knows solvers by `solvers::list()` alone and scenes by their names, so that new ones appear by
//! themselves. `examples/bench.rs` runs it natively; `bench.html` does the same in a browser with the byte model
//! from here, and writes the same records.

pub mod bytes;
pub mod bytes_document;
pub mod cases;
pub mod energy;
pub mod record;
pub mod report;
pub mod statistics;
mod touches;

#[cfg(not(target_arch = "wasm32"))]
pub mod command_line;
#[cfg(not(target_arch = "wasm32"))]
pub mod copying;
#[cfg(not(target_arch = "wasm32"))]
pub mod machine;
#[cfg(not(target_arch = "wasm32"))]
pub mod quality;
#[cfg(not(target_arch = "wasm32"))]
pub mod stability;
#[cfg(not(target_arch = "wasm32"))]
pub mod timing;
#[cfg(target_arch = "wasm32")]
pub mod web;
