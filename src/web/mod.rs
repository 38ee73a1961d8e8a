//! The wasm-bindgen surface: thin. `www/beadwork.ts` wraps it and is what people see. It comes as two modules, so that
//! a page loads only the code that it runs. One is for pages that have a graphics device, the other, with the feature
//! `cpu`, for those that have none.

pub mod blame;
pub mod forces;
pub mod hand;
#[cfg_attr(feature = "cpu", path = "on_cpu.rs")]
#[cfg_attr(not(feature = "cpu"), path = "on_gpu.rs")]
pub mod machine;
pub mod members;
pub mod names;
pub mod poses;
pub mod rays;
pub mod readings;
pub mod simulation;
pub mod state;
pub mod view;

use wasm_bindgen::prelude::*;

#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(blame::report));
}
