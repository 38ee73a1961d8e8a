//! A centre of mass that is not the origin of the shape. Closed forms say how such a body flies, rolls, swings and is
//! met, on every machine. At the border a body's position is that of its shape.

use std::f64::consts::TAU;

use beadwork::scene::Scene;
use beadwork::{Simulation, State};
use glam::{DQuat, DVec3, Quat, Vec3};
use pollster::block_on;
use serde_json::{Value, json};

use crate::common::every_machine::MACHINES;
use crate::common::{measure, state, step};
use crate::{contacts, wishes};

const G: f64 = 9.81;

fn scene(document: &Value) -> Scene {
    Scene::from_value(document).unwrap_or_else(|error| panic!("{document}: {error}"))
}

/// Where shapes are, and how they are turned.
fn poses(simulation: &mut Simulation) -> Vec<(DVec3, DQuat)> {
    let poses = block_on(simulation.read_poses().expect("poses")).expect("poses");
    let pose = |p: &[f32]| (Vec3::from_slice(p).as_dvec3(), Quat::from_slice(&p[3..]).as_dquat());
    poses.chunks_exact(7).map(pose).collect()
}

/// Its angle about z, rad.
fn angle(q: DQuat) -> f64 {
    2.0 * q.z.atan2(q.w)
}

/// Seconds of a whole swing: from the first time that `reading` passes 0 to the fifth, over two.
fn period(simulation: &mut Simulation, frame: f64, mut reading: impl FnMut(&mut Simulation) -> f64) -> f64 {
    let (mut before, mut passes) = (reading(simulation), Vec::new());
    for frames in 1..3000 {
        step(simulation, 1);
        let now = reading(simulation);
        if before * now <= 0.0 && before != now {
            passes.push(frame * (f64::from(frames) - now / (now - before)));
        }
        if passes.len() == 5 {
            return (passes[4] - passes[0]) / 2.0;
        }
        before = now;
    }
    panic!("it passed 0 at {passes:?} only");
}

#[test]
fn the_centre_of_mass_of_what_is_thrown_goes_along_a_parabola_and_the_shape_circles_it() {
    let (c, v, spin) = (DVec3::new(0.1, -0.3, 0.2), DVec3::new(1.0, 3.0, -2.0), 5.0);
    let document = json!({"version": 2, "gravity": [0, -G, 0], "bodies": [{
        "position": [0.5, 1, 0], "radius": 0.4, "centre": c.to_array(), "linearVelocity": v.to_array(), "angularVelocity": [0, 0, spin]}]});
    let thrown = scene(&document);
    for (name, made) in MACHINES {
        let mut simulation = made(&thrown, &json!({"substeps": 4}));
        let at_first = poses(&mut simulation)[0];
        assert!(at_first.0.distance(DVec3::new(0.5, 1.0, 0.0)) < 1e-7, "{name}: {at_first:?}");
        step(&mut simulation, 60);
        let (place, q) = poses(&mut simulation)[0];
        let mass = DVec3::from_array(std::array::from_fn(|k| f64::from(state(&mut simulation).positions[k])));
        let parabola = DVec3::new(0.5, 1.0, 0.0) + c + v - DVec3::Y * (0.5 * G);
        // 240 roundings in f32, of metres
        assert!(mass.distance(parabola) < 2e-5, "{name}: {mass}, should be {parabola}");
        let turned = DQuat::from_rotation_z(spin);
        assert!(q.dot(turned).abs() > 1.0 - 1e-6, "{name}: {q}, should be {turned}");
        assert!(place.distance(parabola - turned * c) < 3e-5, "{name}: {place}");
        // L = x × m v + I ω, about the origin
        let m = f64::from(thrown.bodies[0].mass);
        let momentum = DVec3::from_array(measure(&mut simulation).momentum);
        assert!(momentum.distance(m * (v - DVec3::Y * G)) < 1e-4 * m * G, "{name}: {momentum}");
    }
}

