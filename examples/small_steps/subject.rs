//! Scenes whose truth is known, as well as the exact solver can tell, and how far a run is from it.

use beadwork::benchmark::stability::in_parallel;
use beadwork::cpu::{Number, Twin};
use beadwork::scene::built_in;
use beadwork::{Parameters, Scene};
use serde_json::{Value, json};

/// Substeps of the run that counts as the truth.
pub const FINE: u32 = 16;

#[derive(Clone)]
pub struct Subject {
    pub what: &'static str,
    pub scene: Scene,
    /// Frames until it is compared with the truth, and in all.
    pub frames: [u32; 2],
    pub truth: Vec<[f64; 3]>,
}

pub fn subjects(quick: bool) -> Vec<Subject> {
    let pendant = |ratio: u32| json!({"beads": 40, "radius": 0.25, "tilt": 0.5, "massRatio": ratio});
    let long = if quick { 120 } else { 600 };
    let all = [
        ("necklace", "necklaces", json!({"chains": 1, "beads": 40}), [120, long]),
        ("pendant, 100 : 1", "pendant", pendant(100), [120, long]),
        ("pendant, 1,000 : 1", "pendant", pendant(1000), [120, long]),
        ("pendant, 10,000 : 1", "pendant", pendant(10_000), [120, long]),
        ("ring", "ring", json!({"beads": 40, "radius": 0.1}), [30, long]),
        (
            "net 16 × 16",
            "net",
            json!({"rows": 16, "columns": 16, "radius": 0.1}),
            [30, if quick { 30 } else { 240 }],
        ),
    ];
    let make = |(what, name, options, frames): &(&'static str, &str, Value, [u32; 2])| {
        let scene = built_in::build(name, options.as_object().expect("an object")).expect("a built-in scene");
        let mut twin = Twin::new(
            &scene,
            parameters(&json!({"solver": "direct", "positions": "symplectic", "substeps": FINE})),
        )
        .expect("a twin");
        twin.step(frames[0]);
        Subject { what, scene, frames: *frames, truth: places(&twin) }
    };
    in_parallel(&all, make, |_| {})
}

pub fn parameters(changes: &Value) -> Parameters {
    Parameters::default().with(changes.as_object().expect("an object")).expect("parameters")
}

pub fn places<N: Number>(twin: &Twin<N>) -> Vec<[f64; 3]> {
    twin.world().poses.iter().map(|pose| pose.position.to_array().map(N::to_f64)).collect()
}

pub fn farthest(ours: &[[f64; 3]], truth: &[[f64; 3]]) -> f64 {
    let squares = |(a, b): (&[f64; 3], &[f64; 3])| (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f64>();
    ours.iter().zip(truth).map(squares).fold(0.0, f64::max).sqrt()
}
