//! Chapter 9: passes until a cold start's residual is a thousandth of what it was, and what twenty leave.

use beadwork::cpu::Twin;
use serde_json::{Value, json};

/// As the page has it: a solver that is not done after the fewer is given the more.
const PASSES: [usize; 2] = [64, 1000];
const GOAL: f64 = 1e-3;
/// Walks of the exact solver.
const WALKS: usize = 3;
const SOLVERS: [&str; 5] = ["jacobi", "gauss-seidel", "chebyshev", "conjugate-gradient", "direct"];

/// A solver, passes to the goal, and what is left of the residual after each pass, from none on.
pub type Curve = (&'static str, Option<usize>, Vec<f64>);

pub fn cases() -> Vec<Value> {
    [(6, 1), (12, 1), (40, 10)]
        .map(|(beads, ratio)| {
            let results: Vec<Value> = curves(beads, ratio)
                .into_iter()
                .map(|(solver, passes, left)| {
                    json!({ "solver": solver, "passes": passes, "left": left[left.len().min(21) - 1] })
                })
                .collect();
            json!({ "beads": beads, "ratio": ratio, "results": results })
        })
        .to_vec()
}

pub fn curves(beads: usize, ratio: u32) -> Vec<Curve> {
    SOLVERS
        .into_iter()
        .map(|solver| {
            let residuals = match solver {
                "direct" => walked(beads, ratio),
                _ => iterated(solver, beads, ratio),
            };
            let left: Vec<f64> = residuals.iter().map(|each| each / residuals[0]).collect();
            (solver, left.iter().position(|&share| share <= GOAL), left)
        })
        .collect()
}

/// A scene's forces start at zero, so that keeping all of them is a cold start too.
fn cold(solver: &str, iterations: usize, beads: usize, ratio: u32) -> Twin {
    let scene = super::pendant(json!({"beads": beads, "tilt": 0, "massRatio": ratio}));
    let changes =
        json!({"solver": solver, "iterations": iterations, "warmStart": 1, "stiffnessGuard": false});
    super::twin(&scene, changes)
}

fn iterated(solver: &str, beads: usize, ratio: u32) -> Vec<f64> {
    let [few, many] = PASSES.map(|passes| move || cold(solver, passes, beads, ratio).step_recorded());
    let residuals = few();
    let done = residuals.iter().any(|each| *each <= GOAL * residuals[0]);
    if done { residuals } else { many() }
}

/// Walk by walk of the exact solver, each from the same pose with the forces that the last one found.
fn walked(beads: usize, ratio: u32) -> Vec<f64> {
    let mut residuals = vec![cold("jacobi", 1, beads, ratio).step_recorded()[0]];
    let start = cold("direct", 1, beads, ratio);
    let mut forces = start.world().multipliers.clone();
    for _ in 0..WALKS {
        let mut twin = start.clone();
        twin.world_mut().multipliers = forces;
        twin.step(1);
        residuals.push(twin.measure().residual);
        forces = twin.world().multipliers.clone();
    }
    residuals
}