#[test]
fn a_tumbler_swings_about_where_it_touches_and_rights_itself() {
    let (r, d) = (0.5, 0.2);
    // I = 2/5 m r² about the centre of mass, which is r − d over the ground and swings about where it touches
    let squares = 0.4 * r * r + (r - d) * (r - d);
    let truth = TAU * (squares / (G * d)).sqrt();
    let tumbler = |angle: f64, rolling: Value| {
        let q = DQuat::from_rotation_z(angle);
        let mut ball = json!({"position": [0, r, 0], "rotation": q.to_array(), "radius": r, "mass": 2, "centre": [0, -d, 0], "friction": 1});
        ball["rollingResistance"] = rolling;
        scene(&json!({"version": 2, "contacts": true, "gravity": [0, -G, 0], "bodies": [
            {"position": [0, 0, 0], "shape": {"type": "plane"}, "friction": 1}, ball]}))
    };
    for (name, made) in MACHINES {
        let swings = tumbler(0.1, json!(0));
        let mut simulation = made(&swings, &wishes(&swings, json!({"timestep": 1.0 / 120.0})));
        let found = period(&mut simulation, 1.0 / 120.0, |simulation| angle(poses(simulation)[1].1));
        // 0.1 rad makes it longer by 1/1600 and h of 2 ms by less; contacts that damp shorten no swing
        assert!((found / truth - 1.0).abs() < 0.01, "{name}: {found} s, should be {truth} s");

        let lies = tumbler(1.5, json!(0.02));
        let mut simulation = made(&lies, &wishes(&lies, json!({})));
        step(&mut simulation, 1200);
        let (place, q) = poses(&mut simulation)[1];
        // 2 % of r stay
        assert!((place.y - r).abs() < 0.025 * r, "{name}: {place}");
        // ρ/d is the angle at which rolling resistance holds it
        assert!((q * DVec3::Y).y > (0.02f64 / d + 0.02).cos(), "{name}: up is {}", q * DVec3::Y);
        assert!(contacts(&mut simulation)[0].point[1].abs() < 0.02 * r, "{name}");
    }
}

/// A ground and a heap of spheres, boxes and capsules that fall onto it, each with its centre of mass somewhere.
fn heap() -> Scene {
    let mut bodies = vec![json!({"position": [0, 0, 0], "shape": {"type": "plane"}})];
    for i in 0..9 {
        let (x, z) = (f64::from(i % 3) * 0.9 - 0.9, f64::from(i / 3) * 0.9 - 0.9);
        let mut body = match i % 3 {
            0 => json!({"radius": 0.3}),
            1 => json!({"shape": {"type": "box", "halfExtents": [0.2, 0.3, 0.25]}}),
            _ => json!({"shape": {"type": "capsule", "radius": 0.2, "halfHeight": 0.2}}),
        };
        body["position"] = json!([x, 0.8 + 0.1 * f64::from(i), z]);
        body["rotation"] = json!(DQuat::from_rotation_x(0.4 * f64::from(i)).to_array());
        body["centre"] = json!([0.05 * f64::from(i % 4) - 0.08, -0.1, 0.03 * f64::from(i % 5)]);
        bodies.push(body);
    }
    scene(&json!({"version": 2, "contacts": true, "gravity": [0, -G, 0], "bodies": bodies}))
}

#[test]
fn what_falls_lies_on_its_shape_and_machines_agree() {
    let heap = heap();
    let mut ends: Vec<Vec<(DVec3, DQuat)>> = Vec::new();
    for (name, made) in MACHINES {
        let mut simulation = made(&heap, &wishes(&heap, json!({})));
        step(&mut simulation, 20);
        ends.push(poses(&mut simulation));
        step(&mut simulation, 280);
        for (i, ((place, q), body)) in
            poses(&mut simulation).into_iter().zip(&heap.bodies).enumerate().skip(1)
        {
            let reach = body.solid.reach(body.radius, q.as_quat()).expect("bounds").y;
            // as deep as what stays, 2 % of what is round at most; none flies, none lies on another
            let above = place.y - f64::from(reach);
            assert!((-0.01..0.005).contains(&above), "{name}, body {i}: {above} m over the ground");
        }
    }
    for (k, other) in ends[1..].iter().enumerate() {
        for (i, (one, two)) in ends[0].iter().zip(other).enumerate() {
            // a third of a second in f32, with blows in it
            assert!(one.0.distance(two.0) < 1e-3, "{}, body {i}: {one:?}, {two:?}", MACHINES[k + 1].0);
        }
    }
}

#[test]
fn rays_meet_the_shape_where_it_is() {
    let heap = heap();
    for (name, made) in MACHINES {
        let mut simulation = made(&heap, &wishes(&heap, json!({})));
        step(&mut simulation, 10);
        let poses = poses(&mut simulation);
        for (i, (place, _)) in poses.iter().enumerate().skip(1).step_by(3) {
            // down through the middle of a sphere, over all others
            let from = *place + DVec3::Y * 0.5;
            let ray = beadwork::state::Ray::new(from, -DVec3::Y);
            let hit = block_on(simulation.cast_ray(&ray).expect("a ray")).expect("an answer").expect("a hit");
            assert_eq!(hit.body, i, "{name}");
            assert!((hit.distance - 0.2).abs() < 1e-5, "{name}, body {i}: {hit:?}");
            let aside = beadwork::state::Ray::new(from + DVec3::X * 0.301, -DVec3::Y);
            let past = block_on(simulation.cast_ray(&aside).expect("a ray"))
                .expect("an answer")
                .expect("the ground");
            assert_ne!(past.body, i, "{name}: {past:?}");
        }
    }
}

