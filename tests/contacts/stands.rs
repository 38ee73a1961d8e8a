//! Stacks, pyramids and heaps that stand, with what they are given; and a heavy ball on a chain that meets a wall.

use beadwork::Scene;
use serde_json::json;

use crate::columns::{column, perturbed};
use crate::common::either::Either;
use crate::common::scene;
use crate::{contacts, no_changes, wishes};

/// Ten seconds.
const FRAMES: u32 = 600;

/// Of boxes of 1 m, as shaders/contacts/contact_collide.wgsl has it, m.
const SLOP: f64 = 0.005;

#[derive(Debug, Default)]
struct Stood {
    /// The farthest that any body is from where it began, m, and which.
    moved: f64,
    who: usize,
    depth: f64,
    speed: f64,
}

fn stood(scene: &Scene, machine: &mut Either, frames: u32) -> Stood {
    machine.step(frames);
    let mut stood = Stood { depth: machine.measure().max_depth, ..Stood::default() };
    for (i, (body, now)) in scene.bodies.iter().zip(machine.bodies()).enumerate() {
        let moved = now.x.distance(body.position.as_dvec3());
        if moved > stood.moved {
            (stood.moved, stood.who) = (moved, i);
        }
        stood.speed = stood.speed.max(now.v.length());
    }
    stood
}

/// Nothing moved by a quarter of a box, and nothing is deeper than two slops. A slop at each of its edges lets a tall
/// stack lean. Thrown as it is at the start, it still sways after ten seconds. The top of twenty then has up to 0.2
/// m/s, that of ten 0.002 m/s.
fn stands(what: &str, scene: &Scene, machine: &mut Either, frames: u32) {
    let stood = stood(scene, machine, frames);
    assert!(stood.moved < 0.25, "{what}: {stood:?}");
    assert!(stood.depth < 2.0 * SLOP, "{what}: {stood:?}");
    assert!(stood.speed < 0.35, "{what}: {stood:?}");
}

fn seeds(what: &str, scene: &Scene) {
    for seed in 1..=6 {
        let scene = perturbed(scene.clone(), seed);
        let mut twin = Either::twin(&scene, &wishes(&scene, no_changes()));
        stands(&format!("{what}, seed {seed}"), &scene, &mut twin, FRAMES);
    }
}

#[test]
fn ten_boxes_stand() {
    seeds("ten", &column(10, 1.0));
}

#[test]
fn twenty_boxes_stand() {
    seeds("twenty", &column(20, 1.0));
}

#[test]
fn ten_boxes_with_a_top_thirty_times_as_heavy_stand() {
    seeds("a heavy top", &column(10, 30.0));
}

/// Whether it stands at so many substeps, none gone by a quarter of a box and lower by more than springs and slops give.
fn stands_at(substeps: u32, boxes: usize, top: f32, seed: u64) -> bool {
    let scene = perturbed(column(boxes, top), seed);
    let mut twin = Either::twin(&scene, &wishes(&scene, json!({"substeps": substeps})));
    twin.step(FRAMES);
    let ways = scene.bodies.iter().zip(twin.bodies()).map(|(body, now)| now.x - body.position.as_dvec3());
    ways.into_iter().all(|way| way.with_y(0.0).length() < 0.25 && way.y > -0.01 * boxes.max(30) as f64)
}

/// Arms that turn with the bodies would let these buckle: of twenty boxes at 4 substeps half would fall, of all others every one.
#[test]
fn arms_that_stay_hold_what_would_buckle() {
    for (substeps, boxes, top) in [(4, 20, 1.0), (4, 10, 100.0), (4, 50, 1.0)] {
        let standing = (1..=3).filter(|&seed| stands_at(substeps, boxes, top, seed)).count();
        assert_eq!(standing, 3, "{boxes} boxes, a top {top} times as heavy, at {substeps} substeps");
    }
}

/// Manifolds at rest are kept from frame to frame. Without gravity none is, and angular momentum is conserved.
#[test]
fn a_pair_that_stays_says_so_in_its_state() {
    let scene = column(3, 1.0);
    for (gravity, stay) in [(json!([0, -9.81, 0]), 3), (json!([0, 0, 0]), 0)] {
        for mut machine in Either::both(&scene, &wishes(&scene, json!({"gravity": gravity}))) {
            machine.step(30);
            let state = crate::common::state(machine.simulation());
            let pairs = beadwork::state::read(&state.contacts, scene.bodies.len()).expect("pairs");
            assert_eq!(pairs.len(), 3);
            assert_eq!(pairs.iter().filter(|pair| pair.places.len() == 4).count(), stay);
        }
    }
}

