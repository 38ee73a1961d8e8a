//! A body that is changed between steps: as a scene that was made so, on both machines; taken back by `reset`, kept by a rebuilding.

use beadwork::cpu::CpuMachine;
use beadwork::simulation::{BodyChange, Event, Ray};
use beadwork::{Code, Scene, Simulation};
use glam::DVec3;
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

#[test]
fn a_body_that_is_changed_while_contacts_are_off_is_met_once() {
    let scene = Scene::from_value(&json!({"version": 2, "bodies": [
        {"position": [0, 0, 0], "shape": {"type": "plane"}}, {"position": [0, 0.2, 0], "radius": 0.2}]}));
    let scene = scene.expect("a scene");
    for (name, mut one) in made(&scene) {
        one.set_body(0, BodyChange { friction: Some(0.25), ..NOTHING }).expect("a change");
        one.set_parameters(json!({"contacts": true}).as_object().expect("an object")).expect("contacts");
        step(&mut one, 1);
        let found = pollster::block_on(one.read_contacts().expect("asked")).expect("contacts");
        assert_eq!(found.len(), 1, "{name}: {found:?}");
    }
}

const NOTHING: BodyChange = BodyChange {
    friction: None,
    restitution: None,
    linear_damping: None,
    angular_damping: None,
    gravity_scale: None,
    group: None,
    collides_with: None,
    events: None,
};
const BOUNCING: BodyChange = BodyChange { restitution: Some(0.75), ..NOTHING };
const SMOOTH: BodyChange = BodyChange { friction: Some(0.0), ..NOTHING };

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
            let code = if path == "body" { Code::NotFound } else { Code::Parameter };
            assert_eq!((refused.code, refused.path.as_deref()), (code, Some(path)), "{what}");
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

fn read(fields: Value) -> BodyChange {
    BodyChange::read(fields.as_object().expect("an object")).expect("a change")
}

fn events(simulation: &mut Simulation) -> Vec<Event> {
    pollster::block_on(simulation.read_events().expect("a reading")).expect("events")
}

fn described(simulation: &mut Simulation) -> Scene {
    pollster::block_on(simulation.describe().expect("a scene")).expect("a scene")
}

/// Every field alone and all together, from the first step on and from the thirtieth.
#[test]
fn every_field_acts_as_in_a_scene_that_was_loaded_so() {
    let fields = [
        json!({"linearDamping": 3}),
        json!({"angularDamping": 5}),
        json!({"gravityScale": -0.25}),
        json!({"group": 2, "collidesWith": 2}),
        json!({"events": true}),
        json!({"linearDamping": 1, "angularDamping": 2, "gravityScale": 0.5, "group": 3, "events": true, "restitution": 0.5, "friction": 1}),
    ];
    let plain = ground(json!({}), json!({"angularVelocity": [0, 3, 0]}));
    for fields in fields {
        let mut other = ground(json!({}), json!({"angularVelocity": [0, 3, 0]}));
        let change = read(fields.clone());
        other.bodies.iter_mut().skip(1).for_each(|body| *body = body.with(change));
        for (((what, mut changed), (_, mut loaded)), (_, mut alone)) in
            made(&plain).into_iter().zip(made(&other)).zip(made(&plain))
        {
            let what = &format!("{what}, {fields}");
            for body in ["ball", "brick"] {
                changed.set_body(body, change).expect("a change");
            }
            for simulation in [&mut changed, &mut loaded, &mut alone] {
                step(simulation, 45);
            }
            assert_eq!(events(&mut changed), events(&mut loaded), "{what}");
            let [ours, theirs, unchanged] = [&mut changed, &mut loaded, &mut alone].map(state);
            assert_eq!(ours, theirs, "{what}");
            let told = fields.get("events").is_some();
            assert_eq!(
                ours == unchanged,
                told && fields.as_object().is_some_and(|fields| fields.len() == 1),
                "{what}"
            );
            assert_eq!(described(&mut changed), described(&mut loaded), "{what}");
            // and later on, against one that stood there and was described
            let mut from_there = described(&mut alone);
            alone.set_body(1, change).expect("a change");
            from_there.bodies[1] = from_there.bodies[1].with(change);
            let (_, mut resumed) =
                made(&from_there).into_iter().find(|(name, _)| what.starts_with(name)).expect("that one");
            for simulation in [&mut alone, &mut resumed] {
                step(simulation, 20);
            }
            let [ours, theirs] = [state(&mut alone), state(&mut resumed)];
            assert_eq!(
                (ours.positions, ours.linear_velocities),
                (theirs.positions, theirs.linear_velocities),
                "{what}"
            );
        }
    }
}

