//! Laws that the step must keep, whatever the solver is doing inside.
#![cfg(not(target_arch = "wasm32"))]

mod common;

use beadwork::scene::{Body, Joint, JointKind};
use beadwork::{Scene, State};
use common::*;
use glam::{DQuat, DVec3, Quat, Vec3};
use proptest::prelude::*;
use serde_json::json;

fn bead(position: Vec3) -> Body {
    let (radius, mass) = (0.1, 1.0);
    Body {
        position,
        rotation: Quat::IDENTITY,
        linear_velocity: Vec3::ZERO,
        angular_velocity: Vec3::ZERO,
        radius,
        mass,
        inertia: Vec3::splat(0.4 * mass * radius * radius),
        fixed: false,
        colour: [244, 239, 230],
    }
}

fn joint(a: u32, b: u32, anchor_a: Vec3, anchor_b: Vec3) -> Joint {
    Joint { kind: JointKind::Point, a, b, anchor_a, anchor_b, multiplier: Vec3::ZERO }
}

fn scene_of(gravity: Vec3, bodies: Vec<Body>, joints: Vec<Joint>) -> Scene {
    Scene { time: 0.0, gravity: Some(gravity), bodies, joints }
}

fn vector(numbers: &[f32], i: usize) -> DVec3 {
    DVec3::new(f64::from(numbers[3 * i]), f64::from(numbers[3 * i + 1]), f64::from(numbers[3 * i + 2]))
}

#[test]
fn free_fall_is_the_closed_form_of_the_scheme() {
    // v_n = v_0 + n h g, x_n = x_0 + n h v_0 + h² g n(n + 1)/2, for gravity in any direction
    let gravity = Vec3::new(1.0, -9.0, 2.5);
    let start = Vec3::new(3.0, 40.0, -2.0);
    let mut body = bead(start);
    body.linear_velocity = Vec3::new(0.5, 2.0, -1.0);
    let mut simulation = simulation(&scene_of(gravity, vec![body.clone()], vec![]), json!({}));
    let n = 100.0;
    step(&mut simulation, 100);
    let found = state(&mut simulation);
    let h = 1.0 / 60.0;
    let (v0, g) = (body.linear_velocity.as_dvec3(), gravity.as_dvec3());
    let v = v0 + n * h * g;
    let x = start.as_dvec3() + n * h * v0 + h * h * g * (n * (n + 1.0) / 2.0);
    // a hundred roundings of f32 at these sizes
    assert!((vector(&found.linear_velocities, 0) - v).length() < 1e-4);
    assert!((vector(&found.positions, 0) - x).length() < 2e-4);
}

#[test]
fn damping_takes_its_share() {
    let mut body = bead(Vec3::ZERO);
    body.linear_velocity = Vec3::X;
    body.angular_velocity = Vec3::Y;
    let scene = scene_of(Vec3::ZERO, vec![body], vec![]);
    let mut simulation = simulation(&scene, json!({"damping": 2, "timestep": 0.05}));
    step(&mut simulation, 20);
    let found = state(&mut simulation);
    let kept = 0.9f64.powi(20);
    assert!((f64::from(found.linear_velocities[0]) - kept).abs() < 1e-6);
    assert!((f64::from(found.angular_velocities[1]) - kept).abs() < 1e-6);
}

#[test]
fn a_pendulum_swings_at_its_period() {
    // one bead on an arm of d from its pin: T = 2π √((I + m d²)/(m g d))
    let (d, angle) = (0.5f32, 0.02f32);
    let pin = Vec3::new(0.0, 2.0, 0.0);
    let mut fixed = bead(pin);
    fixed.fixed = true;
    let turn = Quat::from_rotation_z(angle);
    let mut bob = bead(pin + turn * Vec3::new(0.0, -d, 0.0));
    bob.rotation = turn;
    let joints = vec![joint(0, 1, Vec3::ZERO, Vec3::new(0.0, d, 0.0))];
    let scene = scene_of(Vec3::new(0.0, -9.81, 0.0), vec![fixed, bob], joints);
    let inertia = 0.4 * 0.1 * 0.1;
    let (d, g) = (f64::from(d), 9.81);
    let period = std::f64::consts::TAU * ((inertia + d * d) / (g * d)).sqrt();
    for solver in ["direct", "jacobi"] {
        let h = 1.0 / 240.0;
        let mut simulation = simulation(&scene, json!({"solver": solver, "timestep": h, "iterations": 50}));
        let mut crossings = Vec::new();
        let mut before = f64::from(angle);
        for frame in 1..=(3.2 * period / h) as u32 {
            step(&mut simulation, 1);
            let x = f64::from(state(&mut simulation).positions[3]) / d;
            if before < 0.0 && x >= 0.0 {
                crossings.push((f64::from(frame) - x / (x - before)) * h);
            }
            before = x;
        }
        let periods = crossings.len() - 1;
        let found = (crossings[periods] - crossings[0]) / periods as f64;
        assert!((found / period - 1.0).abs() < 5e-3, "{solver}: period {found}, should be {period}");
    }
}

