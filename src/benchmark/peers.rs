//! Scenes that other engines publish times of, as theirs are built, and those times. They are the benchmark's alone:
//! `stack` and `wrecking` show the same things. Lengths in m; all masses are a thousand times theirs.

use std::f64::consts::TAU;

use glam::{DQuat, DVec3, Vec3};
use serde_json::{Map, Value};

use super::record::Published;
use crate::scene::{Body, Scene, Solid};

/// m/s², theirs.
const GRAVITY: f32 = 10.0;

/// The scene of that name, if it is one of theirs.
pub fn build(name: &str, options: &Map<String, Value>) -> Option<Scene> {
    let option = |name: &str| options.get(name).and_then(Value::as_f64).unwrap_or(1.0);
    let bodies = match name {
        "box-columns" => columns(option("side") as usize, option("boxes") as usize),
        "brick-ring" => ring(
            option("radius"),
            option("courses") as usize,
            option("tier") as usize,
            option("rows") as usize,
        ),
        _ => return None,
    };
    let gravity = Some(Vec3::NEG_Y * GRAVITY);
    Some(Scene { gravity, bodies, contacts: true, ..Scene::default() })
}

/// Frames ahead of their clock.
pub fn frames_before(name: &str) -> Option<u32> {
    match name {
        "box-columns" => Some(180),
        "brick-ring" => Some(60),
        _ => None,
    }
}

/// `side` × `side` columns of `height` boxes of 1 m, at rest.
fn columns(side: usize, height: usize) -> Vec<Body> {
    const APART: f64 = 1.5;
    let mut bodies = vec![ground()];
    let along = |k: usize| APART * (k as f64 - 0.5 * side as f64);
    for x in 0..side {
        for z in 0..side {
            for y in 0..height {
                let place = DVec3::new(along(x), 0.5 + y as f64, along(z));
                bodies.push(block(DVec3::splat(0.5), place, 0.0));
            }
        }
    }
    bodies
}

/// A wall of bricks around a place, `radius` to its inner side. It has `courses` of them one on the other, each of
/// rings side by side: `rows` at the bottom and one fewer every `tier` courses. A ball rolls towards it from outside,
/// ten times as dense.
fn ring(radius: f64, courses: usize, tier: usize, rows: usize) -> Vec<Body> {
    const HALF: DVec3 = DVec3::new(0.5, 0.25, 0.25);
    /// From ring to ring, and from brick to brick along the inner edge.
    const PITCH: f64 = 0.52;
    const STRIDE: f64 = 1.02;
    const SPEED: f64 = 30.0;
    let mut bodies = vec![ground()];
    for course in 0..courses {
        for row in 0..rows.saturating_sub(course / tier).max(1) {
            let inner = radius + PITCH * row as f64;
            let bricks = (TAU * inner / STRIDE).floor();
            for k in 0..bricks as usize {
                // every other course half a brick on
                let turn = TAU * (k as f64 + 0.5 * (course % 2) as f64) / bricks;
                let place = DVec3::new(turn.cos(), 0.0, -turn.sin()) * (inner + HALF.z)
                    + DVec3::Y * HALF.y * (1 + 2 * course) as f64;
                bodies.push(block(HALF, place, turn + 0.25 * TAU));
            }
        }
    }
    let ball = 0.2 * courses as f64;
    let mut rolling = Body::of(Solid::Sphere, ball);
    rolling.position = DVec3::new(0.0, ball, radius + PITCH * rows as f64 + ball + 2.0).as_vec3();
    rolling.linear_velocity = Vec3::NEG_Z * SPEED as f32;
    rolling.angular_velocity = Vec3::NEG_X * (SPEED / ball) as f32;
    (rolling.mass, rolling.inertia) = (10.0 * rolling.mass, 10.0 * rolling.inertia);
    rolling.rolling_resistance = 0.0;
    bodies.push(rolling);
    bodies
}

fn ground() -> Body {
    Body::of(Solid::Plane, 0.0)
}

/// A box, turned about the vertical.
fn block(half: DVec3, place: DVec3, turn: f64) -> Body {
    let solid = Solid::Box { half_extents: half.as_vec3() };
    Body {
        position: place.as_vec3(),
        rotation: DQuat::from_rotation_y(turn).as_quat(),
        ..Body::of(solid, 0.0)
    }
}

