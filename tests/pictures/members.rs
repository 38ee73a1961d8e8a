//! Bodies and joints that are added and removed, in the picture. It shows those that are there as if they always had
//! been, and no others.

use crate::common::*;
use beadwork::render::{Camera, Drawn, Show, Target, View, ViewOptions};
use beadwork::scene::{Body, Joint, JointKind, Solid, WORLD};
use beadwork::{Scene, Simulation};
use glam::{Vec2, Vec3};
use serde_json::json;

const SIZE: u32 = 192;

fn view() -> View {
    let options = ViewOptions { width: SIZE, height: SIZE, ground: None, ..ViewOptions::default() };
    let mut view = View::new(gpu(), Target::Offscreen, options).expect("a view");
    view.glide.jump(Camera { target: Vec3::ZERO, yaw: 0.2, pitch: 0.2, distance: 3.0, field_of_view: 0.5 });
    view.show = Show { joints: true, forces: false, contacts: false };
    view
}

fn picture(view: &mut View, simulation: &mut Simulation) -> Vec<u8> {
    view.render(simulation).expect("a picture");
    let (.., pixels) = pollster::block_on(view.screenshot().expect("a screenshot")).expect("its pixels");
    no_gpu_errors();
    pixels
}

fn ball(x: f32, colour: [u8; 3]) -> Body {
    Body { position: Vec3::new(x, 0.0, 0.0), colour, ..Body::of(Solid::Sphere, 0.15) }
}

fn brick(x: f32) -> Body {
    let half_extents = Vec3::new(0.15, 0.1, 0.2);
    Body { position: Vec3::new(x, 0.0, 0.0), ..Body::of(Solid::Box { half_extents }, 0.0) }
}

#[test]
fn a_joint_to_the_world_is_drawn_and_what_stands_for_the_world_is_not() {
    let mut view = view();
    let bodies = || vec![ball(-0.3, [200, 40, 40]), brick(0.3)];
    let alone = picture(&mut view, &mut made(bodies(), Vec::new()));
    let joint = Joint::new(JointKind::Hinge, (WORLD, Vec3::new(-0.3, 0.4, 0.0)), (0, Vec3::ZERO));
    let mut hung = made(bodies(), vec![joint]);
    let shown = picture(&mut view, &mut hung);
    let differ = shown.chunks_exact(4).zip(alone.chunks_exact(4)).filter(|(a, b)| a != b).count();
    // its axis and the thread to it; a ball without bounds would fill the picture
    assert!((20..2000).contains(&differ), "{differ} pixels");
    let pick = |view: &mut View, simulation: &mut Simulation, at: Vec2| {
        let found = view.pick(&mut [Drawn::new(simulation)], at);
        pollster::block_on(found.expect("a pick")).expect("a pick")
    };
    assert!(pick(&mut view, &mut hung, Vec2::new(2.0, 2.0)).is_none(), "nobody is there");
}

fn hinge(a: u32, b: u32) -> Joint {
    Joint::new(JointKind::Hinge, (a, 0.2 * Vec3::X), (b, -0.2 * Vec3::X))
}

fn made(bodies: Vec<Body>, joints: Vec<Joint>) -> Simulation {
    simulation(&Scene { bodies, joints, ..Scene::default() }, json!({}))
}

#[test]
fn those_that_are_there_are_drawn_and_no_others() {
    let [red, blue] = [[200, 40, 40], [40, 60, 200]];
    let (mut view, mut other) = (view(), view());
    let mut one = made(vec![ball(-0.4, red), ball(0.9, red)], vec![]);
    let alone = picture(&mut view, &mut made(vec![ball(-0.4, red)], vec![]));
    let first = picture(&mut view, &mut one);
    one.remove_bodies(&[1]).expect("a ball");
    assert!(picture(&mut view, &mut one) == alone, "the ball that went is drawn");
    // a brick in the number of the one that went, and more than there was room for
    let new =
        one.add_bodies(&[brick(0.0), ball(0.4, blue), ball(0.8, blue), ball(0.8, red)]).expect("bodies");
    one.add_joints(&[hinge(0, 1)]).expect("a joint");
    assert_eq!(new, [1, 2, 3, 4]);
    one.remove_bodies(&[4]).expect("the last ball");
    let bodies = vec![ball(-0.4, red), brick(0.0), ball(0.4, blue), ball(0.8, blue)];
    let wanted = picture(&mut other, &mut made(bodies, vec![hinge(0, 1)]));
    let found = picture(&mut view, &mut one);
    assert!(found == wanted, "who came is drawn otherwise than who was there");
    assert!(found != alone && found != first);
    one.remove_joints(&[0]).expect("a joint");
    assert!(picture(&mut view, &mut one) != found, "a joint that went is drawn");
    one.reset().expect("a reset");
    assert!(picture(&mut view, &mut one) == first, "the scene as it was loaded");
}

#[test]
fn the_pointer_meets_who_is_there() {
    let mut view = view();
    let mut one = made(vec![ball(-0.5, [9; 3]), ball(0.0, [9; 3])], vec![]);
    let pick = |view: &mut View, one: &mut Simulation| {
        let picking = view.pick(&mut [Drawn::new(one)], Vec2::splat(0.5 * SIZE as f32)).expect("a pick");
        pollster::block_on(picking).expect("an answer").map(|hit| hit.body)
    };
    picture(&mut view, &mut one);
    assert_eq!(pick(&mut view, &mut one), Some(1));
    one.remove_bodies(&[1]).expect("a ball");
    picture(&mut view, &mut one);
    assert_eq!(pick(&mut view, &mut one), None, "no body stands in the origin");
    one.add_bodies(&[ball(0.7, [9; 3]), brick(0.0)]).expect("bodies");
    picture(&mut view, &mut one);
    assert_eq!(pick(&mut view, &mut one), Some(2));
    no_gpu_errors();
}