/// Twelve beads on a string in weightlessness, every one with a push of its own.
fn free_chain() -> Scene {
    let mut bodies: Vec<Body> = (0..12).map(|i| bead(Vec3::new(0.2 * i as f32, 0.0, 0.0))).collect();
    for (i, body) in bodies.iter_mut().enumerate() {
        let x = i as f32;
        body.mass = 1.0 + 0.5 * (x * 1.3).sin();
        body.linear_velocity = Vec3::new((x * 0.7).sin(), (x * 1.1).cos(), 0.5 * (x * 1.9).sin());
        body.angular_velocity = Vec3::new((x * 2.3).cos(), 0.3, (x * 0.4).sin());
    }
    let half = Vec3::new(0.1, 0.0, 0.0);
    scene_of(Vec3::ZERO, bodies, (1..12).map(|i| joint(i - 1, i, half, -half)).collect())
}

fn momentum(scene: &Scene, state: &State) -> (DVec3, DVec3) {
    let mut linear = DVec3::ZERO;
    let mut angular = DVec3::ZERO;
    for (i, body) in scene.bodies.iter().enumerate() {
        let (m, v) = (f64::from(body.mass), vector(&state.linear_velocities, i));
        let inertia = f64::from(body.inertia.x);
        linear += m * v;
        angular += m * vector(&state.positions, i).cross(v) + inertia * vector(&state.angular_velocities, i);
    }
    (linear, angular)
}

#[test]
fn a_free_chain_keeps_its_momentum() {
    let scene = free_chain();
    for solver in ["direct", "jacobi", "chebyshev", "gauss-seidel", "conjugate-gradient"] {
        let off = json!({"solver": solver, "stiffnessGuard": false});
        let mut simulation = simulation(&scene, off);
        step(&mut simulation, 1);
        let (start, _) = momentum(&scene, &state(&mut simulation));
        step(&mut simulation, 1000);
        let (end, _) = momentum(&scene, &state(&mut simulation));
        // a thousand steps of f32 rounding on twelve bodies
        assert!((end - start).length() < 1e-3, "{solver}: linear momentum moved by {:?}", end - start);
    }
}

