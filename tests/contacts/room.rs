//! Room for pairs: in built-in scenes all find it, and planes and other bodies that are held never lack it.

use beadwork::Scene;
use beadwork::cpu::Twin;
use beadwork::scene::{Body, JointKind, Solid, built_in};
use glam::{DQuat, DVec3, Quat, Vec3};
use serde_json::{Map, json};

use crate::build::Build;
use crate::common::either::Either;
use crate::common::{parameters, scene};
use crate::{ball, cube, no_changes, plane, solid, touching, wishes};

fn dropped(scene: &Scene, frames: u32) -> u64 {
    let mut twin = Twin::<f32>::of(scene, parameters(wishes(scene, no_changes()))).expect("a twin");
    twin.step(frames);
    twin.measure().contacts_dropped
}

/// Each as it comes, and with each of its options at both ends, or as large as a test has time for.
#[test]
fn in_built_in_scenes_every_pair_finds_room() {
    let touching = built_in::scenes().iter().filter(|info| {
        let scene = built_in::build(info.name, &Map::new()).expect("a scene");
        scene.contacts
    });
    for info in touching {
        let mut settings = vec![json!({})];
        for option in info.options {
            // in bodies: a larger scene is more of the same
            let most = match (info.name, option.name) {
                ("heap", "count") => 3000.0,
                ("ragdoll-drop", "count") => 8.0,
                ("many-pyramids", "base") => 10.0,
                ("many-pyramids", "pyramids") => 30.0,
                ("pour", "chains") => 60.0,
                ("pour", "beads") => 40.0,
                ("pyramid" | "large-pyramid", "base") => 35.0,
                ("dominoes" | "stack", _) if option.integer => 300.0,
                _ => option.max,
            };
            // peas fall by many of their own sizes in a frame, and are pressed into each other
            let least = if option.name == "radius" { option.default } else { option.min };
            settings.extend([least, most].map(|value| json!({ option.name: value })));
        }
        for options in settings {
            let scene = scene(info.name, options.clone());
            let frames = if scene.bodies.len() > 500 { 20 } else { 60 };
            assert_eq!(dropped(&scene, frames), 0, "{}, {options}", info.name);
        }
    }
}

/// In a heap dozens of long bodies are near enough for their ends to meet, and a few do. While it falls in on itself some rows of sixteen are
/// too short.
#[test]
fn in_heaps_of_what_is_long_pairs_find_room() {
    let boxes = |x, y, z| Solid::Box { half_extents: Vec3::new(x, y, z) };
    let stick = Solid::Capsule { radius: 0.06, half_height: 0.5 };
    let heaps = [
        ("bricks", boxes(0.25, 0.2, 0.3), 0),
        ("planks", boxes(0.6, 0.05, 0.15), 200),
        ("sticks", stick, 50),
    ];
    let mut most = 0;
    for (name, long, left_out) in heaps {
        let falling = |k: u16| {
            let (layer, at) = (k / 25, k % 25);
            let place = [at % 5, at / 5].map(|row| 1.3 * (f32::from(row) - 2.0));
            let turn =
                Quat::from_rotation_y(2.4 * f32::from(layer)) * Quat::from_rotation_x(0.3 * f32::from(at));
            let position = Vec3::new(place[0], 0.8 + 0.5 * f32::from(layer), place[1]);
            solid(long, position, turn)
        };
        let scene = touching([plane()].into_iter().chain((0..500).map(falling)).collect());
        let mut twin = Twin::<f32>::of(&scene, parameters(wishes(&scene, no_changes()))).expect("a twin");
        for _ in 0..30 {
            twin.step(10);
            most = most.max(twin.world().contacts.pairs.len());
        }
        let dropped = twin.measure().contacts_dropped;
        assert!(dropped <= left_out, "{name}: {dropped} pairs were left out in 300 frames");
    }
    assert!(most > 4 * 501 + 64, "{most} pairs find room anyway");
}

