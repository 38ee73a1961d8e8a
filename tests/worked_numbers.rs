//! Numbers worked by hand in the literature, through the real joint code.
#![cfg(not(target_arch = "wasm32"))]

mod common;

use beadwork::cpu::{Twin, dense};
use beadwork::scene::{Body, Joint, JointKind};
use beadwork::{Scene, State};
use common::*;
use glam::{Quat, Vec3};
use serde_json::json;

/// Two bodies of unit mass and inertia, anchors half a metre out, A spinning at 2 rad/s about z, the anchors
/// 0.1 m apart in y.
fn ball_joint(b_fixed: bool) -> Scene {
    let body = |position: Vec3, spin: f32, fixed: bool| Body {
        position,
        rotation: Quat::IDENTITY,
        linear_velocity: Vec3::ZERO,
        angular_velocity: Vec3::new(0.0, 0.0, spin),
        radius: 0.1,
        mass: 1.0,
        inertia: Vec3::ONE,
        fixed,
        colour: [244, 239, 230],
    };
    Scene {
        time: 0.0,
        gravity: Some(Vec3::ZERO),
        bodies: vec![
            body(Vec3::new(0.0, 0.1, 0.0), 2.0, false),
            body(Vec3::new(1.0, 0.0, 0.0), 0.0, b_fixed),
        ],
        joints: vec![Joint {
            kind: JointKind::Point,
            a: 0,
            b: 1,
            anchor_a: Vec3::new(0.5, 0.0, 0.0),
            anchor_b: Vec3::new(-0.5, 0.0, 0.0),
            multiplier: Vec3::ZERO,
        }],
    }
}

/// The text takes dt = 1 and β = 0.2; our longest step is 0.1 s. Bias β C/h = 0.02 m/s, as there, with β = 0.02.
const H: f64 = 0.1;

fn changes(solver: &str) -> serde_json::Value {
    json!({"solver": solver, "iterations": 1, "relaxation": 1, "timestep": H, "stabilisation": 0.02,
        "stiffnessGuard": false, "gravity": [0, 0, 0]})
}

fn check(state: &State, impulse: f64, tolerance: f64) {
    // λ is a force: the text's impulse over h, and of the other sign
    let lambda: Vec<f64> = state.multipliers.iter().map(|&x| f64::from(x) * H).collect();
    for (found, wanted) in lambda.iter().zip([0.0, impulse, 0.0]) {
        assert!((found - wanted).abs() < tolerance, "hλ = {lambda:?}");
    }
    // relative velocity of the anchors is −bias
    let v = |i: usize| f64::from(state.linear_velocities[3 * i + 1]);
    let w = |i: usize| f64::from(state.angular_velocities[3 * i + 2]);
    let relative = (v(0) + 0.5 * w(0)) - (v(1) - 0.5 * w(1));
    assert!((relative + 0.02).abs() < tolerance, "C' after the solve is {relative}");
}

#[test]
fn the_ball_joint() {
    let scene = ball_joint(false);
    for solver in ["jacobi", "gauss-seidel", "conjugate-gradient", "direct"] {
        let mut twin = Twin::new(&scene, parameters(changes(solver))).expect("a twin");
        twin.step(1);
        check(&twin.state(), 0.408, 2e-6);
        let mut simulation = simulation(&scene, changes(solver));
        step(&mut simulation, 1);
        // f32, and the exact solver's γ of a millionth
        check(&state(&mut simulation), 0.408, 5e-6);
    }
    let mut twin = Twin::new(&scene, parameters(changes("jacobi"))).expect("a twin");
    twin.step(1);
    let j = dense::jacobian(&twin.world, &[0]);
    let a = dense::delassus(&j, &dense::inverse_mass(&twin.world));
    let wanted = [[2.0, 0.0, 0.0], [0.0, 2.5, 0.0], [0.0, 0.0, 2.5]];
    for (row, wanted) in a.iter().zip(wanted) {
        for (x, wanted) in row.iter().zip(wanted) {
            assert!((x - wanted).abs() < 1e-7, "A = {a:?}");
        }
    }
}

/// With B pinned, A_ll loses its half: diag(1, 1.25, 1.25), and the impulse is 1.02/1.25.
#[test]
fn the_ball_joint_on_a_pinned_body() {
    let scene = ball_joint(true);
    let mut twin = Twin::new(&scene, parameters(changes("jacobi"))).expect("a twin");
    twin.step(1);
    check(&twin.state(), 1.02 / 1.25, 2e-6);
    let mut simulation = simulation(&scene, changes("direct"));
    step(&mut simulation, 1);
    check(&state(&mut simulation), 1.02 / 1.25, 5e-6);
}

/// Two blocks of mass 1 on the ground: λ = (20, 10).
#[test]
fn the_two_block_stack() {
    let j = vec![vec![1.0, 0.0], vec![-1.0, 1.0]];
    let inverse_mass = vec![vec![1.0, 0.0], vec![0.0, 1.0]];
    let a = dense::delassus(&j, &inverse_mass);
    assert_eq!(a, vec![vec![1.0, -1.0], vec![-1.0, 2.0]]);
    let b: Vec<f64> = dense::apply(&j, &[-10.0, -10.0]).iter().map(|x| -x).collect();
    let lambda = dense::solve(a, b);
    assert!((lambda[0] - 20.0).abs() < 1e-12 && (lambda[1] - 10.0).abs() < 1e-12, "{lambda:?}");
}
