//! Joints to the world hold as joints to a fixed body do. They come and go while it runs, and nothing shows the body
//! that stands for the world.

use crate::common::every_machine::{MACHINES, on_cpu};
use crate::common::*;
use beadwork::scene::{Joint, JointKind, Travel, WORLD, read_bodies};
use beadwork::topology::Topology;
use beadwork::{Code, Push, Ray, Scene, Simulation, State};
use glam::{DVec3, Vec3};
use serde_json::{Map, Value, json};

fn document(value: &Value) -> Scene {
    Scene::from_json(&value.to_string()).expect("a scene")
}

fn described(simulation: &mut Simulation) -> beadwork::Result<Scene> {
    pollster::block_on(simulation.describe()?)
}

fn object(value: Value) -> Map<String, Value> {
    value.as_object().expect("an object").clone()
}

fn joint_list(simulation: &mut Simulation, list: Value) -> beadwork::Result<Vec<usize>> {
    let joints = simulation.read_joint_list(&list)?;
    simulation.add_joints(&joints)
}

const KINDS: [&str; 8] = ["point", "hinge", "slider", "fixed", "universal", "cone", "distance", "six-dof"];

/// A box that hangs beside a point of the world, or beside a fixed body that stands there turned by nothing.
fn hung(kind: &str, from_world: bool, world_is_b: bool) -> Value {
    let place = [0.25, 1.5, -0.5];
    let mut joint = json!({ "type": kind });
    let (world, body) = if world_is_b { ("b", "a") } else { ("a", "b") };
    let anchor = |end: &str| format!("anchor{}", end.to_uppercase());
    joint[world] = if from_world { json!("world") } else { json!(1) };
    joint[anchor(world)] = if from_world { json!(place) } else { json!([0, 0, 0]) };
    joint[body] = json!(0);
    joint[anchor(body)] = json!([-0.5, 0.125, 0]);
    match kind {
        "hinge" => joint["limit"] = json!([-0.5, 0.5]),
        "slider" => joint["servo"] = json!({ "target": 0.25, "hertz": 2 }),
        "cone" => (joint["swing"], joint["twist"]) = (json!(0.5), json!([-0.25, 0.25])),
        "distance" => (joint["min"], joint["max"]) = (json!(0.0), json!(0.75)),
        "six-dof" => {
            joint["axes"] = json!({ "x": "fixed", "y": { "softness": { "hertz": 3 } }, "z": "fixed",
                "rx": { "limit": [-0.5, 0.75] }, "ry": "free", "rz": { "motor": { "speed": 1, "maxForce": 2 } } });
        }
        _ => {}
    }
    if !["point", "distance"].contains(&kind) {
        joint[if world_is_b { "axisB" } else { "axisA" }] = json!([0, 0.6, 0.8]);
    }
    let mut bodies =
        vec![json!({ "position": [0.75, 1.375, -0.5], "mass": 2, "angularVelocity": [0.5, 0, 1],
        "shape": { "type": "box", "halfExtents": [0.3, 0.1, 0.2] } })];
    if !from_world {
        bodies.push(json!({ "position": place, "radius": 0.5, "fixed": true }));
    }
    json!({ "version": 2, "bodies": bodies, "joints": [joint] })
}

fn numbers_of(state: &State) -> Vec<f32> {
    let arrays = [&state.positions, &state.rotations, &state.linear_velocities, &state.angular_velocities];
    // of the box alone
    arrays.iter().zip([3, 4, 3, 3]).flat_map(|(array, width)| array[..width].to_vec()).collect()
}

