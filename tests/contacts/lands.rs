//! People who fall: limited joints beside contacts.

use beadwork::scene::Solid;
use serde_json::json;

use crate::common::either::Either;
use crate::common::scene;
use crate::{no_changes, wishes};

#[test]
fn people_begin_apart() {
    let scene = scene("ragdoll-drop", json!({}));
    let mut twin = Either::twin(&scene, &wishes(&scene, no_changes()));
    twin.step(1);
    let measures = twin.measure();
    assert!(measures.max_depth < 1e-4, "{} m deep", measures.max_depth);
    assert!(measures.max_gap < 1e-5, "a gap of {} m", measures.max_gap);
}

#[test]
fn people_fall_to_the_ground_and_lie() {
    let scene = scene("ragdoll-drop", json!({"count": 1}));
    assert_eq!(scene.bodies[0].solid, Solid::Plane);
    for mut machine in Either::both(&scene, &wishes(&scene, no_changes())) {
        let what = machine.name();
        let frames = machine.allowed(240.0, 120.0) as u32;
        let mut fastest = 0f64;
        for frame in (0..frames).step_by(5) {
            machine.step(5);
            let measures = machine.measure();
            assert!(measures.max_gap < 1e-4, "{what}, frame {frame}: a gap of {} m", measures.max_gap);
            assert!(measures.max_overshoot < 5e-4, "{what}: {} rad past a stop", measures.max_overshoot);
            assert!(measures.max_depth < 0.02, "{what}, frame {frame}: {} m deep", measures.max_depth);
            assert_eq!(measures.contacts_dropped, 0, "{what}");
            fastest = machine.bodies().iter().map(|body| body.v.length()).fold(fastest, f64::max);
        }
        // they fell by more than half a metre
        assert!(fastest > 3.0, "{what}: {fastest} m/s");
        let bodies = machine.bodies();
        // of some 500 J; a head may still swing
        let left = machine.measure().kinetic_energy;
        assert!(left < machine.allowed(1.0, 20.0), "{what}: {left} J at the end");
        // the thinnest is 4 cm
        let lowest = bodies.iter().skip(1).map(|body| body.x.y).fold(f64::MAX, f64::min);
        assert!(lowest > 0.03, "{what}: a body's middle is {lowest} m above the ground");
        let highest = bodies.iter().map(|body| body.x.y).fold(0.0, f64::max);
        assert!(highest < 0.9, "{what}: somebody stands");
    }
}

#[test]
fn without_contacts_they_fall_through() {
    let scene = scene("ragdoll-drop", json!({"count": 1}));
    let mut twin = Either::twin(&scene, &wishes(&scene, json!({"contacts": false})));
    twin.step(60);
    assert!(twin.bodies().iter().skip(1).all(|body| body.x.y < -2.0));
    assert!(twin.measure().max_gap < 1e-4);
}
