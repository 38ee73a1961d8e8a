//! Pushes that stay until they are cleared, and torques that two bodies get from one another.

use beadwork::cpu::CpuMachine;
use beadwork::{Code, Push, Scene, Simulation};
use glam::{DVec3, Vec3};
use serde_json::{Value, json};

use crate::common::*;

const FRAME: f64 = 1.0 / 60.0;

fn machines(scene: &Scene, changes: &Value) -> Vec<(String, Simulation)> {
    let single =
        Simulation::on(Box::new(CpuMachine::<f32>::default()), scene.clone(), parameters(changes.clone()));
    let double =
        Simulation::on(Box::new(CpuMachine::<f64>::default()), scene.clone(), parameters(changes.clone()));
    let [single, double] =
        [pollster::block_on(single), pollster::block_on(double)].map(|made| made.expect("a simulation"));
    let gpu = simulation(scene, changes.clone());
    [("f32", single), ("f64", double), ("GPU", gpu)]
        .map(|(name, one)| (format!("{changes} in {name}"), one))
        .into()
}

fn each(scene: &Value, ways: &[Value], mut look: impl FnMut(&str, &mut Simulation)) {
    let scene = Scene::from_value(scene).expect("a scene");
    for way in ways {
        machines(&scene, way).iter_mut().for_each(|(what, simulation)| look(what, simulation));
    }
}

fn ways() -> [Value; 4] {
    [
        json!({"positions": "symplectic"}),
        json!({"positions": "projected"}),
        json!({"positions": "pulled"}),
        json!({"solver": "gauss-seidel"}),
    ]
}

fn close(what: &str, found: f64, truth: f64, allowed: f64) {
    let off = (found - truth).abs();
    assert!(off <= allowed, "{what}: {found}, should be {truth}: off by {off:e}, allowed {allowed:e}");
}

fn number(numbers: &[f32], body: usize, axis: usize) -> f64 {
    f64::from(numbers[3 * body + axis])
}

fn refusal(refused: Result<(), beadwork::BeadworkError>) -> (Code, String) {
    let refused = refused.expect_err("a refusal");
    (refused.code, refused.path.expect("a path"))
}

/// Two balls in space.
fn free() -> Value {
    json!({"version": 2, "gravity": [0, 0, 0], "bodies": [
        {"position": [0, 0, 0], "radius": 0.1, "mass": 2}, {"position": [3, 0, 0], "radius": 0.1, "mass": 4, "name": "other"},
    ]})
}

/// v = F t/m and ω = τ t/I until it is cleared, whether frames are taken one by one or at once; and nothing more after that.
#[test]
fn a_push_that_stays_gives_a_constant_acceleration_until_it_is_cleared() {
    each(&free(), &ways(), |what, simulation| {
        let (force, torque) = (Vec3::new(3.0, 0.0, 0.0), Vec3::new(0.0, 0.02, 0.0));
        simulation.push(0, Push { force, torque, stays: true, ..Push::default() }).expect("a push");
        simulation.push("other", Push { force, stays: true, ..Push::default() }).expect("a push");
        // one that does not stay
        simulation.push(0, Push { force: Vec3::Z * 6.0, ..Push::default() }).expect("a push");
        let inertia = f64::from(simulation.scene().bodies[0].inertia.x);
        let mut frames = 0;
        for more in [1, 1, 28] {
            step(simulation, more);
            frames += more;
            let (t, state) = (FRAME * f64::from(frames), state(simulation));
            close(what, number(&state.linear_velocities, 0, 0), 1.5 * t, 1e-5);
            close(what, number(&state.angular_velocities, 0, 1), 0.02 * t / inertia, 1e-4);
            close(what, number(&state.linear_velocities, 1, 0), 0.75 * t, 1e-5);
            close(what, number(&state.linear_velocities, 0, 2), 3.0 * FRAME, 1e-6);
        }
        simulation.clear_pushes(Some(0.into())).expect("cleared");
        let before = state(simulation);
        step(simulation, 30);
        let after = state(simulation);
        close(what, number(&after.linear_velocities, 0, 0), number(&before.linear_velocities, 0, 0), 0.0);
        close(what, number(&after.linear_velocities, 1, 0), 0.75, 2e-5);
        simulation.clear_pushes(None).expect("cleared");
        assert!(simulation.pushes().is_empty());
        step(simulation, 3);
        assert_eq!(state(simulation).linear_velocities, after.linear_velocities, "{what}");
    });
}