#[test]
fn angular_momentum_changes_by_the_gaps_times_the_forces() {
    // ΔL = −h Σ C_l × λ_l: equal and opposite forces act at anchors a gap apart
    let scene = free_chain();
    let off = json!({"solver": "direct", "stiffnessGuard": false});
    let mut simulation = simulation(&scene, off);
    let h = 1.0 / 60.0;
    let mut worst = 0f64;
    for _ in 0..200 {
        let before = state(&mut simulation);
        step(&mut simulation, 1);
        let after = state(&mut simulation);
        let mut expected = DVec3::ZERO;
        for (l, joint) in scene.joints.iter().enumerate() {
            let end = |body: u32, anchor: Vec3| {
                let i = body as usize;
                let q: [f32; 4] = std::array::from_fn(|k| before.rotations[4 * i + k]);
                let q = DQuat::from_array(q.map(f64::from)).normalize();
                vector(&before.positions, i) + q * anchor.as_dvec3()
            };
            let gap = end(joint.a, joint.anchor_a) - end(joint.b, joint.anchor_b);
            expected -= h * gap.cross(vector(&after.multipliers, l));
        }
        // L at the velocities after and the positions before: x × v h drops out of x ← x + h v
        let change = momentum(&scene, &after).1 - momentum(&scene, &before).1;
        worst = worst.max((change - expected).length());
    }
    // L is a few tens of kg m²/s, so f32 leaves about 1e-5 of it
    assert!(worst < 5e-4, "ΔL + h Σ C × λ = {worst:e}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// Catches q̇ = ½ q ⊗ ω taken for ½ ω ⊗ q.
    #[test]
    fn a_body_turns_about_its_own_spin(
        x in -3.0f32..3.0, y in -3.0f32..3.0, z in -3.0f32..3.0,
        q in prop::array::uniform4(-1.0f32..1.0),
    ) {
        let mut body = bead(Vec3::ZERO);
        body.rotation = Quat::from_xyzw(q[0], q[1], q[2], q[3] + 1.2).normalize();
        body.angular_velocity = Vec3::new(x, y, z);
        let scene = scene_of(Vec3::ZERO, vec![body.clone()], vec![]);
        let mut simulation = simulation(&scene, json!({}));
        step(&mut simulation, 60);
        let found = state(&mut simulation);
        let turn = DQuat::from_scaled_axis(body.angular_velocity.as_dvec3());
        let expected = (turn * body.rotation.as_dquat()).normalize();
        let found = DQuat::from_array(std::array::from_fn(|k| f64::from(found.rotations[k]))).normalize();
        // sixty roundings of a unit quaternion
        prop_assert!(found.dot(expected).abs() > 1.0 - 1e-9, "{found} should be {expected}");
    }
}

#[test]
fn a_tumbling_brick_keeps_its_energy_and_flips() {
    // spinning about the middle axis is unstable: the sign of that spin turns over, energy and |L| stay
    let mut brick = bead(Vec3::ZERO);
    brick.inertia = Vec3::new(1.0, 2.0, 2.8) * 0.01;
    brick.angular_velocity = Vec3::new(0.02, 5.0, 0.02);
    let scene = scene_of(Vec3::ZERO, vec![brick.clone()], vec![]);
    let mut simulation = simulation(&scene, json!({}));
    let body_spin = |state: &State| {
        let q = DQuat::from_array(std::array::from_fn(|k| f64::from(state.rotations[k]))).normalize();
        q.inverse() * vector(&state.angular_velocities, 0)
    };
    let inertia = brick.inertia.as_dvec3();
    let energy = |spin: DVec3| 0.5 * spin.dot(inertia * spin);
    let first = body_spin(&state(&mut simulation));
    let (mut low, mut drift, mut turned) = (f64::MAX, 0f64, 0f64);
    for _ in 0..900 {
        step(&mut simulation, 1);
        let spin = body_spin(&state(&mut simulation));
        low = low.min(spin.y);
        drift = drift.max((energy(spin) / energy(first) - 1.0).abs());
        turned = turned.max(((inertia * spin).length() / (inertia * first).length() - 1.0).abs());
    }
    assert!(low < -4.0, "it never turned over: least spin {low}");
    // implicit midpoint keeps both; what is left is f32 over 900 steps
    assert!(drift < 1e-3 && turned < 1e-3, "energy moved by {drift:e}, |L| by {turned:e}");
}

#[test]
fn pinning_stops_a_body_and_cutting_lets_go() {
    let mut simulation = simulation(&scene("pendant", json!({"beads": 6})), json!({}));
    step(&mut simulation, 20);
    simulation.set_fixed(3, true).unwrap();
    let pinned = state(&mut simulation);
    step(&mut simulation, 30);
    let later = state(&mut simulation);
    assert_eq!(vector(&pinned.positions, 3), vector(&later.positions, 3));
    assert_eq!(vector(&later.linear_velocities, 3), DVec3::ZERO);
    simulation.set_fixed(3, false).unwrap();
    simulation.cut(0).unwrap();
    let before = state(&mut simulation);
    step(&mut simulation, 30);
    let after = state(&mut simulation);
    // half a second of free fall, less what the chain was doing
    assert!(vector(&after.positions, 3).y < vector(&before.positions, 3).y - 0.5);
    assert_eq!(&after.multipliers[..3], &[0.0; 3]);
    assert_eq!(vector(&after.positions, 0), vector(&before.positions, 0), "the pin moved");
}

#[test]
fn a_chain_at_rest_stays_at_rest() {
    let hanging = scene("pendant", json!({"beads": 12, "tilt": 0, "massRatio": 1}));
    let mut simulation = simulation(&hanging, json!({"solver": "direct"}));
    step(&mut simulation, 300);
    let measures = measure(&mut simulation);
    assert!(measures.kinetic_energy < 1e-6, "{} J", measures.kinetic_energy);
    assert!(measures.max_gap_radii < 1e-4, "{} radii", measures.max_gap_radii);
}

#[test]
fn multipliers_carry_over_when_the_solver_is_switched() {
    let hanging = scene("pendant", json!({"beads": 24, "tilt": 0, "massRatio": 10}));
    let mut warm = simulation(&hanging, json!({"solver": "direct"}));
    step(&mut warm, 60);
    let changes = json!({"solver": "jacobi", "warmStart": 1, "stabilisation": 0});
    warm.set_parameters(changes.as_object().unwrap()).unwrap();
    step(&mut warm, 1);
    let mut cold = simulation(&hanging, changes);
    step(&mut cold, 1);
    let (warm, cold) = (measure(&mut warm).residual, measure(&mut cold).residual);
    assert!(warm < 1e-3 * cold, "warm {warm:e}, cold {cold:e}");
}
