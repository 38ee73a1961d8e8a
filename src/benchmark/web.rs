//! The benchmark page's own module: what to measure, the bytes that each row moves, and what the records say in the end.

use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use super::bytes::ByteModel;
use super::cases;
use super::contract;
use super::energy::Extent;
use super::quality::Sample;
use super::record::Quality;
use super::report;
use super::statistics::Spread;
use crate::error::{BeadworkError, Code, Result};
use crate::lists::Lists;
use crate::simulation::manner;
use crate::thrown::thrown;
use crate::topology::Topology;

#[cfg_attr(not(feature = "web"), wasm_bindgen(start))]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// JSON of a built-in scene of about `beads` beads: its options, beads, joints, contract and m g L/2 in J. Then whether
/// they touch, and what the scene is judged by where they do. Then the rows with solver, execution, solver of contacts,
/// kernels, passes (null where there are none), dispatches and bytes a frame.
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

/// Records as JSON, with what follows from other fields filled in, and the cells of their tables (`report::shown`).
#[wasm_bindgen(js_name = benchmarkReport)]
pub fn benchmark_report(records: &str) -> std::result::Result<String, JsValue> {
    let mut records = read(records).map_err(thrown)?;
    report::derive(&mut records);
    Ok(report::shown(records).to_string())
}

/// Records as the document that a native run writes.
#[wasm_bindgen(js_name = benchmarkMarkdown)]
pub fn benchmark_markdown(records: &str) -> std::result::Result<String, JsValue> {
    Ok(report::markdown(&read(records).map_err(thrown)?))
}

/// Median and 95th percentile of some runs' milliseconds; null of none.
#[wasm_bindgen(js_name = benchmarkSpread)]
pub fn benchmark_spread(milliseconds: &[f64]) -> String {
    json!(Spread::of(milliseconds)).to_string()
}

/// The quality of frames, from five numbers for each. These are the largest gap in radii, the largest way beyond a stop
/// in m or rad, the depth in m (NaN where nothing touches). Then come the residual in m/s (NaN where the engine does
/// not say), and the energy in J (NaN where the state is not finite). `error` in m, after two seconds, if it is known.
#[wasm_bindgen(js_name = benchmarkQuality)]
pub fn benchmark_quality(beads: u32, energy_unit: f64, frames: &[f64], error: Option<f64>) -> String {
    let sample = |frame: &[f64]| Sample {
        max_gap_radii: frame[0],
        max_overshoot: frame[1],
        depth: Some(frame[2]).filter(|depth| !depth.is_nan()),
        residual: Some(frame[3]).filter(|residual| !residual.is_nan()),
        energy: frame[4],
    };
    let samples: Vec<Sample> = frames.chunks_exact(5).map(sample).collect();
    json!(Quality { error, ..Quality::of(u64::from(beads), energy_unit, &samples) }).to_string()
}

fn read(records: &str) -> Result<Value> {
    serde_json::from_str(records)
        .map_err(|error| BeadworkError::new(Code::Internal, format!("These are no records: {error}.")))
}

fn case(name: &str, beads: u32) -> Result<Value> {
    let options = cases::options_for(name, u64::from(beads));
    let (scene, parameters) = cases::build(name, &options)?;
    let topology = Topology::of(&scene);
    let lists = Lists::with(&topology, &scene, manner(&parameters, &scene));
    let mut model = ByteModel::new(&scene, &topology, &lists);
    let rows: Vec<Value> = cases::variants(&parameters, &lists)
        .into_iter()
        .map(|variant| {
            json!({
                "solver": variant.parameters.solver,
                "execution": cases::execution_name(variant.parameters.execution),
                "positions": cases::positions_name(variant.parameters.positions),
                "contactSolver": variant.contact_solver(),
                "kernels": variant.kernels,
                "iterations": variant.passes(),
                "substeps": variant.parameters.substeps,
                "dispatches": model.dispatches(&variant.parameters),
                "bytes": model.frame(&variant.parameters),
            })
        })
        .collect();
    Ok(json!({
        "scene": name,
        "options": options,
        "beads": scene.bodies.len(),
        "joints": scene.joints.len(),
        "contract": contract::id(&scene),
        "judged": cases::Judged::of(name, &scene).map(cases::Judged::name),
        "touching": scene.contacts,
        "energyUnit": Extent::of(&scene, &topology).unit(parameters.gravity.vector()),
        "rows": rows,
    }))
}
