//! Joints beside contacts: shut in place, and of second order where nothing touches, if that is asked for.

use beadwork::Scene;
use beadwork::cpu::Twin;
use serde_json::{Value, json};

use crate::common::either::Either;
use crate::common::{parameters, scene};
use crate::{no_changes, wishes};

const G: f64 = 9.81;

/// A bob of 1 kg on a rope of 1 m, let go level, above a ball that lies on the ground. `low`: it comes as far down as the
/// ball.
fn bob(low: bool) -> Scene {
    let height = if low { 1.25 } else { 2.0 };
    Scene::from_value(&json!({"version": 2, "contacts": true, "bodies": [
        {"shape": {"type": "plane"}, "position": [0, 0, 0], "fixed": true},
        {"radius": 0.2, "position": [0, 0.2, 0], "mass": 5},
        {"radius": 0.05, "position": [0, height, 0], "fixed": true},
        {"radius": 0.1, "position": [1, height, 0], "mass": 1},
    ], "joints": [{"type": "distance", "a": 2, "b": 3, "anchorA": [0, 0, 0], "anchorB": [0, 0, 0], "min": 0, "max": 1}]}))
    .expect("a scene")
}

fn way(positions: &str) -> Value {
    json!({"positions": positions, "substeps": 4})
}

/// Of the bob alone.
fn energy(machine: &mut Either) -> f64 {
    let bob = machine.body(3);
    0.5 * bob.v.length_squared() + G * bob.x.y
}

#[test]
fn a_bob_that_touches_nothing_keeps_its_energy_if_that_is_asked_for() {
    let kept = |machine: &mut Either, frames: u32| {
        let start = energy(machine);
        machine.step(frames);
        1.0 + (energy(machine) - start) / G
    };
    for mut machine in Either::both(&bob(false), &way("symplectic")) {
        let frames = machine.allowed(300.0, 120.0) as u32;
        let kept = kept(&mut machine, frames);
        let found = machine.measure();
        assert!((kept - 1.0).abs() < 1e-3, "{}: {kept}", machine.name());
        assert!(found.contacts > 0 && found.fell_back == 0, "{}: {found:?}", machine.name());
    }
    let kept = kept(&mut Either::twin(&bob(false), &way("auto")), 300);
    assert!(kept < 0.95, "projected it keeps {kept}");
}

/// It swings against the ball, which rolls away.
#[test]
fn a_bob_that_strikes_is_a_body_among_others() {
    for mut machine in Either::both(&bob(true), &way("symplectic")) {
        let (mut deepest, mut start) = (0f64, energy(&mut machine));
        for _ in 0..24 {
            machine.step(5);
            let found = machine.measure();
            let now = energy(&mut machine);
            assert!(now < start + 2e-3 * G, "{}: from {start} to {now} J", machine.name());
            start = start.min(now);
            deepest = deepest.max(found.max_depth);
            assert!(found.max_overshoot < 1e-4, "{}: {found:?}", machine.name());
        }
        let ball = machine.body(1);
        assert!(ball.x.x < -0.05 && deepest < 0.02, "{}: {ball:?}, {deepest} m deep", machine.name());
    }
}

#[test]
fn chains_in_a_crowd_stay_shut() {
    let scene = scene("pour", json!({}));
    for mut machine in Either::both(&scene, &wishes(&scene, no_changes())) {
        let mut gap = 0f64;
        for _ in 0..machine.allowed(12.0, 4.0) as u32 {
            machine.step(5);
            gap = gap.max(machine.measure().max_gap_radii);
        }
        // pulled, a tenth of a radius
        assert!(gap < 2e-4, "{}: {gap:e} radii", machine.name());
    }
}

/// Rounding moves its beads to and fro, and what shuts the joints must not turn them: 12 radii without the guard.
#[test]
fn a_long_chain_under_a_heavy_ball_stays_shut() {
    let scene = scene("wrecking", json!({"beads": 127, "massRatio": 1000}));
    let wished = parameters(wishes(&scene, json!({"substeps": 4})));
    let mut twin = Twin::<f32>::of(&scene, wished).expect("a twin");
    let mut most = 0.0_f64;
    for _ in 0..48 {
        twin.step(10);
        most = most.max(twin.measure().max_gap_radii);
    }
    assert!(most < 1e-3, "a gap of {most} radii");
}
