//! Joints that break have one event, in the frame in which they do.

use beadwork::scene::{Body, Joint, JointKind, Solid};
use beadwork::simulation::{Event, Push};
use beadwork::{Scene, Simulation};
use glam::Vec3;
use pollster::block_on;
use serde_json::{Value, json};

use crate::common::either::Either;

fn events(simulation: &mut Simulation) -> Vec<Event> {
    block_on(simulation.read_events().expect("asked")).expect("events")
}

/// Two balls of 2 kg that hang on one another, below one that is fixed, by joints of `kind` that bear 45 N and 30 N: they weigh 40 N and 20 N.
fn hanging(kind: &JointKind) -> Scene {
    let ball = |y: f32, fixed: bool| Body {
        position: Vec3::new(0.0, y, 0.0),
        mass: 2.0,
        inertia: Vec3::splat(0.01),
        fixed,
        ..Body::of(Solid::Sphere, 0.1)
    };
    let end = Vec3::new(0.0, -0.5, 0.0);
    let joint = |a: u32, force: f32| Joint {
        break_force: Some(force),
        ..Joint::new(kind.clone(), (a, end), (a + 1, -end))
    };
    Scene {
        gravity: Some(Vec3::new(0.0, -10.0, 0.0)),
        bodies: vec![ball(3.0, true), ball(2.0, false), ball(1.0, false)],
        joints: vec![joint(0, 45.0), joint(1, 30.0)],
        ..Scene::default()
    }
}

fn ways() -> [Value; 4] {
    [
        json!({ "solver": "direct", "substeps": 4 }),
        json!({ "solver": "direct", "positions": "pulled" }),
        json!({ "solver": "gauss-seidel", "iterations": 60, "substeps": 4 }),
        json!({ "solver": "direct", "substeps": 8, "contacts": true }),
    ]
}

fn pulled(machine: &mut Either, body: usize, newtons: f32) {
    let push = Push { force: Vec3::NEG_Y * newtons, ..Push::default() };
    machine.simulation().push(body, push).expect("a push");
    machine.step(1);
}

#[test]
fn a_joint_that_breaks_is_told_of_in_its_frame() {
    for kind in [JointKind::Point, JointKind::Hinge, JointKind::Fixed] {
        for way in ways() {
            for mut machine in Either::both(&hanging(&kind), &way) {
                let what = format!("{} {way} {}", kind.name(), machine.name());
                machine.step(10);
                assert!(events(machine.simulation()).is_empty(), "{what}: they hold");
                // 20 N more are 60 N above, which is too much, and 40 N below, which is too
                pulled(&mut machine, 2, 20.0);
                let both = [Event::Broke { joint: 0, frame: 11 }, Event::Broke { joint: 1, frame: 11 }];
                assert_eq!(events(machine.simulation()), both, "{what}");
                machine.step(10);
                assert!(events(machine.simulation()).is_empty(), "{what}: told twice");

                machine.simulation().reset().expect("a reset");
                machine.step(3);
                // 8 N on the upper ball alone
                pulled(&mut machine, 1, 8.0);
                machine.step(2);
                assert_eq!(events(machine.simulation()), [Event::Broke { joint: 0, frame: 4 }], "{what}");
            }
        }
    }
}

/// Joints that a state has as broken had their event when they broke.
#[test]
fn a_state_with_broken_joints_tells_nothing() {
    for mut machine in Either::both(&hanging(&JointKind::Hinge), &ways()[0]) {
        let name = machine.name();
        pulled(&mut machine, 1, 8.0);
        let state = crate::common::state(machine.simulation());
        assert_eq!(state.broken, [0], "{name}");
        machine.simulation().write_state(&state).expect("a state");
        machine.step(3);
        assert!(events(machine.simulation()).is_empty(), "{name}");
        assert_eq!(crate::common::state(machine.simulation()).broken, [0], "{name}: still broken");
        // one more breaks, and only that one has an event
        pulled(&mut machine, 2, 1e4);
        let found = events(machine.simulation());
        assert_eq!(found, [Event::Broke { joint: 1, frame: 5 }], "{name}");
        assert_eq!(machine.measure().events_dropped, 0, "{name}");
    }
}
