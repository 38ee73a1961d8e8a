//! Boxes, capsules and planes beside the beads: what the format takes and refuses, what they weigh, how they look.

use crate::common::*;
use beadwork::render::{Bounds, Camera, Drawn, Hit, Target, ThemeColours, View, ViewOptions};
use beadwork::scene::{Body, Solid, UNBOUNDED};
use beadwork::{Code, Scene, Simulation};
use glam::{DVec3, Quat, Vec2, Vec3};
use serde_json::{Value, json};

/// One body of each shape, the box hung from the capsule, the capsule from the ball.
fn all() -> Value {
    json!({ "version": 2,
        "bodies": [
            { "position": [0, 2, 0], "shape": { "type": "sphere" }, "radius": 0.1, "fixed": true },
            { "position": [0, 1.6, 0], "shape": { "type": "capsule", "radius": 0.1, "halfHeight": 0.2 } },
            { "position": [0, 1.1, 0], "shape": { "type": "box", "halfExtents": [0.1, 0.2, 0.3] } },
            { "position": [0, 0, 0], "shape": { "type": "plane" } } ],
        "joints": [
            { "type": "point", "a": 0, "b": 1, "anchorA": [0, -0.1, 0], "anchorB": [0, 0.3, 0] },
            { "type": "point", "a": 1, "b": 2, "anchorA": [0, -0.3, 0], "anchorB": [0, 0.2, 0] } ] })
}

/// Where `all` with one body in another's place is at fault.
#[track_caller]
fn fault(body: usize, value: Value) -> String {
    let mut document = all();
    document["bodies"][body] = value.clone();
    let error = Scene::from_value(&document).expect_err(&value.to_string());
    assert_eq!(error.code, Code::Scene);
    assert!(error.message.ends_with('.') && error.message.contains(' '), "not a sentence: {}", error.message);
    error.path.unwrap_or_default()
}

#[test]
fn every_shape_is_read() {
    let scene = Scene::from_value(&all()).expect("a scene");
    let [ball, capsule, brick, plane] = &scene.bodies[..] else { panic!("four bodies") };
    assert_eq!((ball.solid, ball.radius), (Solid::Sphere, 0.1));
    assert_eq!(capsule.solid, Solid::Capsule { radius: 0.1, half_height: 0.2 });
    assert_eq!(capsule.radius, 0.1 + 0.2);
    assert_eq!(brick.solid, Solid::Box { half_extents: Vec3::new(0.1, 0.2, 0.3) });
    assert!((brick.radius - 0.14f32.sqrt()).abs() < 1e-7);
    assert_eq!((plane.solid, plane.radius, plane.fixed), (Solid::Plane, UNBOUNDED, true));
    assert!(!brick.fixed && !capsule.fixed);
}

#[test]
fn what_is_written_is_what_was_read() {
    let mut scene = Scene::from_value(&all()).expect("a scene");
    let text = scene.to_json();
    assert!(text.starts_with("{\"version\":2,"));
    assert_eq!(Scene::from_json(&text).expect("its own text"), scene);
    // spheres alone are said in version 1, whatever they were read from
    scene.bodies.truncate(1);
    scene.joints.clear();
    let text = scene.to_json();
    assert!(text.starts_with("{\"version\":1,") && !text.contains("shape"));
    assert_eq!(Scene::from_json(&text).expect("its own text"), scene);
}

#[test]
fn version_1_knows_no_shapes() {
    let sphere = json!({ "position": [0, 0, 0], "radius": 1, "shape": { "type": "sphere" } });
    let document = json!({ "version": 1, "bodies": [sphere] });
    let error = Scene::from_value(&document).expect_err("a field from version 2");
    assert_eq!((error.code, error.path.as_deref()), (Code::Scene, Some("bodies[0].shape")));
    for version in [json!(0), json!(3), json!(1.5), json!("2"), json!(null)] {
        let error = Scene::from_value(&json!({ "version": version, "bodies": [] })).expect_err("no version");
        assert_eq!(error.path.as_deref(), Some("version"));
    }
}