/// A chain makes the middle of all radii so small that bricks are large beside it.
#[test]
fn bricks_beside_a_long_chain_stand_on_the_ground() {
    let mut build = Build::new(DVec3::new(0.0, -9.81, 0.0));
    build.scene.contacts = true;
    build.scene.bodies.push(plane());
    let mut last = build.wall(DVec3::new(0.0, 6.0, 10.0));
    for k in 1..=200 {
        let at = DVec3::new(0.2 * f64::from(k), 6.0, 10.0);
        let bead = build.ball(1.0, 0.1, at);
        build.join(JointKind::Point, last, bead, at - 0.1 * DVec3::X, DQuat::IDENTITY);
        last = bead;
    }
    let first = build.scene.bodies.len();
    for k in 0..40 {
        let at = DVec3::new(f64::from(k % 8), 1.3, -f64::from(k / 8));
        build.brick(10.0, DVec3::new(0.2, 0.2, 0.3), at, DQuat::IDENTITY);
    }
    let scene = build.scene;
    for mut machine in Either::both(&scene, &wishes(&scene, no_changes())) {
        machine.step(90);
        let bodies = machine.bodies();
        let lowest = bodies[first..].iter().map(|body| body.x.y).fold(f64::MAX, f64::min);
        assert!(lowest > 0.19, "{}: a brick is {lowest} m up", machine.name());
        assert_eq!(machine.measure().contacts_dropped, 0, "{}", machine.name());
    }
}

/// A held body has no row of its own to overflow: of whatever size it is, and however many others there are.
#[test]
fn any_number_of_bodies_lie_on_one_that_is_held() {
    const ACROSS: u16 = 9;
    const RADIUS: f32 = 0.12;
    let half_extents = Vec3::new(1.6, 0.5, 1.6);
    let slab = Body { fixed: true, ..Body::of(Solid::Box { half_extents }, 1.0) };
    let place = |k: u16| 0.3 * (f32::from(k) - 0.5 * f32::from(ACROSS - 1));
    let balls = (0..ACROSS * ACROSS).map(|k| {
        let at = Vec3::new(place(k % ACROSS), 0.5 + 1.05 * RADIUS, place(k / ACROSS));
        ball(at, f64::from(RADIUS))
    });
    let count = usize::from(ACROSS * ACROSS);
    // by themselves the slab is large beside them; beside many cubes it is of the middle size
    for cubes in [0, 2 * ACROSS * ACROSS] {
        let aside = (0..cubes).map(|k| {
            let at = Vec3::new(10.0 + 3.0 * f32::from(k), 0.0, 0.0);
            Body { fixed: true, ..cube(at, Quat::IDENTITY) }
        });
        let scene = touching([slab.clone()].into_iter().chain(balls.clone()).chain(aside).collect());
        for mut machine in Either::both(&scene, &wishes(&scene, no_changes())) {
            machine.step(60);
            let bodies = machine.bodies();
            let lowest = bodies[1..=count].iter().map(|body| body.x.y).fold(f64::MAX, f64::min);
            assert!(lowest > 0.5 + 0.95 * f64::from(RADIUS), "{}: {lowest} m", machine.name());
            assert_eq!(machine.measure().contacts_dropped, 0, "{}", machine.name());
        }
    }
}

/// What the README says of gaps where bodies touch, in radii.
#[test]
fn joints_beside_contacts_open_by_no_more_than_said() {
    for (name, most) in
        [("pour", 0.15), ("wrecking", 0.01), ("ragdoll-drop", 0.02), ("car", 0.01), ("cradle", 0.01)]
    {
        let scene = scene(name, json!({}));
        let wishes = wishes(&scene, no_changes());
        let mut twin = Twin::<f32>::of(&scene, parameters(wishes)).expect("a twin");
        let mut largest: f64 = 0.0;
        for _ in 0..60 {
            twin.step(2);
            largest = largest.max(twin.measure().max_gap_radii);
        }
        assert!(largest < most, "{name}: {largest} radii");
    }
}
