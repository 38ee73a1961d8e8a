//! The GPU does what its twin does, the same bits each time, and goes on from what it wrote.

use std::collections::BTreeMap;

use beadwork::Scene;
use beadwork::cpu::Twin;
use beadwork::simulation::ContactReading;
use glam::Vec3;
use serde_json::{Value, json};

use crate::common::*;
use crate::{ball, contacts, plane, touching, wishes};

/// Spheres, and on them a ball so large that it stands in no cell.
fn big_on_small() -> Scene {
    let mut bodies = vec![plane()];
    for k in 0..64 {
        let at = Vec3::new((k % 8) as f32 * 0.2 - 0.7, 0.1, (k / 8) as f32 * 0.2 - 0.7);
        bodies.push(ball(at, 0.1));
    }
    bodies.push(ball(Vec3::new(0.03, 0.95, -0.02), 0.7));
    touching(bodies)
}

#[test]
fn a_big_ball_rests_on_many_small_ones() {
    let scene = big_on_small();
    for solver in ["gauss-seidel", "mass-splitting"] {
        let changes = wishes(&scene, json!({"contactSolver": solver}));
        let off = worst_off(&scene, &changes, 12);
        // what holds it up are twenty contacts at once; of f32
        assert!(off < 2e-3, "{solver}: {off:e} m apart");
        let mut first = simulation(&scene, changes.clone());
        let mut second = simulation(&scene, changes.clone());
        step(&mut first, 30);
        step(&mut second, 30);
        assert_eq!(state(&mut first), state(&mut second), "{solver}: the same bits");
        assert!(measure(&mut first).contacts_dropped == 0, "{solver}");
    }
    // at 343 times the mass of one of those that hold it up
    let mut twin = Twin::new(&scene, parameters(wishes(&scene, json!({})))).expect("a twin");
    twin.step(90);
    let mut held = 0.0;
    for _ in 0..60 {
        twin.step(1);
        let found = contacts(&mut twin).into_iter().filter(|reading| reading.b == 65);
        held +=
            found.map(|reading| reading.force * reading.normal[1] + reading.friction[1]).sum::<f64>() / 60.0;
    }
    let weight = f64::from(scene.bodies[65].mass) * 9.81;
    // a second of trembling
    assert!((held.abs() / weight - 1.0).abs() < 0.05, "{held} N of {weight}");
}

fn scenes() -> Vec<(&'static str, Value, u32)> {
    vec![
        ("stack", json!({"boxes": 4}), 12),
        ("pyramid", json!({"base": 4}), 12),
        ("heap", json!({"count": 60}), 30),
        ("dominoes", json!({"count": 6}), 60),
        ("wrecking", json!({"beads": 6}), 40),
        ("cradle", json!({"balls": 3}), 60),
        ("pour", json!({"chains": 4, "beads": 6}), 30),
        ("car", json!({}), 20),
        ("ragdoll-drop", json!({"count": 1}), 27),
    ]
}

/// Pairs with the force between them, N.
fn by_pair(readings: &[ContactReading]) -> BTreeMap<(u32, u32), f64> {
    let mut pairs = BTreeMap::new();
    for reading in readings {
        *pairs.entry((reading.a, reading.b)).or_insert(0.0) += reading.force;
    }
    pairs
}

/// What pushes on one machine does so on the other; which gap is just within reach is a matter of the last digit.
fn assert_alike(what: &str, ours: &BTreeMap<(u32, u32), f64>, theirs: &BTreeMap<(u32, u32), f64>) {
    let most = theirs.values().copied().fold(0.0, f64::max);
    for (these, those) in [(ours, theirs), (theirs, ours)] {
        for (pair, force) in these.iter().filter(|(_, force)| **force > 0.05 * most) {
            assert!(those.contains_key(pair), "{what}: {pair:?} push with {force} N on one machine only");
        }
    }
}