#[test]
fn a_shape_that_makes_no_sense_is_refused_at_its_path() {
    let body = |shape: Value| json!({ "position": [0, 1, 0], "shape": shape });
    for (shape, path) in [
        (json!(null), "shape"),
        (json!("box"), "shape"),
        (json!([]), "shape"),
        (json!({}), "shape.type"),
        (json!({ "type": "cone" }), "shape.type"),
        (json!({ "type": 3 }), "shape.type"),
        (json!({ "type": "cone", "halfExtents": [1, 1, 1] }), "shape.type"),
        (json!({ "type": "box" }), "shape.halfExtents"),
        (json!({ "type": "box", "halfExtents": 1 }), "shape.halfExtents"),
        (json!({ "type": "box", "halfExtents": [1, 1] }), "shape.halfExtents"),
        (json!({ "type": "box", "halfExtents": [1, 0, 1] }), "shape.halfExtents"),
        (json!({ "type": "box", "halfExtents": [1, -1, 1] }), "shape.halfExtents"),
        (json!({ "type": "box", "halfExtents": [1, 1, 2000] }), "shape.halfExtents"),
        (json!({ "type": "box", "halfExtents": [1, null, 1] }), "shape.halfExtents"),
        (json!({ "type": "box", "halfExtents": [1, 1, 1], "radius": 1 }), "shape.radius"),
        (json!({ "type": "capsule", "halfHeight": 1 }), "shape.radius"),
        (json!({ "type": "capsule", "radius": 1 }), "shape.halfHeight"),
        (json!({ "type": "capsule", "radius": 0, "halfHeight": 1 }), "shape.radius"),
        (json!({ "type": "capsule", "radius": 1, "halfHeight": -1 }), "shape.halfHeight"),
        (json!({ "type": "capsule", "radius": 1, "halfHeight": 1e40 }), "shape.halfHeight"),
        (json!({ "type": "capsule", "radius": 1, "halfHeight": 1, "height": 2 }), "shape.height"),
        (json!({ "type": "cylinder", "halfHeight": 1 }), "shape.radius"),
        (json!({ "type": "cylinder", "radius": 1, "halfHeight": 0 }), "shape.halfHeight"),
        (json!({ "type": "cylinder", "radius": 1, "halfHeight": 1, "height": 2 }), "shape.height"),
        (json!({ "type": "hull" }), "shape.points"),
        (json!({ "type": "hull", "points": 4 }), "shape.points"),
        (json!({ "type": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0]] }), "shape.points"),
        (json!({ "type": "hull", "points": vec![[0, 1, 2]; 33] }), "shape.points"),
        (json!({ "type": "hull", "points": vec![[0, 1, 2]; 8] }), "shape.points"),
        (json!({ "type": "hull", "points": [[0, 0, 0], [1, 1, 1], [2, 2, 2], [3, 3, 3]] }), "shape.points"),
        (json!({ "type": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]] }), "shape.points"),
        (json!({ "type": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1]] }), "shape.points[3]"),
        (
            json!({ "type": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1e9]] }),
            "shape.points[3]",
        ),
        (
            json!({ "type": "hull", "points": [[0, 0, 0], [1e-5, 0, 0], [0, 1e-5, 0], [0, 0, 1e-5]] }),
            "shape.points",
        ),
        (
            json!({ "type": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "radius": 1 }),
            "shape.radius",
        ),
        (json!({ "type": "sphere", "radius": 1 }), "shape.radius"),
        (json!({ "type": "plane", "normal": [0, 1, 0] }), "shape.normal"),
    ] {
        assert_eq!(fault(2, body(shape.clone())), format!("bodies[2].{path}"), "{shape}");
    }
}

#[test]
fn what_does_not_go_with_a_shape_is_refused() {
    let with = |shape: Value, field: &str, value: Value| {
        let mut body = json!({ "position": [0, 1, 0], "shape": shape });
        body[field] = value;
        body
    };
    let brick = || json!({ "type": "box", "halfExtents": [1, 1, 1] });
    let plane = || json!({ "type": "plane" });
    assert_eq!(fault(2, json!({ "position": [0, 1, 0], "shape": { "type": "sphere" } })), "bodies[2].radius");
    assert_eq!(fault(2, with(brick(), "radius", json!(1))), "bodies[2].radius");
    assert_eq!(fault(3, with(plane(), "radius", json!(1))), "bodies[3].radius");
    assert_eq!(fault(3, with(plane(), "fixed", json!(false))), "bodies[3].fixed");
    assert_eq!(fault(3, with(plane(), "mass", json!(1))), "bodies[3].mass");
    assert_eq!(fault(3, with(plane(), "inertia", json!([1, 1, 1]))), "bodies[3].inertia");
    // what the shape itself lacks is said first
    let bad = json!({ "type": "box", "halfExtents": [1, 1, 0] });
    assert_eq!(fault(2, with(bad, "radius", json!(1))), "bodies[2].shape.halfExtents");
    let mut fixed = all();
    fixed["bodies"][3]["fixed"] = json!(true);
    Scene::from_value(&fixed).expect("a plane may say that it is fixed");
}

