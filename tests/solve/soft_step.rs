//! Soft steps: springs that each substep can follow, and a pass that relaxes. Figures without a reason beside them are
//! those of an independent implementation in f64 (numpy). They are the largest gap in radii of ten seconds, and the
//! distance from the truth in m.

use super::nearness::*;
use crate::common::*;
use beadwork::Scene;
use serde_json::{Value, json};

fn soft(changes: Value) -> Value {
    merged(&json!({"solver": "soft-step"}), changes)
}

/// Two digits of both: 5 % is their rounding.
#[test]
fn the_necklace_is_as_near_as_known() {
    let ways = [
        (soft(json!({})), [0.005, 0.022]),
        (soft(json!({"substeps": 40})), [0.00029, 0.0021]),
        // no number of substeps makes a joint firmer that has a frequency of its own
        (soft(json!({"softness": 60})), [0.028, 0.16]),
        (soft(json!({"softness": 60, "substeps": 40})), [0.026, 0.16]),
    ];
    is_as_near_as_known(&necklace(), &ways, 0.05);
}

/// A swing under a heavy weight is a matter of where digits are cut; a fifth covers that.
#[test]
fn pendants_are_as_near_as_known() {
    is_as_near_as_known(&pendant(100), &[(soft(json!({})), [0.02, 0.15])], 0.2);
    let ways = [(soft(json!({})), [0.18, 0.59]), (soft(json!({"substeps": 40})), [0.011, 0.085])];
    is_as_near_as_known(&pendant(1000), &ways, 0.2);
}

/// Joints of every kind, with springs, stops, motors and servos: by many substeps it comes to where the exact solver does.
#[test]
fn joints_of_every_kind_go_where_the_exact_solver_takes_them() {
    goes_where_the_exact_solver_does(&soft(json!({})), 10);
}

/// A bead at its anchor's own place. A pass leaves V = −s κ C, the move takes s κ h of the gap with it, and the pass
/// that relaxes leaves the bead at rest. So does every substep. w = 2πf, a₁ = 4 + hw, a₂ = hw a₁, s κ h = a₂/(1 + a₂)
/// hw/a₁.
#[test]
fn a_gap_closes_by_a_share_that_frequency_and_damping_tell() {
    let scene = Scene::from_value(&json!({"version": 2, "gravity": [0, 0, 0],
        "bodies": [{"position": [0, 0, 0], "radius": 0.1, "fixed": true}, {"position": [0.03, 0.04, 0], "radius": 0.1, "mass": 2}],
        "joints": [{"type": "point", "a": 0, "b": 1, "anchorA": [0, 0, 0], "anchorB": [0, 0, 0]}]}))
    .expect("a scene");
    for (substeps, softness, hertz) in
        [(1, json!("auto"), 15.0), (4, json!("auto"), 60.0), (4, json!(12), 12.0), (4, json!(70), 60.0)]
    {
        let hw = 2.0 * std::f64::consts::PI * hertz / (60.0 * f64::from(substeps));
        let a2 = hw * (4.0 + hw);
        let left = 1.0 - a2 / (1.0 + a2) * hw / (4.0 + hw);
        let mut twin = twin(&scene, soft(json!({"substeps": substeps, "softness": softness, "damping": 0})));
        twin.step(3);
        // positions of a scene are f32
        let (gap, wanted) = (twin.measure().max_gap_radii, 0.5 * left.powi(3 * substeps));
        assert!((gap - wanted).abs() < 1e-7, "{substeps}, {softness} Hz: {gap}, should be {wanted}");
        let speed = twin.world().velocities[1].linear.length();
        assert!(speed < 1e-12, "{substeps}, {softness} Hz: {speed} m/s");
    }
}

/// λ is all that it keeps, and a state has it: drives and stops with friction go on from there to the same bits.
#[test]
fn it_goes_on_from_a_state_to_the_same_bits() {
    goes_on_from_a_state(&soft(json!({})));
}

/// The force of a motor keeps to its bound, and its way ends at the stop.
#[test]
fn a_motor_pushes_no_harder_than_it_may() {
    keeps_to_its_bound(&soft(json!({})), (0.1875, 1e-4), (120, 1e-3));
}

/// Without joints a substep is that of any solver; with them what is poured stays whole and comes to rest.
#[test]
fn bodies_that_touch_are_pushed_apart_around_its_passes() {
    let stack = scene("stack", json!({"boxes": 3}));
    let run = |solver: &str| {
        let mut twin = twin(&stack, json!({"solver": solver, "substeps": 8}));
        twin.step(60);
        places(&twin)
    };
    assert_eq!(run("soft-step"), run("jacobi"));
    stays_whole_in_a_heap(&soft(json!({"iterations": 4})), 0.1, 0.02);
}
