//! Scenes that other engines publish times of (`published.rs`), as theirs are built. They are the benchmark's alone:
//! `stack` and `wrecking` show the same things. Lengths in m; all masses are a thousand times theirs.

use std::f64::consts::TAU;

use glam::{DQuat, DVec3, Vec3};
use serde_json::{Map, Value};

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::benchmark::cases::options_for;

    fn scene(name: &str, beads: u64) -> Scene {
        build(name, &options_for(name, beads)).unwrap()
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
