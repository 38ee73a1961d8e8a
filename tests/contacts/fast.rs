//! What moves farther in a frame than it is across.

use std::iter::once;

use beadwork::Scene;
use beadwork::scene::{Body, Hull, Solid};
use glam::{DVec3, Quat, Vec3};
use serde_json::json;

use crate::common::either::{Either, close};
use crate::{Dice, ball, plane, solid, touching};

/// Half extents of a wall across x.
const WALL: Vec3 = Vec3::new(0.01, 1.0, 1.0);

fn weightless(bodies: Vec<Body>) -> Scene {
    Scene { gravity: Some(Vec3::ZERO), ..touching(bodies) }
}

fn wall(at: Vec3) -> Body {
    Body { fixed: true, ..solid(Solid::Box { half_extents: WALL }, at, Quat::IDENTITY) }
}

fn turned(dice: &mut Dice) -> Quat {
    Quat::from_vec4(dice.vector().extend(dice.next())).normalize()
}

/// Something that may be shot: of 2 to 10 cm.
fn bullet(dice: &mut Dice, kind: usize, at: Vec3) -> Body {
    let size = 0.06 + 0.04 * dice.next();
    let shape = match kind % 5 {
        0 => return ball(at, size.into()),
        1 => Solid::Box { half_extents: size * Vec3::new(1.0, 0.7, 0.4) },
        2 => Solid::Capsule { radius: 0.5 * size, half_height: size },
        3 => Solid::Cylinder { radius: size, half_height: 0.5 * size },
        // off its origin
        _ => {
            let corners =
                [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [-0.3, -0.3, -0.3], [0.8, 0.8, 0.8]];
            let points = corners.map(|p| size * (Vec3::from_array(p) + Vec3::X));
            Solid::Hull(Hull::of(&points).expect("a hull"))
        }
    };
    solid(shape, at, turned(dice))
}

/// Where the way from `from` to `to` crosses the wall's middle, if it does.
fn crossing(from: DVec3, to: DVec3, middle: DVec3) -> Option<DVec3> {
    let (a, b) = (from - middle, to - middle);
    (a.x * b.x <= 0.0 && a.x != b.x).then(|| a + (b - a) * (a.x / (a.x - b.x)))
}

fn lane(i: usize) -> Vec3 {
    Vec3::new(0.0, 0.0, 10.0 * i as f32)
}

/// Shots of the first so many kinds at 20 to 1,000 m/s at a wall of 2 cm, each in a lane of its own.
fn shots(count: usize, kinds: usize, seed: u64) -> Scene {
    let mut dice = Dice::new(seed);
    let bodies = (0..count).flat_map(|i| {
        let target = lane(i) + Vec3::new(0.0, 0.8 * dice.next(), 0.8 * dice.next());
        let from = lane(i) + Vec3::new(-0.3 - 9.0 * dice.next().abs(), 3.0 * dice.next(), 3.0 * dice.next());
        let speed = 20.0 * 50.0f32.powf(dice.next().abs());
        let shot = Body {
            linear_velocity: speed * (target - from).normalize(),
            restitution: if i % 2 == 0 { 0.0 } else { 0.8 },
            ..bullet(&mut dice, (i / 2) % kinds, from)
        };
        [wall(lane(i)), shot]
    });
    weightless(bodies.collect())
}

/// All meet their walls, and none is behind one where it could only have gone through.
fn none_passes(mut machine: Either, count: usize) {
    let mut before = machine.bodies();
    let mut hit = vec![false; count];
    for _ in 0..30 {
        machine.step(1);
        let now = machine.bodies();
        for i in 0..count {
            let (was, is) = (before[2 * i + 1], now[2 * i + 1]);
            hit[i] |= (is.v - was.v).length() > 1e-3 * was.v.length();
            if let Some(at) = crossing(was.x, is.x, lane(i).as_dvec3()) {
                let inside = at.y.abs() < 0.95 && at.z.abs() < 0.95;
                let speed = was.v.length();
                assert!(!inside, "{}: shot {i} at {speed} m/s passed at {at}", machine.name());
            }
        }
        before = now;
    }
    let met = hit.iter().filter(|hit| **hit).count();
    assert_eq!(met, count, "{}: that many met the wall", machine.name());
}

