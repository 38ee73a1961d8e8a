//! Groups and masks: two bodies meet if each one's group has a bit in the other's mask.

use beadwork::Scene;
use beadwork::scene::{Body, Joint, JointKind};
use glam::{DVec3, Quat, Vec3};

use crate::common::either::{Either, close};
use crate::{Dice, ball, contacts, cube, no_changes, plane, touching, wishes};

const LAST: u32 = 1 << 31;

fn grouped(body: Body, group: u32, collides_with: u32) -> Body {
    Body { group, collides_with, ..body }
}

fn meet(a: &Body, b: &Body) -> bool {
    a.group & b.collides_with != 0 && b.group & a.collides_with != 0
}

/// Pairs that the first frame finds.
fn pairs(scene: &Scene, mut machine: Either) -> Vec<(u32, u32)> {
    machine.step(1);
    let mut pairs: Vec<_> = contacts(machine.simulation())
        .iter()
        .map(|point| (point.a.min(point.b), point.a.max(point.b)))
        .collect();
    pairs.sort_unstable();
    pairs.dedup();
    assert_eq!(machine.measure().contacts_dropped, 0, "{} of {}", machine.name(), scene.bodies.len());
    pairs
}

/// A body without masks meets all; a mask of one side is as good as one of both; a group of 0 meets none.
#[test]
fn each_must_have_the_other_in_its_mask() {
    let rows = [
        ((1, u32::MAX), true),
        ((2, u32::MAX), true),
        ((LAST, u32::MAX), true),
        ((0, u32::MAX), false),
        ((1, 0), false),
        ((1, 1), true),
        ((6, 1), true),
        ((1, 2), false),
        ((1, LAST), false),
    ];
    let at = |k: usize| Vec3::new(2.0 * k as f32, 0.5, 0.0);
    let balls = (0..).zip(rows).map(|(k, ((group, mask), _))| grouped(ball(at(k), 0.5), group, mask));
    let scene = touching(std::iter::once(plane()).chain(balls).collect());
    for mut machine in Either::both(&scene, &wishes(&scene, no_changes())) {
        machine.step(60);
        for (k, (masks, stays)) in rows.into_iter().enumerate() {
            let height = machine.body(k + 1).x.y;
            // the slop is 1 cm; in a second of free fall by symplectic Euler, h = 1/480
            let fallen = if stays { 0.0 } else { 0.5 * 9.81 * (1.0 + 1.0 / 480.0) };
            let what = format!("{masks:?} on the {}", machine.name());
            close(&what, height, 0.5 - fallen, if stays { 0.011 } else { machine.allowed(1e-6, 1e-4) });
        }
    }
    // and so it is where the plane is the one that chooses
    let floor = grouped(plane(), LAST, 4);
    let scene = touching(vec![
        floor,
        grouped(ball(at(0), 0.5), 4, LAST),
        grouped(ball(at(1), 0.5), 2, LAST),
        grouped(ball(at(2), 0.5), 4, 1),
    ]);
    for machine in Either::both(&scene, &wishes(&scene, no_changes())) {
        assert_eq!(pairs(&scene, machine), [(0, 1)]);
    }
}

/// Small ones, one that stands in no cell, held ones and moving ones. All pairs are there that would be without masks,
/// but those that do not meet.
#[test]
fn masks_take_away_just_those_pairs_that_do_not_meet() {
    let mut dice = Dice::new(37);
    let mut bodies: Vec<Body> = (0..160).map(|_| ball(0.55 * dice.vector(), 0.1)).collect();
    bodies[40] = ball(Vec3::new(0.2, 0.1, 0.0), 0.6);
    bodies.iter_mut().skip(3).step_by(7).for_each(|body| body.fixed = true);
    bodies.iter_mut().skip(5).step_by(11).for_each(|body| body.kinematic = true);
    let usual = Scene { gravity: Some(Vec3::ZERO), ..touching(bodies) };
    let mut masked = usual.clone();
    for (k, body) in masked.bodies.iter_mut().enumerate() {
        let group = [1, 2, 4, LAST | 1][k % 4];
        let mask = [u32::MAX, 5, LAST, 6, 3][(k / 4) % 5];
        *body = grouped(body.clone(), group, mask);
    }
    let without = pairs(&usual, Either::twin(&usual, &wishes(&usual, no_changes())));
    let kept = |&(a, b): &(u32, u32)| meet(&masked.bodies[a as usize], &masked.bodies[b as usize]);
    let expected: Vec<_> = without.iter().copied().filter(kept).collect();
    assert!(
        expected.len() > 50 && without.len() > expected.len() + 50,
        "{} {}",
        expected.len(),
        without.len()
    );
    for machine in Either::both(&masked, &wishes(&masked, no_changes())) {
        let name = machine.name();
        assert_eq!(pairs(&masked, machine), expected, "{name}");
    }
}

/// A joint whose bodies collide leaves it to their masks; one whose bodies do not comes first.
#[test]
fn masks_hold_beside_joints() {
    let meets = |x: f32, group: u32| {
        grouped(Body { linear_velocity: Vec3::X * -x, ..ball(Vec3::X * x, 0.5) }, group, 1)
    };
    let rope = JointKind::Distance { min: 0.0, max: 4.0 };
    for (collide, group, touch) in [(true, 1, true), (true, 2, false), (false, 1, false), (false, 2, false)] {
        let bodies = vec![meets(-1.0, 1), meets(1.0, group)];
        let joint = Joint { collide, ..Joint::new(rope.clone(), (0, Vec3::ZERO), (1, Vec3::ZERO)) };
        let scene = Scene { gravity: Some(Vec3::ZERO), joints: vec![joint], ..touching(bodies) };
        for mut machine in Either::both(&scene, &wishes(&scene, no_changes())) {
            machine.step(60);
            let apart = machine.body(1).x.x - machine.body(0).x.x;
            let what = format!("collide {collide}, group {group} on the {}", machine.name());
            assert!(if touch { apart > 0.97 } else { apart < 0.1 }, "{what}: {apart} m apart");
        }
    }
}

/// A description with masks goes on with them, from the same pairs.
#[test]
fn a_description_has_its_masks() {
    let ghost = |x: f32, y: f32| grouped(cube(Vec3::new(x, y, 0.0), Quat::IDENTITY), 2, 1);
    let scene = touching(vec![plane(), ghost(0.0, 0.5), ghost(0.3, 0.6)]);
    let mut twin = beadwork::cpu::Twin::new(&scene, crate::common::parameters(wishes(&scene, no_changes())))
        .expect("a twin");
    twin.step(30);
    let described = pollster::block_on(twin.describe().expect("asked")).expect("a scene");
    let again = Scene::from_json(&described.to_json()).expect("its own text");
    assert_eq!((again.bodies[1].group, again.bodies[2].collides_with), (2, 1));
    let mut next = beadwork::cpu::Twin::new(&again, crate::common::parameters(wishes(&again, no_changes())))
        .expect("a twin");
    twin.step(60);
    next.step(60);
    for body in 1..3 {
        let place = |twin: &beadwork::cpu::Twin| DVec3::from(twin.world().poses[body].position);
        assert!(place(&twin).distance(place(&next)) < 1e-5, "body {body}");
        assert!((place(&twin).y - 0.5).abs() < 0.01, "it stands on the ground, through the other");
    }
}