#[test]
fn a_joint_to_the_world_holds_as_one_to_a_fixed_body() {
    for kind in KINDS {
        for world_is_b in [false, true] {
            for solver in ["direct", "gauss-seidel"] {
                for (name, made) in MACHINES {
                    let changes = json!({ "solver": solver });
                    let [mut world, mut body] = [true, false]
                        .map(|from_world| made(&document(&hung(kind, from_world, world_is_b)), &changes));
                    step(&mut world, 30);
                    step(&mut body, 30);
                    let [one, other] =
                        [&mut world, &mut body].map(|simulation| numbers_of(&state(simulation)));
                    // anchors lie elsewhere, so sums round otherwise: in f32 400 half-ulps of 2 m, or of 2 m/s, over 120 substeps.
                    // In f64 it is the digits of a state, and how far a half may miss a stop
                    let allowed = if name == "CPU, f64" { 1e-5 } else { 5e-5 };
                    let off = one.iter().zip(&other).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
                    assert!(off <= allowed, "{kind}, {solver}, {name}, b {world_is_b}: off by {off:e}");
                    let moved = (one[0] - 0.75).abs() + (one[1] - 1.375).abs() + (one[6] - 1.0).abs();
                    assert!(kind == "fixed" || moved > 1e-3, "{kind}, {name}: it hangs still");
                    let [at_world, at_body] =
                        [&mut world, &mut body].map(|simulation| readings(simulation)[0].clone());
                    assert_eq!(at_world.states, at_body.states, "{kind}, {solver}, {name}");
                    for (a, b) in at_world.coordinates.iter().zip(at_body.coordinates) {
                        assert!(
                            (a - b).abs() < 1e-4 || a.is_nan() && b.is_nan(),
                            "{kind}, {name}: {a} and {b}"
                        );
                    }
                    let [at_world, at_body] = [&mut world, &mut body].map(measure);
                    assert!(
                        (at_world.kinetic_energy + at_world.potential_energy
                            - at_body.kinetic_energy
                            - at_body.potential_energy)
                            .abs()
                            < 1e-3,
                        "{kind}, {name}"
                    );
                    assert!(at_world.finite && at_world.max_gap_radii.is_finite(), "{kind}, {name}");
                }
            }
        }
    }
    no_gpu_errors();
}

#[test]
fn a_pendulum_in_the_origin_has_the_bits_of_one_on_a_fixed_body() {
    let pendulum = |from_world: bool| {
        let mut bodies = vec![json!({ "position": [0.5, 0, 0], "radius": 0.1 })];
        if !from_world {
            bodies.push(json!({ "position": [0, 0, 0], "radius": 0.1, "fixed": true }));
        }
        let a = if from_world { json!("world") } else { json!(1) };
        let joint = json!({ "type": "point", "a": a, "b": 0, "anchorA": [0, 0, 0], "anchorB": [-0.5, 0, 0] });
        document(&json!({ "version": 2, "bodies": bodies, "joints": [joint] }))
    };
    for (name, made) in MACHINES {
        let [one, other] = [true, false].map(|from_world| {
            let mut simulation = made(&pendulum(from_world), &json!({}));
            step(&mut simulation, 60);
            numbers_of(&state(&mut simulation)).iter().map(|x| x.to_bits()).collect::<Vec<u32>>()
        });
        assert_eq!(one, other, "{name}");
    }
    no_gpu_errors();
}

#[test]
fn what_stands_for_the_world_is_never_seen() {
    let ray = Ray::new(DVec3::new(50.0, 50.0, 50.0), DVec3::X);
    for (name, made) in MACHINES {
        let mut simulation = made(&document(&hung("hinge", true, false)), &json!({}));
        step(&mut simulation, 3);
        assert_eq!((simulation.bodies(), simulation.body_count()), (vec![0], 1), "{name}");
        let poses = pollster::block_on(simulation.read_poses().expect("poses")).expect("poses");
        assert_eq!(poses.len(), 7, "{name}");
        let now = state(&mut simulation);
        assert_eq!((now.positions.len(), now.rotations.len()), (3, 4), "{name}");
        simulation.write_state(&now).expect("a state");
        assert!(!simulation.has_body(1) && simulation.body(1).is_err(), "{name}");
        assert_eq!(simulation.remove_bodies(&[1]).expect_err("nobody").code, Code::NotFound, "{name}");
        let hits = pollster::block_on(simulation.cast_rays(&[ray]).expect("rays")).expect("rays");
        assert!(hits[0].is_none(), "{name}: {hits:?}");
        let written = described(&mut simulation).expect("a scene");
        assert_eq!((written.bodies.len(), written.joints[0].a), (1, WORLD), "{name}");
    }
    no_gpu_errors();
}