#[test]
fn a_scene_made_in_rust_is_checked_alike() {
    let good = Scene::from_value(&all()).expect("a scene");
    let path = |change: fn(&mut Scene)| {
        let mut scene = good.clone();
        change(&mut scene);
        scene.check().expect_err("a fault").path.unwrap_or_default()
    };
    assert_eq!(path(|scene| scene.bodies[2].radius *= 2.0), "bodies[2].radius");
    assert_eq!(path(|scene| scene.bodies[3].fixed = false), "bodies[3].fixed");
    assert_eq!(
        path(|scene| scene.bodies[2].solid = Solid::Box { half_extents: Vec3::new(1.0, f32::NAN, 1.0) }),
        "bodies[2].shape.halfExtents"
    );
    assert_eq!(
        path(|scene| scene.bodies[1].solid = Solid::Capsule { radius: 0.0, half_height: 1.0 }),
        "bodies[1].shape.radius"
    );
}

/// Mass and the three moments of what is inside, by the midpoints of small cubes.
fn summed(reach: DVec3, inside: impl Fn(DVec3) -> bool) -> (f64, DVec3) {
    const PARTS: i32 = 120;
    let side = 2.0 * reach / f64::from(PARTS);
    let (mut mass, mut inertia) = (0.0, DVec3::ZERO);
    let at = |k: i32| f64::from(k) + 0.5;
    for x in 0..PARTS {
        for y in 0..PARTS {
            for z in 0..PARTS {
                let p = DVec3::new(at(x), at(y), at(z)) * side - reach;
                if inside(p) {
                    mass += 1000.0 * side.element_product();
                    let square = p * p;
                    inertia +=
                        1000.0 * side.element_product() * (DVec3::splat(square.element_sum()) - square);
                }
            }
        }
    }
    (mass, inertia)
}

#[test]
fn shapes_weigh_what_their_parts_weigh() {
    let half = DVec3::new(0.1, 0.2, 0.3);
    let (radius, height) = (0.1, 0.2);
    let capsule = |p: DVec3| (p - DVec3::Y * p.y.clamp(-height, height)).length() < radius;
    let cylinder = |p: DVec3| p.x.hypot(p.z) < radius;
    let mut document = all();
    let shape = json!({ "type": "cylinder", "radius": 0.1, "halfHeight": 0.2 });
    document["bodies"].as_array_mut().expect("a list").push(json!({ "position": [0, 5, 0], "shape": shape }));
    let scene = Scene::from_value(&document).expect("a scene");
    assert_eq!(Scene::from_json(&scene.to_json()).expect("its own text"), scene);
    let bodies = &scene.bodies;
    assert!((f64::from(bodies[4].radius) - 0.05_f64.sqrt()).abs() < 1e-7);
    // midpoints leave a 1/(12·120²) of a box's moments, and round surfaces about a layer's noise
    for (body, allowed, (mass, inertia)) in [
        (2, 1e-4, summed(half, |_| true)),
        (1, 1e-3, summed(DVec3::new(radius, radius + height, radius), capsule)),
        (4, 2e-3, summed(DVec3::new(radius, height, radius), cylinder)),
    ] {
        let body = &bodies[body];
        assert!((f64::from(body.mass) / mass - 1.0).abs() < allowed, "{} kg, parts weigh {mass}", body.mass);
        let off = (body.inertia.as_dvec3() / inertia - DVec3::ONE).abs().max_element();
        assert!(off < allowed, "{} kg m², parts have {inertia}", body.inertia);
    }
}

#[test]
fn moments_go_with_the_mass_that_is_given() {
    let mut document = all();
    let light = Scene::from_value(&document).expect("a scene");
    for body in [1, 2] {
        document["bodies"][body]["mass"] = json!(3.0 * f64::from(light.bodies[body].mass));
    }
    let heavy = Scene::from_value(&document).expect("a scene");
    for body in [1, 2] {
        let ratio = heavy.bodies[body].inertia / light.bodies[body].inertia;
        assert!((ratio - Vec3::splat(3.0)).abs().max_element() < 1e-5, "{ratio}");
    }
}

