//! Gravity once a frame: what it makes of small steps.

use super::nearness::*;
use crate::common::*;
use beadwork::Scene;
use serde_json::{Value, json};

fn once(changes: Value) -> Value {
    merged(&json!({"solver": "gauss-seidel", "iterations": 1, "forces": "once"}), changes)
}

/// A ball has all of the frame's speed from its first substep on: after n frames it is n (n + 1)/2 g Δt² lower, as with one
/// substep. With gravity in each of S substeps a frame's own fall is (S + 1)/(2 S) of that.
#[test]
fn what_falls_falls_as_in_one_substep() {
    let scene = Scene::from_value(&json!({"version": 2, "gravity": [0, -9.81, 0],
        "bodies": [{"position": [0, 0, 0], "radius": 0.1}, {"position": [1, 0, 0], "radius": 0.1, "gravityScale": 0}],
        "joints": []}))
    .expect("a scene");
    let (frames, dt) = (30u32, 1.0 / 60.0);
    for substeps in [1, 5, 20] {
        for (name, mut simulation) in machines(&scene, &once(json!({"substeps": substeps}))) {
            step(&mut simulation, frames);
            let fell = -0.5 * 9.81 * dt * dt * f64::from(frames * (frames + 1));
            let found = f64::from(state(&mut simulation).positions[1]);
            assert!((found - fell).abs() < 2e-6, "{name}, {substeps} substeps: {found}, should be {fell}");
            // what feels no gravity: the share that it has less of is taken substep by substep
            let floats = f64::from(state(&mut simulation).linear_velocities[4]);
            assert!(floats.abs() < 1e-5, "{name}, {substeps} substeps: it falls by {floats} m/s");
        }
    }
}

/// As an independent implementation in f64 (numpy) has it: 0.090, 0.093 and 0.094 m from the truth at 20, 40 and 80 substeps, while the
/// gap shrinks twentyfold. That is the error of one step, which gravity in every substep does not have.
#[test]
fn small_steps_shut_the_necklace_and_leave_the_error_of_one_step() {
    let scene = necklace();
    let truth = truth(&scene, 120, 16);
    let found = |changes: Value| gap_and_error(&scene, &changes, 600, (120, &truth));
    let [coarse, middle, fine] = [20, 40, 80].map(|substeps| found(once(json!({"substeps": substeps}))));
    for (one, wanted) in [(coarse, 0.09), (middle, 0.093), (fine, 0.094)] {
        assert!((one[1] / wanted - 1.0).abs() < 0.15, "{} m from the truth, should be {wanted}", one[1]);
    }
    assert!(coarse[0] / fine[0] > 10.0, "gaps of {} and {} radii", coarse[0], fine[0]);
    let [_, each] = found(once(json!({"substeps": 80, "forces": "each"})));
    assert!(fine[1] > 30.0 * each, "{} m once, {each} m each", fine[1]);
}

/// In one substep a frame's gravity is that substep's.
#[test]
fn in_one_substep_it_makes_no_difference() {
    for (name, options) in [("necklaces", json!({"chains": 2, "beads": 9})), ("linkage", json!({}))] {
        let scene = scene(name, options);
        for (of, mut simulation) in machines(&scene, &once(json!({"iterations": 4, "substeps": 1}))) {
            let each = once(json!({"iterations": 4, "substeps": 1, "forces": "each"}));
            let (_, mut other) = machines(&scene, &each).into_iter().find(|(one, _)| *one == of).expect("it");
            step(&mut simulation, 20);
            step(&mut other, 20);
            let (ours, theirs) = (state(&mut simulation).positions, state(&mut other).positions);
            let off = ours.iter().zip(&theirs).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(off < 1e-5, "{name}, {of}: {off} m apart");
        }
    }
}

/// Potential energy is that of the gravity that there is.
#[test]
fn measures_know_of_gravity() {
    let scene = necklace();
    let [ours, theirs] = ["once", "each"].map(|forces| {
        twin(&scene, once(json!({"substeps": 4, "forces": forces}))).measure().potential_energy
    });
    assert_eq!(ours, theirs);
}

/// A wall of bricks stands either way. A whole frame's fall in the first substep makes its bricks creep, by 28 mm in four seconds.
#[test]
fn what_stands_stands() {
    let scene = scene("pyramid", json!({"base": 4}));
    for (forces, most) in [("each", 0.02), ("once", 0.05)] {
        let mut twin = twin(&scene, json!({"forces": forces, "substeps": 8}));
        let before = places(&twin);
        twin.step(240);
        let moved = farthest(&places(&twin), &before);
        println!("{forces}: {moved} m");
        assert!(moved < most, "{forces}: {moved} m");
    }
}
