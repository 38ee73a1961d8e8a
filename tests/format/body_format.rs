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

#[test]
fn a_centre_of_mass_is_read_and_written_to_the_same_bits() {
    for (i, body) in shapes().iter().enumerate() {
        for centre in [json!([0.1, -0.2, 1e-8]), json!([0, 1000, 0]), json!([-1e-46, 0, 0])] {
            let mut body = body.clone();
            body["centre"] = centre.clone();
            body["position"] = json!([0.1, 0.2, 0.3]);
            body["rotation"] = json!([0.1, 0.7, -0.3, 0.4]);
            let read = scene(&json!({"version": 2, "bodies": [body]}));
            let told: Vec<f32> = serde_json::from_value(centre).expect("three numbers");
            assert_eq!(
                read.bodies[0].centre.to_array().map(f32::to_bits),
                [0, 1, 2].map(|k| told[k].to_bits())
            );
            assert_eq!(read.bodies[0].position.to_array(), [0.1, 0.2, 0.3], "shape {i}");
            let again = Scene::from_json(&read.to_json()).expect("the same");
            assert_eq!(again, read, "shape {i}");
            assert_eq!(again.bodies[0].mass_position(), read.bodies[0].mass_position());
            // weight and moments are the shape's
            assert_eq!((read.bodies[0].mass, read.bodies[0].inertia), {
                let plain = &scene(&json!({"version": 2, "bodies": shapes()})).bodies[i];
                (plain.mass, plain.inertia)
            });
        }
    }
    assert!(!scene(&json!({"version": 2, "bodies": shapes()})).to_json().contains("centre"));
    assert!(scene(&with(0, "centre", json!([0, 0, 0]))).to_json().starts_with("{\"version\":2"));
}

#[test]
fn a_centre_of_mass_is_checked_at_its_path() {
    for wrong in
        [json!([0, 0]), json!([1000.1, 0, 0]), json!([0, -1e300, 0]), json!("low"), json!(0), json!(null)]
    {
        let at = fault(&with(1, "centre", wrong.clone()));
        assert!(at.0 == Code::Scene && at.1.starts_with("bodies[1].centre"), "{wrong}: {at:?}");
    }
    let plane = json!({"position": [0, 0, 0], "shape": {"type": "plane"}, "centre": [0, 0, 0]});
    let error = Scene::from_value(&json!({"version": 2, "bodies": [plane]})).expect_err("no plane has one");
    assert_eq!((error.code, error.path.as_deref()), (Code::Scene, Some("bodies[0].centre")));
    assert_eq!(error.message, "A plane has no centre of mass: it is always fixed.");
    let mut made =
        scene(&json!({"version": 2, "bodies": [{"position": [0, 0, 0], "shape": {"type": "plane"}}]}));
    made.bodies[0].centre.y = -1.0;
    assert_eq!(made.check().expect_err("nor in Rust").path.as_deref(), Some("bodies[0].centre"));
    let mut one = json!({"version": 1, "bodies": [shapes()[0]]});
    one["bodies"][0]["centre"] = json!([0, 0, 0]);
    assert_eq!(fault(&one).1, "bodies[0].centre", "version 1 has none");
}

proptest::proptest! {
    /// Wherever a body has come to, its centre of mass stands at the same bits once it was written and read.
    #[test]
    fn a_centre_of_mass_is_put_back_to_its_bits(
        mass in proptest::array::uniform3(-20f32..20.0), turn in proptest::array::uniform4(-1f32..1.0), centre in proptest::array::uniform3(-2f32..2.0),
    ) {
        let mut made = scene(&json!({"version": 2, "bodies": [shapes()[0]]}));
        let body = &mut made.bodies[0];
        let q = glam::Quat::from_array(turn);
        body.rotation = if q.length() > 0.1 { q.normalize() } else { glam::Quat::IDENTITY };
        body.centre = centre.into();
        body.put_mass(mass.into());
        let turned = (body.rotation.as_dquat().normalize() * body.centre.as_dvec3()).as_vec3();
        let off = body.position + turned - glam::Vec3::from_array(mass);
        // two roundings in f32 of what is 24 m away at most
        assert!(off.length() < 1e-5, "{body:?}");
        let read = Scene::from_json(&made.to_json()).expect("a scene");
        assert_eq!(read.bodies[0].mass_position().to_array(), mass, "{body:?}", body = made.bodies[0]);
        assert_eq!(read, made);
    }
}
