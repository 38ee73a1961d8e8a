//! For the page: what to measure, and the bytes that each row moves.

use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use super::bytes::ByteModel;
use super::cases;
use super::energy::Extent;
use crate::error::Result;
use crate::lists::Lists;
use crate::topology::Topology;
use crate::web::thrown;

/// JSON of a built-in scene of about `beads` beads: its options, beads, joints, m g L/2 in J, and the rows with
/// solver, execution, kernels, passes (null where there are none) and bytes a frame.
#[wasm_bindgen(js_name = benchmarkCase)]
pub fn benchmark_case(name: &str, beads: u32) -> std::result::Result<String, JsValue> {
    case(name, beads).map(|value| value.to_string()).map_err(thrown)
}

/// m g L/2 in J of a built-in scene with options given as JSON.
#[wasm_bindgen(js_name = benchmarkEnergyUnit)]
pub fn benchmark_energy_unit(name: &str, options: &str) -> std::result::Result<f64, JsValue> {
    let options = serde_json::from_str(options).unwrap_or_default();
    let (scene, parameters) = cases::build(name, &options).map_err(thrown)?;
    Ok(Extent::of(&scene, &Topology::of(&scene)).unit(parameters.gravity.vector()))
}

fn case(name: &str, beads: u32) -> Result<Value> {
    let options = cases::options_for(name, u64::from(beads));
    let (scene, parameters) = cases::build(name, &options)?;
    let topology = Topology::of(&scene);
    let lists = Lists::new(&topology, &scene);
    let mut model = ByteModel::new(&scene, &topology, &lists);
    let rows: Vec<Value> = cases::variants(&parameters, &lists)
        .into_iter()
        .map(|variant| {
            json!({
                "solver": variant.parameters.solver,
                "execution": cases::execution_name(variant.parameters.execution),
                "kernels": variant.kernels,
                "iterations": variant.iterative.then_some(variant.parameters.iterations),
                "substeps": variant.parameters.substeps,
                "bytes": model.frame(&variant.parameters),
            })
        })
        .collect();
    Ok(json!({
        "scene": name,
        "options": options,
        "beads": scene.bodies.len(),
        "joints": scene.joints.len(),
        "energyUnit": Extent::of(&scene, &topology).unit(parameters.gravity.vector()),
        "rows": rows,
    }))
}
