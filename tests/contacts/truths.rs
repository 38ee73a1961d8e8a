//! What rests, falls, overlaps or passes through: truths that need no solver to be known.

use beadwork::Scene;
use beadwork::scene::{Body, Joint, JointKind, Solid};
use glam::{DVec3, Quat, Vec3};
use serde_json::json;

use crate::common::either::{Either, close};
use crate::common::scene;
use crate::{ball, contacts, cube, no_changes, plane, solid, touching, weighing, wishes};

const G: f64 = 9.81;

/// The force on a body by all others of lower number than it, and by the ground, in the last substep.
fn borne(machine: &mut Either, body: u32, by: impl Fn(u32) -> bool) -> DVec3 {
    let of = |reading: &beadwork::simulation::ContactReading| {
        let on_b = reading.force * DVec3::from_array(reading.normal) + DVec3::from_array(reading.friction);
        match (reading.a, reading.b) {
            (a, b) if b == body && by(a) => on_b,
            (a, b) if a == body && by(b) => -on_b,
            _ => DVec3::ZERO,
        }
    };
    contacts(machine.simulation()).iter().map(of).sum()
}

/// Each level carries what is above it: (k − i) m g.
#[test]
fn a_stack_weighs_what_its_boxes_weigh() {
    const BOXES: usize = 10;
    const WEIGHT: f64 = 10.0;
    let boxes =
        (0..BOXES).map(|k| weighing(cube(Vec3::Y * (0.5 + k as f32), Quat::IDENTITY), (WEIGHT / G) as f32));
    let scene = touching([plane()].into_iter().chain(boxes).collect());
    for mut machine in Either::both(&scene, &wishes(&scene, no_changes())) {
        machine.step(240);
        let momentum = |machine: &mut Either| -> f64 {
            machine.bodies()[1..].iter().map(|body| WEIGHT / G * body.v.y).sum()
        };
        let before = momentum(&mut machine);
        let mut mean = [0.0; BOXES];
        for _ in 0..60 {
            machine.step(1);
            for (i, mean) in mean.iter_mut().enumerate() {
                *mean += borne(&mut machine, i as u32 + 1, |other| other == i as u32).y / 60.0;
            }
        }
        for (i, &mean) in mean.iter().enumerate() {
            let truth = (BOXES - i) as f64 * WEIGHT;
            // of what a stack still sways after 4 s, averaged over one more
            close(&format!("{}: under box {i}, N", machine.name()), mean, truth, 0.02 * truth);
        }
        // what the ground gave in that second, less the weight, is what moves more than before
        let given = momentum(&mut machine) - before;
        let push = mean[0] - BOXES as f64 * WEIGHT;
        close(
            &format!("{}: momentum of a second, N s", machine.name()),
            given,
            push,
            0.02 * BOXES as f64 * WEIGHT,
        );
    }
}

/// Until bodies touch they do what they do without contacts, speculative ones included.
#[test]
fn what_falls_does_not_feel_the_ground_before_it_is_there() {
    let spin = Vec3::new(0.3, 0.2, -0.5);
    let moving =
        |body: Body| Body { linear_velocity: Vec3::new(1.0, 2.0, -0.5), angular_velocity: spin, ..body };
    let bodies = vec![
        plane(),
        moving(cube(Vec3::new(0.0, 6.0, 0.0), Quat::from_rotation_z(0.3))),
        moving(ball(Vec3::new(3.0, 4.0, 0.0), 0.3)),
        moving(solid(
            Solid::Capsule { radius: 0.2, half_height: 0.5 },
            Vec3::new(-3.0, 4.0, 0.0),
            Quat::IDENTITY,
        )),
    ];
    let with = touching(bodies);
    // without contacts bodies fall by parabolas otherwise, half a substep truer
    let changes = wishes(&with, json!({"positions": "pulled"}));
    let without = Scene { contacts: false, ..with.clone() };
    for (mut with, mut without) in
        Either::both(&with, &changes).into_iter().zip(Either::both(&without, &changes))
    {
        // the lowest is still half a metre up
        with.step(60);
        without.step(60);
        for (i, (ours, theirs)) in with.bodies().iter().zip(without.bodies()).enumerate() {
            let off = ours
                .x
                .distance(theirs.x)
                .max(ours.v.distance(theirs.v))
                .max(ours.omega.distance(theirs.omega));
            // f64: the same formulas, in another order; f32: of some metres over 480 substeps
            close(&format!("{}: body {i}", with.name()), off, 0.0, with.allowed(1e-12, 1e-5));
        }
        assert!(with.body(2).x.y > 0.3 + 0.3, "{}: {} m up", with.name(), with.body(2).x.y);
    }
}