fn worst_off(scene: &Scene, changes: &Value, frames: u32) -> f64 {
    let mut twin = Twin::new(scene, parameters(changes.clone())).expect("a twin");
    let mut gpu = simulation(scene, changes.clone());
    twin.step(frames);
    step(&mut gpu, frames);
    assert_alike(&format!("{changes}"), &by_pair(&contacts(&mut gpu)), &by_pair(&contacts(&mut twin)));
    let (ours, theirs) = (state(&mut gpu), twin.state());
    ours.positions.iter().zip(&theirs.positions).map(|(x, y)| f64::from((x - y).abs())).fold(0.0, f64::max)
}

/// Among spheres a pair has room for one point, until something else is let go.
#[test]
fn a_wall_among_spheres_can_be_let_go() {
    const WALL: usize = 1;
    let scene = scene("heap", json!({"count": 30}));
    assert!(scene.bodies[WALL].fixed && scene.bodies[WALL].solid != beadwork::scene::Solid::Sphere);
    let changes = wishes(&scene, json!({}));
    let mut twin = Twin::new(&scene, parameters(changes.clone())).expect("a twin");
    let mut gpu = simulation(&scene, changes);
    twin.step(5);
    step(&mut gpu, 5);
    twin.set_fixed(WALL, false).expect("a body");
    gpu.set_fixed(WALL, false).expect("a body");
    twin.step(25);
    step(&mut gpu, 25);
    let (ours, theirs) = (state(&mut gpu), twin.state());
    let off = ours.positions.iter().zip(&theirs.positions).map(|(x, y)| (x - y).abs()).fold(0.0, f32::max);
    assert!(off < 4e-3, "{off:e} m apart");
    // pushed over by what lies against it, it stands on an edge
    let found = contacts(&mut gpu);
    let standing =
        found.iter().filter(|reading| [(0, WALL as u32), (WALL as u32, 0)].contains(&(reading.a, reading.b)));
    assert!(standing.count() >= 2);
}

#[test]
fn the_gpu_does_what_its_twin_does() {
    for (name, options, frames) in scenes() {
        let scene = scene(name, options);
        for changes in [
            json!({}),
            json!({"contactSoftness": "hard"}),
            json!({"contactSolver": "mass-splitting"}),
            json!({"contactSolver": "chebyshev", "contactPasses": 2}),
            json!({"contactSolver": "jacobi"}),
        ] {
            // boxes, spheres and joints; of the others the default
            if !["pyramid", "heap", "pour"].contains(&name) && changes != json!({}) {
                continue;
            }
            let off = worst_off(&scene, &wishes(&scene, changes.clone()), frames);
            // of f32 at some metres, and what contacts make of it in so many frames
            assert!(off < 2e-3, "{name}, {changes}: {off:e} m apart after {frames} frames");
        }
    }
}

#[test]
fn the_same_bits_twice_and_from_what_was_written() {
    // a pyramid has what these two have
    for (name, options, frames) in
        scenes().into_iter().filter(|(name, ..)| !["stack", "dominoes"].contains(name))
    {
        let scene = scene(name, options);
        let changes = wishes(&scene, json!({}));
        let mut first = simulation(&scene, changes.clone());
        step(&mut first, frames);
        let middle = state(&mut first);
        let json = pollster::block_on(first.describe().expect("a scene")).expect("a scene").to_json();
        step(&mut first, frames);
        let end = state(&mut first);

        let mut second = simulation(&scene, changes.clone());
        step(&mut second, 2 * frames);
        assert_eq!(state(&mut second), end, "{name}: twice");

        second.write_state(&middle).expect("a state");
        step(&mut second, frames);
        assert_eq!(state(&mut second), end, "{name}: from a state");

        let described = Scene::from_json(&json).expect("a scene");
        let mut third = simulation(&described, wishes(&described, json!({})));
        step(&mut third, frames);
        assert_eq!(state(&mut third).positions, end.positions, "{name}: from a scene");
    }
}