pub(super) const SIZE: u32 = 192;

pub(super) fn view(options: ViewOptions) -> View {
    let options = ViewOptions { width: SIZE, height: SIZE, ..options };
    View::new(gpu(), Target::Offscreen, options).expect("a view")
}

pub(super) fn camera(distance: f32) -> Camera {
    Camera { target: Vec3::ZERO, yaw: 0.4, pitch: 0.35, distance, field_of_view: 0.5 }
}

/// Bytes by rows, four per pixel.
pub(super) fn picture(view: &mut View, simulation: &mut Simulation) -> Vec<u8> {
    view.render(simulation).expect("a picture");
    let shot = pollster::block_on(view.screenshot().expect("a screenshot")).expect("its pixels");
    no_gpu_errors();
    shot.2
}

pub(super) fn seen(bodies: Value, camera: Camera) -> Vec<u8> {
    let scene = Scene::from_value(&json!({ "version": 2, "bodies": bodies })).expect("a scene");
    let mut view = view(ViewOptions { ground: None, ..ViewOptions::default() });
    view.glide.jump(camera);
    picture(&mut view, &mut simulation(&scene, json!({})))
}

/// The largest difference of two pictures, in steps of 255.
pub(super) fn differs(one: &[u8], other: &[u8]) -> u8 {
    one.iter().zip(other).map(|(a, b)| a.abs_diff(*b)).max().expect("pixels")
}

fn brick() -> Value {
    json!({ "position": [0, 0, 0], "rotation": [0.2, 0.3, 0.1, 0.9],
        "shape": { "type": "box", "halfExtents": [0.1, 0.2, 0.3] } })
}

fn capsule() -> Value {
    json!({ "position": [0, 0, 0], "rotation": [0.2, 0.3, 0.5, 0.8],
        "shape": { "type": "capsule", "radius": 0.1, "halfHeight": 0.2 } })
}

fn drum() -> Value {
    json!({ "position": [0, 0, 0], "rotation": [0.2, 0.3, 0.5, 0.8],
        "shape": { "type": "cylinder", "radius": 0.2, "halfHeight": 0.15 } })
}

/// An egg of a prism and two peaks, off the origin.
fn gem() -> Value {
    json!({ "position": [0, 0, 0], "rotation": [0.2, 0.3, 0.5, 0.8], "centre": [0, 0, 0],
        "shape": { "type": "hull", "points": [[0.2, 0, 0], [0.1, 0.05, 0.2], [-0.15, 0, 0.1], [-0.1, 0.05, -0.15],
            [0.1, 0, -0.2], [0.02, 0.3, 0], [0, -0.2, 0.05]] } })
}

/// Pixels that a picture covers, from how it looks before black and before white: C = α F + (1 − α) B.
fn area(scene: &Scene, camera: Camera, splat_radius: f32) -> f64 {
    let mut simulation = simulation(scene, json!({}));
    let [black, white] = [0.0, 1.0].map(|grey| {
        let theme = ThemeColours { background: [grey; 3], ..ThemeColours::DARK };
        let splat_radius = Some(splat_radius);
        let mut view = view(ViewOptions { theme, ground: None, splat_radius, ..ViewOptions::default() });
        view.glide.jump(camera);
        picture(&mut view, &mut simulation)
    });
    let linear = |byte: &u8| match f64::from(*byte) / 255.0 {
        x if x <= 0.04045 => x / 12.92,
        x => ((x + 0.055) / 1.055).powf(2.4),
    };
    let greens = black.iter().zip(&white).skip(1).step_by(4);
    greens.map(|(b, w)| 1.0 - (linear(w) - linear(b))).sum()
}