#[test]
fn no_shot_passes_a_wall() {
    let count = crate::common::part(200, 1_000) as usize;
    // lavapipe takes minutes to compile the collider of cylinders and hulls
    let kinds_on_the_gpu = if crate::common::long() { 5 } else { 3 };
    for substeps in [1, 4] {
        let changes = json!({ "substeps": substeps });
        none_passes(Either::twin(&shots(count, 5, 7 + substeps), &changes), count);
        let [_, gpu] = Either::both(&shots(count, kinds_on_the_gpu, 9 + substeps), &changes);
        none_passes(gpu, count);
    }
}

/// Two that fly at each other do not change places.
#[test]
fn what_flies_at_each_other_meets() {
    for speed in [20.0f32, 120.0, 500.0] {
        for shape in [Solid::Sphere, Solid::Box { half_extents: Vec3::splat(0.05) }] {
            let of = |x: f32, v: f32| Body {
                linear_velocity: v * Vec3::X,
                restitution: 1.0,
                friction: 0.0,
                position: x * Vec3::X,
                ..Body::of(shape, 0.05)
            };
            let scene = weightless(vec![of(-3.37, speed), of(3.37, -speed)]);
            for mut machine in Either::both(&scene, &json!({})) {
                machine.step(30);
                let [a, b] = [0, 1].map(|i| machine.body(i));
                let what = format!("{}, {shape:?} at {speed} m/s", machine.name());
                close(&what, a.v.x, -f64::from(speed), 1e-3 * f64::from(speed));
                close(&what, b.v.x, f64::from(speed), 1e-3 * f64::from(speed));
                assert!(a.x.x < b.x.x, "{what}: passed");
            }
        }
    }
}

/// What flies by at a hair's breadth flies on as if nothing were there.
#[test]
fn what_flies_by_is_left_alone() {
    let shot = |speed: f32, aside: f32| Body {
        linear_velocity: Vec3::new(speed, 0.0, 0.0),
        ..ball(Vec3::new(-5.0, aside, 0.0), 0.1)
    };
    for speed in [50.0f32, 300.0, 1000.0] {
        let scene = weightless(vec![wall(Vec3::ZERO), shot(speed, 1.12)]);
        for mut machine in Either::both(&scene, &json!({})) {
            machine.step(10);
            let body = machine.body(1);
            let what = format!("{} at {speed} m/s", machine.name());
            close(&what, body.v.x, f64::from(speed), 0.0);
            close(&what, body.v.y, 0.0, 0.0);
        }
    }
}

/// A ball thrown at a plane is thrown back, and its time in the air is that of its speed.
#[test]
fn a_fast_ball_bounces_off_a_plane() {
    for speed in [30.0f32, 200.0, 1000.0] {
        let thrown = Body {
            linear_velocity: Vec3::new(0.3 * speed, -speed, 0.0),
            restitution: 1.0,
            friction: 0.0,
            ..ball(Vec3::new(0.0, 7.3, 0.0), 0.1)
        };
        let scene = weightless(once(plane()).chain(once(thrown)).collect());
        for mut machine in Either::both(&scene, &json!({})) {
            machine.step(30);
            let body = machine.body(1);
            let what = format!("{} at {speed} m/s", machine.name());
            close(&what, body.v.y, f64::from(speed), 1e-4 * f64::from(speed));
            close(&what, body.v.x, 0.3 * f64::from(speed), 1e-4 * f64::from(speed));
            // down 7.2 m and up again, within the way of a substep
            let up = f64::from(speed) * 0.5 - 7.2 + 0.1;
            close(&what, body.x.y, up, f64::from(speed) / 60.0);
        }
    }
}
