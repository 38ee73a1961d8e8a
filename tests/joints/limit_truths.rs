//! Limits, motors and servos where the answer is known, on the twin and on the GPU, by the exact and the iterative
//! solvers.

use std::f64::consts::TAU;

use crate::common::either::{Either, close, each};
use crate::scenes::{Build, along, wheel};
use beadwork::Scene;
use beadwork::scene::{Axis, JointKind, Motor, Servo, Softness, Travel};
use glam::{DQuat, DVec3};
use serde_json::{Value, json};

const G: f64 = 9.81;
const H: f64 = 1.0 / 240.0;
const DOWN: DVec3 = DVec3::new(0.0, -G, 0.0);

fn exact() -> Vec<Value> {
    ["pulled", "projected"]
        .map(|positions| json!({"solver": "direct", "positions": positions, "timestep": H}))
        .into()
}

/// These, and those that iterate on rows with bounds, with more passes than such small scenes need.
fn all() -> Vec<Value> {
    let iterative =
        ["jacobi", "gauss-seidel"].map(|solver| json!({"solver": solver, "iterations": 60, "timestep": H}));
    exact().into_iter().chain(iterative).collect()
}

/// ω = τ t/I up to the speed, and then the speed.
#[test]
fn a_motor_is_as_strong_as_it_says() {
    let (speed, torque) = (3.0f32, 0.5f32);
    let motor = Some(Motor::at(speed).at_most(torque));
    let (scene, moment) = wheel(Travel { motor, ..Travel::FREE });
    each(&scene, &all(), |what, machine| {
        machine.step(60);
        let truth = f64::from(torque) * 60.0 * H / moment;
        assert!(truth < 0.9 * f64::from(speed));
        close(what, machine.body(1).omega.z, truth, machine.allowed(1e-12, 2e-6));
        machine.step(600);
        close(what, machine.body(1).omega.z, f64::from(speed), machine.allowed(1e-9, 2e-6));
        let [_, torque] = machine.multiplier(0);
        close(what, torque.length(), 0.0, machine.allowed(1e-8, 1e-4));
    });
}

/// A weight of 2 kg on an arm, let go level: comes to rest on the stop, which bears m g d cos θ.
fn arm(limit: [f32; 2]) -> (Scene, f64, f64) {
    let (mass, d) = (2.0, 0.5);
    let mut build = Build::new(DOWN);
    let wall = build.wall(DVec3::ZERO);
    let weight = build.brick(mass, DVec3::new(0.5, 0.05, 0.05), d * DVec3::X, DQuat::IDENTITY);
    let joint = build.join(JointKind::Hinge, wall, weight, DVec3::ZERO, along(DVec3::Z));
    joint.travel.limit = Some(limit);
    (build.scene, mass, d)
}

fn angle_about_z(machine: &mut Either) -> f64 {
    let q = machine.body(1).q;
    2.0 * q.z.atan2(q.w)
}

#[test]
fn a_stop_bears_what_rests_on_it() {
    let low = -0.4f32;
    let (scene, mass, d) = arm([low, 0.7]);
    each(&scene, &all(), |what, machine| {
        machine.step(1200);
        let low = f64::from(low);
        close(&format!("{what}, angle"), angle_about_z(machine), low, machine.allowed(2e-6, 2e-5));
        let [_, torque] = machine.multiplier(0);
        let truth = mass * G * d * low.cos();
        close(&format!("{what}, torque"), torque.length() / truth, 1.0, machine.allowed(1e-6, 1e-4));
        assert!(machine.measure().max_overshoot < 2e-5, "{what}");
    });
}

/// A stop that yields by a spring gives m g d cos θ/k.
#[test]
fn a_soft_stop_yields_by_its_spring() {
    let (low, stiffness) = (-0.4f32, 60.0f32);
    let (mut scene, mass, d) = arm([low, 0.7]);
    scene.joints[0].limit_softness = Some(Softness::Spring { stiffness, damping: 6.0 });
    each(&scene, &all(), |what, machine| {
        machine.step(2400);
        let angle = angle_about_z(machine);
        let truth = f64::from(low) - mass * G * d * angle.cos() / f64::from(stiffness);
        close(&format!("{what}, angle"), angle, truth, machine.allowed(1e-8, 2e-5));
    });
}