/// How far a point is from the surface, by the textbook: the truth that rays and outlines are held to.
fn distance(body: &Body, point: Vec3) -> f32 {
    let p = body.rotation.inverse() * (point - body.position);
    match body.solid {
        Solid::Sphere => p.length() - body.radius,
        Solid::Box { half_extents } => {
            let q = p.abs() - half_extents;
            q.max(Vec3::ZERO).length() + q.max_element().min(0.0)
        }
        Solid::Capsule { radius, half_height } => {
            (p - Vec3::Y * p.y.clamp(-half_height, half_height)).length() - radius
        }
        Solid::Cylinder { radius, half_height } => {
            let q = Vec2::new(Vec2::new(p.x, p.z).length() - radius, p.y.abs() - half_height);
            q.max(Vec2::ZERO).length() + q.max_element().min(0.0)
        }
        // at least this
        Solid::Hull(hull) => {
            let above = hull.data().faces.iter().map(|face| face.normal.dot(p) - face.offset);
            above.fold(f32::NEG_INFINITY, f32::max)
        }
        Solid::Plane => p.y,
        Solid::Compound(_) => unreachable!("its parts are drawn"),
    }
}

/// How near a ray comes to a surface, and where it enters: by going on as far as is safe, again and again.
fn march(bodies: &[Body], eye: Vec3, ray: Vec3) -> (f32, Vec3) {
    let nearest = |at: Vec3| bodies.iter().map(|body| distance(body, at)).fold(f32::INFINITY, f32::min);
    let (mut at, mut least) = (eye, f32::INFINITY);
    for _ in 0..400 {
        let far = nearest(at);
        least = least.min(far);
        if far < 1e-5 || at.distance(eye) > 50.0 {
            break;
        }
        at += far * ray.normalize();
    }
    (least, at)
}

#[test]
fn shapes_cover_the_area_of_their_outlines() {
    for body in [brick(), capsule(), drum(), gem()] {
        let scene = Scene::from_value(&json!({ "version": 2, "bodies": [body] })).expect("a scene");
        let camera = camera(1.7);
        let area = area(&scene, camera, 0.0);
        // nine rays a pixel: the outline is off by a few of them
        let rays = 3 * SIZE;
        let hit = |k: u32| {
            let at = (Vec2::new((k % rays) as f32, (k / rays) as f32) + 0.5) / 3.0;
            let (eye, ray) = camera.ray(at, Vec2::splat(SIZE as f32));
            march(&scene.bodies, eye, ray).0 < 1e-4
        };
        let truth = (0..rays * rays).filter(|&k| hit(k)).count() as f64 / 9.0;
        assert!(truth > 3000.0 && (area / truth - 1.0).abs() < 0.01, "{area} pixels, should be {truth}");
    }
}

#[test]
fn the_pointer_finds_what_its_ray_meets() {
    let mut document = all();
    document["bodies"][2]["rotation"] = json!([0.1, 0.3, 0.2, 0.9]);
    let scene = Scene::from_value(&document).expect("a scene");
    let mut simulation = simulation(&scene, json!({}));
    let mut view = view(ViewOptions::default());
    view.frame_now(Bounds::of(&simulation));
    view.render(&mut simulation).expect("a picture");
    let mut found = [0; 4];
    for k in 0..15 * 15 {
        let at = Vec2::new((k % 15) as f32 + 0.5, (k / 15) as f32 + 0.5) * SIZE as f32 / 15.0;
        let (eye, ray) = view.glide.now.ray(at, Vec2::splat(SIZE as f32));
        let (least, point) = march(&scene.bodies, eye, ray);
        if least > 1e-5 {
            continue;
        }
        let near = |body: &Body| distance(body, point).abs() < 1e-4;
        let body = scene.bodies.iter().position(near).expect("the one that is met");
        let picking = view.pick(&mut [Drawn::new(&mut simulation)], at).expect("a pick");
        let hit: Hit = pollster::block_on(picking).expect("an answer").expect("a body");
        assert_eq!(hit.body, body, "at {at}");
        // marching ends 1e-5 m off the surface, more along a ray that grazes it
        assert!(hit.point.distance(point) < 5e-3, "at {at}: {} should be {point}", hit.point);
        assert!(distance(&scene.bodies[body], hit.point).abs() < 1e-5);
        let back = scene.bodies[body].position + scene.bodies[body].rotation * hit.local_point;
        assert!(back.distance(hit.point) < 1e-5);
        found[body] += 1;
    }
    assert!(found.iter().all(|&count| count > 0), "{found:?}");
    no_gpu_errors();
}

