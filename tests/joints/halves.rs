//! Rows that are driven or bounded in the two halves of a symplectic substep, where the answer is known.

use std::f64::consts::{FRAC_PI_2, TAU};

use crate::bounded;
use crate::common::either::Either;
use beadwork::Scene;
use serde_json::{Value, json};

const G: f64 = 9.81;

fn way(substeps: u32) -> Value {
    json!({"solver": "direct", "positions": "symplectic", "substeps": substeps})
}

fn scene(mut value: Value) -> Scene {
    value["version"] = json!(2);
    Scene::from_value(&value).expect("a scene")
}

/// A bob of 4.19 kg on a rope of 1 m, let go at rest.
fn rope(x: f64) -> Scene {
    scene(json!({"bodies": [
        {"radius": 0.1, "position": [0, 0, 0], "fixed": true},
        {"radius": 0.1, "position": [x, 0, 0], "mass": 4.19},
    ], "joints": [{"type": "distance", "a": 0, "b": 1, "anchorA": [0, 0, 0], "anchorB": [0, 0, 0], "min": 0, "max": 1}]}))
}

fn energy(machine: &mut Either) -> f64 {
    let found = machine.measure();
    found.kinetic_energy + found.potential_energy
}

/// y' = f(y) by Runge and Kutta.
fn followed(mut y: [f64; 2], time: f64, f: impl Fn([f64; 2]) -> [f64; 2]) -> [f64; 2] {
    const STEPS: u32 = 20_000;
    let h = time / f64::from(STEPS);
    let plus = |y: [f64; 2], k: [f64; 2], h: f64| [y[0] + h * k[0], y[1] + h * k[1]];
    for _ in 0..STEPS {
        let k1 = f(y);
        let k2 = f(plus(y, k1, 0.5 * h));
        let k3 = f(plus(y, k2, 0.5 * h));
        let k4 = f(plus(y, k3, h));
        y = [0, 1].map(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
    }
    y
}

/// Where a bob is that falls freely from a level rope's middle, is jerked, and swings on.
fn jerked(x: f64, time: f64) -> [f64; 2] {
    // it falls until x² + y² = 1
    let y = -(1.0 - x * x).sqrt();
    let fall = (-2.0 * y / G).sqrt();
    // what the rope leaves of the speed, along the circle
    let along = -G * fall * x;
    let [angle, _] = followed([x.atan2(-y), along], time - fall, |[angle, speed]| [speed, -G * angle.sin()]);
    [angle.sin(), -angle.cos()]
}

/// It lost 31 % in four seconds.
#[test]
fn a_bob_on_a_rope_keeps_its_energy() {
    for mut machine in Either::both(&rope(1.0), &way(1)) {
        let start = energy(&mut machine);
        let seconds = if machine.name() == "twin" { 20 } else { 5 };
        machine.step(60 * seconds);
        let kept = 1.0 + (energy(&mut machine) - start) / (4.19 * G);
        assert!((kept - 1.0).abs() < 1e-3, "{}: {kept}", machine.name());
    }
}

/// The jerk at 0.404 s is where the rope goes from slack to taut: second order all the same.
#[test]
fn a_slack_rope_is_jerked_where_it_should_be() {
    let truth = jerked(0.6, 2.0);
    let off = |substeps| {
        let mut twin = Either::twin(&rope(0.6), &way(substeps));
        twin.step(120);
        let x = twin.body(1).x;
        (x.x - truth[0]).hypot(x.y - truth[1])
    };
    let [one, two, four] = [1, 2, 4].map(off);
    assert!(one < 2e-3 && one / two > 3.0 && two / four > 3.0, "{one:e}, {two:e}, {four:e}");
}

/// A bar of 0.5 m on a hinge, let go at an angle from level.
fn bar(angle: f64, more: Value) -> Scene {
    let (half_s, half_c) = (0.5 * angle).sin_cos();
    let (s, c) = angle.sin_cos();
    let mut joint = json!({"type": "hinge", "a": 0, "b": 1, "anchorA": [0, 0, 0], "anchorB": [-0.25, 0, 0],
        "axisA": [0, 0, 1], "angle": angle});
    for (key, value) in more.as_object().expect("an object") {
        joint[key] = value.clone();
    }
    scene(json!({"bodies": [
        {"radius": 0.05, "position": [0, 0, 0], "fixed": true},
        {"shape": {"type": "box", "halfExtents": [0.25, 0.05, 0.05]}, "position": [0.25 * c, 0.25 * s, 0], "mass": 2,
            "rotation": [0, 0, half_s, half_c]},
    ], "joints": [joint]}))
}

fn angle_of(machine: &mut Either) -> f64 {
    let x = machine.body(1).x;
    x.y.atan2(x.x)
}

#[test]
fn stops_that_are_never_met_cost_no_order() {
    let inertia = 2.0 / 3.0 * (0.25f64.powi(2) + 0.05f64.powi(2)) + 2.0 * 0.25f64.powi(2);
    let start = -FRAC_PI_2 - 1.2;
    let truth =
        followed([start, 0.0], 2.0, |[angle, speed]| [speed, -2.0 * G * 0.25 / inertia * angle.cos()])[0];
    let off = |substeps| {
        let limit = json!({"limit": [-FRAC_PI_2 - 1.4, -FRAC_PI_2 + 1.4]});
        let mut twin = Either::twin(&bar(start, limit), &way(substeps));
        twin.step(120);
        let off = angle_of(&mut twin) - truth;
        (off - TAU * (off / TAU).round()).abs()
    };
    let [one, two, four] = [1, 2, 4].map(off);
    assert!(one < 5e-3 && one / two > 3.0 && two / four > 3.0, "{one:e}, {two:e}, {four:e}");
}

/// Free to turn about z, of 5 kg and 0.3 m.
fn wheel(more: Value) -> Scene {
    let mut joint = json!({"type": "hinge", "a": 0, "b": 1, "anchorA": [0, 0, 0], "anchorB": [0, 0, 0], "axisA": [0, 0, 1]});
    for (key, value) in more.as_object().expect("an object") {
        joint[key] = value.clone();
    }
    scene(json!({"gravity": [0, 0, 0], "bodies": [
        {"radius": 0.1, "position": [0, 0, 0], "fixed": true},
        {"radius": 0.3, "position": [0, 0, 0], "mass": 5},
    ], "joints": [joint]}))
}

fn turned(machine: &mut Either) -> f64 {
    let q = machine.body(1).q;
    2.0 * q.z.atan2(q.w)
}

/// 2 N m bring it to 10 rad/s; then it goes on.
#[test]
fn a_motor_brings_a_wheel_where_its_torque_says() {
    let mut twin = Either::twin(&wheel(json!({"motor": {"speed": 10, "maxForce": 2}})), &way(1));
    let (mut angle, mut was) = (0.0, 0.0);
    for _ in 0..120 {
        twin.step(1);
        let now = turned(&mut twin);
        angle += now - was - TAU * ((now - was) / TAU).round();
        was = now;
    }
    let time = 10.0 / (2.0 / (0.4 * 5.0 * 0.09));
    let truth = 5.0 * time + 10.0 * (2.0 - time);
    assert!((angle - truth).abs() < 1e-5, "{angle} of {truth}");
}

/// Its frequency and its damping, from two successive turning points.
#[test]
fn a_servo_swings_as_its_numbers_say() {
    let ratio = 0.1;
    for mut machine in
        Either::both(&wheel(json!({"servo": {"target": 0.5, "hertz": 1, "dampingRatio": ratio}})), &way(1))
    {
        let turn = TAU * f64::sqrt(1.0 - ratio * ratio);
        let truth = |t: f64| {
            let decay = f64::exp(-ratio * TAU * t);
            0.5 - 0.5 * decay * ((turn * t).cos() + ratio * TAU / turn * (turn * t).sin())
        };
        for frames in [15, 15, 30, 30] {
            machine.step(frames);
        }
        let off = turned(&mut machine) - truth(1.5);
        // at hω of a tenth the midpoint's phase is off by (hω)²/12 of it
        assert!(off.abs() < 1e-3, "{}: {off:e}", machine.name());
    }
}

/// A motor that drives a bar against its stop stays there.
#[test]
fn a_motor_leans_on_its_stop() {
    let joint = json!({"limit": [-0.5, 0.5], "motor": {"speed": 3}});
    for mut machine in Either::both(&bar(0.0, joint), &way(1)) {
        machine.step(60);
        let met = machine.measure().fell_back;
        machine.step(120);
        let found = machine.measure();
        let off = angle_of(&mut machine) - 0.5;
        assert!(off.abs() < 1e-4, "{}: {off:e} off its stop", machine.name());
        // one is taken back where it meets the stop with all that the motor has
        assert!(
            met <= 1 && found.fell_back == 0 && found.max_gap < 1e-5,
            "{}: {met}, {found:?}",
            machine.name()
        );
    }
}

/// Of its size a body falls behind by no more than the square of the substep. The only loss is what stops turn into
/// heat.
#[test]
fn a_thrown_ragdoll_nears_its_way_fast() {
    let scene = bounded::thrown_ragdoll(2.0, 1);
    let run = |substeps: u32| {
        let mut twin = Either::twin(&scene, &way(substeps));
        twin.step(30);
        twin.bodies().into_iter().map(|body| body.x).collect::<Vec<_>>()
    };
    let fine = run(32);
    let off = |substeps| run(substeps).iter().zip(&fine).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
    let [one, two, four] = [1, 2, 4].map(off);
    // `projected` is 58, 38 and 28 mm off
    assert!(one < 3e-3 && two < 1e-3 && four < 4e-4, "{one:e}, {two:e}, {four:e}");
}

/// Both machines go the same way until a blow falls into one substep or the next.
#[test]
fn the_gpu_goes_the_twins_way() {
    for (what, scene, frames) in [
        ("a rope", rope(0.6), 60),
        ("a thrown ragdoll", bounded::thrown_ragdoll(2.0, 1), 20),
        ("a folded ragdoll", bounded::folded_ragdoll(), 40),
    ] {
        let [mut twin, mut gpu] = Either::both(&scene, &way(2));
        twin.step(frames);
        gpu.step(frames);
        let off = twin.bodies().iter().zip(gpu.bodies()).map(|(a, b)| a.x.distance(b.x)).fold(0.0, f64::max);
        assert!(off < 2e-5, "{what}: {off:e} m");
    }
}

#[test]
fn a_state_goes_on_to_the_same_bits() {
    use crate::common::every_machine::MACHINES;
    let built =
        beadwork::scene::built_in::build("ragdolls", json!({"count": 2}).as_object().expect("an object"))
            .expect("a scene");
    for (name, made) in MACHINES {
        if name == "CPU, f64" {
            continue;
        }
        let mut one = made(&built, &json!({}));
        crate::common::step(&mut one, 50);
        let saved = crate::common::state(&mut one);
        let mut two = made(&built, &json!({}));
        two.write_state(&saved).expect("a state");
        for frame in 0..50 {
            crate::common::step(&mut one, 1);
            crate::common::step(&mut two, 1);
            let (a, b) = (crate::common::state(&mut one), crate::common::state(&mut two));
            let off =
                |a: &[f32], b: &[f32]| a.iter().zip(b).filter(|(a, b)| a.to_bits() != b.to_bits()).count();
            let found = [
                off(&a.positions, &b.positions),
                off(&a.linear_velocities, &b.linear_velocities),
                off(&a.multipliers, &b.multipliers),
                off(&a.torques, &b.torques),
                off(&a.wound, &b.wound),
            ];
            assert!(found == [0; 5], "{name} frame {frame}: {found:?} {:?} {:?}", a.wound, b.wound);
        }
    }
}
