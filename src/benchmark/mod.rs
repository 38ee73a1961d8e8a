//! Speed and error in one table: scenes × solvers × executions. They are timed in turns, so that a machine that slows
//! down slows all of them alike. Each row has the bytes that it moves by a model, and the error that it leaves.
//!
//! It knows solvers by `solvers::list()` alone and scenes by their names, so that new ones appear by themselves.
//! `examples/bench.rs` runs it natively (`run`); `bench.html` runs it in a browser. The page asks this module (`web`)
//! what to run, how many bytes that moves, and for the finished report.

pub mod bytes;
pub mod bytes_document;
pub mod cases;
pub mod contract;
pub mod curves;
pub mod energy;
pub mod figures;
mod growing;
mod overview;
pub mod published;
pub mod quality;
pub mod record;
#[cfg(not(target_arch = "wasm32"))]
pub mod record_text;
pub mod report;
pub mod statistics;
pub mod stop;
mod touches;
mod waiting;

#[cfg(not(target_arch = "wasm32"))]
pub mod command_line;
#[cfg(not(target_arch = "wasm32"))]
pub mod copying;
#[cfg(not(target_arch = "wasm32"))]
pub mod gaps;
#[cfg(not(target_arch = "wasm32"))]
pub mod launching;
#[cfg(not(target_arch = "wasm32"))]
pub mod machine;
#[cfg(not(target_arch = "wasm32"))]
pub mod peers;
#[cfg(not(target_arch = "wasm32"))]
pub mod progress;
#[cfg(not(target_arch = "wasm32"))]
pub mod run;
#[cfg(not(target_arch = "wasm32"))]
pub mod stability;
#[cfg(not(target_arch = "wasm32"))]
pub mod timing;
#[cfg(target_arch = "wasm32")]
pub mod web;
