//! Chapter 8: what β does to the gaps and the energy of a swinging chain, in its first second.

use beadwork::cpu::Twin;
use serde_json::{Value, json};

const SHOWN: [u32; 3] = [1, 15, 60];

pub fn cases() -> Vec<Value> {
    [("direct", 0.2, 1), ("direct", 0.6, 1), ("jacobi", 0.05, 1), ("chebyshev", 0.1, 2)]
        .map(|(solver, beta, substeps)| {
            json!({
                "input": { "solver": solver, "beta": beta, "substeps": substeps },
                "with": run(solver, beta, substeps), "without": run(solver, 0.0, substeps),
            })
        })
        .to_vec()
}

/// Gap in m and energy lost in J after the frames shown.
fn run(solver: &str, beta: f64, substeps: u32) -> Vec<Value> {
    let scene = super::pendant(json!({"beads": 16, "tilt": 0.9, "massRatio": 1}));
    let changes = json!({"solver": solver, "iterations": 10, "substeps": substeps, "stabilisation": beta});
    let mut twin = super::twin(&scene, changes);
    let start = energy(&mut twin);
    (1..=SHOWN[2])
        .filter_map(|frame| {
            twin.step(1);
            let shown =
                json!({ "frame": frame, "gap": twin.measure().max_gap, "lost": start - energy(&mut twin) });
            SHOWN.contains(&frame).then_some(shown)
        })
        .collect()
}

fn energy(twin: &mut Twin) -> f64 {
    let measured = twin.measure();
    measured.kinetic_energy + measured.potential_energy
}
