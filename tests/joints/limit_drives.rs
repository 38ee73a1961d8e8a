//! Motors and servos where the answer is known, beyond tests/joints/limit_truths.rs: with stops, with loops, and at the
//! ends of their settings.

use std::f64::consts::{PI, TAU};

use crate::common::either::{Either, close, each};
use crate::scenes::{Build, along, wheel};
use beadwork::Push;
use beadwork::scene::{JointKind, Motor, Servo, Softness, Travel};
use glam::{DQuat, DVec2, DVec3, Vec3};
use serde_json::{Value, json};

const G: f64 = 9.81;
const H: f64 = 1.0 / 240.0;

fn exact() -> [Value; 2] {
    ["pulled", "projected"]
        .map(|positions| json!({"solver": "direct", "positions": positions, "timestep": H}))
}

fn servo(target: f32, max_force: Option<f32>) -> Option<Servo> {
    Some(Servo { target, softness: Softness::Frequency { hertz: 3.0, damping_ratio: 1.0 }, max_force })
}

/// Within half a turn.
fn angle_about_z(machine: &mut Either, body: usize) -> f64 {
    let q = machine.body(body).q;
    let angle = 2.0 * q.z.atan2(q.w);
    angle - TAU * (angle / TAU).round()
}

fn change(machine: &mut Either, joint: usize, changes: &Value) {
    machine.simulation().set_joint(joint, changes.as_object().expect("an object")).expect("a change");
}

/// The built-in linkage, its crank driven once round: the rocker stands where two circles meet, all the way.
#[test]
fn a_crank_that_a_motor_turns_rocks_the_rocker_as_circles_meet() {
    let mut scene = crate::common::scene("linkage", json!({"bars": 4}));
    scene.joints[0].travel.motor = Some(Motor::at(TAU as f32));
    let corner = |joint: usize| -> DVec2 {
        let joint = &scene.joints[joint];
        let body = &scene.bodies[joint.a as usize];
        (body.position + body.rotation * joint.anchor_a).truncate().as_dvec2()
    };
    let [first, tip, end, last] = [0, 1, 2, 3].map(corner);
    let (crank, rocker) = (scene.joints[0].b as usize, scene.joints[2].b as usize);
    let [coupler, arm] = [tip.distance(end), end.distance(last)];
    // of two places at both distances the one on the side where it began
    let side = (last - tip).perp_dot(end - tip).signum();
    let rocked = |tip: DVec2| {
        let way = last - tip;
        let apart = way.length();
        let along = 0.5 * (apart * apart + coupler * coupler - arm * arm) / apart;
        let across = side * (coupler * coupler - along * along).sqrt();
        let end_now = tip + (along * way + across * way.perp()) / apart;
        (end - last).angle_to(end_now - last)
    };
    each(&scene, &exact(), |what, machine| {
        let start = |body: usize| scene.bodies[body].rotation.as_dquat().inverse();
        let shut = what.contains("projected");
        let mut most = 0f64;
        for frame in (24..=240).step_by(24) {
            machine.step(24);
            let turned = |machine: &mut Either, body: usize| {
                let q = machine.body(body).q * start(body);
                // a whole turn has no axis
                if q.w < 0.0 { (-q).to_scaled_axis() } else { q.to_scaled_axis() }
            };
            let angle = turned(machine, crank).z;
            let asked = TAU * f64::from(frame) * H;
            let behind = angle - asked;
            // a projection turns the crank as well, and knows of no motor
            close(
                &format!("{what}, crank at {frame}"),
                behind - TAU * (behind / TAU).round(),
                0.0,
                if shut { 3e-2 } else { 1e-3 },
            );
            let truth = rocked(first + DVec2::from_angle(angle).rotate(tip - first));
            most = most.max((turned(machine, rocker) - truth * DVec3::Z).length());
        }
        close(&format!("{what}, rocker"), most, 0.0, if shut { 1e-4 } else { 5e-3 });
    });
}

/// A servo's target jumps by more than half a turn: it goes the other way round.
#[test]
fn a_servo_goes_the_short_way() {
    let (scene, _) = wheel(Travel { servo: servo(2.0, None), ..Travel::FREE });
    each(&scene, &exact(), |what, machine| {
        machine.step(480);
        close(&format!("{what}, first"), angle_about_z(machine, 1), 2.0, machine.allowed(1e-6, 1e-4));
        let target = 2.0 + 0.95 * PI - TAU;
        change(machine, 0, &json!({"servo": {"target": target, "hertz": 3, "dampingRatio": 1}}));
        let (mut turned, mut before) = (0.0, 2.0);
        for _ in 0..480 {
            machine.step(1);
            let now = angle_about_z(machine, 1);
            turned += now - before - TAU * ((now - before) / TAU).round();
            before = now;
        }
        close(&format!("{what}, turned"), turned, 0.95 * PI, machine.allowed(1e-6, 1e-4));
        close(&format!("{what}, there"), before, target, machine.allowed(1e-6, 1e-4));
    });
}

