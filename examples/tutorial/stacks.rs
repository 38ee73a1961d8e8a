//! Chapter 17: what each solver of contacts finds for the lowest contact of ten boxes, from nothing, after so many passes.

use beadwork::Parameters;
use beadwork::cpu::Twin;
use beadwork::scene::built_in;
use serde_json::{Map, Value, json};

const SOLVERS: [&str; 4] = ["gauss-seidel", "mass-splitting", "chebyshev", "jacobi"];
const PASSES: [u32; 7] = [1, 2, 4, 8, 16, 32, 64];
const BOXES: u32 = 10;
/// N, of a box of 1 m.
const WEIGHT: f64 = 9810.0;

/// In weights of a box.
pub fn values() -> Value {
    let found: Map<String, Value> = SOLVERS
        .iter()
        .map(|&solver| (solver.to_owned(), json!(PASSES.map(|passes| lowest(solver, passes)).to_vec())))
        .collect();
    json!({ "passes": PASSES, "found": found })
}

fn lowest(solver: &str, passes: u32) -> f64 {
    let options = json!({ "boxes": BOXES });
    let scene = built_in::build("stack", options.as_object().expect("an object")).expect("a built-in scene");
    let changes =
        json!({ "substeps": 1, "contactSoftness": "hard", "contactSolver": solver, "contactPasses": passes });
    let parameters = Parameters::default().with(changes.as_object().expect("an object")).expect("parameters");
    let mut twin = Twin::new(&scene, parameters).expect("a scene that the solver takes");
    twin.step(1);
    let readings = twin.world().read_contacts();
    readings.iter().filter(|reading| reading.a.min(reading.b) == 0).map(|reading| reading.force).sum::<f64>()
        / WEIGHT
}
