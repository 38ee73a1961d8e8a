//! What there is to choose from, as JSON, so that pages can list it before any wasm is loaded.

use serde_json::json;

use crate::gpu::kernels;
use crate::parameters::Parameters;
use crate::scene::built_in;
use crate::solvers;

pub fn json() -> String {
    let catalogue = json!({
        "scenes": built_in::scenes(),
        "solvers": solvers::list(),
        "kernels": kernels::list(),
        "parameters": Parameters::default(),
    });
    format!("{catalogue:#}\n")
}
