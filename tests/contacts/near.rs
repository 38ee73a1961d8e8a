//! Contact pairs against every pair looked at: cells, rows, hashes and atomics must leave just these.

use beadwork::Scene;
use beadwork::scene::Body;
use beadwork::simulation::ContactReading;
use glam::{DVec3, Vec3};
use serde_json::json;

use crate::common::either::{Either, close};
use crate::{Dice, ball, contacts, touching, wishes};

/// Spheres from 3 to 10 cm thrown into a cube, and one that is so large that it stands in no cell.
fn crowd(count: usize, side: f32, speed: f32) -> Scene {
    let mut dice = Dice::new(21);
    let mut bodies: Vec<Body> = (0..count)
        .map(|_| {
            let radius = 0.065 + 0.035 * f64::from(dice.next());
            let place = side * dice.vector();
            Body { linear_velocity: speed * dice.vector(), friction: 0.0, ..ball(place, radius) }
        })
        .collect();
    bodies[count / 3] = Body { friction: 0.0, ..ball(Vec3::new(0.3, -0.2, 0.1), 0.6) };
    Scene { gravity: Some(Vec3::ZERO), ..touching(bodies) }
}

/// Fast bodies up to which two that both move are found ahead (shaders/common/contact_rows.wgsl).
const MOST_FAST: usize = 256;

/// By how much the ways of two balls within the frame cross, m. A very negative number where neither is fast or there
/// is no look ahead.
fn ahead(bodies: &[Body], [a, b]: [usize; 2], frame: f64) -> f64 {
    let way = |i: usize| frame * bodies[i].linear_velocity.as_dvec3();
    let radius = |i: usize| f64::from(bodies[i].radius);
    let fast = |i: usize| way(i).length() > radius(i);
    let few = (0..bodies.len()).filter(|&i| fast(i)).count() <= MOST_FAST;
    if !(fast(a) || fast(b)) || !(few || radius(a).max(radius(b)) > 0.5) {
        return -1e9;
    }
    let (p, d) = (bodies[b].position.as_dvec3() - bodies[a].position.as_dvec3(), way(b) - way(a));
    let nearest = p + (-p.dot(d) / d.length_squared()).clamp(0.0, 1.0) * d;
    radius(a) + radius(b) - nearest.length()
}

/// Pairs whose surfaces are no farther apart than `reach_of` of shaders/shapes/surface.wgsl allows, or that will meet.
/// With each come the gap and how much of the reach is left, or of the way.
fn near(scene: &Scene, frame: f64) -> Vec<(u32, u32, f64, f64)> {
    let mut pairs = Vec::new();
    for (b, right) in scene.bodies.iter().enumerate() {
        for (a, left) in scene.bodies[..b].iter().enumerate() {
            let [ra, rb] = [left, right].map(|body| f64::from(body.radius));
            let gap = left.position.as_dvec3().distance(right.position.as_dvec3()) - ra - rb;
            let [va, vb] = [left, right].map(|body| body.linear_velocity.as_dvec3());
            let way = frame * va.distance(vb).max(va.length()).max(vb.length());
            // min(r/10 + dt max(|v_a − v_b|, |v_a|, |v_b|), r), r the smaller radius
            let reach = (0.1 * ra.min(rb) + way).min(ra.min(rb));
            let left = (reach - gap).max(ahead(&scene.bodies, [a, b], frame));
            pairs.push((a as u32, b as u32, gap, left));
        }
    }
    pairs
}

fn found(readings: &[ContactReading]) -> Vec<(u32, u32)> {
    let mut pairs: Vec<_> =
        readings.iter().map(|reading| (reading.a.min(reading.b), reading.a.max(reading.b))).collect();
    pairs.sort_unstable();
    pairs
}

/// The pairs that must be there, without those so near the edge that f32 may see them on its other side; at least so many.
fn compare(what: &str, machine: &mut Either, all: &[(u32, u32, f64, f64)], least: usize) {
    let what = format!("{what} on the {}", machine.name());
    let pairs = found(&contacts(machine.simulation()));
    // ways are followed until a hundredth of a radius is left
    let unsure = |gap: f64, left: f64| left.abs() < 1e-6 || (gap > 0.0 && left < 0.0 && left > -0.006);
    let mut there = 0;
    for &(a, b, gap, left) in all {
        let has = pairs.binary_search(&(a, b)).is_ok();
        there += usize::from(has);
        assert!(
            has == (left >= 0.0) || unsure(gap, left),
            "{what}: ({a}, {b}): {has}, {gap} m apart, {left} m of reach left"
        );
    }
    assert_eq!(there, pairs.len(), "{what}: a pair twice");
    assert!(there > least, "{what}: {there} pairs only");
    let measures = machine.measure();
    assert_eq!(measures.contacts_dropped, 0, "{what}");
}

