//! Chapter 20: a frame's passes in one substep or one in each of as many substeps, beside one exact substep. What each leaves open, and how
//! far its beads are from where a much finer exact run has them.

use beadwork::Scene;
use beadwork::cpu::Twin;
use serde_json::{Value, json};

use super::positions::apart;

/// Substeps of the run that counts as the truth.
const FINE: u32 = 16;
const SHOWN: [u32; 3] = [1, 15, 60];

pub fn values() -> Value {
    [("gauss-seidel", 20, 1), ("xpbd", 12, 100)]
        .map(|(solver, passes, ratio)| case(solver, passes, ratio))
        .to_vec()
        .into()
}

pub fn scene(ratio: u32) -> Scene {
    super::pendant(json!({"beads": 20, "tilt": 0.5, "massRatio": ratio}))
}

pub fn truth(scene: &Scene) -> Twin {
    super::twin(scene, json!({"solver": "direct", "positions": "symplectic", "substeps": FINE}))
}

/// All passes in one substep, one in each of as many substeps, and one exact substep.
pub fn ways(scene: &Scene, solver: &str, passes: u32) -> [Twin; 3] {
    [
        json!({"solver": solver, "substeps": 1, "iterations": passes}),
        json!({"solver": solver, "substeps": passes, "iterations": 1}),
        json!({"solver": "direct", "positions": "symplectic", "substeps": 1}),
    ]
    .map(|changes| super::twin(scene, changes))
}

/// Gap of the moment and the largest so far, and distance, all in m, after the frames shown, by way.
fn case(solver: &str, passes: u32, ratio: u32) -> Value {
    let scene = scene(ratio);
    let mut truth = truth(&scene);
    let mut twins = ways(&scene, solver, passes);
    let mut worst = [0.0_f64; 3];
    let mut shown = Vec::new();
    for frame in 1..=SHOWN[2] {
        truth.step(1);
        for (twin, worst) in twins.iter_mut().zip(&mut worst) {
            twin.step(1);
            *worst = worst.max(twin.measure().max_gap);
        }
        if SHOWN.contains(&frame) {
            let ways = twins.each_ref().map(|twin| apart(twin, &truth));
            let ways: Vec<Value> =
                ways.iter().zip(worst).map(|(off, worst)| json!({ "worst": worst, "off": off })).collect();
            shown.push(json!({ "frame": frame, "ways": ways }));
        }
    }
    json!({ "input": { "solver": solver, "passes": passes, "ratio": f64::from(ratio).log10() }, "shown": shown })
}