/// One that stays does to the last bit what the same push before each frame does, off the centre and beside joints and contacts too.
#[test]
fn a_push_that_stays_is_the_same_push_before_each_frame() {
    let scene = json!({"version": 2, "contacts": true, "bodies": [
        {"position": [0, 0, 0], "shape": {"type": "plane"}},
        {"position": [0, 0.2, 0], "shape": {"type": "box", "halfExtents": [0.2, 0.2, 0.2]}},
        {"position": [0, 0.7, 0], "shape": {"type": "box", "halfExtents": [0.1, 0.2, 0.1]}},
    ], "joints": [{"type": "hinge", "a": 1, "b": 2, "anchorA": [0, 0.25, 0], "anchorB": [0, -0.25, 0], "axisA": [0, 0, 1]}]});
    let mut hanging = scene.clone();
    hanging["contacts"] = json!(false);
    hanging["bodies"][1]["fixed"] = json!(true);
    for scene in [scene, hanging] {
        let scene = Scene::from_value(&scene).expect("a scene");
        let once = [
            Push { force: Vec3::new(2.0, 0.0, 1.0), at: Some(Vec3::new(0.1, 0.8, 0.0)), ..Push::default() },
            Push { torque_between: Some(0), torque_about_axis: 0.3, ..Push::default() },
        ];
        for way in [json!({}), json!({"solver": "gauss-seidel"})] {
            for ((what, mut one), (_, mut other)) in
                machines(&scene, &way).into_iter().zip(machines(&scene, &way))
            {
                for push in once {
                    one.push(2, Push { stays: true, ..push }).expect("a push");
                }
                step(&mut one, 20);
                for _ in 0..20 {
                    once.into_iter().for_each(|push| other.push(2, push).expect("a push"));
                    step(&mut other, 1);
                }
                assert_eq!(state(&mut one), state(&mut other), "{what}");
            }
        }
    }
}

/// Two boxes in space on a hinge through both their centres, turned. T gives them accelerations T/I and −T/I' about its
/// axis, and neither momentum nor angular momentum to both of them together. So does a torque of three numbers.
#[test]
fn a_torque_between_two_bodies_keeps_their_angular_momentum() {
    let q = [0.1, 0.3, -0.2, 0.9];
    let body = |half: [f64; 3], mass: f64| json!({"position": [1, 2, 3], "rotation": q, "shape": {"type": "box", "halfExtents": half}, "mass": mass});
    let scene = json!({"version": 2, "gravity": [0, 0, 0], "bodies": [body([0.1, 0.2, 0.3], 2.0), body([0.3, 0.1, 0.1], 1.0)],
        "joints": [{"type": "hinge", "name": "hinge", "a": 0, "b": 1, "anchorA": [0, 0, 0], "anchorB": [0, 0, 0], "axisA": [0, 1, 0]}]});
    // of boxes about y
    let [one, other] =
        [(2.0, 0.1, 0.3), (1.0, 0.3, 0.1)].map(|(m, a, c): (f64, f64, f64)| m / 3.0 * (a * a + c * c));
    for (body, torque, as_axis) in [(1, 0.05, true), (0, 0.05, true), (1, 0.05, false)] {
        each(&scene, &ways(), |what, simulation| {
            let turned = glam::Quat::from_array(q.map(|x| x as f32)).normalize();
            let push = if as_axis {
                Push { torque_about_axis: torque, ..Push::default() }
            } else {
                // the axis keeps its place here
                Push { torque: turned * Vec3::Y * torque, ..Push::default() }
            };
            let joint = simulation.joint("hinge").expect("a joint");
            simulation.push(body, Push { torque_between: Some(joint), stays: true, ..push }).expect("a push");
            step(simulation, 60);
            let sign = if body == 1 { 1.0 } else { -1.0 };
            let speed = readings(simulation)[0].speeds[3];
            let truth = sign * f64::from(torque) * (1.0 / one + 1.0 / other);
            close(what, speed, truth, 2e-3 * truth.abs());
            let found = measure(simulation);
            let spin = f64::from(torque);
            assert!(
                DVec3::from(found.angular_momentum).length() < 2e-5 * spin,
                "{what}: {:?}",
                found.angular_momentum
            );
            assert!(DVec3::from(found.momentum).length() < 1e-5, "{what}: {:?}", found.momentum);
        });
    }
}