/// Two stops at one place hold as a weld does.
#[test]
fn stops_at_one_place_hold_there() {
    let (mass, d, at) = (2.0, 0.5, -0.3f32);
    let mut build = Build::new(DVec3::new(0.0, -G, 0.0));
    let wall = build.wall(DVec3::ZERO);
    let weight = build.brick(mass, DVec3::new(0.5, 0.05, 0.05), d * DVec3::X, DQuat::IDENTITY);
    let joint = build.join(JointKind::Hinge, wall, weight, DVec3::ZERO, along(DVec3::Z));
    joint.travel.limit = Some([at, at]);
    each(&build.scene, &exact(), |what, machine| {
        machine.step(960);
        let at = f64::from(at);
        close(&format!("{what}, angle"), angle_about_z(machine, 1), at, machine.allowed(1e-6, 2e-5));
        let [_, torque] = machine.multiplier(0);
        let truth = mass * G * d * at.cos();
        close(&format!("{what}, torque"), torque.length() / truth, 1.0, machine.allowed(1e-5, 1e-4));
        // and it does not swing on
        close(&format!("{what}, spin"), machine.body(1).omega.length(), 0.0, machine.allowed(1e-6, 1e-4));
    });
}

/// Its target lies behind the stop, which it leans on: what would turn the wheel back has to be stronger.
#[test]
fn a_servo_presses_on_a_stop_with_its_force() {
    let most = 3.0f32;
    let travel = Travel { limit: Some([-0.5, 0.5]), servo: servo(1.2, Some(most)), ..Travel::FREE };
    let (scene, moment) = wheel(travel);
    each(&scene, &exact(), |what, machine| {
        machine.step(480);
        close(&format!("{what}, at the stop"), angle_about_z(machine, 1), 0.5, machine.allowed(1e-6, 2e-5));
        let push = |machine: &mut Either, torque: f32, frames: u32| {
            for _ in 0..frames {
                let push = Push { torque: torque * Vec3::Z, ..Push::default() };
                machine.simulation().push(1, push).expect("a push");
                machine.step(1);
            }
        };
        push(machine, -0.97 * most, 120);
        close(&format!("{what}, held"), angle_about_z(machine, 1), 0.5, machine.allowed(1e-6, 2e-5));
        let [_, torque] = machine.multiplier(0);
        close(
            &format!("{what}, torque"),
            torque.length() / f64::from(0.97 * most),
            1.0,
            machine.allowed(1e-6, 1e-4),
        );
        push(machine, -1.1 * most, 24);
        let truth = -0.1 * f64::from(most) * 24.0 * H / moment;
        close(&format!("{what}, pushed away"), machine.body(1).omega.z, truth, machine.allowed(1e-6, 1e-5));
    });
}

/// A motor without strength does nothing, and one with all that can be written does as one without a bound.
#[test]
fn the_weakest_and_the_strongest_motor() {
    for (max_force, truth) in [(Some(0.0), 0.0), (Some(1e30), 3.0), (None, 3.0)] {
        for limit in [None, Some([-2.0, 2.0])] {
            let motor = Some(Motor { speed: 3.0, damping: None, max_force });
            let (scene, _) = wheel(Travel { motor, limit, ..Travel::FREE });
            each(&scene, &exact(), |what, machine| {
                let what = format!("{what}, {max_force:?}, {limit:?}");
                machine.step(60);
                // where the row has bounds, what it gives way by shrinks from substep to substep
                close(&what, machine.body(1).omega.z, truth, machine.allowed(1e-9, 1e-5));
                machine.step(360);
                let stops = limit.is_some() && truth > 0.0;
                if stops {
                    close(&format!("{what}, stopped"), angle_about_z(machine, 1), 2.0, 2e-5);
                } else {
                    close(
                        &format!("{what}, still"),
                        machine.body(1).omega.z,
                        truth,
                        machine.allowed(1e-9, 1e-5),
                    );
                }
            });
        }
    }
}

/// Brakes that hold a row of bars with hundreds of N m, and are then set to hold with three. Rounds begin with torques
/// that the brakes may no longer have. Two rounds, which do not find the answer, throw nothing about.
#[test]
fn caps_that_are_lowered_hold_at_once() {
    let brake = |most: f32| json!({ "motor": { "speed": 0, "maxForce": most } });
    let with_rounds = |mut wishes: Value, rounds: u32| {
        wishes["rounds"] = json!(rounds);
        wishes
    };
    let tip_speed = |machine: &mut Either| {
        machine.step(60);
        (0..5).for_each(|joint| change(machine, joint, &brake(3.0)));
        machine.step(1);
        machine.body(5).v.length()
    };
    let bar = |i: usize| {
        json!({ "position": [0.5 * i as f64, 0, 0], "mass": 2, "fixed": i == 0,
        "shape": { "type": "box", "halfExtents": [0.2, 0.05, 0.05] } })
    };
    let hinge = |i: usize| {
        let half_turn = (0.5f64).sqrt();
        let about_z = [0.0, -half_turn, 0.0, half_turn];
        let joint = json!({ "type": "hinge", "a": i, "b": i + 1, "anchorA": [0.25, 0, 0], "anchorB": [-0.25, 0, 0],
            "frameA": about_z, "frameB": about_z });
        crate::common::merged(&joint, brake(900.0))
    };
    let scene = json!({ "version": 2, "gravity": [0, -9.81, 0],
        "bodies": (0..6).map(bar).collect::<Vec<_>>(), "joints": (0..5).map(hinge).collect::<Vec<_>>() });
    let scene = beadwork::Scene::from_json(&scene.to_string()).expect("a scene");
    // the speed of the tip of a bar that falls about its other end, m/s
    let falling = 1.5 * G * H;
    for rounds in [2, 8] {
        let wishes = exact().map(|wishes| with_rounds(wishes, rounds));
        each(&scene, &wishes, |what, machine| {
            let speed = tip_speed(machine);
            assert!(0.3 * falling < speed && speed <= falling, "{what}: {speed} m/s");
        });
    }
}
