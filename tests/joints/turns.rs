//! Whole turns: counted, stopped at past half a turn, kept in states and scenes, begun anew by `set_joint`.

use std::f64::consts::{PI, TAU};

use crate::common::every_machine::MACHINES;
use crate::common::*;
use beadwork::simulation::JointState;
use beadwork::{Code, Scene, Simulation, State};
use serde_json::{Map, Value, json};

fn object(value: Value) -> Map<String, Value> {
    value.as_object().expect("an object").clone()
}

/// A wheel about z on a post, which it does not weigh on.
fn wheel(more: Value) -> Value {
    let joint = json!({ "type": "hinge", "a": 0, "b": 1, "anchorA": [0, 0, 0], "anchorB": [0, 0, 0], "axisA": [0, 0, 1] });
    json!({ "version": 2, "gravity": [0, 0, 0], "joints": [merged(&joint, more)], "bodies": [
        { "position": [0, 0, 0], "radius": 0.1, "fixed": true },
        { "position": [0, 0, 0], "mass": 1, "shape": { "type": "box", "halfExtents": [0.3, 0.3, 0.1] } }] })
}

fn read(document: &Value) -> beadwork::Result<Scene> {
    Scene::from_json(&document.to_string())
}

/// How far it has turned, rad, with whole turns; and in which state it is.
fn angle(simulation: &mut Simulation) -> (f64, JointState) {
    let reading = &readings(simulation)[0];
    (reading.coordinates[3] + TAU * f64::from(reading.turns), reading.states[3])
}

fn bits(state: &State) -> Vec<u32> {
    let arrays = [&state.positions, &state.rotations, &state.linear_velocities, &state.angular_velocities];
    arrays.into_iter().chain([&state.multipliers, &state.torques]).flatten().map(|x| x.to_bits()).collect()
}

#[test]
fn a_motor_turns_a_hinge_on_to_a_stop_past_half_a_turn() {
    let far = 12.0 * PI + 1.0;
    for (limit, speed, stop, state) in [
        ([-1.0, far], 20.0, far, JointState::High),
        ([-far, 1.0], -20.0, -far, JointState::Low),
        // stops within half a turn of one another, several turns away from where it begins
        ([4.0 * PI, far], -5.0, 4.0 * PI, JointState::Low),
    ] {
        let scene = read(&wheel(json!({ "limit": limit, "motor": { "speed": speed, "maxForce": 40 } })))
            .expect("a scene");
        for way in [
            json!({ "solver": "direct", "positions": "pulled" }),
            json!({ "solver": "direct", "positions": "projected" }),
            json!({ "solver": "gauss-seidel" }),
        ] {
            for (name, made) in MACHINES {
                let mut simulation = made(&scene, &way);
                if limit[0] <= 0.0 && limit[1] >= 0.0 {
                    step(&mut simulation, 60);
                    let (now, _) = angle(&mut simulation);
                    assert!((now - speed).abs() < 1.5, "{name}, {way}: {now} rad after a second");
                }
                step(&mut simulation, 480);
                let (now, there) = angle(&mut simulation);
                // passes draw it to its stop by a share in each substep
                assert!((now - stop).abs() < 2e-3, "{name}, {way}: it stands at {now}, the stop at {stop}");
                assert_eq!(there, state, "{name}, {way}");
                assert!(measure(&mut simulation).max_overshoot < 2e-3, "{name}, {way}");
            }
        }
    }
    no_gpu_errors();
}

