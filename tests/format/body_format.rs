//! What bodies say of themselves in version 2 beyond shape, place and surface: read, refused, written back to the same bits.

use beadwork::scene::Body;
use beadwork::{Code, Scene};
use serde_json::{Value, json};
use std::f64::consts::PI;

fn shapes() -> Vec<Value> {
    vec![
        json!({"position": [0, 1, 0], "radius": 0.2}),
        json!({"position": [1, 1, 0], "shape": {"type": "box", "halfExtents": [0.1, 0.2, 0.3]}}),
        json!({"position": [2, 1, 0], "shape": {"type": "capsule", "radius": 0.1, "halfHeight": 0.25}}),
    ]
}

fn with(body: usize, field: &str, value: Value) -> Value {
    let mut bodies = shapes();
    bodies[body][field] = value;
    json!({"version": 2, "bodies": bodies})
}

fn scene(document: &Value) -> Scene {
    Scene::from_value(document).unwrap_or_else(|error| panic!("{document}: {error}"))
}

fn fault(document: &Value) -> (Code, String) {
    let error = Scene::from_value(document).expect_err("a fault");
    (error.code, error.path.expect("a path"))
}

#[test]
fn drag_is_read_and_written_to_the_same_bits() {
    for (i, body) in shapes().iter().enumerate() {
        let mut body = body.clone();
        for (field, value) in
            [("linearDamping", json!(0.1)), ("angularDamping", json!(1e6)), ("gravityScale", json!(-0.3))]
        {
            body[field] = value;
        }
        let read = scene(&json!({"version": 2, "bodies": [body]}));
        let Body { linear_damping, angular_damping, gravity_scale, .. } = read.bodies[0];
        assert_eq!((linear_damping, angular_damping, gravity_scale), (0.1, 1e6, -0.3), "shape {i}");
        assert_eq!(Scene::from_json(&read.to_json()).expect("the same"), read);
    }
}

#[test]
fn drag_is_checked_at_its_path() {
    for (field, wrong) in [
        ("linearDamping", vec![json!(-1e-9), json!(1.1e6), json!(1e300), json!("much"), json!(null)]),
        ("angularDamping", vec![json!(-1), json!(1.1e6), json!([0]), json!(true)]),
        ("gravityScale", vec![json!(-1001), json!(1001), json!(1e300), json!("none"), json!(null)]),
    ] {
        for value in wrong {
            assert_eq!(fault(&with(1, field, value)), (Code::Scene, format!("bodies[1].{field}")));
        }
        let mut one = json!({"version": 1, "bodies": [shapes()[0]]});
        one["bodies"][0][field] = json!(1);
        assert_eq!(fault(&one).1, format!("bodies[0].{field}"), "version 1 has no {field}");
    }
    let mut made = scene(&with(0, "gravityScale", json!(0)));
    made.bodies[0].linear_damping = f32::NAN;
    assert_eq!(made.check().expect_err("no number").path.as_deref(), Some("bodies[0].linearDamping"));
}

#[test]
fn what_is_usual_is_not_written() {
    let bead = json!({"version": 2, "bodies": [shapes()[0]]});
    let text = scene(&bead).to_json();
    assert!(text.starts_with("{\"version\":1,"));
    for (field, usual, other) in
        [("linearDamping", 0.0, 1.0), ("angularDamping", 0.0, 1.0), ("gravityScale", 1.0, 0.0)]
    {
        assert_eq!(scene(&with_one(&bead, field, usual)).to_json(), text, "{field}");
        let written = scene(&with_one(&bead, field, other)).to_json();
        assert!(written.starts_with("{\"version\":2,") && written.contains(field), "{written}");
    }
}

fn with_one(document: &Value, field: &str, value: f64) -> Value {
    let mut document = document.clone();
    document["bodies"][0][field] = json!(value);
    document
}

/// m = ρ V, and the moments of a solid of that mass, by closed form.
#[test]
fn a_density_gives_mass_and_inertia() {
    let density = 2700.0;
    let (r, h) = (0.1f64, 0.25);
    let (cylinder, ends) = (density * PI * r * r * 2.0 * h, density * 4.0 / 3.0 * PI * r.powi(3));
    let across = cylinder * (h * h / 3.0 + 0.25 * r * r) + ends * (0.4 * r * r + h * h + 0.75 * h * r);
    let along = (0.5 * cylinder + 0.4 * ends) * r * r;
    let ball = density * 4.0 / 3.0 * PI * 0.2f64.powi(3);
    let brick = density * 0.2 * 0.4 * 0.6;
    for (body, (mass, moments)) in [
        (ball, [0.4 * ball * 0.04; 3]),
        (
            brick,
            [(0.4, 0.6), (0.6, 0.2), (0.2, 0.4)].map(|(b, c): (f64, f64)| brick / 12.0 * (b * b + c * c)),
        ),
        (cylinder + ends, [across, along, across]),
    ]
    .into_iter()
    .enumerate()
    {
        let read = &scene(&with(body, "density", json!(density))).bodies[body];
        let near = |found: f32, truth: f64| (f64::from(found) / truth - 1.0).abs() < 1e-6;
        assert!(near(read.mass, mass), "shape {body}: {} kg, not {mass}", read.mass);
        let found = read.inertia.to_array();
        assert!(
            found.iter().zip(moments).all(|(&a, b)| near(a, b)),
            "shape {body}: {found:?}, not {moments:?}"
        );
        let radius = if body == 0 { 0.2 } else { 0.0 };
        let made = Body { position: read.position, ..Body::of_density(read.solid, radius, density) };
        assert_eq!(&made, read, "in Rust");
        // that of water is what there is without one, and what is written has a mass
        assert_eq!(
            scene(&with(body, "density", json!(1000))),
            scene(&json!({"version": 2, "bodies": shapes()}))
        );
        let written = scene(&with(body, "density", json!(density))).to_json();
        assert!(!written.contains("density") && Scene::from_json(&written).is_ok(), "{written}");
        // an inertia that is given stays
        let mut hollow = with(body, "density", json!(density));
        hollow["bodies"][body]["inertia"] = json!([1, 1, 1]);
        assert_eq!(scene(&hollow).bodies[body].inertia.to_array(), [1.0; 3]);
    }
}

#[test]
fn a_density_is_checked_at_its_path() {
    for value in [json!(0), json!(-1), json!(1.1e6), json!(1e300), json!("lead"), json!(null), json!([1])] {
        assert_eq!(fault(&with(2, "density", value)), (Code::Scene, "bodies[2].density".into()));
    }
    let mut both = with(1, "density", json!(1000));
    both["bodies"][1]["mass"] = json!(24);
    assert_eq!(fault(&both), (Code::Scene, "bodies[1].density".into()));
    let plane =
        json!({"version": 2, "bodies": [{"position": [0, 0, 0], "shape": {"type": "plane"}, "density": 1}]});
    assert_eq!(fault(&plane), (Code::Scene, "bodies[0].density".into()));
    let one = json!({"version": 1, "bodies": [{"position": [0, 0, 0], "radius": 1, "density": 1}]});
    assert_eq!(fault(&one).1, "bodies[0].density");
    // what weighs too much is refused as a mass is
    let mut large = with(0, "density", json!(1e6));
    large["bodies"][0]["radius"] = json!(900);
    assert_eq!(fault(&large).1, "bodies[0].mass");
}
