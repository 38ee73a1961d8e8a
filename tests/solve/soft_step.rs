//! Soft steps: springs that each substep can follow, and a pass that relaxes. Figures without a reason beside them are those of an
//! implementation of its own in f64 (numpy): largest gap in radii of ten seconds, and distance from the truth in m.

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
    let scene = necklace();
    let truth = truth(&scene, 120, 16);
    for (changes, wanted) in [
        (json!({}), [0.005, 0.022]),
        (json!({"substeps": 40}), [0.00029, 0.0021]),
        // no number of substeps makes what has a frequency of its own firmer
        (json!({"softness": 60}), [0.028, 0.16]),
        (json!({"softness": 60, "substeps": 40}), [0.026, 0.16]),
    ] {
        near(
            &changes.to_string(),
            gap_and_error(&scene, &soft(changes.clone()), 600, (120, &truth)),
            wanted,
            0.05,
        );
    }
}

/// A swing under a heavy weight is a matter of where digits are cut; a fifth covers that.
#[test]
fn pendants_are_as_near_as_known() {
    for (ratio, substeps, wanted) in
        [(100, 10, [0.02, 0.15]), (1000, 10, [0.18, 0.59]), (1000, 40, [0.011, 0.085])]
    {
        let scene = pendant(ratio);
        let truth = truth(&scene, 120, 16);
        let changes = soft(json!({"substeps": substeps}));
        near(
            &format!("{ratio}: {changes}"),
            gap_and_error(&scene, &changes, 600, (120, &truth)),
            wanted,
            0.2,
        );
    }
}

/// Joints of every kind, with springs, stops, motors and servos: by many substeps it comes to where the exact solver does.
#[test]
fn joints_of_every_kind_go_where_the_exact_solver_takes_them() {
    for (name, options, allowed) in [
        ("linkage", json!({}), 2e-3),
        ("springs", json!({}), 5e-3),
        ("arm", json!({}), 2e-2),
        ("rope", json!({"rods": 6, "slack": 0}), 5e-3),
        ("track", json!({"plates": 10}), 2e-2),
    ] {
        let scene = scene(name, options);
        let run = |changes: Value| {
            let mut twin = twin(&scene, changes);
            twin.step(30);
            places(&twin)
        };
        let truth = run(json!({"solver": "direct", "substeps": 64}));
        let [few, many] =
            [10, 80].map(|substeps| farthest(&run(soft(json!({"substeps": substeps}))), &truth));
        println!("{name}: {few:.5} {many:.5}");
        assert!(many < allowed, "{name}: {many} m at 80 substeps, {few} at 10");
    }
}

/// A bead at its anchor's own place: a pass leaves V = −s κ C, the move takes s κ h of the gap with it, and the pass that relaxes leaves
/// the bead at rest. So does every substep. w = 2πf, a₁ = 4 + hw, a₂ = hw a₁, s κ h = a₂/(1 + a₂) hw/a₁.
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
    for (name, options) in [("arm", json!({})), ("necklaces", json!({"chains": 1, "beads": 9}))] {
        let scene = scene(name, options);
        let pairs = machines(&scene, &soft(json!({}))).into_iter().zip(machines(&scene, &soft(json!({}))));
        for ((machine, mut first), (_, mut second)) in pairs {
            step(&mut first, 20);
            let kept = state(&mut first);
            second.write_state(&kept).expect("its state");
            step(&mut first, 20);
            step(&mut second, 20);
            let [first, second] = [state(&mut first), state(&mut second)];
            assert_eq!(first.positions, second.positions, "{name} on the {machine}");
            assert_eq!(first.multipliers, second.multipliers, "{name} on the {machine}");
        }
    }
}

/// The force of a motor keeps to its bound, and its way ends at the stop.
#[test]
fn a_motor_pushes_no_harder_than_it_may() {
    let scene = Scene::from_value(&json!({"version": 2, "gravity": [0, 0, 0],
        "bodies": [{"position": [0, 0, 0], "radius": 0.1, "mass": 1, "fixed": true}, {"position": [0, 0, 0], "radius": 0.1, "mass": 2}],
        "joints": [{"type": "slider", "a": 0, "b": 1, "anchorA": [0, 0, 0], "anchorB": [0, 0, 0], "axisA": [1, 0, 0], "axisB": [1, 0, 0],
            "motor": {"speed": 4, "maxForce": 3}, "limit": [-1, 0.7]}]}))
    .expect("a scene");
    for (name, mut simulation) in machines(&scene, &soft(json!({}))) {
        step(&mut simulation, 30);
        let found = state(&mut simulation);
        // F t/m, and half of that by t
        let (v, x) = (f64::from(found.linear_velocities[3]), f64::from(found.positions[3]));
        assert!((v - 0.75).abs() < 1e-4 && (x - 0.1875).abs() < 2e-3, "{name}: {v} m/s, {x} m");
        step(&mut simulation, 120);
        let x = f64::from(state(&mut simulation).positions[3]);
        assert!((x - 0.7).abs() < 1e-3, "{name}: {x} m, the stop is at 0.7");
    }
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
    let pour = scene("pour", json!({"chains": 2}));
    for (name, mut simulation) in machines(&pour, &soft(json!({"iterations": 4}))) {
        let mut gap = 0.0f64;
        for _ in 0..20 {
            step(&mut simulation, 15);
            let found = measure(&mut simulation);
            gap = gap.max(found.max_gap_radii);
            assert!(found.finite, "{name}");
        }
        let found = measure(&mut simulation);
        println!("{name}: gap {gap}, depth {}", found.max_depth);
        assert!(
            gap < 0.1 && found.contacts > 0 && found.max_depth < 0.02,
            "{name}: {gap} radii open, {} m deep",
            found.max_depth
        );
    }
}