/// A ball that will be there within a frame stops at the ground, not before it and not in it.
#[test]
fn what_falls_fast_stops_at_the_ground() {
    let falling = Body { linear_velocity: Vec3::new(0.0, -10.0, 0.0), ..ball(Vec3::new(0.0, 1.3, 0.0), 0.5) };
    let scene = touching(vec![plane(), falling]);
    for mut machine in Either::both(&scene, &wishes(&scene, no_changes())) {
        for frame in 0..30 {
            machine.step(1);
            let height = machine.body(1).x.y;
            // its slop is a fiftieth of its radius
            assert!(height > 0.5 - 0.011, "{}: {height} m at frame {frame}", machine.name());
        }
        let end = machine.body(1);
        assert!(end.x.y < 0.501 && end.v.length() < 1e-3, "{}: {end:?}", machine.name());
    }
}

#[test]
fn what_overlaps_comes_out_gently() {
    let boxes = [0.5, 1.0].map(|y| cube(Vec3::Y * y, Quat::IDENTITY));
    let scene = touching([plane()].into_iter().chain(boxes).collect());
    for softness in [json!({}), json!({"contactSoftness": "hard"})] {
        for mut machine in Either::both(&scene, &wishes(&scene, softness.clone())) {
            let what = format!("{}, {softness}", machine.name());
            let mut top: f64 = 0.0;
            for _ in 0..180 {
                machine.step(1);
                top = machine.bodies().iter().map(|body| body.v.length()).fold(top, f64::max);
            }
            // 3 m/s out of one another, and what gravity adds while it falls back
            assert!(top <= 3.0 + 4.0 * G / 60.0, "{what}: {top} m/s");
            let (low, high) = (machine.body(1).x.y, machine.body(2).x.y);
            // two depths of 5 mm may stay, half of it beyond in soft contacts
            assert!((1.0 - 0.0075..1.002).contains(&(high - low)), "{what}: {} m apart", high - low);
            assert!((1.5 - 0.015..1.502).contains(&high), "{what}: {high} m up");
        }
    }
}

/// A contact gives force back to calm what lies on it. A body that lies still would sink to the slop by that, 5 mm of a cube.
#[test]
fn what_is_put_down_stays_where_it_is() {
    let up = Vec3::Y * 0.5;
    let bodies = [
        ("a cube", cube(up, Quat::IDENTITY)),
        ("a cylinder", solid(Solid::Cylinder { radius: 0.5, half_height: 0.5 }, up, Quat::IDENTITY)),
        ("a ball", ball(up, 0.5)),
    ];
    for substeps in [4, 8] {
        for (what, body) in bodies.clone() {
            let scene = touching(vec![plane(), body]);
            for mut machine in Either::both(&scene, &wishes(&scene, json!({"substeps": substeps}))) {
                let what = format!("{}, {what}, {substeps} substeps", machine.name());
                machine.step(1200);
                let end = machine.body(1);
                close(&format!("{what}: sank in 20 s, m"), 0.5 - end.x.y, 0.0, 1e-5);
                close(&format!("{what}: speed, m/s"), end.v.length(), 0.0, 2e-5);
            }
        }
    }
}

/// Ten boxes that have just been put on one another: the lowest bears all of them after a few frames, and no more.
#[test]
fn forces_of_a_new_stack_come_to_rest() {
    let boxes = (0..10).map(|k| cube(Vec3::Y * (0.5 + k as f32), Quat::IDENTITY));
    let scene = touching([plane()].into_iter().chain(boxes).collect());
    let weight = 10.0 * G * f64::from(scene.bodies[1].mass);
    for mut machine in Either::both(&scene, &wishes(&scene, no_changes())) {
        let name = machine.name();
        machine.step(8);
        for frame in 9..=30 {
            machine.step(1);
            let borne = borne(&mut machine, 1, |other| other == 0).y;
            close(&format!("{name}, frame {frame}: borne, N"), borne, weight, 0.06 * weight);
        }
    }
}

#[test]
fn a_capsule_lies_still() {
    let lying = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
    let capsule = solid(Solid::Capsule { radius: 0.2, half_height: 0.6 }, Vec3::new(0.0, 0.2, 0.0), lying);
    let scene = touching(vec![plane(), capsule]);
    for mut machine in Either::both(&scene, &wishes(&scene, no_changes())) {
        let start = machine.body(1);
        machine.step(300);
        let end = machine.body(1);
        let name = machine.name();
        close(&format!("{name}: sank, m"), end.x.y - start.x.y, 0.0, 1e-5);
        let aside = (end.x - start.x).with_y(0.0).length();
        // the first pass puts one end right before the other: a push aside before λ is warm, and then none
        close(&format!("{name}: aside, m"), aside, 0.0, 5e-4);
        // at rest: rounding only
        close(&format!("{name}: speed, m/s"), end.v.length(), 0.0, machine.allowed(1e-7, 1e-5));
        close(&format!("{name}: spin, rad/s"), end.omega.length(), 0.0, machine.allowed(1e-6, 1e-4));
        let borne = borne(&mut machine, 1, |other| other == 0).y;
        let weight = G * f64::from(scene.bodies[1].mass);
        close(&format!("{name}: borne, N"), borne, weight, 1e-3 * weight);
    }
}

