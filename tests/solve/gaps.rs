//! How far exact joints come apart: the largest gap over all joints and ten seconds, 60 frames per second.

use crate::common::*;
use serde_json::{Value, json};

fn largest_gap(name: &str, options: Value, changes: Value) -> f64 {
    let mut simulation = simulation(&scene(name, options), changes);
    let mut largest = 0f64;
    for _ in 0..600 {
        step(&mut simulation, 1);
        let found = measure(&mut simulation);
        assert!(found.finite, "not finite at {} s", found.time);
        largest = largest.max(found.max_gap_radii);
    }
    println!("{name}: {largest:.2e} radii");
    largest
}

#[test]
fn a_swinging_necklace() {
    let options = json!({"chains": 4, "beads": 40, "radius": 0.25, "tilt": 30f64.to_radians()});
    let one = largest_gap("necklaces", options.clone(), json!({"solver": "direct"}));
    assert!(one < 0.06, "{one} radii at one substep");
    let four = largest_gap("necklaces", options, json!({"solver": "direct", "substeps": 4}));
    assert!(four < 0.006, "{four} radii at four substeps");
}

#[test]
fn a_thousandfold_weight() {
    let options = json!({"beads": 40, "radius": 0.25, "tilt": 30f64.to_radians(), "massRatio": 1000});
    let gap = largest_gap("pendant", options, json!({"solver": "direct"}));
    assert!(gap < 1e-3, "{gap} radii");
}
