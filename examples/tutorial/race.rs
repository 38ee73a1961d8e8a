//! Chapter 9: passes until a cold start's residual is a thousandth of what it was, and what twenty leave.

use beadwork::cpu::Twin;
use serde_json::{Value, json};

/// As the page has it: a solver that is not done after the fewer is given the more.
const PASSES: [usize; 2] = [64, 1000];
const GOAL: f64 = 1e-3;
/// Walks of the exact solver.
const WALKS: usize = 3;

pub fn cases() -> Vec<Value> {
    [(12, 1), (40, 10)]
        .map(|(beads, ratio)| {
            let solvers = ["jacobi", "gauss-seidel", "chebyshev", "conjugate-gradient"];
            let results: Vec<Value> = solvers
                .iter()
                .map(|solver| {
                    let (passes, after20) = raced(solver, beads, ratio);
                    json!({ "solver": solver, "passes": passes, "after20": after20 })
                })
                .collect();
            json!({ "beads": beads, "ratio": ratio, "results": results, "walks": walked(beads, ratio) })
        })
        .to_vec()
}

/// A scene's forces start at zero, so that keeping all of them is a cold start too.
fn cold(solver: &str, iterations: usize, beads: usize, ratio: u32) -> Twin {
    let scene = super::pendant(json!({"beads": beads, "tilt": 0, "massRatio": ratio}));
    let changes =
        json!({"solver": solver, "iterations": iterations, "warmStart": 1, "stiffnessGuard": false});
    super::twin(&scene, changes)
}

fn raced(solver: &str, beads: usize, ratio: u32) -> (Option<usize>, f64) {
    let run = |iterations: usize| {
        let residuals = cold(solver, iterations, beads, ratio).substep_recorded();
        let left: Vec<f64> = residuals.iter().map(|each| each / residuals[0]).collect();
        (left.iter().position(|&share| share <= GOAL), left[20])
    };
    match run(PASSES[0]) {
        (None, _) => run(PASSES[1]),
        done => done,
    }
}

/// What each walk of the exact solver leaves. Each starts from the same pose, with the forces of the one before.
fn walked(beads: usize, ratio: u32) -> Vec<f64> {
    let before = cold("jacobi", 1, beads, ratio).substep_recorded()[0];
    let mut forces = None;
    (0..WALKS)
        .map(|_| {
            let mut twin = cold("direct", 1, beads, ratio);
            if let Some(found) = forces.take() {
                twin.world.multipliers = found;
            }
            twin.step(1);
            forces = Some(twin.world.multipliers.clone());
            twin.measure().residual / before
        })
        .collect()
}