#[test]
fn what_is_described_goes_on_to_the_same_bits() {
    for kind in KINDS {
        for (name, made) in MACHINES.into_iter().filter(|(name, _)| *name != "CPU, f64") {
            let mut simulation = made(&document(&hung(kind, true, false)), &json!({}));
            step(&mut simulation, 10);
            let text = described(&mut simulation).expect("a scene").to_json();
            assert!(text.contains("\"a\":\"world\"") && text.contains("\"version\":2"), "{kind}: {text}");
            let again = Scene::from_json(&text).expect("what was written");
            assert_eq!(again.to_json(), text, "{kind}, {name}");
            let mut next = made(&again, &json!({}));
            step(&mut simulation, 10);
            step(&mut next, 10);
            let [one, other] = [&mut simulation, &mut next].map(|simulation| {
                numbers_of(&state(simulation)).iter().map(|x| x.to_bits()).collect::<Vec<u32>>()
            });
            assert_eq!(one, other, "{kind}, {name}");
        }
    }
    no_gpu_errors();
}

/// Three balls that fall, and two that hang together.
fn loose(contacts: bool) -> Scene {
    document(&json!({ "version": 2, "contacts": contacts, "bodies": [
        { "position": [0, 2, 0], "radius": 0.1, "name": "lamp" }, { "position": [3, 2, 0], "radius": 0.1 },
        { "position": [6, 2, 0], "radius": 0.1 }, { "position": [6.5, 2, 0], "radius": 0.1, "fixed": true }],
        "joints": [{ "type": "point", "a": 2, "b": 3, "anchorA": [0.5, 0, 0], "anchorB": [0, 0, 0] }] }))
}

#[test]
fn they_come_and_go_while_it_runs() {
    for ((name, made), contacts) in
        MACHINES.into_iter().flat_map(|machine| [(machine, false), (machine, true)])
    {
        let made = || made(&loose(contacts), &json!({}));
        let [mut simulation, mut alone] = [made(), made()];
        step(&mut simulation, 5);
        step(&mut alone, 5);
        let bits = |simulation: &mut Simulation| -> Vec<u32> {
            let now = state(simulation);
            now.positions[6..9].iter().chain(&now.linear_velocities[6..9]).map(|x| x.to_bits()).collect()
        };
        let at = Vec3::from_slice(&state(&mut simulation).positions[..3]);
        let hook = json!({ "type": "point", "a": "world", "b": "lamp",
            "anchorA": (at + Vec3::Y).to_array(), "anchorB": [0, 1, 0], "name": "hook" });
        assert_eq!(joint_list(&mut simulation, json!([hook])), Ok(vec![1]), "{name}");
        step(&mut simulation, 20);
        step(&mut alone, 20);
        assert_eq!(bits(&mut simulation), bits(&mut alone), "{name}: who is not concerned");
        let height = |simulation: &mut Simulation, body: usize| state(simulation).positions[3 * body + 1];
        assert!((height(&mut simulation, 0) - at.y).abs() < 1e-3, "{name}: {}", height(&mut simulation, 0));
        // more bodies than there was room for: the world stands behind them again
        let more: Vec<Value> = (0..9).map(|i| json!({ "position": [i, 9, 9], "radius": 0.1 })).collect();
        let came = simulation.add_bodies(&read_bodies(&json!(more)).expect("bodies")).expect("room");
        assert_eq!(came, (4..13).collect::<Vec<usize>>(), "{name}");
        assert_eq!(alone.add_bodies(&read_bodies(&json!(more)).expect("bodies")).expect("room"), came);
        step(&mut simulation, 10);
        step(&mut alone, 10);
        assert_eq!(bits(&mut simulation), bits(&mut alone), "{name}: who is not concerned");
        assert!((height(&mut simulation, 0) - at.y).abs() < 1e-3, "{name}");
        assert_eq!(simulation.bodies(), (0..13).collect::<Vec<_>>(), "{name}");
        let written = described(&mut simulation).expect("a scene");
        assert_eq!(
            (written.bodies.len(), written.joints[1].a, written.joints[1].b),
            (13, WORLD, 0),
            "{name}"
        );
        let hinge = Joint::at(&written.bodies, [WORLD, 4], DVec3::new(0.0, 9.0, 9.0)).axis(DVec3::Z);
        assert_eq!(simulation.add_joints(&[hinge.hinge()]), Ok(vec![2]), "{name}");
        simulation.remove_bodies(&[4]).expect("a body");
        assert_eq!(simulation.joints(), vec![0, 1], "{name}: its joint went with it");
        let hook = simulation.joint("hook").expect("a name");
        simulation.remove_joints(&[hook]).expect("a joint");
        let before = height(&mut simulation, 0);
        step(&mut simulation, 20);
        assert!(height(&mut simulation, 0) < before - 0.1, "{name}: it falls");
        assert!(measure(&mut simulation).finite, "{name}");
        simulation.reset().expect("a reset");
        assert_eq!((simulation.body_count(), simulation.joints()), (4, vec![0]), "{name}");
        let mut fresh = made();
        step(&mut simulation, 5);
        step(&mut fresh, 5);
        assert_eq!(bits(&mut simulation), bits(&mut fresh), "{name}: as loaded");
    }
    no_gpu_errors();
}

