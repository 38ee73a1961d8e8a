//! Contacts inside AVBD: friction and weights by closed forms, colours of bodies, columns, and the GPU against the twin.

use std::collections::HashSet;

use beadwork::cpu::Twin;
use beadwork::{Scene, State};
use glam::{Quat, Vec3};
use serde_json::{Value, json};

use crate::columns::{column, perturbed};
use crate::common::*;
use crate::{ball, contacts, cube, plane, touching};

fn avbd(scene: &Scene, changes: Value) -> Twin {
    Twin::new(scene, parameters(merged(&json!({"solver": "avbd", "substeps": 1}), changes))).expect("a twin")
}

/// A cube of 1 m on a plane, gravity as if the plane were so steep.
fn ramp(angle: f64) -> Scene {
    let (sine, cosine) = angle.sin_cos();
    let mut scene = touching(vec![plane(), cube(0.5 * Vec3::Y, Quat::IDENTITY)]);
    scene.gravity = Some(Vec3::new((9.81 * sine) as f32, (-9.81 * cosine) as f32, 0.0));
    scene.bodies.iter_mut().for_each(|body| body.friction = 0.5);
    scene
}

/// It stays below tan α = μ, and above slides with g (sin α − μ cos α).
#[test]
fn a_cube_slides_where_the_ramp_is_steep_enough() {
    for degrees in [20.0, 26.0, 27.0, 45.0_f64] {
        let angle = degrees.to_radians();
        let mut twin = avbd(&ramp(angle), json!({}));
        let mut speed = |frames| {
            twin.step(frames);
            twin.world().velocities[1].linear.x
        };
        let found = (speed(30) - speed(30)).abs() * 2.0;
        let wanted = (9.81 * (angle.sin() - 0.5 * angle.cos())).max(0.0);
        assert!((found - wanted).abs() < 2e-3, "{degrees}°: {found} m/s², should be {wanted} m/s²");
    }
}

/// Without λ a contact is a spring: k C at each of four corners is a quarter of the weight.
#[test]
fn vbd_sinks_by_its_springs() {
    let mut twin = avbd(&ramp(0.0), json!({"hard": false, "penalty": 10, "substeps": 1}));
    twin.step(60);
    let world = twin.world();
    let reach = world.contacts.reaches[0][0];
    let k = 10.0 * (reach.inverse_normal + 2.0 * reach.inverse_tangent) * 3600.0;
    let wanted = world.bodies[1].mass * 9.81 / (4.0 * k);
    let found = world.contacts.forces[0][0].depth;
    assert!((found / wanted - 1.0).abs() < 1e-3, "{found} m, should be {wanted} m");
}

/// Forces at rest are statics: each contact of a column bears all above it, as readings tell.
#[test]
fn each_contact_of_a_column_bears_what_stands_on_it() {
    let scene = column(6, 30.0);
    let mut twin = avbd(&scene, json!({}));
    twin.step(120);
    let found = contacts(&mut twin);
    for k in 0..6_u32 {
        let above: f64 = scene.bodies[k as usize + 1..].iter().map(|body| f64::from(body.mass) * 9.81).sum();
        let bears: f64 = found.iter().filter(|c| c.a.min(c.b) == k).map(|c| c.force).sum();
        assert!((bears / above - 1.0).abs() < 0.01, "contact {k}: {bears} N of {above} N");
    }
}

/// One substep a frame and twenty passes, where PGS throws the heavy top off.
#[test]
fn columns_stand_at_one_substep() {
    for (boxes, top) in [(10, 1.0), (10, 100.0), (2, 100.0)] {
        let scene = perturbed(column(boxes, top), 1);
        let mut twin = avbd(&scene, json!({}));
        twin.step(200);
        for (i, body) in scene.bodies.iter().enumerate().skip(1) {
            let way = twin.world().poses[i].position - body.position.into();
            let aside = way.x.hypot(way.z);
            assert!(aside < 0.15 && way.y > -0.08, "{boxes} boxes, {top}: box {i} went {way:?}");
        }
    }
}

/// What turns nothing keeps its spin, and what rolls stops by its rolling resistance as by hand: a = ρ g/(1 + 2/5) r⁻¹.
#[test]
fn a_ball_rolls_to_a_stop() {
    let mut rolling = ball(0.5 * Vec3::Y, 0.5);
    (rolling.linear_velocity, rolling.angular_velocity) = (Vec3::X, -2.0 * Vec3::Z);
    for resistance in [0.0_f32, 0.02] {
        rolling.rolling_resistance = resistance;
        let mut twin = avbd(&touching(vec![plane(), rolling.clone()]), json!({}));
        twin.step(60);
        let found = 1.0 - twin.world().velocities[1].linear.x;
        let wanted = f64::from(resistance) * 9.81 / (1.4 * 0.5);
        assert!(
            (found - wanted).abs() < 0.01,
            "ρ = {resistance}: slower by {found} m/s, should be {wanted} m/s"
        );
    }
}

