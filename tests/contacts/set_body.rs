//! A body that is changed between steps: as a scene that was made so, on both machines; taken back by `reset`, kept by a rebuilding.

use beadwork::cpu::CpuMachine;
use beadwork::simulation::BodyChange;
use beadwork::{Code, Scene, Simulation};
use serde_json::{Value, json};

use crate::common::{parameters, simulation, state, step};
use crate::wishes;

/// A ball above the ground, and a box that slides over it.
fn ground(ball: Value, brick: Value) -> Scene {
    let with = |mut body: Value, more: Value| {
        body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        body
    };
    let scene = json!({"version": 2, "contacts": true, "bodies": [
        {"position": [0, 0, 0], "shape": {"type": "plane"}},
        with(json!({"name": "ball", "position": [0, 1.0, 0], "radius": 0.2}), ball),
        with(json!({"name": "brick", "position": [5, 0.2, 0], "linearVelocity": [3, 0, 0],
            "shape": {"type": "box", "halfExtents": [0.2, 0.2, 0.2]}}), brick),
    ]});
    Scene::from_value(&scene).expect("a scene")
}

/// Machines that keep the numbers that a state has.
fn made(scene: &Scene) -> [(&'static str, Simulation); 2] {
    let wished = || wishes(scene, json!({}));
    let cpu = Simulation::on(Box::new(CpuMachine::<f32>::default()), scene.clone(), parameters(wished()));
    [("cpu", pollster::block_on(cpu).expect("a simulation")), ("gpu", simulation(scene, wished()))]
}

const BOUNCING: BodyChange = BodyChange { friction: None, restitution: Some(0.75) };
const SMOOTH: BodyChange = BodyChange { friction: Some(0.0), restitution: None };

#[test]
fn a_changed_body_goes_on_as_one_that_was_loaded_so() {
    let plain = ground(json!({}), json!({}));
    let other = ground(json!({"restitution": 0.75}), json!({"friction": 0}));
    for (((what, mut changed), (_, mut loaded)), (_, mut alone)) in
        made(&plain).into_iter().zip(made(&other)).zip(made(&plain))
    {
        let before = state(&mut changed);
        changed.set_body("ball", BOUNCING).expect("a change");
        changed.set_body(2, SMOOTH).expect("a change");
        assert_eq!(state(&mut changed), before, "{what}: the state stays");
        for simulation in [&mut changed, &mut loaded, &mut alone] {
            step(simulation, 42);
        }
        let [ours, theirs, unchanged] = [&mut changed, &mut loaded, &mut alone].map(state);
        assert_eq!(ours, theirs, "{what}");
        // 0.3 s after it met the ground the one is in the air again, and the other slides on
        assert!(ours.positions[4] > 0.3 && unchanged.positions[4] < 0.21, "{what}: {}", ours.positions[4]);
        assert!(ours.linear_velocities[6] > 2.99 && unchanged.linear_velocities[6] < 0.1, "{what}");
        let described = pollster::block_on(changed.describe().expect("a scene")).expect("a scene");
        assert_eq!((described.bodies[1].restitution, described.bodies[2].friction), (0.75, 0.0));
    }
}

#[test]
fn reset_takes_it_back_and_a_rebuilding_keeps_it() {
    let plain = ground(json!({}), json!({}));
    for ((what, mut changed), (_, mut alone)) in made(&plain).into_iter().zip(made(&plain)) {
        changed.set_body("ball", BOUNCING).expect("a change");
        changed.set_body("brick", SMOOTH).expect("a change");
        assert_eq!(changed.loaded_scene(), plain, "{what}");
        assert_eq!(changed.body_changes().len(), 2, "{what}");
        let seed = changed.seed();
        let machine = Box::new(CpuMachine::<f32>::default());
        let rebuilt = pollster::block_on(seed.rebuild_on(machine)).expect("a simulation");
        assert_eq!(rebuilt.scene().bodies[1].restitution, 0.75, "{what}");
        assert_eq!(rebuilt.loaded_scene(), plain, "{what}");
        step(&mut changed, 60);
        changed.reset().expect("a reset");
        assert!(changed.body_changes().is_empty(), "{what}");
        step(&mut changed, 60);
        step(&mut alone, 60);
        assert_eq!(state(&mut changed), state(&mut alone), "{what}");
    }
}

#[test]
fn what_no_scene_may_have_is_refused_and_changes_nothing() {
    let plain = ground(json!({}), json!({}));
    for (what, mut simulation) in made(&plain) {
        for (body, change, path) in [
            (3, SMOOTH, "body"),
            (1, BodyChange { friction: Some(-0.1), ..BOUNCING }, "friction"),
            (1, BodyChange { friction: Some(f32::NAN), ..BOUNCING }, "friction"),
            (1, BodyChange { restitution: Some(1.5), ..SMOOTH }, "restitution"),
        ] {
            let refused = simulation.set_body(body, change).expect_err("out of range");
            assert_eq!((refused.code, refused.path.as_deref()), (Code::Parameter, Some(path)), "{what}");
        }
        assert_eq!(*simulation.scene(), plain, "{what}");
    }
    let read = |fields: Value| BodyChange::read(fields.as_object().expect("an object"));
    assert_eq!(
        read(json!({"friction": 0, "restitution": 0.75})),
        Ok(BodyChange { friction: Some(0.0), ..BOUNCING })
    );
    for (fields, path) in [
        (json!({"mass": 1}), "mass"),
        (json!({"friction": "1"}), "friction"),
        (json!({"restitution": 2}), "restitution"),
    ] {
        let refused = read(fields).expect_err("no change");
        assert_eq!((refused.code, refused.path.as_deref()), (Code::Parameter, Some(path)));
    }
}