#[test]
fn a_scene_with_one_is_reset_and_restored() {
    for (name, made) in MACHINES {
        let scene = document(&hung("hinge", true, false));
        let mut simulation = made(&scene, &json!({}));
        simulation
            .add_bodies(&read_bodies(&json!([{ "position": [4, 0, 0], "radius": 0.2 }])).expect("a body"))
            .expect("room");
        joint_list(
            &mut simulation,
            json!([{ "type": "point", "a": 1, "b": "world", "anchorA": [0, 0, 0], "anchorB": [4, 0, 0] }]),
        )
        .expect("a joint");
        simulation.set_joint(0, &object(json!({ "limit": [-0.25, 0.25] }))).expect("a change");
        step(&mut simulation, 10);
        let now = state(&mut simulation);
        let written = simulation.written_members().expect("something came");
        assert_eq!(simulation.loaded_scene(), scene, "{name}: as it was loaded");
        let mut next = made(&simulation.loaded_scene(), &json!({}));
        next.restore_members(&written).expect("the same");
        next.write_state(&now).expect("a state");
        step(&mut simulation, 10);
        step(&mut next, 10);
        assert_eq!(state(&mut simulation).positions, state(&mut next).positions, "{name}");
        assert_eq!(described(&mut next).expect("a scene").joints[1].b, WORLD, "{name}");
        simulation.reset().expect("a reset");
        assert_eq!((simulation.body_count(), simulation.joint_count()), (1, 1), "{name}");
        assert_eq!(simulation.loaded_scene(), scene, "{name}");
        step(&mut simulation, 10);
        let mut fresh = made(&scene, &json!({}));
        step(&mut fresh, 10);
        assert_eq!(state(&mut simulation).positions, state(&mut fresh).positions, "{name}");
    }
    no_gpu_errors();
}

