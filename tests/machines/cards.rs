//! What a graphics card runs, on the device that there is. Where bodies touch, its plans differ in how the same work is
//! launched, so the bits are the same.

use std::sync::{Arc, OnceLock};

use crate::common::every_machine::on_cpu;
use crate::common::*;
use beadwork::plan::Facts;
use beadwork::scene::{Body, Solid};
use beadwork::{Gpu, Scene, Simulation, solvers};
use glam::Vec3;
use serde_json::{Value, json};

/// A device that plans as one with these facts does.
fn planning_by(facts: Facts) -> Arc<Gpu> {
    let gpu = pollster::block_on(Gpu::new()).expect("a device");
    gpu.facts.set(facts).expect("nothing has planned yet");
    gpu
}

fn card() -> Arc<Gpu> {
    static CARD: OnceLock<Arc<Gpu>> = OnceLock::new();
    CARD.get_or_init(|| planning_by(Facts::CARD)).clone()
}

/// Where a dispatch costs nothing, all goes by stages.
fn by_stages() -> Arc<Gpu> {
    static BY_STAGES: OnceLock<Arc<Gpu>> = OnceLock::new();
    BY_STAGES.get_or_init(|| planning_by(Facts { launches: false, ..Facts::GPU })).clone()
}

fn steps_to_the_same_bits(what: &str, scene: &Scene, changes: &Value, frames: u32) {
    same_bits_on([gpu(), card()], what, scene, changes, frames);
}

fn same_bits_on(devices: [Arc<Gpu>; 2], what: &str, scene: &Scene, changes: &Value, frames: u32) {
    let states = devices.map(|gpu| {
        let made = Simulation::create(gpu, scene.clone(), parameters(changes.clone()));
        let mut simulation = pollster::block_on(made).expect("a simulation");
        step(&mut simulation, frames);
        state(&mut simulation)
    });
    assert_eq!(states[0], states[1], "{what} {changes}");
}

/// A heap, onto which a ball falls that is large for it: it has more neighbours than there are colours.
fn heap_under_a_large_ball(count: u32) -> Scene {
    let mut heap = scene("heap", json!({"count": count}));
    let top = heap.bodies.iter().filter(|body| !body.fixed).map(|body| body.position.y + body.radius);
    let position = Vec3::Y * (top.fold(0.0, f32::max) + 0.05 + 0.8);
    let linear_velocity = Vec3::NEG_Y * 8.0;
    heap.bodies.push(Body { position, mass: 200.0, linear_velocity, ..Body::of(Solid::Sphere, 0.8) });
    heap
}

#[test]
fn contacts_in_one_wide_workgroup() {
    let auto = json!({});
    steps_to_the_same_bits("spheres", &scene("heap", json!({"count": 300})), &auto, 10);
    steps_to_the_same_bits("a large ball", &heap_under_a_large_ball(300), &auto, 10);
    steps_to_the_same_bits("bricks", &scene("many-pyramids", json!({})), &auto, 3);
    steps_to_the_same_bits("compounds", &scene("chutes", json!({})), &auto, 8);
    steps_to_the_same_bits("joints", &scene("wrecking", json!({})), &auto, 5);
}

#[test]
fn a_substep_begins_at_once_or_by_stages() {
    let auto = json!({});
    for (what, scene) in [
        ("spheres", scene("heap", json!({"count": 60}))),
        ("bricks", scene("pyramid", json!({}))),
        ("a heavy top", scene("high-mass-ratio", json!({}))),
    ] {
        same_bits_on([gpu(), by_stages()], what, &scene, &auto, 12);
    }
}

#[test]
fn the_twin_of_a_wide_workgroup() {
    let heap = heap_under_a_large_ball(100);
    let [auto, wide] = [json!({}), json!({"execution": "tile"})].map(|changes| {
        let mut simulation = on_cpu::<f32>(&heap, &changes);
        step(&mut simulation, 20);
        state(&mut simulation)
    });
    assert_eq!(auto, wide);
}

#[test]
fn contacts_of_more_than_a_workgroup_is_for() {
    steps_to_the_same_bits("spheres", &scene("heap", json!({"count": 1400})), &json!({}), 3);
}

#[test]
fn contacts_by_other_solvers() {
    for changes in [
        json!({"contactSolver": "mass-splitting"}),
        json!({"contactSolver": "jacobi"}),
        json!({"contactSolver": "chebyshev"}),
        json!({"solver": "avbd"}),
        json!({"execution": "tile"}),
        json!({"execution": "global"}),
    ] {
        steps_to_the_same_bits("spheres", &scene("heap", json!({"count": 300})), &changes, 3);
    }
}

/// Browsers check an indirect dispatch by one of their own.
#[test]
fn no_dispatch_is_indirect() {
    for changes in [json!({}), json!({"contactSolver": "mass-splitting"}), json!({"solver": "avbd"})] {
        let heap = scene("heap", json!({"count": 1400}));
        let planned = on_cpu::<f32>(&heap, &changes);
        let counted_by_device = |facts| {
            let plan = solvers::plan(planned.parameters(), planned.lists(), facts, false);
            let all = plan.frame.iter().chain(&plan.substep).chain(&plan.ended);
            all.filter(|dispatch| dispatch.counted.is_some()).count()
        };
        assert_eq!(counted_by_device(Facts::CARD), 0, "{changes}");
        assert!(counted_by_device(Facts::GPU) > 0, "{changes}");
    }
}
