//! Chapter 11: what each kernel of a solver moves for a hundred thousand beads in chains of 40, by the byte model of
//! the benchmark. Plans of passes are straight lines: so many dispatches once, so many per pass.

use beadwork::benchmark::bytes::{ByteModel, Share};
use beadwork::benchmark::cases;
use beadwork::lists::Lists;
use beadwork::topology::Topology;
use serde_json::{Value, json};

pub const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/www/generated/traffic.json");

const BEADS: u64 = 100_000;

pub fn json() -> String {
    let (scene, parameters) =
        cases::build("necklaces", &cases::options_for("necklaces", BEADS)).expect("a built-in scene");
    let topology = Topology::of(&scene);
    let lists = Lists::new(&topology, &scene);
    let mut model = ByteModel::new(&scene, &topology, &lists);
    let mut shares = |solver: &str, iterations: u32| {
        let changes =
            json!({"solver": solver, "execution": "global", "iterations": iterations, "positions": "pulled"});
        let parameters =
            parameters.with(changes.as_object().expect("an object")).expect("parameters within their ranges");
        model.by_kernel(&parameters)
    };
    let solvers = ["jacobi", "article", "chebyshev", "direct"].map(|solver| {
        let (one, two) = (shares(solver, 1), shares(solver, 2));
        let kernels: Vec<Value> = one.iter().zip(&two).map(|(one, two)| kernel(one, two)).collect();
        (solver.to_owned(), Value::from(kernels))
    });
    let solvers = serde_json::Map::from_iter(solvers);
    format!("{:#}\n", json!({ "beads": scene.bodies.len(), "solvers": solvers }))
}

fn kernel(one: &Share, two: &Share) -> Value {
    assert_eq!(one.kernel, two.kernel);
    let a_pass = two.times - one.times;
    json!({
        "kernel": one.kernel, "once": one.times - a_pass, "aPass": a_pass,
        "read": one.moved.read / one.times, "written": one.moved.written / one.times,
    })
}