#[test]
fn turns_of_any_hinge_and_twist_are_read() {
    let hinge = wheel(json!({ "motor": { "speed": 15 } }));
    let mut cone = wheel(json!({ "type": "cone", "swing": 1 }));
    cone["bodies"][1]["angularVelocity"] = json!([0, 0, 15]);
    let mut slider = wheel(json!({ "type": "slider" }));
    slider["bodies"][1]["linearVelocity"] = json!([0, 0, 15]);
    for (name, made) in MACHINES {
        for document in [&hinge, &cone] {
            let mut simulation = made(&read(document).expect("a scene"), &json!({}));
            for second in 1..4 {
                step(&mut simulation, 60);
                let (now, _) = angle(&mut simulation);
                assert!((now - 15.0 * f64::from(second)).abs() < 0.5, "{name}: {now} after {second} s");
            }
        }
        let mut simulation = made(&read(&slider).expect("a scene"), &json!({}));
        step(&mut simulation, 60);
        assert_eq!(readings(&mut simulation)[0].turns, 0, "{name}");
    }
    no_gpu_errors();
}

#[test]
fn a_servo_draws_to_a_target_turns_away() {
    let target = 8.0 * PI + 0.5;
    let scene = read(&wheel(json!({ "servo": { "target": target, "hertz": 1 } }))).expect("a scene");
    for (name, made) in MACHINES {
        let mut simulation = made(&scene, &json!({ "solver": "direct" }));
        step(&mut simulation, 240);
        let (now, _) = angle(&mut simulation);
        assert!((now - target).abs() < 1e-2, "{name}: {now}");
    }
    no_gpu_errors();
}

#[test]
fn a_state_and_a_scene_have_them_and_go_on_to_the_same_bits() {
    let limit = [-1.0, 12.0 * PI + 1.0];
    let scene =
        read(&wheel(json!({ "limit": limit, "motor": { "speed": 20, "maxForce": 40 } }))).expect("a scene");
    for (name, made) in MACHINES {
        let mut simulation = made(&scene, &json!({}));
        step(&mut simulation, 70);
        let saved = state(&mut simulation);
        assert_eq!(saved.wound.len(), 1, "{name}");
        let mut next = made(&scene, &json!({}));
        next.write_state(&saved).expect("a state");
        let (one, other) = (angle(&mut simulation), angle(&mut next));
        assert_eq!(one, other, "{name}");
        assert!(one.0 > 3.0 * TAU, "{name}: {one:?}");
        let described = pollster::block_on(simulation.describe().expect("a call")).expect("a scene");
        assert_eq!(f64::from(described.joints[0].turns), (one.0 / TAU).round(), "{name}");
        let again = Scene::from_json(&described.to_json()).expect("its own text");
        assert_eq!(again, described, "{name}");
        let mut third = made(&again, &json!({}));
        let alike = |(one, _): (f64, JointState), (other, _): (f64, JointState)| (one - other).abs() < 1e-6;
        assert!(alike(one, angle(&mut third)), "{name}");
        for simulation in [&mut simulation, &mut next, &mut third] {
            step(simulation, 100);
        }
        let [first, second, third] = [&mut simulation, &mut next, &mut third].map(|simulation| {
            let (angle, state) = angle(simulation);
            assert!((angle - limit[1]).abs() < 2e-3 && state == JointState::High, "{name}: {angle}");
            bits(&crate::common::state(simulation))
        });
        // a state has single precision
        if name != "CPU, f64" {
            assert!(first == second, "{name}: a state");
            assert!(first == third, "{name}: a scene");
        }
        // a state without them begins within half a turn
        simulation.write_state(&State { wound: Vec::new(), ..saved }).expect("a state");
        assert_eq!(readings(&mut simulation)[0].turns, 0, "{name}");
        simulation.reset().expect("a reset");
        step(&mut simulation, 1);
        assert_eq!(readings(&mut simulation)[0].turns, 0, "{name}");
    }
    no_gpu_errors();
}