/// Gravity tilted from the cone's axis: the swing rests at its limit, which bears m g d sin of the rest.
#[test]
fn a_cone_stops_what_leans_out_of_it() {
    let (swing, tilt) = (0.6f32, 1.2f64);
    let (mass, d) = (1.5, 0.4);
    let mut build = Build::new(G * DVec3::new(tilt.sin(), -tilt.cos(), 0.0));
    let wall = build.wall(DVec3::ZERO);
    let bob = build.brick(mass, DVec3::new(0.05, 0.3, 0.05), -d * DVec3::Y, DQuat::IDENTITY);
    let joint = build.join(JointKind::Cone, wall, bob, DVec3::ZERO, along(DVec3::NEG_Y));
    joint.swing = Some(swing);
    each(&build.scene, &all(), |what, machine| {
        machine.step(1200);
        let down = machine.body(1).q * DVec3::NEG_Y;
        close(
            &format!("{what}, swing"),
            down.angle_between(DVec3::NEG_Y),
            f64::from(swing),
            machine.allowed(5e-6, 2e-5),
        );
        let [_, torque] = machine.multiplier(0);
        let truth = mass * G * d * (tilt - f64::from(swing)).sin();
        close(&format!("{what}, torque"), torque.length() / truth, 1.0, machine.allowed(1e-5, 1e-4));
    });
}

/// Falls freely while it is slack; hangs at its length in the end, and bears m g.
#[test]
fn a_rope_is_slack_and_then_taut() {
    let mut build = Build::new(DOWN);
    let wall = build.wall(DVec3::ZERO);
    let bob = build.ball(2.0, 0.1, DVec3::new(0.0, -0.2, 0.0));
    let max = 1.0f32;
    build.join(JointKind::Distance { min: 0.0, max }, wall, bob, DVec3::ZERO, DQuat::IDENTITY);
    build.scene.joints[0].anchor_b = glam::Vec3::ZERO;
    each(&build.scene, &all(), |what, machine| {
        machine.step(60);
        close(&format!("{what}, falling"), machine.body(1).v.y, -G * 60.0 * H, machine.allowed(1e-12, 1e-5));
        machine.step(1200);
        close(
            &format!("{what}, length"),
            machine.body(1).x.length(),
            f64::from(max),
            machine.allowed(2e-6, 2e-5),
        );
        let [force, _] = machine.multiplier(0);
        close(&format!("{what}, tension"), force.x.abs() / (2.0 * G), 1.0, machine.allowed(1e-6, 1e-4));
    });
}

/// A servo swings as a damped spring by its own frequency, and rests at its target.
#[test]
fn a_servo_goes_to_its_target() {
    let servo = Some(Servo {
        target: 2.0,
        softness: Softness::Frequency { hertz: 3.0, damping_ratio: 1.0 },
        max_force: None,
    });
    let (scene, _) = wheel(Travel { servo, ..Travel::FREE });
    each(&scene, &all(), |what, machine| {
        // x ← x + h v, v ← (v − h ω² x)/(1 + 2 ω h + h² ω²) of the error x
        let turn = TAU * 3.0 * H;
        let (mut x, mut v) = (-2.0, 0.0);
        for _ in 0..30 {
            v = (v - turn * turn * x / H) / (1.0 + 2.0 * turn + turn * turn);
            x += H * v;
        }
        machine.step(30);
        close(&format!("{what}, on the way"), angle_about_z(machine), 2.0 + x, machine.allowed(1e-7, 1e-5));
        machine.step(600);
        close(&format!("{what}, there"), angle_about_z(machine), 2.0, machine.allowed(1e-7, 1e-5));
    });
}

