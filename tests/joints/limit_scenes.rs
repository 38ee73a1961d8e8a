//! The built-in scenes with limits, servos and ropes do what they are for, under `auto`.

use crate::common::*;
use beadwork::scene::JointKind;
use beadwork::{Scene, Simulation, State};
use serde_json::json;

/// The angle of each of the arm's servos.
fn angles(simulation: &mut Simulation) -> Vec<f32> {
    let readings = pollster::block_on(simulation.read_joints(None).expect("a reading")).expect("readings");
    readings.iter().take(5).map(|reading| reading.coordinates[3] as f32).collect()
}

/// Of each joint about its axis, N m.
fn torques(simulation: &mut Simulation) -> Vec<f32> {
    state(simulation).torques.iter().step_by(3).copied().collect()
}

fn mean_height(scene: &Scene, state: &State) -> f64 {
    // a fixed body weighs nothing here
    let masses = || scene.bodies.iter().map(|body| if body.fixed { 0.0 } else { f64::from(body.mass) });
    let heights = state.positions.chunks(3).map(|x| f64::from(x[1]));
    masses().zip(heights).map(|(mass, y)| mass * y).sum::<f64>() / masses().sum::<f64>()
}

#[test]
fn the_arm_comes_to_its_targets_and_holds_them() {
    let scene = scene("arm", json!({}));
    let servos: Vec<_> = scene.joints.iter().filter_map(|joint| joint.travel.servo).collect();
    assert_eq!(servos.len(), 5);
    let mut simulation = simulation(&scene, json!({}));
    for frames in [30, 30, 30, 150] {
        step(&mut simulation, frames);
        for (torque, servo) in torques(&mut simulation).iter().zip(&servos) {
            let most = servo.max_force.expect("a largest torque");
            assert!(torque.abs() <= 1.00001 * most, "{torque} N m, at most {most}");
        }
    }
    let found = angles(&mut simulation);
    for (angle, servo) in found.iter().zip(&servos) {
        // a spring yields under what it holds
        assert!((angle - servo.target).abs() < 0.05, "{found:?}");
    }
    // and stays there
    step(&mut simulation, 60);
    let later = angles(&mut simulation);
    assert!(found.iter().zip(&later).all(|(one, other)| (one - other).abs() < 1e-3), "{found:?}, {later:?}");
}

#[test]
fn the_arm_gives_way_under_too_much() {
    let scene = scene("arm", json!({"load": 100}));
    let mut simulation = simulation(&scene, json!({}));
    let shoulder = scene.joints[1].travel;
    let most = shoulder.servo.and_then(|servo| servo.max_force).expect("a largest torque");
    let mut largest = 0f32;
    for _ in 0..24 {
        step(&mut simulation, 10);
        largest = largest.max(torques(&mut simulation)[1].abs());
    }
    // beyond its largest torque only a stop holds
    assert!(largest >= 0.999 * most, "{largest} N m");
    let [low, _] = shoulder.limit.expect("stops");
    let angle = angles(&mut simulation)[1];
    assert!((angle - low).abs() < 0.01, "the shoulder is at {angle}, its stop at {low}");
}

#[test]
fn ragdolls_stay_within_their_limits_and_gain_nothing() {
    let scene = scene("ragdolls", json!({"count": 6}));
    let limited = scene.joints.iter().filter(|joint| joint.kind != JointKind::Point);
    assert_eq!(limited.count(), 6 * 9);
    for substeps in [1, 4] {
        let mut simulation = simulation(&scene, json!({"substeps": substeps}));
        let before = measure(&mut simulation);
        assert_eq!(before.max_overshoot, 0.0, "they begin within");
        let mut energy = before.kinetic_energy + before.potential_energy;
        for _ in 0..18 {
            step(&mut simulation, 10);
            let found = measure(&mut simulation);
            let now = found.kinetic_energy + found.potential_energy;
            // what a stop takes from a swing is gone; a substep's error is of its square, (h ω)² of some joules
            assert!(now < energy * 1.001, "{substeps} substeps: {now} J after {energy} J");
            energy = now;
            // a stop that is passed by more than 1e-4 rad is shut in the same substep. Where a body stops short at the
            // end of its fall it turns so much that the last round leaves 3e-3
            let allowed = if substeps == 1 { 5e-3 } else { 2e-4 };
            assert!(found.max_overshoot < allowed, "{substeps} substeps: {} rad", found.max_overshoot);
            assert!(found.max_gap < 1e-4 && found.max_angle < 1e-3, "{found:?}");
        }
    }
}

#[test]
fn ragdolls_that_drop_fall_freely() {
    let scene = scene("ragdoll-drop", json!({"count": 7}));
    let mut simulation = simulation(&scene, json!({"substeps": 4, "contacts": false, "damping": 0}));
    let before = mean_height(&scene, &state(&mut simulation));
    step(&mut simulation, 60);
    let fallen = before - mean_height(&scene, &state(&mut simulation));
    // implicit Euler falls by g h t/2 more than ½ g t², where a substep is not symplectic
    let (t, h) = (1.0, 1.0 / 240.0);
    let truth = 0.5 * 9.81 * t * t;
    assert!(
        fallen > truth - 1e-3 && fallen < truth + 0.5 * 9.81 * h * t + 1e-3,
        "{fallen} m, by law {truth}"
    );
    assert!(measure(&mut simulation).max_gap < 1e-4);
}

#[test]
fn a_rope_is_slack_until_it_is_drawn_out() {
    let scene = scene("rope", json!({"rods": 8}));
    let JointKind::Distance { min: 0.0, max } = scene.joints[0].kind else { panic!("a rope") };
    let mut simulation = simulation(&scene, json!({}));
    let height = |simulation: &mut Simulation| f64::from(state(simulation).positions[3 * 8 + 1]);
    let before = height(&mut simulation);
    step(&mut simulation, 12);
    let t = 12.0 / 60.0;
    let fallen = before - height(&mut simulation);
    let truth = 0.5 * 9.81 * t * t;
    assert!((fallen - truth).abs() < 1e-4, "slack it falls freely: {fallen} m, should be {truth}");
    for _ in 0..24 {
        step(&mut simulation, 10);
        let found = measure(&mut simulation);
        // a hundredth of a length, in the jerk in which it is taut
        assert!(found.max_overshoot < 0.01 * f64::from(max), "{} m too long", found.max_overshoot);
    }
    // hung with a weight, it is as long as it may get: the weight is where all eight are drawn out
    let found = state(&mut simulation);
    let end = |body: usize| glam::Vec3::from_slice(&found.positions[3 * body..]);
    let drawn = end(8).distance(end(0));
    assert!((drawn / (8.0 * max) - 1.0).abs() < 0.02, "{drawn} m of {}", 8.0 * max);
}

/// So taut that its bobs would swing across by more than a substep can follow. In single precision the rounding error
/// grew until the rope came apart by half a metre, within 100 frames.
#[test]
fn a_rope_of_three_hundred_rods_bears_a_thousand_times_its_bobs() {
    let scene = scene("rope", json!({"rods": 300, "massRatio": 1000, "slack": 0}));
    let mut simulation = simulation(&scene, json!({}));
    for _ in 0..10 {
        step(&mut simulation, 10);
        let found = measure(&mut simulation);
        assert!(found.max_gap_radii < 1e-3, "{found:?}");
        assert_eq!(found.fell_back, 0, "it is not tried, and so does not fall back");
    }
}