#[test]
fn what_is_set_and_set_back_leaves_no_trace_and_reset_takes_it_back() {
    let plain = ground(json!({}), json!({}));
    let change = read(
        json!({"linearDamping": 3, "gravityScale": 0.5, "group": 4, "collidesWith": 5, "events": true, "angularDamping": 1}),
    );
    let back = read(
        json!({"linearDamping": 0, "gravityScale": 1, "group": 1, "collidesWith": u32::MAX, "events": false, "angularDamping": 0}),
    );
    for ((what, mut changed), (_, mut alone)) in made(&plain).into_iter().zip(made(&plain)) {
        changed.set_body("ball", change).expect("a change");
        let [(1, fields)] = &changed.body_changes()[..] else { panic!("{what}: one change") };
        assert_eq!(read(fields.clone()), change, "only what differs is told");
        changed.set_body("ball", back).expect("a change");
        assert_eq!(changed.body_changes(), [(1, json!({}))], "{what}");
        for simulation in [&mut changed, &mut alone] {
            step(simulation, 30);
        }
        assert_eq!(state(&mut changed), state(&mut alone), "{what}");
        changed.set_body("ball", change).expect("a change");
        step(&mut changed, 10);
        assert_eq!(changed.loaded_scene(), plain, "{what}");
        let machine = Box::new(CpuMachine::<f32>::default());
        let rebuilt = pollster::block_on(changed.seed().rebuild_on(machine)).expect("a simulation");
        assert_eq!(rebuilt.scene().bodies[1], plain.bodies[1].with(change), "{what}");
        changed.reset().expect("a reset");
        alone.reset().expect("a reset");
        for simulation in [&mut changed, &mut alone] {
            step(simulation, 30);
        }
        assert_eq!(state(&mut changed), state(&mut alone), "{what}");
        assert!(!changed.kernels().contains(&"apply_drag") && !changed.tells(), "{what}");
    }
}

/// A ray goes by the group that a body has when it is cast, whether or not one was cast before.
#[test]
fn rays_know_a_new_group() {
    let plain = ground(json!({}), json!({}));
    let down = Ray { collides_with: 2, ..Ray::new(DVec3::new(0.0, 5.0, 0.0), DVec3::NEG_Y) };
    let met = |simulation: &mut Simulation| {
        let hits = pollster::block_on(simulation.cast_rays(&[down]).expect("rays")).expect("hits");
        hits[0].as_ref().map(|hit| hit.body)
    };
    for (what, mut simulation) in made(&plain) {
        assert_eq!(met(&mut simulation), None, "{what}");
        simulation.set_body("ball", read(json!({"group": 6}))).expect("a change");
        assert_eq!(met(&mut simulation), Some(1), "{what}");
        simulation.reset().expect("a reset");
        assert_eq!(met(&mut simulation), None, "{what}");
    }
}

#[test]
fn every_field_is_checked() {
    for (fields, path) in [
        (json!({"friction": 1, "linearDamping": -1}), "linearDamping"),
        (json!({"angularDamping": 1e7}), "angularDamping"),
        (json!({"gravityScale": null}), "gravityScale"),
        (json!({"group": 1.5}), "group"),
        (json!({"collidesWith": -1}), "collidesWith"),
        (json!({"events": 1}), "events"),
        (json!({"sensor": true}), "sensor"),
    ] {
        let refused = BodyChange::read(fields.as_object().expect("an object")).expect_err("no change");
        assert_eq!((refused.code, refused.path.as_deref()), (Code::Parameter, Some(path)));
    }
    let plain = ground(json!({}), json!({}));
    for (what, mut simulation) in made(&plain) {
        let wrong = BodyChange { linear_damping: Some(f32::NAN), gravity_scale: Some(0.0), ..NOTHING };
        let refused = simulation.set_body(1, wrong).expect_err("no number");
        assert_eq!(refused.path.as_deref(), Some("linearDamping"), "{what}");
        assert_eq!(*simulation.scene(), plain, "{what}");
    }
}
