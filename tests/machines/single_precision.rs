//! The CPU kernels in f32: against the same in f64, against the GPU, and to the last bit against themselves.

#[path = "../common/bits.rs"]
mod bits;

use crate::common::*;
use beadwork::State;
use beadwork::cpu::Twin;
use proptest::prelude::*;
use serde_json::json;

/// Steps to take, and the largest difference allowed: some five times the worst of 2,000 scenes. The exact solver
/// divides by numbers near zero, conjugate gradients by sums near zero close to their end. Two steps (so that a warm
/// start is among them) carry rounding along. The article multiplies its own on trees and nets, so it is compared after
/// one.
fn held_to(solver: &str) -> (u32, f64) {
    match solver {
        "article" => (1, 2e-3),
        "direct" | "auto" => (2, 1e-3),
        "conjugate-gradient" => (2, 1e-3),
        _ => (2, 3e-4),
    }
}

/// Largest difference of any array, over the largest number of its kind or 1 if that is more.
fn apart(ours: &State, truth: &State) -> f64 {
    let arrays = |state: &State| {
        [
            state.positions.clone(),
            state.rotations.clone(),
            state.linear_velocities.clone(),
            state.angular_velocities.clone(),
            state.multipliers.clone(),
        ]
    };
    let mut most = 0f64;
    for (ours, truth) in arrays(ours).iter().zip(&arrays(truth)) {
        let largest = truth.iter().fold(1.0, |m: f64, &x| m.max(f64::from(x.abs())));
        most = most.max(worst(ours, truth.iter().map(|&x| f64::from(x))).difference / largest);
    }
    most
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn it_stays_near_the_twin_and_near_the_gpu(recipe in recipe(), iterations in 1u32..6) {
        let scene = recipe.scene();
        for way in ways(&scene) {
            // by pass 4 the smallest islands are at their end
            let conjugate = way["solver"] == "conjugate-gradient";
            let passes = if conjugate { iterations.min(3) } else { iterations };
            let changes = merged(&way, json!({"iterations": passes}));
            let parameters = parameters(changes.clone());
            let mut single = Twin::<f32>::of(&scene, parameters.clone()).expect("a twin");
            let mut double = Twin::new(&scene, parameters.clone()).expect("a twin");
            let (frames, allowed) = held_to(parameters.solver);
            single.step(frames);
            double.step(frames);
            let mut simulation = simulation(&scene, changes);
            step(&mut simulation, frames);
            let (single, double, gpu) = (single.state(), double.state(), state(&mut simulation));
            for (what, truth) in [("the twin", &double), ("the GPU", &gpu)] {
                let found = apart(&single, truth);
                prop_assert!(found <= allowed, "{way}: {found:e} from {what}, allowed {allowed:e}");
            }
        }
    }
}

#[test]
fn the_same_bits_as_in_every_browser() {
    bits::check();
}
