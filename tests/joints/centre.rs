//! Joints of bodies whose centre of mass is not the origin of their shape. Anchors are measured from that origin, and
//! bodies swing about their centre of mass.

use std::f64::consts::TAU;

use beadwork::scene::Scene;
use beadwork::{Simulation, State};
use glam::Vec3;
use serde_json::{Value, json};

use crate::common::every_machine::MACHINES;
use crate::common::{readings, state, step};

const G: f64 = 9.81;

fn scene(document: &Value) -> Scene {
    Scene::from_value(document).unwrap_or_else(|error| panic!("{document}: {error}"))
}

/// The angle of the first joint, rad.
fn angle(simulation: &mut Simulation) -> f64 {
    readings(simulation)[0].coordinates[3]
}

#[test]
fn a_physical_pendulum_swings_as_long_as_its_centre_says() {
    let (half, m, frame) = ([0.1, 0.4, 0.2], 3.0, 1.0 / 120.0);
    for d in [0.15, 0.5] {
        // about z through the origin of the shape: I_z = m/3 (a² + b²) about the centre of mass, and m d²
        let squares = (half[0] * half[0] + half[1] * half[1]) / 3.0 + d * d;
        let truth = TAU * (squares / (G * d)).sqrt();
        let pendulum = scene(&json!({"version": 2, "gravity": [0, -G, 0],
            "bodies": [{"position": [1, 2, 3], "shape": {"type": "box", "halfExtents": half}, "mass": m, "centre": [0, -d, 0],
                "rotation": [0, 0, 0.05f64.sin(), 0.05f64.cos()]}],
            "joints": [{"type": "hinge", "a": "world", "b": 0, "anchorA": [1, 2, 3], "anchorB": [0, 0, 0],
                "frameA": [0, -0.5f64.sqrt(), 0, 0.5f64.sqrt()], "frameB": [0, -0.5f64.sqrt(), 0, 0.5f64.sqrt()]}]}));
        for (name, made) in MACHINES {
            let mut simulation = made(&pendulum, &json!({"timestep": frame}));
            let (mut before, mut passes) = (angle(&mut simulation), Vec::new());
            assert!((before.abs() - 0.1).abs() < 1e-6, "{name}: it begins at {before} rad");
            while passes.len() < 3 {
                step(&mut simulation, 1);
                let now = angle(&mut simulation);
                if before * now <= 0.0 {
                    passes.push(simulation.time() - frame * now / (now - before));
                }
                before = now;
                assert!(simulation.time() < 10.0, "{name}: it passed 0 at {passes:?} only");
            }
            // 0.1 rad makes it longer by 1/1600
            let found = (passes[2] - passes[0]) / (1.0 + 0.01 / 16.0);
            assert!((found / truth - 1.0).abs() < 5e-4, "{name}, {d} m: {found} s, should be {truth} s");
            assert!(readings(&mut simulation)[0].gap < 1e-5, "{name}");
        }
    }
}

/// Three boxes, the first at the world, with a hand's push on the last; their shapes stand `off` from their centres of mass.
fn hung(off: Vec3) -> Scene {
    let (size, turned) = (json!({"type": "box", "halfExtents": [0.25, 0.5, 0.125]}), [0.0, 0.6, 0.0, 0.8]);
    // R off, by that quarter of a turn and more, in numbers that f32 has
    let rotated = glam::Quat::from_array(turned) * off;
    let body = |x: f32, rotation: [f32; 4], at: Vec3| {
        let place = Vec3::new(x, 4.0, 0.0) + at;
        json!({"position": place.to_array(), "rotation": rotation, "shape": size, "mass": 2, "centre": (-off).to_array(),
            "angularVelocity": [0.5, 0, 0.25]})
    };
    let anchor = |p: [f32; 3]| (Vec3::from_array(p) + off * -1.0).to_array();
    scene(&json!({"version": 2, "gravity": [0, -G, 0],
        "bodies": [body(0.0, [0.0, 0.0, 0.0, 1.0], off), body(1.0, [0.0, 0.0, 0.0, 1.0], off), body(2.0, turned, rotated)],
        "joints": [
            {"type": "point", "a": "world", "b": 0, "anchorA": [-0.5, 4.5, 0], "anchorB": anchor([-0.5, 0.5, 0.0])},
            {"type": "fixed", "a": 0, "b": 1, "anchorA": anchor([0.5, 0.0, 0.0]), "anchorB": anchor([-0.5, 0.0, 0.0])},
            {"type": "hinge", "a": 1, "b": 2, "anchorA": anchor([0.5, 0.0, 0.0]), "anchorB": anchor([0.0, 0.0, 0.5]),
                "frameA": [0, 0, 0, 1], "frameB": [0, 0, 0, 1]}]}))
}