#[test]
fn a_joint_that_is_changed_counts_from_there_on() {
    for (name, made) in MACHINES {
        let mut simulation =
            made(&read(&wheel(json!({ "motor": { "speed": 20 } }))).expect("a scene"), &json!({}));
        step(&mut simulation, 60);
        assert_eq!(readings(&mut simulation)[0].turns, 3, "{name}");
        simulation.set_joint(0, &object(json!({ "motor": { "speed": 5 } }))).expect("a change");
        assert_eq!(readings(&mut simulation)[0].turns, 0, "{name}");
        step(&mut simulation, 60);
        assert_eq!(readings(&mut simulation)[0].turns, 1, "{name}");
        let error = simulation.set_joint(0, &object(json!({ "turns": 3 }))).expect_err("a refusal");
        assert_eq!((error.code, error.path.as_deref()), (Code::Parameter, Some("turns")), "{name}");
    }
    no_gpu_errors();
}

#[test]
fn up_to_a_hundred_turns_to_either_side() {
    let most = 200.0 * PI;
    read(&wheel(json!({ "limit": [-most, most] }))).expect("a hundred turns");
    read(&wheel(json!({ "turns": -1_000_000 }))).expect("many");
    for (more, path) in [
        (json!({ "limit": [0, most + 0.1] }), "joints[0].limit"),
        (json!({ "servo": { "target": -most - 0.1, "hertz": 1 } }), "joints[0].servo.target"),
        (json!({ "turns": 0.5 }), "joints[0].turns"),
        (json!({ "turns": 1_000_001 }), "joints[0].turns"),
        (json!({ "type": "slider", "turns": 1 }), "joints[0].turns"),
        (json!({ "type": "cone", "twist": [0, 4] }), "joints[0].twist"),
    ] {
        let error = read(&wheel(more)).and_then(|scene| scene.check()).expect_err(path);
        assert_eq!(error.path.as_deref(), Some(path), "{}", error.message);
    }
}

#[test]
fn a_joint_that_comes_while_the_scene_runs_brings_its_turns() {
    for (name, made) in MACHINES {
        let mut simulation =
            made(&read(&wheel(json!({ "motor": { "speed": 20 } }))).expect("a scene"), &json!({}));
        step(&mut simulation, 30);
        let wheels = json!([{ "position": [3, 0, 0], "radius": 0.1, "angularVelocity": [0, 0, 1] }]);
        let [body] =
            simulation.add_bodies(&beadwork::scene::read_bodies(&wheels).expect("a body")).expect("room")[..]
        else {
            panic!("one number")
        };
        let half = 0.5f64.sqrt();
        let hinge = json!([{ "type": "hinge", "a": 0, "b": body, "anchorA": [3, 0, 0], "anchorB": [0, 0, 0], "turns": -4,
            "frameA": [0, -half, 0, half], "frameB": [0, -half, 0, half] }]);
        let hinge = simulation.read_joint_list(&hinge).expect("a joint");
        let joint = simulation.add_joints(&hinge).expect("room")[0];
        let turns = |simulation: &mut Simulation| readings(simulation)[joint].turns;
        assert_eq!(turns(&mut simulation), -4, "{name}: at once");
        step(&mut simulation, 60);
        assert_eq!(turns(&mut simulation), -4, "{name}");
        let described = pollster::block_on(simulation.describe().expect("a scene")).expect("a scene");
        assert_eq!(described.joints[joint].turns, -4, "{name}");
        // 210 frames at 1 rad/s are more than half a turn, 60 are less
        step(&mut simulation, 150);
        assert_eq!(turns(&mut simulation), -3, "{name}: half a turn on");
        // and a place that is given again begins anew
        simulation.remove_joints(&[joint]).expect("gone");
        let fresh = json!([{ "type": "hinge", "a": 0, "b": 1, "anchorA": [0, 0, 0], "anchorB": [0, 0, 0], "frameA": [0, 0, 0, 1], "frameB": [0, 0, 0, 1] }]);
        let fresh = simulation.read_joint_list(&fresh).expect("a joint");
        assert_eq!(simulation.add_joints(&fresh).expect("room")[0], joint, "{name}");
        assert_eq!(turns(&mut simulation), 0, "{name}");
    }
    no_gpu_errors();
}