/// The published figures of a scene of so many bodies.
pub fn published(scene: &str, bodies: u64) -> Vec<Published> {
    PUBLISHED.iter().filter(|known| (known.0, known.1) == (scene, bodies)).map(told).collect()
}

/// Scene, bodies, engine, machine, passes, milliseconds, what of, where.
type Known = (&'static str, u64, &'static str, &'static str, u32, f64, &'static str, &'static str);

const WALL: &str = "a step, queue kept busy";
const CLOCK: &str = "the device’s clock, median";
const THREE: &str = "three-avbd";
const M4: &str = "Apple M4 Max";
const M4_RECORD: &str = "https://github.com/sbobyn/three-avbd/blob/main/docs/data/bench3d/m4-max.json";
const M1: &str = "Apple M1 Pro, 16 GPU cores";
const M1_RECORD: &str = "https://github.com/sbobyn/three-avbd/blob/main/docs/data/bench3d/m1pro-mbp-16c.json";
const BABYLON: &str = "babylon-avbd";
const RTX_4070: &str = "NVIDIA RTX 4070 Laptop";
const BABYLON_RECORD: &str =
    "https://github.com/joshbrew/babylon-avbd/blob/main/test-results/solver-performance.json";
const PAPER: &str = "AVBD (its own ring, 110,000 blocks)";
const PAPER_PAGE: &str = "https://graphics.cs.utah.edu/research/projects/avbd/";

static PUBLISHED: [Known; 9] = [
    ("box-columns", 100_001, THREE, M4, 4, 2.94, WALL, M4_RECORD),
    ("box-columns", 100_001, THREE, M1, 4, 8.42, WALL, M1_RECORD),
    ("box-columns", 100_001, BABYLON, RTX_4070, 5, 5.83, CLOCK, BABYLON_RECORD),
    ("brick-ring", 9_132, THREE, M4, 4, 1.43, WALL, M4_RECORD),
    ("brick-ring", 9_132, THREE, M1, 4, 2.80, WALL, M1_RECORD),
    ("brick-ring", 110_442, THREE, M4, 4, 8.67, WALL, M4_RECORD),
    ("brick-ring", 110_442, THREE, M1, 4, 19.9, WALL, M1_RECORD),
    ("brick-ring", 110_442, BABYLON, RTX_4070, 4, 16.1, CLOCK, BABYLON_RECORD),
    ("brick-ring", 110_442, PAPER, "NVIDIA RTX 4090", 4, 9.8, "a frame", PAPER_PAGE),
];

fn told(&(_, _, engine, machine, passes, milliseconds, what, link): &Known) -> Published {
    Published {
        engine: engine.into(),
        machine: machine.into(),
        passes,
        milliseconds,
        what: what.into(),
        link: link.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::benchmark::cases::options_for;

    fn scene(name: &str, beads: u64) -> Scene {
        build(name, &options_for(name, beads)).unwrap()
    }

    /// The numbers of bodies that their records name.
    #[test]
    fn scenes_have_as_many_bodies_as_theirs() {
        for (name, beads, bodies) in [
            ("box-columns", 100_000, 100_001),
            ("brick-ring", 10_000, 9_132),
            ("brick-ring", 100_000, 110_442),
        ] {
            assert_eq!(scene(name, beads).bodies.len(), bodies, "{name}");
            assert!(!published(name, bodies as u64).is_empty(), "{name}");
        }
        assert!(published("box-columns", 1_001).is_empty());
    }

    #[test]
    fn the_wall_stands_and_the_ball_rolls_towards_it() {
        let ring = scene("brick-ring", 10_000);
        let (ball, bricks) = ring.bodies[1..].split_last().unwrap();
        let lowest = bricks.iter().map(|brick| brick.position.y).fold(f32::INFINITY, f32::min);
        assert_eq!(lowest, 0.25);
        // along the ring: the brick's long side is at right angles to the way from the middle
        for brick in bricks {
            let out = (brick.position * Vec3::new(1.0, 0.0, 1.0)).normalize();
            assert!((brick.rotation * Vec3::X).dot(out).abs() < 1e-6);
        }
        assert!(ball.position.z > 12.0 && ball.linear_velocity.z == -30.0);
        // where it touches the ground it does not slide: v + ω × (−r y) = 0
        let slip = ball.linear_velocity + ball.angular_velocity.cross(Vec3::NEG_Y * ball.radius);
        assert!(slip.length() < 1e-5, "{slip}");
    }
}