#[test]
fn a_displaced_shape_moves_as_its_mass_does() {
    let (plain, displaced) = (hung(Vec3::ZERO), hung(Vec3::new(0.25, -0.5, 0.125)));
    assert_eq!(plain.bodies[0].centre, Vec3::ZERO);
    for (name, made) in MACHINES {
        let mut ends: [Simulation; 2] = [&plain, &displaced].map(|scene| made(scene, &json!({})));
        for simulation in &mut ends {
            step(simulation, 60);
        }
        let [one, two]: [State; 2] = ends.each_mut().map(state);
        // the third's place is worked out in f32: an error of 1e-7 m at the start, in what swings freely
        let off = one.positions.iter().zip(&two.positions).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(off < 1e-5, "{name}: {off} m apart");
        let [one, two] = ends.each_mut().map(readings);
        for (a, b) in one.iter().zip(&two) {
            let apart = |k: usize| (a.forces[k] - b.forces[k]).abs();
            assert!((0..3).all(|k| a.forces[k].is_nan() || apart(k) < 2e-3), "{name}: {a:?}, {b:?}");
        }
    }
}

#[test]
fn two_welded_boxes_swing_as_one_body_with_its_centre_between() {
    let (m, h) = ([1.0, 3.0], 0.1);
    // cubes with edges of 2 h, the second 0.6 m below the first
    let (total, below) = (m[0] + m[1], 0.6);
    let d = m[1] * below / total;
    let own = |m: f64| 2.0 / 3.0 * m * h * h;
    let across = own(m[0]) + own(m[1]) + m[0] * d * d + m[1] * (below - d) * (below - d);
    let cube = json!({"type": "box", "halfExtents": [h, h, h]});
    let (s, c) = ((0.5f64).sin(), (0.5f64).cos());
    let end = |x: f64| [x * (1.0f64).sin(), 2.0 - x * (1.0f64).cos(), 0.0];
    let hook = json!({"type": "point", "a": "world", "b": 0, "anchorA": [0, 2, 0], "anchorB": [0, 0, 0]});
    let two = scene(&json!({"version": 2, "gravity": [0, -G, 0],
        "bodies": [
            {"position": end(0.0), "rotation": [0, 0, s, c], "shape": cube, "mass": m[0]},
            {"position": end(below), "rotation": [0, 0, s, c], "shape": cube, "mass": m[1]}],
        "joints": [hook, {"type": "fixed", "a": 0, "b": 1, "anchorA": [0, -0.3, 0], "anchorB": [0, 0.3, 0]}]}));
    let one = scene(&json!({"version": 2, "gravity": [0, -G, 0],
        "bodies": [{"position": end(0.0), "rotation": [0, 0, s, c], "shape": cube, "mass": total, "centre": [0, -d, 0],
            "inertia": [across, own(m[0]) + own(m[1]), across]}],
        "joints": [hook]}));
    for (name, made) in MACHINES {
        let mut ends = [&two, &one].map(|scene| made(scene, &json!({"substeps": 16})));
        for simulation in &mut ends {
            step(simulation, 60);
        }
        let [two, one] = ends.each_mut().map(|simulation| {
            let poses = pollster::block_on(simulation.read_poses().expect("poses")).expect("poses");
            2.0 * poses[5].atan2(poses[6])
        });
        // a second of large swings, by two ways to cut time into pieces of 1 ms
        assert!((two - one).abs() < 0.002, "{name}: {two} and {one} rad");
    }
}

#[test]
fn a_hand_holds_a_point_of_the_shape() {
    let free = scene(&json!({"version": 2, "gravity": [0, 0, 0], "bodies": [
        {"position": [1, 1, 0], "rotation": [0, 0, 0.6, 0.8], "radius": 0.5, "centre": [0.25, -0.125, 0]}]}));
    let body = &free.bodies[0];
    let grip = Vec3::new(0.0, 0.5, 0.0);
    for (name, made) in MACHINES {
        let mut simulation = made(&free, &json!({}));
        let pull = simulation.gentle_pull(0, grip, body.position + body.rotation * grip);
        simulation.set_pull(Some(pull)).expect("a hand");
        step(&mut simulation, 30);
        // it is there already, and nothing pulls
        let moved = Vec3::from_slice(&state(&mut simulation).positions).distance(body.mass_position());
        assert!(moved < 1e-6, "{name}: {moved} m");
    }
}