#[test]
fn what_is_described_goes_on_to_the_same_bits() {
    let heap = heap();
    for (name, made) in [MACHINES[0], MACHINES[2]] {
        let mut simulation = made(&heap, &wishes(&heap, json!({})));
        step(&mut simulation, 45);
        let described = block_on(simulation.describe().expect("a scene")).expect("a scene");
        let read = Scene::from_json(&described.to_json()).expect("a scene");
        assert_eq!(read, described, "{name}");
        let mut resumed = made(&read, &wishes(&read, json!({})));
        let positions = |simulation: &mut Simulation| state(simulation).positions;
        assert_eq!(positions(&mut resumed), positions(&mut simulation), "{name}");
        for (one, two) in poses(&mut simulation).iter().zip(poses(&mut resumed)) {
            assert_eq!(*one, two, "{name}");
        }
        step(&mut simulation, 30);
        step(&mut resumed, 30);
        let [one, two]: [State; 2] = [&mut simulation, &mut resumed].map(state);
        assert!(one == two, "{name}: it went on otherwise");
    }
}

#[test]
fn a_body_is_put_where_its_shape_is_to_be() {
    let heap = heap();
    for (name, made) in MACHINES {
        let mut simulation = made(&heap, &wishes(&heap, json!({})));
        step(&mut simulation, 10);
        for (position, rotation) in [
            (Some(Vec3::new(5.0, 2.0, -1.0)), None),
            (None, Some(Quat::from_rotation_z(1.1))),
            (Some(Vec3::new(-4.0, 3.0, 0.5)), Some(Quat::from_rotation_x(-0.7))),
            (None, None),
        ] {
            let before = poses(&mut simulation);
            let change = beadwork::simulation::PoseChange { position, rotation, ..Default::default() };
            simulation.set_pose(2, change).expect("put");
            let mut wanted = before.clone();
            wanted[2].0 = position.map_or(wanted[2].0, |p| p.as_dvec3());
            wanted[2].1 = rotation.map_or(wanted[2].1, |q| q.as_dquat());
            for (i, (found, wanted)) in poses(&mut simulation).iter().zip(&wanted).enumerate() {
                let off = found.0.distance(wanted.0);
                assert!(
                    off < 2e-6 && (found.1.dot(wanted.1).abs() - 1.0).abs() < 1e-6,
                    "{name}, body {i}: {off} m"
                );
            }
        }
    }
}

#[test]
fn one_that_comes_while_the_others_run_leaves_them_their_bits() {
    let mut plain = heap();
    plain.bodies.iter_mut().for_each(|body| body.centre = Vec3::ZERO);
    let comes =
        json!([{"position": [8, 1, 0], "rotation": [0, 0, 0.6, 0.8], "radius": 0.5, "centre": [0, -0.2, 0]}]);
    let mut places = Vec::new();
    for (name, made) in MACHINES {
        let [mut alone, mut joined] = [(); 2].map(|()| made(&plain, &wishes(&plain, json!({}))));
        step(&mut alone, 30);
        step(&mut joined, 10);
        let bodies = beadwork::scene::read_bodies(&comes).expect("a body");
        let body = joined.add_bodies(&bodies).expect("room")[0];
        let at = poses(&mut joined)[body].0;
        assert!(at.distance(DVec3::new(8.0, 1.0, 0.0)) < 1e-6, "{name}: {at}");
        step(&mut joined, 20);
        let others = 3 * plain.bodies.len();
        assert_eq!(state(&mut alone).positions, state(&mut joined).positions[..others], "{name}");
        step(&mut joined, 40);
        places.push(poses(&mut joined)[body].0);
        joined.remove_bodies(&[body]).expect("gone");
        step(&mut joined, 5);
        joined.reset().expect("as it was loaded");
        step(&mut joined, 30);
        assert_eq!(state(&mut alone).positions, state(&mut joined).positions, "{name}: after reset");
    }
    // it fell half a metre and rolls
    assert!(
        places.iter().all(|place| (place.y - 0.5).abs() < 0.02 && (place.x - 8.0).abs() > 0.05),
        "{places:?}"
    );
    assert!(places.iter().all(|place| place.distance(places[0]) < 1e-2), "{places:?}");
}
