//! Boxes, capsules and planes beside the beads: what the format takes and refuses, what they weigh, how they look.
#![cfg(not(target_arch = "wasm32"))]

use beadwork::scene::{Solid, UNBOUNDED};
use beadwork::{Code, Scene};
use glam::{DVec3, Vec3};
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
    let scene = Scene::from_value(&all()).expect("a scene");
    // midpoints leave a 1/(12·120²) of a box's moments, and round surfaces about a layer's noise
    for (body, allowed, (mass, inertia)) in [
        (2, 1e-4, summed(half, |_| true)),
        (1, 1e-3, summed(DVec3::new(radius, radius + height, radius), capsule)),
    ] {
        let body = &scene.bodies[body];
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