/// No two bodies of a colour touch or share a joint, and each that moves has one colour.
#[test]
fn bodies_that_touch_have_different_colours() {
    for (name, options) in [
        ("pyramid", json!({"base": 8})),
        ("heap", json!({"count": 80})),
        ("pour", json!({"chains": 4, "beads": 6})),
    ] {
        let scene = scene(name, options);
        let mut twin = avbd(&scene, json!({"substeps": 1, "iterations": 4}));
        twin.step(20);
        let world = twin.world();
        let mut seen = HashSet::new();
        for colour in &world.contacts.order {
            let of: HashSet<usize> = colour.iter().copied().collect();
            assert!(colour.iter().all(|&body| seen.insert(body)), "{name}: a body with two colours");
            for pair in world.contacts.pairs.iter().filter(|pair| pair.count > 0) {
                assert!(!(of.contains(&pair.a) && of.contains(&pair.b)), "{name}: {} and {}", pair.a, pair.b);
            }
            for tie in &world.ties {
                assert!(!(of.contains(&tie.a) && of.contains(&tie.b)), "{name}: {} and {}", tie.a, tie.b);
            }
        }
        let moving = world.bodies.iter().filter(|body| !body.is_fixed()).count();
        assert_eq!(seen.len(), moving, "{name}");
        assert!(world.contacts.order[16].is_empty(), "{name}: bodies without a colour");
    }
}

fn scenes() -> Vec<(&'static str, Scene, u32)> {
    let mut bodies = vec![plane()];
    for k in 0..16 {
        bodies.push(ball(Vec3::new((k % 4) as f32 * 0.2 - 0.3, 0.1, (k / 4) as f32 * 0.2 - 0.3), 0.1));
    }
    bodies.push(ball(Vec3::new(0.03, 0.95, -0.02), 0.7));
    vec![
        ("pyramid", scene("pyramid", json!({"base": 4})), 12),
        ("heap", scene("heap", json!({"count": 30})), 20),
        ("a big ball", touching(bodies), 12),
        ("wrecking", scene("wrecking", json!({"beads": 6})), 20),
        ("ragdoll-drop", scene("ragdoll-drop", json!({"count": 1})), 20),
    ]
}

fn same(what: &str, found: &State, wanted: &State) {
    let differ =
        |one: &[f32], other: &[f32]| one.iter().zip(other).position(|(x, y)| x.to_bits() != y.to_bits());
    assert_eq!(differ(&found.positions, &wanted.positions), None, "{what}: positions");
    assert_eq!(differ(&found.angular_velocities, &wanted.angular_velocities), None, "{what}: spins");
    assert_eq!(differ(&found.contacts, &wanted.contacts), None, "{what}: contacts");
    assert_eq!(differ(&found.leans, &wanted.leans), None, "{what}: leans");
}

#[test]
fn the_gpu_does_what_its_twin_does() {
    for (name, scene, frames) in scenes() {
        let changes = json!({"solver": "avbd", "substeps": 2, "iterations": 6});
        let mut twin = avbd(&scene, changes.clone());
        let mut gpu = simulation(&scene, changes.clone());
        twin.step(frames);
        step(&mut gpu, frames);
        let (ours, theirs) = (state(&mut gpu), twin.state());
        let off =
            ours.positions.iter().zip(&theirs.positions).map(|(x, y)| (x - y).abs()).fold(0.0, f32::max);
        // of f32 at some metres, and what contacts make of it in so many frames
        assert!(off < 2e-3, "{name}: {off:e} m apart after {frames} frames");
        let middle = ours;
        step(&mut gpu, 6);
        let end = state(&mut gpu);
        let mut again = simulation(&scene, changes.clone());
        step(&mut again, frames + 6);
        same(&format!("{name}: twice"), &state(&mut again), &end);
        again.write_state(&middle).expect("a state");
        step(&mut again, 6);
        same(&format!("{name}: from a state"), &state(&mut again), &end);
    }
}

/// A ball comes back as high as its restitution says, h e²; what bounces is reflected before forces act.
#[test]
fn a_ball_bounces() {
    let mut bouncing = ball(2.0 * Vec3::Y, 0.25);
    bouncing.restitution = 0.8;
    let mut twin = avbd(&touching(vec![plane(), bouncing]), json!({"substeps": 8}));
    let (mut low, mut high) = (2.0_f64, 0.0_f64);
    for _ in 0..75 {
        twin.step(1);
        let y = twin.world().poses[1].position.y;
        low = low.min(y);
        high = if twin.world().velocities[1].linear.y > 0.0 { high.max(y) } else { high };
    }
    let wanted = 0.25 + 1.75 * 0.64;
    assert!((high - wanted).abs() < 0.05 && low > 0.2, "back to {high} m of {wanted} m, lowest {low} m");
}