#[test]
fn it_breaks_gives_way_and_bears_torques() {
    for (name, made) in MACHINES {
        let mut scene = document(&hung("hinge", true, false));
        scene.joints[0].travel = Travel::FREE;
        scene.joints[0].break_force = Some(1.0);
        let mut simulation = made(&scene, &json!({}));
        step(&mut simulation, 5);
        let events = pollster::block_on(simulation.read_events().expect("events")).expect("events");
        assert_eq!(events.len(), 1, "{name}: {events:?}");
        assert_eq!(state(&mut simulation).broken, vec![0], "{name}");
        scene.joints[0].break_force = None;
        let mut simulation = made(&scene, &json!({ "gravity": [0, 0, 0] }));
        simulation.set_joint(0, &object(json!({ "motor": { "speed": 2 } }))).expect("a change");
        step(&mut simulation, 30);
        assert!((readings(&mut simulation)[0].speeds[3] - 2.0).abs() < 1e-3, "{name}");
        simulation.set_joint(0, &object(json!({ "motor": null }))).expect("a change");
        let before = readings(&mut simulation)[0].speeds[3];
        let push = Push { torque_between: Some(0), torque_about_axis: 0.5, ..Push::default() };
        simulation.push(0, push).expect("a push");
        step(&mut simulation, 1);
        assert!((readings(&mut simulation)[0].speeds[3] - before).abs() > 1e-3, "{name}: it is turned");
        assert_eq!(described(&mut simulation).expect("a scene").joints[0].a, WORLD, "{name}");
        simulation.cut(0).expect("a cut");
        assert!(described(&mut simulation).expect("a scene").joints.is_empty(), "{name}");
    }
    no_gpu_errors();
}

#[test]
fn who_is_refused_is_told_where() {
    let bodies = json!([{ "position": [0, 1, 0], "radius": 0.1 }, { "position": [1, 1, 0], "radius": 0.1, "fixed": true }]);
    let refused = |version: u32, joint: Value| {
        let joint = merged(&json!({ "type": "point", "anchorA": [0, 0, 0], "anchorB": [0, 0, 0] }), joint);
        let text = json!({ "version": version, "bodies": bodies, "joints": [joint] }).to_string();
        let error = Scene::from_json(&text).expect_err("a refusal");
        (error.path.expect("a path"), error.message)
    };
    let (path, message) = refused(2, json!({ "a": "world", "b": "world" }));
    assert_eq!((&*path, &*message), ("joints[0].b", "A joint needs a body; both of its ends are the world."));
    let (path, message) = refused(2, json!({ "a": "world", "b": 1 }));
    assert_eq!((&*path, message.contains("Body 1 is fixed")), ("joints[0]", true), "{message}");
    assert_eq!(refused(1, json!({ "a": "world", "b": 0 })).0, "joints[0].a");
    assert_eq!(refused(2, json!({ "a": u32::MAX, "b": 0 })).0, "joints[0].a");
    let mut simulation = on_cpu::<f32>(&loose(false), &json!({}));
    let both =
        json!([{ "type": "point", "a": "world", "b": "world", "anchorA": [0, 0, 0], "anchorB": [0, 0, 0] }]);
    let error = joint_list(&mut simulation, both).expect_err("a refusal");
    assert_eq!(error.path.as_deref(), Some("joints[0].b"));
    let fixed = Joint::new(JointKind::Point, (WORLD, Vec3::ZERO), (3, Vec3::ZERO));
    let error = simulation.add_joints(&[fixed]).expect_err("a refusal");
    assert_eq!(error.path.as_deref(), Some("joints[0]"));
    assert_eq!(simulation.joints(), vec![0], "whole or not at all");
}

#[test]
fn two_bodies_on_the_world_are_two_islands() {
    let hang = |body: u32| Joint::new(JointKind::Point, (WORLD, Vec3::ZERO), (body, Vec3::ZERO));
    let mut scene = loose(false);
    scene.joints.extend([hang(0), hang(1)]);
    scene.check().expect("a scene");
    assert_eq!(Topology::of(&scene).islands.len(), 3);
    let simulation = on_cpu::<f32>(&scene, &json!({}));
    assert_eq!(simulation.lists().whole.joints.len(), 3);
    assert_eq!(simulation.lists().whole.loose.len(), 0);
}