/// A plate that moves by itself carries a box along: v = μ g t until v is the plate's.
#[test]
fn a_plate_that_moves_carries_a_box_along() {
    const MU: f64 = 0.5;
    let plate = Solid::Box { half_extents: Vec3::new(4.0, 0.5, 1.0) };
    let plate =
        Body { kinematic: true, linear_velocity: Vec3::X, ..solid(plate, Vec3::Y * -0.5, Quat::IDENTITY) };
    // as deep as it will lie, or it would go on sinking, 5 mm in some seconds
    let scene = touching(vec![plate, cube(Vec3::Y * 0.4949, Quat::IDENTITY)]);
    for mut machine in Either::both(&scene, &wishes(&scene, no_changes())) {
        let name = machine.name();
        machine.step(2);
        let before = machine.body(1).v.x;
        machine.step(6);
        let gained = machine.body(1).v.x - before;
        // in 0.1 s; the normal forces are still being found, and the box is braked below its centre
        close(&format!("{name}: gained, m/s"), gained, MU * G * 0.1, 0.05 * MU * G * 0.1);
        machine.step(112);
        let end = machine.body(1);
        close(&format!("{name}: speed, m/s"), end.v.x, 1.0, machine.allowed(1e-8, 1e-5));
        // it lost v²/(2 μ g) on the plate while it slid
        let behind = machine.body(0).x.x - end.x.x;
        close(&format!("{name}: left behind, m"), behind, 1.0 / (2.0 * MU * G), 0.05 / (2.0 * MU * G));
    }
}

#[test]
fn what_does_not_collide_passes_through() {
    let through = |body: Body| Body { collides: false, ..body };
    let bodies = vec![
        plane(),
        cube(Vec3::new(0.0, 0.5, 0.0), Quat::IDENTITY),
        through(cube(Vec3::new(0.2, 1.2, 0.0), Quat::IDENTITY)),
        through(ball(Vec3::new(3.0, 0.5, 0.0), 0.5)),
    ];
    let scene = touching(bodies);
    for mut machine in Either::both(&scene, &wishes(&scene, no_changes())) {
        machine.step(60);
        for (body, from) in [(2, 1.2), (3, 0.5)] {
            let height = machine.body(body).x.y;
            // a second of free fall by symplectic Euler, h = 1/480
            let fall = 0.5 * G * (1.0 + 1.0 / 480.0);
            close(
                &format!("{}: body {body}", machine.name()),
                height,
                from - fall,
                machine.allowed(1e-6, 1e-4),
            );
        }
        let stays = machine.body(1).x;
        // slop of 5 mm
        assert!(stays.distance(DVec3::Y * 0.5) < 0.006, "{}: {stays}", machine.name());
        let others =
            contacts(machine.simulation()).into_iter().find(|reading| reading.a > 1 || reading.b > 1);
        assert_eq!(others, None, "{}", machine.name());
    }
}

/// A rope lets two balls come together: they do so only where its joint does not say that they collide.
#[test]
fn joined_bodies_collide_only_where_the_joint_says_so() {
    for collide in [false, true] {
        let meets = |x: f32| Body { linear_velocity: Vec3::X * -x, ..ball(Vec3::X * x, 0.5) };
        let rope = JointKind::Distance { min: 0.0, max: 4.0 };
        let joint = Joint { collide, ..Joint::new(rope, (0, Vec3::ZERO), (1, Vec3::ZERO)) };
        let mut scene = touching(vec![meets(1.0), meets(-1.0)]);
        (scene.gravity, scene.joints) = (Some(Vec3::ZERO), vec![joint]);
        for mut machine in Either::both(&scene, &wishes(&scene, no_changes())) {
            machine.step(60);
            let apart = machine.body(0).x.x - machine.body(1).x.x;
            let met = !contacts(machine.simulation()).is_empty();
            assert_eq!(met, collide, "{}: {apart} m apart", machine.name());
            // where they do not collide they are just at one place; else they touch, less a slop of 1 cm
            let (truth, allowed) = if collide { (1.0, 0.011) } else { (0.0, 1e-4) };
            close(&format!("{}, {collide}: apart, m", machine.name()), apart, truth, allowed);
        }
    }
}

/// Beads of the branching mobile stand inside one another, which does not matter until they are asked to touch.
#[test]
fn beads_on_threads_come_apart_when_they_are_asked_to_touch() {
    let scene = scene("tree", json!({}));
    assert!(!scene.contacts);
    for mut machine in Either::both(&scene, &json!({"contacts": true, "substeps": 8})) {
        let what = machine.name();
        machine.step(1);
        let before = machine.measure();
        assert!(before.max_depth > 0.01, "{what}: {before:?}");
        machine.step(machine.allowed(120.0, 60.0) as u32);
        let after = machine.measure();
        // but for the slop of beads of 12 cm
        assert!(after.max_depth < 3e-3, "{what}: {} m deep", after.max_depth);
        assert!(after.max_gap < 2e-3, "{what}: a gap of {} m", after.max_gap);
    }
}