#[test]
fn a_miss_within_a_fingers_breadth_still_finds_a_shape() {
    let scene = Scene::from_value(&json!({ "version": 2, "bodies": [brick()] })).expect("a scene");
    let mut simulation = simulation(&scene, json!({}));
    let mut view = view(ViewOptions::default());
    view.glide.jump(camera(1.7));
    let mut pick = |x: f32| {
        let picking = view.pick(&mut [Drawn::new(&mut simulation)], Vec2::new(x, 96.0)).expect("a pick");
        pollster::block_on(picking).expect("an answer")
    };
    // from the left: nothing, then beside it, then on it
    let kinds: Vec<(bool, bool)> = (0..96)
        .map(|x| {
            let hit = pick(x as f32 + 0.5);
            let (eye, ray) = camera(1.7).ray(Vec2::new(x as f32 + 0.5, 96.0), Vec2::splat(SIZE as f32));
            (hit.is_some(), march(&scene.bodies, eye, ray).0 < 1e-4)
        })
        .collect();
    assert!(kinds.iter().all(|&(found, met)| found || !met));
    let beside = kinds.iter().filter(|&&(found, met)| found && !met).count();
    assert!((8..=14).contains(&beside), "{beside} pixels beside it count as on it");
    assert!(!kinds[0].0);
}

#[test]
fn turning_shows() {
    let still = |mut body: Value, turn: Quat| {
        let own = Quat::from_slice(&[0.2, 0.3, 0.5, 0.8]).normalize();
        body["rotation"] = json!((own * turn).to_array());
        seen(json!([body]), camera(1.7))
    };
    // a capsule about its own axis, by half a petal; a box by little
    let capsules = [0.0, 0.52].map(|angle| still(capsule(), Quat::from_rotation_y(angle)));
    let bricks = [0.0, 0.05].map(|angle| still(brick(), Quat::from_rotation_y(angle)));
    let drums = [0.0, 0.1].map(|angle| still(drum(), Quat::from_rotation_y(angle)));
    for [one, other] in [capsules, bricks, drums] {
        assert!(differs(&one, &other) > 40);
    }
}

#[test]
fn a_bead_looks_the_same_beside_a_box() {
    let bead = json!({ "position": [0, 0, 0], "radius": 0.2 });
    let mut far = brick();
    far["position"] = json!([0, 0, 40]);
    // behind the camera; the bounds are not the same, so the light's grid and the shadows' map are not, but there is
    // neither here
    let [alone, beside] = [json!([bead]), json!([bead, far])].map(|bodies| seen(bodies, camera(1.7)));
    assert!(differs(&alone, &beside) <= 1, "{}", differs(&alone, &beside));
}

#[test]
fn a_plane_hides_what_is_below_and_fades_away() {
    let plane = json!({ "position": [0, 0, 0], "shape": { "type": "plane" } });
    let bead = |y: f32| json!({ "position": [0, y, 0], "radius": 0.2 });
    let above = seen(json!([bead(0.2), plane]), camera(1.7));
    let below = seen(json!([bead(-0.21), plane]), camera(1.7));
    let at = |picture: &[u8], x: u32, y: u32| picture[(4 * (y * SIZE + x)) as usize + 1];
    // the bead is bright, the plane as dark as its room
    assert!(at(&above, 96, 76) > 120, "{}", at(&above, 96, 76));
    assert!((0..SIZE * SIZE).all(|k| at(&below, k % SIZE, k / SIZE) < 60));
    // from below there is nothing to see of it
    let under = Camera { pitch: -0.3, ..camera(1.7) };
    let through = seen(json!([bead(-0.21), plane]), under);
    assert!((0..SIZE).any(|y| at(&through, 96, y) > 120));
    // far away it is the background
    let [r, g, b] = ThemeColours::DARK.background.map(|x| (255.0 * x).round() as u8);
    let wide = seen(json!([bead(0.2), plane]), Camera { distance: 12.0, pitch: 0.05, ..camera(1.7) });
    assert!(differs(&wide[..4], &[r, g, b, 255]) <= 1, "{:?}", &wide[..4]);
}

#[test]
fn a_floor_is_seen_from_within_the_sphere_around_it() {
    let floor = json!({ "position": [0, -0.5, 0], "shape": { "type": "box", "halfExtents": [5, 0.5, 5] } });
    let shown = seen(json!([floor]), camera(1.7));
    let [r, g, b] = ThemeColours::DARK.background.map(|x| (255.0 * x).round() as u8);
    assert!(shown.chunks_exact(4).all(|pixel| differs(&pixel[..3], &[r, g, b]) > 8));
}

