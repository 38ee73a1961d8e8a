//! The car: joints with springs, motors and servos beside contacts.

use std::f64::consts::TAU;

use beadwork::Scene;
use beadwork::scene::{Axis, JointKind};
use glam::DVec3;
use serde_json::json;

use crate::common::either::{Either, close};
use crate::common::scene;
use crate::{no_changes, wishes};

/// Ground, then the car.
const BODY: usize = 1;

fn is_wheel(kind: &JointKind) -> bool {
    matches!(kind, JointKind::SixDof { .. })
}

/// How far the springs stand from where they carry their share, m, at most.
fn sprung(scene: &Scene, machine: &mut Either) -> f64 {
    let readings = machine.readings();
    let wheels = scene.joints.iter().zip(&readings).filter(|(joint, _)| is_wheel(&joint.kind));
    wheels
        .map(|(joint, reading)| {
            let JointKind::SixDof { axes } = &joint.kind else { unreachable!() };
            let Axis::Moved { travel, .. } = axes[1] else { panic!("a wheel without a spring") };
            let [low, high] = travel.limit.expect("stops").map(f64::from);
            (reading.coordinates[1] - 0.5 * (low + high)).abs()
        })
        .fold(0.0, f64::max)
}

#[test]
fn a_parked_car_stands_on_its_springs() {
    let scene = scene("car", json!({"velocity": 0, "steering": 0}));
    for mut machine in Either::both(&scene, &wishes(&scene, no_changes())) {
        let what = machine.name();
        machine.step(90);
        let found = machine.body(BODY);
        let start = scene.bodies[BODY].position.as_dvec3();
        // wheels sink by some mm, as deep as a contact lies
        assert!(found.x.distance(start) < 0.01, "{what}: it went {} m", found.x.distance(start));
        assert!(found.v.length() < 0.01, "{what}: {} m/s", found.v.length());
        // what the cabin's place behind the middle makes of it
        let sprung = sprung(&scene, &mut machine);
        assert!(sprung < 0.01, "{what}: {sprung} m off where a spring carries its share");
    }
}

/// Over the bumps and through the wall, upright, shut, and round.
#[test]
fn a_car_drives_on() {
    let scene = scene("car", json!({}));
    for mut machine in Either::both(&scene, &wishes(&scene, no_changes())) {
        let what = machine.name();
        // on the GPU to behind the first bumps
        let frames = machine.allowed(390.0, 120.0) as u32;
        let (mut way, mut turned, mut last) = (0.0, 0.0, machine.body(BODY));
        let mut speeds = Vec::new();
        let mut lifted = 0f64;
        for frame in (0..frames).step_by(15) {
            machine.step(15);
            let now = machine.body(BODY);
            way += now.x.distance(last.x);
            speeds.push(now.v.length());
            turned += (last.q * DVec3::X).cross(now.q * DVec3::X).y.asin();
            last = now;
            let upright = (now.q * DVec3::Y).y;
            assert!(upright > 0.97, "{what}, frame {frame}: leans by {} rad", upright.acos());
            let measures = machine.measure();
            assert!(measures.max_gap < 2e-4, "{what}, frame {frame}: a gap of {} m", measures.max_gap);
            assert!(measures.max_angle < 5e-4, "{what}, frame {frame}: open by {} rad", measures.max_angle);
            assert!(measures.max_overshoot < 1e-3, "{what}: {} m past a stop", measures.max_overshoot);
            assert!(measures.max_depth < 0.02, "{what}, frame {frame}: {} m deep", measures.max_depth);
            assert_eq!(measures.contacts_dropped, 0, "{what}");
            lifted = lifted.max(sprung(&scene, &mut machine));
        }
        assert!(way > machine.allowed(14.0, 3.0), "{what}: it went {way} m only");
        // to the left, in the end by almost half a circle
        let [least, most] = [machine.allowed(0.4, 0.1), machine.allowed(0.6, 0.2)].map(|part| part * TAU);
        assert!((least..most).contains(&turned), "{what}: it turned by {turned} rad");
        // bricks in its way slow it down for moments
        let fastest = speeds.iter().rev().take(4).copied().fold(0.0, f64::max);
        assert!(fastest > 2.0, "{what}: {fastest} m/s at most in the last second");
        // the bumps are 8 cm high
        assert!(lifted > 0.03, "{what}: springs moved by {lifted} m only");
    }
}

#[test]
fn a_car_without_steering_goes_straight_and_back() {
    // towards where there is nothing to meet
    let scene = scene("car", json!({"velocity": -2, "steering": 0}));
    let mut twin = Either::twin(&scene, &wishes(&scene, no_changes()));
    let before = twin.body(BODY);
    let ahead = before.q * DVec3::X;
    twin.step(180);
    let end = twin.body(BODY);
    let way = (end.x - before.x).dot(ahead);
    assert!(way < -4.0, "{way} m");
    close("to the side, m", (end.x - before.x - way * ahead).length(), 0.0, 0.05);
    // the wheels sink a little, and are smaller by that
    close("speed, m/s", end.v.dot(ahead), -2.0, 0.06);
}
