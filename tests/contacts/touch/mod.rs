//! Where two shapes touch: against support functions, by hand, on the device, and what is hostile.

mod boxes;
mod convex;
mod device;
mod hostile;
mod hulls;
mod pairs;
mod rest;
mod round;

use crate::common::mixed::Random;
use beadwork::cpu::Number;
use beadwork::cpu::algebra::{Quat, Vec3};
use beadwork::cpu::touch::{BOX, CAPSULE, CYLINDER, HULL, Manifold, PLANE, SPHERE, Shape, Side, touch};
use beadwork::scene::{Hull, Solid};
use glam::{DQuat, DVec3};

fn side(kind: u32, half: [f64; 3], rotation: DQuat) -> Side<f64> {
    let rotation = Quat::from_array(rotation.to_array());
    Side { rotation, shape: Shape { half: Vec3::of(half), kind } }
}

fn ball(radius: f64) -> Side<f64> {
    side(SPHERE, [radius, 0.0, 0.0], DQuat::IDENTITY)
}

fn cuboid(half: [f64; 3]) -> Side<f64> {
    side(BOX, half, DQuat::IDENTITY)
}

fn hull(points: &[DVec3]) -> Side<f64> {
    let points: Vec<glam::Vec3> = points.iter().map(|point| point.as_vec3()).collect();
    let [x, y, z, _] = Solid::Hull(Hull::of(&points).expect("a hull")).record(1.0);
    side(HULL, [x.into(), y.into(), z.into()], DQuat::IDENTITY)
}

/// Of 8 to 20 points in a ball that is flattened, about a place that is not its middle.
fn any_hull(random: &mut Random) -> Side<f64> {
    let count = 8 + random.below(13);
    let (flat, off) = ([(); 3].map(|()| 0.3 + 0.4 * random.unit()), random.vector(0.1));
    let points: Vec<DVec3> = (0..count)
        .map(|_| off + random.vector(1.0).normalize_or(DVec3::X) * DVec3::from_array(flat))
        .collect();
    hull(&points)
}

/// Its axis along x, so that it lies.
fn lying(radius: f64, half: f64) -> Side<f64> {
    side(CAPSULE, [radius, half, 0.0], DQuat::from_rotation_z(-std::f64::consts::FRAC_PI_2))
}

fn ground() -> Side<f64> {
    side(PLANE, [0.0; 3], DQuat::IDENTITY)
}

fn v(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

fn vector(v: Vec3<f64>) -> DVec3 {
    v.into()
}

fn met(between: DVec3, a: &Side<f64>, b: &Side<f64>, margin: f64) -> Manifold<f64> {
    touch(between.into(), a, b, margin)
}

fn turn_of(side: &Side<f64>) -> DQuat {
    side.rotation.into()
}

/// A rotation that is as likely as any other.
fn any_turn(random: &mut Random) -> DQuat {
    loop {
        let q = [(); 4].map(|()| random.signed(1.0));
        let square: f64 = q.iter().map(|x| x * x).sum();
        if square > 0.01 && square < 1.0 {
            return DQuat::from_array(q).normalize();
        }
    }
}

fn any_box(random: &mut Random) -> Side<f64> {
    let half = [(); 3].map(|()| 0.2 + 0.8 * random.unit());
    side(BOX, half, any_turn(random))
}

fn any_side(random: &mut Random, kind: u32) -> Side<f64> {
    let turn = any_turn(random);
    if kind == HULL {
        return Side { rotation: Quat::from_array(turn.to_array()), ..any_hull(random) };
    }
    let mut size = || 0.2 + 0.5 * random.unit();
    let half = match kind {
        SPHERE => [size(), 0.0, 0.0],
        BOX => [size(), size(), size()],
        CAPSULE => [size(), size(), 0.0],
        CYLINDER => {
            let radius = size();
            [radius, size(), radius]
        }
        _ => [0.0; 3],
    };
    side(kind, half, turn)
}

/// How far a shape reaches from its centre along n: p·n of its farthest point.
fn reach(side: &Side<f64>, n: DVec3) -> f64 {
    let local = turn_of(side).inverse() * n;
    let h = vector(side.shape.half);
    match side.shape.kind {
        SPHERE => h.x,
        BOX => h.dot(local.abs()),
        CAPSULE => h.x + h.y * local.y.abs(),
        CYLINDER => h.x * local.x.hypot(local.z) + h.y * local.y.abs(),
        HULL => {
            let corners = &Hull::numbered(h.y as usize).data().corners;
            corners.iter().map(|corner| corner.as_dvec3().dot(local)).fold(f64::NEG_INFINITY, f64::max)
        }
        // bounded only along its own normal
        _ => {
            if local.y > 1.0 - 1e-12 {
                0.0
            } else {
                f64::INFINITY
            }
        }
    }
}

/// By how much they overlap along n, from a to b; negative where they are apart.
fn overlap(between: DVec3, a: &Side<f64>, b: &Side<f64>, n: DVec3) -> f64 {
    reach(a, n) + reach(b, -n) - n.dot(between)
}

fn deepest<N: Number>(found: &Manifold<N>) -> f64 {
    found.points[..found.count].iter().map(|p| p.depth.to_f64()).fold(f64::NEG_INFINITY, f64::max)
}

fn features<N: Number>(found: &Manifold<N>) -> Vec<u32> {
    found.points[..found.count].iter().map(|p| p.feature).collect()
}

/// The arms, sorted, to be compared as a set.
fn arms(found: &Manifold<f64>) -> Vec<DVec3> {
    let mut arms: Vec<DVec3> = found.points[..found.count].iter().map(|p| vector(p.arm)).collect();
    let key = |p: &DVec3| [p.x, p.y, p.z].map(|x| (1e6 * x).round());
    arms.sort_by(|p, q| key(p).partial_cmp(&key(q)).expect("finite arms"));
    arms
}

#[track_caller]
fn assert_arms(found: &Manifold<f64>, wanted: &[DVec3], allowed: f64) {
    assert_eq!(found.count, wanted.len(), "{found:?}");
    let mut left: Vec<DVec3> = arms(found);
    for want in wanted {
        let nearest = (0..left.len()).min_by(|&i, &j| {
            left[i].distance(*want).partial_cmp(&left[j].distance(*want)).expect("finite arms")
        });
        let off = left.remove(nearest.expect("as many")).distance(*want);
        assert!(off <= allowed, "no arm at {want}: off by {off:e}, allowed {allowed:e}, {found:?}");
    }
}