#[test]
fn a_plane_cannot_be_let_go() {
    let mut simulation = simulation(&Scene::from_value(&all()).expect("a scene"), json!({}));
    let error = simulation.set_fixed(3, false).expect_err("a plane stays");
    assert_eq!((error.code, error.path.as_deref()), (Code::Parameter, Some("body")));
    simulation.set_fixed(3, true).expect("it is fixed already");
}

#[test]
fn what_hangs_from_shapes_hangs_still() {
    let mut simulation = simulation(&Scene::from_value(&all()).expect("a scene"), json!({}));
    step(&mut simulation, 60);
    let measures = pollster::block_on(simulation.measure(None).expect("a measurement")).expect("measures");
    // straight down and at rest: what moves is rounding
    assert!(measures.max_gap < 1e-5 && measures.kinetic_energy < 1e-6, "{measures:?}");
}

#[test]
fn from_far_away_shapes_cover_what_they_would() {
    // turned every way: a splat is round, and covers the mean of them
    for body in [brick(), capsule(), drum()] {
        let turned = |k: usize| {
            let mut body = body.clone();
            body["rotation"] = json!(
                Quat::from_rotation_y(0.8 * k as f32)
                    .mul_quat(Quat::from_rotation_x(1.3 * k as f32))
                    .to_array()
            );
            Scene::from_value(&json!({ "version": 2, "bodies": [body] })).expect("a scene")
        };
        let sum = |splat_radius: f32| -> f64 {
            (0..12).map(|k| area(&turned(k), camera(14.0), splat_radius)).sum()
        };
        let (near, far) = (sum(0.0), sum(100.0));
        // twelve turns are not all
        assert!((far / near - 1.0).abs() < 0.1, "{far} pixels as splats, {near} else");
    }
}

#[test]
fn shapes_share_a_picture_with_beads() {
    let bead = json!({ "position": [0, 0, 0], "radius": 0.2 });
    let [mut beads, mut bricks] = [bead, brick()].map(|body| {
        let scene = Scene::from_value(&json!({ "version": 2, "bodies": [body] })).expect("a scene");
        simulation(&scene, json!({}))
    });
    let mut view = view(ViewOptions { ground: None, ..ViewOptions::default() });
    view.glide.jump(Camera { yaw: 0.0, ..camera(3.0) });
    let mut drawn = [
        Drawn { offset: Vec3::new(-0.4, 0.0, 0.0), ..Drawn::new(&mut beads) },
        Drawn { offset: Vec3::new(0.4, 0.0, 0.0), ..Drawn::new(&mut bricks) },
    ];
    view.render_many(&mut drawn).expect("a picture");
    let statistics = pollster::block_on(view.statistics()).expect("figures");
    assert_eq!(statistics.pearls, 2);
    for (x, index) in [(48.0, 0), (144.0, 1)] {
        let picking = view.pick(&mut drawn, Vec2::new(x, 96.0)).expect("a pick");
        let hit = pollster::block_on(picking).expect("an answer").expect("a body");
        assert_eq!((hit.drawn, hit.body), (index, 0));
        assert!(hit.point.length() < 0.4, "{}", hit.point);
    }
    // alone again, without shapes
    view.render(&mut beads).expect("a picture");
    no_gpu_errors();
}

#[test]
fn what_is_inside_of_a_shape_stays_hidden() {
    for outer in [brick(), capsule()] {
        let bead = json!({ "position": [0, 0, 0], "radius": 0.095, "colour": "#000000" });
        let document = json!({ "version": 2, "bodies": [bead, outer.clone()] });
        let scene = Scene::from_value(&document).expect("a scene");
        let mut simulation = simulation(&scene, json!({}));
        let mut view = view(ViewOptions { ground: None, ..ViewOptions::default() });
        view.glide.jump(camera(1.7));
        let both = picture(&mut view, &mut simulation);
        let picking = view.pick(&mut [Drawn::new(&mut simulation)], Vec2::splat(96.0)).expect("a pick");
        assert_eq!(pollster::block_on(picking).expect("an answer").expect("a body").body, 1);
        assert!(differs(&both, &seen(json!([outer]), camera(1.7))) <= 1);
    }
}