/// A block on a servo of stiffness k sags by m g/k, and swings about there by √(k/m): half a swing from rest takes it twice as deep.
#[test]
fn a_servo_by_stiffness_sags_and_swings() {
    let (mass, stiffness) = (2.0, 80.0f32);
    let sag = mass * G / f64::from(stiffness);
    for damping in [30.0f32, 0.0] {
        let mut build = Build::new(DOWN);
        let wall = build.wall(DVec3::ZERO);
        let block = build.brick(mass, DVec3::splat(0.1), DVec3::ZERO, DQuat::IDENTITY);
        let upright = along(DVec3::Y);
        let servo = Servo::to(0.0).spring(stiffness, damping);
        build.join(JointKind::Slider, wall, block, DVec3::ZERO, upright).travel = Travel::FREE.servo(servo);
        each(&build.scene, &all(), |what, machine| {
            if damping > 0.0 {
                machine.step(1200);
                close(what, machine.body(1).x.y, -sag, machine.allowed(1e-6, 1e-5));
                return;
            }
            // v ← (v − h ω² x)/(1 + h² ω²) of the way x from where it rests, and x ← x + h v
            let turn = H * (f64::from(stiffness) / mass).sqrt();
            let (mut x, mut v) = (sag, 0.0);
            for _ in 0..120 {
                v = (v - turn * turn * x / H) / (1.0 + turn * turn);
                x += H * v;
            }
            machine.step(120);
            close(what, machine.body(1).x.y, x - sag, machine.allowed(1e-6, 1e-5));
        });
    }
}

/// A motor with a damping pushes by so much for each m/s that is missing. Under a weight it falls short of its speed by
/// m g/c, and nears that exponentially.
#[test]
fn a_motor_with_a_damping_falls_short_by_its_load() {
    let (mass, damping, speed) = (2.0, 40.0f32, 1.5f32);
    let mut build = Build::new(DOWN);
    let wall = build.wall(DVec3::ZERO);
    let block = build.brick(mass, DVec3::splat(0.1), DVec3::ZERO, DQuat::IDENTITY);
    let motor = Some(Motor::at(speed).damped(damping));
    let rail = build.join(JointKind::Slider, wall, block, DVec3::ZERO, along(DVec3::Y));
    rail.travel = Travel { motor, ..Travel::FREE };
    let short = mass * G / f64::from(damping);
    each(&build.scene, &all(), |what, machine| {
        // v ← (v − h g + a s)/(1 + a), a = h c/m
        let a = H * f64::from(damping) / mass;
        let mut v = 0.0;
        for _ in 0..12 {
            v = (v - H * G + a * f64::from(speed)) / (1.0 + a);
        }
        machine.step(12);
        close(what, machine.body(1).v.y, v, machine.allowed(1e-9, 5e-6));
        machine.step(600);
        close(what, machine.body(1).v.y, f64::from(speed) - short, machine.allowed(1e-9, 5e-6));
    });
}

/// What holds gives way above a largest force: a block on a rail falls by what is too much for it.
#[test]
fn a_hold_gives_way_above_its_largest_force() {
    let mut build = Build::new(DOWN);
    let wall = build.wall(DVec3::ZERO);
    let block = build.brick(2.0, DVec3::splat(0.1), DVec3::ZERO, DQuat::IDENTITY);
    build.join(JointKind::Fixed, wall, block, DVec3::ZERO, DQuat::IDENTITY).max_force = Some(12.0);
    each(&build.scene, &all(), |what, machine| {
        machine.step(120);
        let truth = -(G - 12.0 / 2.0) * 120.0 * H;
        close(what, machine.body(1).v.y, truth, machine.allowed(1e-9, 1e-5));
    });
    build.scene.joints[0].max_force = Some(20.0);
    each(&build.scene, &all(), |what, machine| {
        machine.step(120);
        close(what, machine.body(1).x.y, 0.0, machine.allowed(1e-5, 1e-5));
    });
}

/// The way of an axis of a six-DOF joint: a spring, a motor and a largest force at once.
#[test]
fn one_axis_may_have_them_all() {
    let softness = Some(Softness::Spring { stiffness: 100.0, damping: 20.0 });
    let travel = Travel { limit: Some([-0.3, 0.1]), motor: Some(Motor::at(0.5)), ..Travel::FREE };
    let mut axes = [Axis::Fixed; 6];
    axes[0] = Axis::Moved { travel, softness, max_force: Some(30.0) };
    let mut build = Build::new(DVec3::ZERO);
    let wall = build.wall(DVec3::ZERO);
    let sledge = build.brick(2.0, DVec3::splat(0.1), DVec3::ZERO, DQuat::IDENTITY);
    build.join(JointKind::six_dof(axes), wall, sledge, DVec3::ZERO, along(DVec3::X));
    each(&build.scene, &all(), |what, machine| {
        machine.step(1200);
        // k x = c ṡ at rest: 0.1 m, which is where the stop is; the spring just touches it
        close(what, machine.body(1).x.x, 0.1, machine.allowed(1e-5, 2e-5));
    });
}
