//! XPBD: small steps over places, velocities by the same impulses.

use crate::common::*;
use beadwork::cpu::Twin;
use beadwork::Scene;
use serde_json::{Value, json};

/// 40 beads of radius .25, 30° off the vertical: the chain whose truth is known.
fn necklace() -> Scene {
    scene("necklaces", json!({"chains": 1, "beads": 40}))
}

/// Where the beads are after so many frames, m.
fn places<N: beadwork::cpu::Number>(twin: &Twin<N>) -> Vec<[f64; 3]> {
    twin.world().poses.iter().map(|pose| pose.position.to_array().map(|x| x.to_f64())).collect()
}

fn farthest(ours: &[[f64; 3]], truth: &[[f64; 3]]) -> f64 {
    let distance = |(a, b): (&[f64; 3], &[f64; 3])| (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f64>().sqrt();
    ours.iter().zip(truth).map(distance).fold(0.0, f64::max)
}

fn after_two_seconds(scene: &Scene, changes: Value) -> Vec<[f64; 3]> {
    let mut twin = Twin::new(scene, parameters(changes)).expect("a twin");
    twin.step(120);
    places(&twin)
}

#[test]
fn probe() {
    let scene = necklace();
    let truth = after_two_seconds(&scene, json!({"solver": "direct", "positions": "symplectic", "substeps": 16}));
    for changes in [
        json!({"solver": "xpbd"}),
        json!({"solver": "xpbd", "substeps": 80}),
        json!({"solver": "xpbd", "passOrder": "side-by-side"}),
        json!({"solver": "xpbd", "passOrder": "side-by-side", "substeps": 80}),
        json!({"solver": "xpbd", "substeps": 1, "iterations": 20}),
        json!({"solver": "gauss-seidel", "substeps": 20, "iterations": 1}),
        json!({"solver": "gauss-seidel", "substeps": 1, "iterations": 20}),
    ] {
        let mut twin = Twin::new(&scene, parameters(changes.clone())).expect("a twin");
        let (mut gap, mut off) = (0.0f64, 0.0);
        for frame in 0..600 {
            twin.step(1);
            gap = gap.max(twin.measure().max_gap_radii);
            if frame == 119 { off = farthest(&places(&twin), &truth); }
        }
        let m = twin.measure();
        println!("{changes} gap {gap:.5} off {off:.5} residual {} substeps {}", m.residual, twin.parameters().substeps);
    }
}