#[test]
fn a_crowd_touches_whom_it_should() {
    for (what, count, side, speed) in [
        ("at rest", 500, 0.9, 0.0),
        ("slow", 500, 0.9, 1.0),
        ("fast", 400, 1.2, 20.0),
        ("few fast", 150, 0.9, 20.0),
    ] {
        let scene = crowd(count, side, speed);
        let all = near(&scene, 1.0 / 60.0);
        for mut machine in Either::both(&scene, &wishes(&scene, json!({}))) {
            machine.step(1);
            compare(what, &mut machine, &all, 100);
        }
    }
}

/// Bodies in another order have the same pairs, and the same two bodies are as deep in one another.
#[test]
fn the_order_of_bodies_does_not_matter_to_who_touches_whom() {
    let scene = crowd(500, 0.9, 1.0);
    let last = scene.bodies.len() as u32 - 1;
    let turned = Scene { bodies: scene.bodies.iter().rev().cloned().collect(), ..scene.clone() };
    // so short a frame that nothing moves
    let changes = wishes(&scene, json!({"timestep": 1e-5}));
    for (mut one, mut other) in
        Either::both(&scene, &changes).into_iter().zip(Either::both(&turned, &changes))
    {
        one.step(1);
        other.step(1);
        let name = one.name();
        let depths = |readings: Vec<ContactReading>, number: &dyn Fn(u32) -> u32| {
            let mut depths: Vec<_> = readings
                .iter()
                .map(|reading| {
                    let (a, b) = (number(reading.a), number(reading.b));
                    (a.min(b), a.max(b), reading.depth)
                })
                .collect();
            depths.sort_unstable_by_key(|&(a, b, _)| (a, b));
            depths
        };
        let ours = depths(contacts(one.simulation()), &|i| i);
        let theirs = depths(contacts(other.simulation()), &|i| last - i);
        let pairs = |depths: &[(u32, u32, f64)]| -> Vec<(u32, u32)> {
            depths.iter().map(|&(a, b, _)| (a, b)).collect()
        };
        assert_eq!(pairs(&ours), pairs(&theirs), "{name}");
        assert!(ours.len() > 100, "{name}: {} pairs", ours.len());
        for (x, y) in ours.iter().zip(&theirs) {
            // colours fall otherwise, so that bodies are pushed otherwise: up to some m/s for 10 µs
            close(&format!("{name}: depth of {x:?}"), x.2, y.2, 1e-4);
        }
    }
}

/// Of two spheres the point is on the line of their centres, midway between their surfaces.
#[test]
fn spheres_touch_where_they_should() {
    let scene = crowd(500, 0.9, 0.0);
    // so short a frame that nothing moves: 3 m/s out of one another for each of some pairs, 10 µs long
    for mut machine in Either::both(&scene, &wishes(&scene, json!({"timestep": 1e-5}))) {
        machine.step(1);
        let name = machine.name();
        let bodies = machine.bodies();
        let readings = contacts(machine.simulation());
        assert!(readings.len() > 100, "{name}: {}", readings.len());
        for reading in readings {
            let [a, b] = [reading.a, reading.b].map(|i| bodies[i as usize].x);
            let [ra, rb] = [reading.a, reading.b].map(|i| f64::from(scene.bodies[i as usize].radius));
            let (n, apart) = ((b - a).normalize(), (b - a).length());
            let depth = ra + rb - apart;
            let what = format!("{name}: ({}, {})", reading.a, reading.b);
            // n is of the frame's beginning: it turned by 1e-4 m over the distance at most, where that is not next to nothing
            let turned = 1e-4 / apart;
            close(&format!("{what}: depth"), reading.depth, depth, 1e-5);
            close(&format!("{what}: normal"), n.distance(DVec3::from(reading.normal)), 0.0, turned);
            let point = a + n * (ra - 0.5 * depth);
            close(
                &format!("{what}: point"),
                point.distance(DVec3::from(reading.point)),
                0.0,
                1e-4 + ra * turned,
            );
        }
    }
}