/// On three bodies in a row of which the middle one is in two joints: what it gets of both adds up.
#[test]
fn torques_of_two_joints_at_one_body_add_up() {
    let arm = |x: f64, fixed: bool| json!({"position": [x, 0, 0], "shape": {"type": "box", "halfExtents": [0.2, 0.1, 0.1]}, "mass": 1, "fixed": fixed});
    let hinge = |a: usize| json!({"type": "hinge", "a": a, "b": a + 1, "anchorA": [0.25, 0, 0], "anchorB": [-0.25, 0, 0], "axisA": [0, 0, 1]});
    let scene = json!({"version": 2, "gravity": [0, 0, 0], "bodies": [arm(0.0, true), arm(0.5, false), arm(1.0, false)], "joints": [hinge(0), hinge(1)]});
    // the elbow at once with the shoulder, and the sum of the same torques as pushes on single bodies
    let scene = Scene::from_value(&scene).expect("a scene");
    for way in ways() {
        for ((what, mut between), (_, mut single)) in
            machines(&scene, &way).into_iter().zip(machines(&scene, &way))
        {
            let push = |joint, torque| Push {
                torque_between: Some(joint),
                torque_about_axis: torque,
                ..Push::default()
            };
            between.push(1, push(0, 0.4)).expect("a push");
            between.push(2, push(1, 0.3)).expect("a push");
            single.push(1, Push { torque: Vec3::Z * 0.1, ..Push::default() }).expect("a push");
            single.push(2, Push { torque: Vec3::Z * 0.3, ..Push::default() }).expect("a push");
            for simulation in [&mut between, &mut single] {
                step(simulation, 1);
            }
            let [ours, theirs] = [state(&mut between), state(&mut single)];
            assert!(ours.angular_velocities[8].abs() > 0.01, "{what}: {:?}", ours.angular_velocities);
            for k in 0..9 {
                let [a, b] = [&ours, &theirs].map(|state| f64::from(state.angular_velocities[k]));
                // 0.4 − 0.3 is not 0.1 to the last digit, and the axis turns
                close(&what, a, b, 1e-4);
            }
        }
    }
}

#[test]
fn what_makes_no_sense_is_refused_and_nothing_is_pushed() {
    let scene = json!({"version": 2, "bodies": [
        {"position": [0, 0, 0], "radius": 0.1}, {"position": [1, 0, 0], "radius": 0.1}, {"position": [2, 0, 0], "radius": 0.1},
    ], "joints": [{"type": "point", "a": 0, "b": 1, "anchorA": [0.5, 0, 0], "anchorB": [-0.5, 0, 0]},
        {"type": "hinge", "a": 1, "b": 2, "anchorA": [0.5, 0, 0], "anchorB": [-0.5, 0, 0], "axisA": [0, 0, 1]}]});
    each(&scene, &[json!({})], |what, simulation| {
        let between = |joint, torque| Push {
            torque_between: Some(joint),
            torque_about_axis: torque,
            ..Push::default()
        };
        for (push, code, path) in [
            (Push { stays: true, impulse: Vec3::X, ..Push::default() }, Code::Parameter, "impulse"),
            (between(1, 1.0), Code::Parameter, "torqueBetween"),
            (between(2, 1.0), Code::NotFound, "torqueBetween"),
            (between(0, 1.0), Code::Parameter, "torque"),
            (Push { torque_about_axis: 1.0, ..Push::default() }, Code::Parameter, "torqueBetween"),
        ] {
            assert_eq!(refusal(simulation.push(0, push)), (code, path.into()), "{what}");
        }
        for torque in [f32::NAN, f32::INFINITY, 2e18, 1e12] {
            assert_eq!(refusal(simulation.push(1, between(1, torque))).1, "torque", "{what}");
        }
        assert_eq!(refusal(simulation.clear_pushes(Some(7.into()))).1, "body", "{what}");
        simulation.cut(1).expect("a cut");
        assert_eq!(refusal(simulation.push(1, between(1, 1.0))).1, "torqueBetween", "{what}");
        assert!(simulation.pushes().is_empty(), "{what}");
    });
    let read = |fields: Value| Push::read(fields.as_object().expect("an object"));
    for (fields, path) in [
        (json!({"until": "noon"}), "until"),
        (json!({"until": null}), "until"),
        (json!({"torqueBetween": 0}), "torque"),
        (json!({"torqueBetween": -1, "torque": 1}), "torqueBetween"),
        (json!({"torqueBetween": "hinge", "torque": 1}), "torqueBetween"),
        (json!({"torqueBetween": 0, "torque": "1"}), "torque"),
        (json!({"torque": 1}), "torque"),
    ] {
        assert_eq!(refusal(read(fields).map(drop)), (Code::Parameter, path.into()));
    }
    for fields in [
        json!({"force": [1.0, 0.0, 0.0], "until": "cleared"}),
        json!({"torque": 0.5, "torqueBetween": 3}),
        json!({"torque": [0.0, 0.5, 0.0], "torqueBetween": 3, "until": "cleared"}),
    ] {
        assert_eq!(Value::Object(read(fields.clone()).expect("a push").fields()), fields);
    }
}

