//! How near a solver comes: the largest gap of a run, and its distance from the truth, which is a fine exact run.

use crate::common::*;
use beadwork::cpu::{CpuMachine, Number, Twin};
use beadwork::{Scene, Simulation};
use serde_json::{Value, json};

pub type Places = Vec<[f64; 3]>;

/// 40 beads of radius .25, 30° off the vertical.
pub fn necklace() -> Scene {
    scene("necklaces", json!({"chains": 1, "beads": 40}))
}

pub fn pendant(ratio: u32) -> Scene {
    scene("pendant", json!({"beads": 40, "radius": 0.25, "tilt": 0.5, "massRatio": ratio}))
}

pub fn twin(scene: &Scene, changes: Value) -> Twin {
    Twin::new(scene, parameters(changes)).expect("a twin")
}

pub fn places<N: Number>(twin: &Twin<N>) -> Places {
    twin.world().poses.iter().map(|pose| pose.position.to_array().map(|x| x.to_f64())).collect()
}

pub fn farthest(ours: &Places, truth: &Places) -> f64 {
    let distance = |(a, b): (&[f64; 3], &[f64; 3])| (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f64>().sqrt();
    ours.iter().zip(truth).map(distance).fold(0.0, f64::max)
}

pub fn truth(scene: &Scene, frames: u32, substeps: u32) -> Places {
    let mut twin = twin(scene, json!({"solver": "direct", "positions": "symplectic", "substeps": substeps}));
    twin.step(frames);
    places(&twin)
}

/// The largest gap of `frames`, and how far from `truth` after its frames.
pub fn gap_and_error(
    scene: &Scene,
    changes: &Value,
    frames: u32,
    (after, truth): (u32, &Places),
) -> [f64; 2] {
    let mut twin = twin(scene, changes.clone());
    let (mut gap, mut error) = (0.0f64, f64::NAN);
    for frame in 1..=frames {
        twin.step(1);
        gap = gap.max(twin.measure().max_gap_radii);
        if frame == after {
            error = farthest(&places(&twin), truth);
        }
    }
    [gap, error]
}

pub fn near(what: &str, found: [f64; 2], wanted: [f64; 2], allowed: f64) {
    println!("{what}: {found:.5?}");
    for (found, wanted) in found.into_iter().zip(wanted) {
        let off = (found / wanted - 1.0).abs();
        assert!(
            off <= allowed,
            "{what}: {found:.5}, should be {wanted}: off by {off:.2} of it, allowed {allowed}"
        );
    }
}

/// The same on the device and on the CPU.
pub fn machines(scene: &Scene, changes: &Value) -> Vec<(&'static str, Simulation)> {
    let on_cpu =
        Simulation::on(Box::new(CpuMachine::<f32>::default()), scene.clone(), parameters(changes.clone()));
    vec![
        ("CPU", pollster::block_on(on_cpu).expect("a simulation")),
        ("GPU", simulation(scene, changes.clone())),
    ]
}