#[test]
fn a_pyramid_stands() {
    let scene = scene("pyramid", json!({"base": 10}));
    let mut twin = Either::twin(&scene, &wishes(&scene, no_changes()));
    stands("a pyramid", &scene, &mut twin, FRAMES);
}

#[test]
fn six_boxes_stand_on_the_gpu() {
    let scene = perturbed(column(6, 1.0), 1);
    let [_, mut gpu] = Either::both(&scene, &wishes(&scene, no_changes()));
    stands("six", &scene, &mut gpu, 300);
}

#[test]
fn a_heap_of_spheres_comes_to_rest() {
    let scene = scene("heap", json!({"count": 300}));
    let radius = f64::from(scene.bodies.last().expect("a sphere").radius);
    let mut twin = Either::twin(&scene, &wishes(&scene, no_changes()));
    let mut deepest: f64 = 0.0;
    for _ in 0..30 {
        twin.step(10);
        deepest = deepest.max(twin.measure().max_depth);
    }
    let measures = twin.measure();
    let bodies = twin.bodies();
    let (worst, fastest) = bodies
        .iter()
        .map(|body| body.v.length())
        .enumerate()
        .fold((0, 0.0), |most, now| if now.1 > most.1 { now } else { most });
    let spheres = bodies.len() as f64 - 5.0;
    let mean = (bodies.iter().map(|body| body.v.length_squared()).sum::<f64>() / spheres).sqrt();
    // a slop is 2 % of the radius, soft contacts give as much again under six layers
    assert!(measures.max_depth < 0.04 * radius, "{} m deep, r = {radius} m", measures.max_depth);
    assert!(deepest < 0.1 * radius, "{deepest} m deep on the way, r = {radius} m");
    // a few may still be on their way down a slope
    assert!(mean < 0.01, "rms speed {mean} m/s");
    assert!(fastest < 0.1, "body {worst}: {fastest} m/s");
    assert_eq!(measures.contacts_dropped, 0);
    let lost = bodies.iter().position(|body| body.x.y < 0.5 * radius && body.x.y != 0.0);
    assert_eq!(lost, None, "fell through the ground");
}

#[test]
fn a_heavy_ball_on_an_exact_chain_goes_through_a_wall() {
    let scene = scene("wrecking", json!({"massRatio": 1000}));
    let mut twin = Either::twin(&scene, &wishes(&scene, no_changes()));
    let ball = scene.joints.iter().map(|joint| joint.b.max(joint.a)).max().expect("a ball") as usize;
    let bricks: Vec<usize> = (ball + 1..scene.bodies.len()).collect();
    let (mut gap, mut depth): ((f64, u32), (f64, u32)) = ((0.0, 0), (0.0, 0));
    let (mut who, mut hit) = ((0, 0), false);
    for frame in 1..=300 {
        twin.step(1);
        let measures = twin.measure();
        if measures.max_gap > gap.0 {
            gap = (measures.max_gap, frame);
        }
        if measures.max_depth > depth.0 {
            depth = (measures.max_depth, frame);
            let readings = contacts(twin.simulation());
            let deepest = readings.iter().max_by(|x, y| x.depth.total_cmp(&y.depth));
            who = deepest.map_or((0, 0), |reading| (reading.a, reading.b));
        }
        hit |= bricks.iter().any(|&k| twin.body(k).v.length() > 0.5);
    }
    assert!(hit, "the ball never met the wall");
    assert!(gap.0 < 5e-5, "a gap of {} m at frame {}", gap.0, gap.1);
    assert!(depth.0 < 0.02, "{} m deep at frame {}, {who:?}; the ball is {ball}", depth.0, depth.1);
    let fallen =
        bricks.iter().filter(|&&k| twin.body(k).x.distance(scene.bodies[k].position.as_dvec3()) > 0.3);
    assert!(fallen.count() >= 5, "the wall stands as if nothing had been");
}