/// A lasting push survives a written state, a way back, another device and a step by another solver. It ends with its
/// body, with the joint whose bodies it is between, with a reset and with another scene.
#[test]
fn what_ends_a_push_that_stays() {
    let scene = json!({"version": 2, "gravity": [0, 0, 0], "bodies": [
        {"position": [0, 0, 0], "radius": 0.1}, {"position": [1, 0, 0], "radius": 0.1}, {"position": [2, 0, 0], "radius": 0.1}],
        "joints": [{"type": "hinge", "a": 1, "b": 2, "anchorA": [0.5, 0, 0], "anchorB": [-0.5, 0, 0], "axisA": [0, 0, 1]}]});
    let bare = Scene::from_value(&scene).expect("a scene");
    each(&scene, &[json!({})], |what, simulation| {
        let force = Push { force: Vec3::X, stays: true, ..Push::default() };
        let between =
            Push { torque_between: Some(0), torque_about_axis: 0.01, stays: true, ..Push::default() };
        let push_all = |simulation: &mut Simulation| {
            simulation.push(0, force).expect("a push");
            simulation.push(1, between).expect("a push");
        };
        let pushed =
            |simulation: &Simulation| simulation.pushes().iter().map(|(body, _)| *body).collect::<Vec<_>>();
        push_all(simulation);
        let start = state(simulation);
        step(simulation, 2);
        simulation.write_state(&start).expect("a state");
        simulation.set_parameters(parameters_of(json!({"solver": "jacobi"}))).expect("parameters");
        step(simulation, 2);
        simulation.go_back().expect("a way back");
        assert_eq!(pushed(simulation), [0, 1], "{what}");
        let machine = Box::new(CpuMachine::<f32>::default());
        let rebuilt = pollster::block_on(simulation.seed().rebuild_on(machine)).expect("a simulation");
        assert_eq!(pushed(&rebuilt), [0, 1], "{what}");
        // no part of the state
        let described = pollster::block_on(simulation.describe().expect("a scene")).expect("a scene");
        assert_eq!(described.bodies.len(), 3);
        simulation.cut(0).expect("a cut");
        assert_eq!(pushed(simulation), [0], "{what}: cut");
        simulation.reset().expect("a reset");
        assert_eq!(pushed(simulation), [0usize; 0], "{what}: reset");
        push_all(simulation);
        simulation.remove_joints(&[0]).expect("removed");
        assert_eq!(pushed(simulation), [0], "{what}: without the joint");
        simulation.remove_bodies(&[0]).expect("removed");
        assert_eq!(pushed(simulation), [0usize; 0], "{what}: without the body");
        simulation.reset().expect("a reset");
        push_all(simulation);
        simulation.remove_bodies(&[2]).expect("removed");
        assert_eq!(pushed(simulation), [0], "{what}: without the other body");
        pollster::block_on(simulation.load(bare.clone())).expect("loaded");
        assert_eq!(pushed(simulation), [0usize; 0], "{what}: another scene");
    });
}

fn parameters_of(changes: Value) -> &'static serde_json::Map<String, Value> {
    let Value::Object(changes) = changes else { panic!("an object") };
    Box::leak(Box::new(changes))
}
