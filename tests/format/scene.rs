//! The scene format and the built-in scenes: what is kept to the bit, what is refused and where.

use beadwork::cpu::ties::{Frames, Rows};
use beadwork::cpu::{Pose, Tie};
use beadwork::scene::built_in::{self, OptionInfo};
use beadwork::scene::{Body, Joint, MAX_BODIES, Solid};
use beadwork::topology::{Shape, Topology};
use beadwork::{Code, Scene};
use glam::{Quat, Vec3};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn small() -> Value {
    json!({ "version": 1, "time": 0.25, "gravity": [0, -9.81, 0],
        "bodies": [
            { "position": [0, 2, 0], "radius": 0.1, "fixed": true, "colour": "#102030" },
            { "position": [0, 1.8, 0], "rotation": [0, 0, 0, 1], "linearVelocity": [1, 0, 0],
              "angularVelocity": [0, 0, 1], "radius": 0.1, "mass": 2, "inertia": [0.01, 0.02, 0.03] },
            { "position": [0, 1.6, 0], "radius": 0.1, "fixed": true } ],
        "joints": [
            { "type": "point", "a": 0, "b": 1, "anchorA": [0, -0.1, 0], "anchorB": [0, 0.1, 0] },
            { "type": "point", "a": 1, "b": 2, "anchorA": [0, -0.1, 0], "anchorB": [0, 0.1, 0],
              "multiplier": [0, 19.6, 0] } ] })
}

/// Path of the fault in `small` once `value` stands at `pointer`.
#[track_caller]
fn fault_with(pointer: &str, value: Value) -> Option<String> {
    let mut document = small();
    *document.pointer_mut(pointer).expect("the pointer names a field") = value;
    let error = Scene::from_value(&document).expect_err("the document is at fault");
    assert_eq!(error.code, Code::Scene);
    assert!(error.message.ends_with('.') && error.message.contains(' '), "not a sentence: {}", error.message);
    error.path
}

#[track_caller]
fn assert_fault(pointer: &str, value: Value, path: &str) {
    assert_eq!(fault_with(pointer, value.clone()).as_deref(), Some(path), "{pointer} = {value}");
}

/// As bits, so that −0 and 0 differ.
fn bits(scene: &Scene) -> Vec<u64> {
    let mut out = vec![scene.time.to_bits()];
    let mut push = |numbers: &[f32]| out.extend(numbers.iter().map(|x| u64::from(x.to_bits())));
    if let Some(gravity) = scene.gravity {
        push(&gravity.to_array());
    }
    for body in &scene.bodies {
        push(&body.position.to_array());
        push(&body.rotation.to_array());
        push(&body.linear_velocity.to_array());
        push(&body.angular_velocity.to_array());
        push(&body.inertia.to_array());
        push(&[body.radius, body.mass, f32::from(u8::from(body.fixed))]);
        push(&body.colour.map(f32::from));
        push(&[body.friction, body.restitution, body.rolling_resistance, f32::from(u8::from(body.collides))]);
        push(&[body.events, body.sensor].map(|set| f32::from(u8::from(set))));
        push(&[f32::from_bits(body.group), f32::from_bits(body.collides_with)]);
    }
    for joint in &scene.joints {
        push(&[joint.a as f32, joint.b as f32]);
        push(&joint.anchor_a.to_array());
        push(&joint.anchor_b.to_array());
        push(&joint.multiplier.to_array());
    }
    push(&scene.contact_memory);
    out
}

#[track_caller]
fn assert_round_trip(scene: &Scene) {
    let text = scene.to_json();
    let back =
        Scene::from_json(&text).unwrap_or_else(|error| panic!("{:?}: {error}\n{text:.2000}", error.path));
    assert_eq!(&back, scene);
    assert_eq!(bits(&back), bits(scene));
}

#[test]
fn defaults_are_those_of_a_solid_ball_at_rest() {
    let scene = Scene::from_json(r#"{"version":1,"bodies":[{"position":[1,2,3],"radius":0.1}]}"#).unwrap();
    let body = &scene.bodies[0];
    assert!((body.mass - 4.18879).abs() < 1e-5);
    assert!((body.inertia - Vec3::splat(0.4 * body.mass * 0.01)).abs().max_element() < 1e-8);
    assert_eq!((body.rotation, body.fixed, body.colour), (Quat::IDENTITY, false, [0xf4, 0xef, 0xe6]));
    assert_eq!((body.linear_velocity, body.angular_velocity), (Vec3::ZERO, Vec3::ZERO));
    assert_eq!((scene.time, scene.gravity, scene.joints.len()), (0.0, None, 0));
}

#[test]
fn every_field_is_read() {
    let scene = Scene::from_value(&small()).unwrap();
    assert_eq!((scene.time, scene.gravity), (0.25, Some(Vec3::new(0.0, -9.81, 0.0))));
    assert_eq!(scene.bodies[0].colour, [0x10, 0x20, 0x30]);
    assert_eq!(scene.bodies[1].linear_velocity, Vec3::X);
    assert_eq!(scene.bodies[1].inertia, Vec3::new(0.01, 0.02, 0.03));
    assert_eq!((scene.joints[1].a, scene.joints[1].b), (1, 2));
    assert_eq!(scene.joints[1].multiplier, Vec3::new(0.0, 19.6, 0.0));
    assert_round_trip(&scene);
}

#[test]
fn wrong_types_are_refused_at_their_path() {
    for wrong in [json!(null), json!("1"), json!({}), json!([]), json!(true)] {
        for field in ["version", "time", "gravity"] {
            assert_fault(&format!("/{field}"), wrong.clone(), field);
        }
        for field in ["position", "radius"] {
            assert_fault(&format!("/bodies/0/{field}"), wrong.clone(), &format!("bodies[0].{field}"));
        }
        for field in ["rotation", "linearVelocity", "angularVelocity", "mass", "inertia"] {
            assert_fault(&format!("/bodies/1/{field}"), wrong.clone(), &format!("bodies[1].{field}"));
        }
        for field in ["type", "a", "b", "anchorA", "anchorB", "multiplier"] {
            assert_fault(&format!("/joints/1/{field}"), wrong.clone(), &format!("joints[1].{field}"));
        }
    }
    for wrong in [json!(null), json!("yes"), json!(1)] {
        assert_fault("/bodies/0/fixed", wrong, "bodies[0].fixed");
    }
    assert_fault("/bodies", json!({}), "bodies");
    assert_fault("/bodies", json!([]), "bodies");
    assert_fault("/joints", json!(null), "joints");
    assert_fault("/bodies/2", json!(7), "bodies[2]");
    assert_fault("/joints/0", json!([]), "joints[0]");
    assert_eq!(fault_with("", json!([])), None);
}

#[test]
fn vectors_are_refused_as_a_whole() {
    for wrong in
        [json!([0, 1]), json!([0, 1, 2, 3]), json!([0, null, 0]), json!([0, 0, "0"]), json!([0, 0, 1e39])]
    {
        assert_fault("/bodies/1/position", wrong.clone(), "bodies[1].position");
        assert_fault("/joints/0/anchorA", wrong.clone(), "joints[0].anchorA");
        assert_fault("/gravity", wrong, "gravity");
    }
    assert_fault("/bodies/1/rotation", json!([0, 0, 0]), "bodies[1].rotation");
    assert_fault("/bodies/1/rotation", json!([0, 0, 0, 1e39]), "bodies[1].rotation");
}

#[test]
fn what_is_out_of_range_is_refused() {
    let cases = [
        ("/version", json!(3), "version"),
        ("/time", json!(-1), "time"),
        ("/gravity", json!([0, -1001, 0]), "gravity"),
        ("/bodies/1/position", json!([0, 1.1e6, 0]), "bodies[1].position"),
        ("/bodies/1/linearVelocity", json!([1e7, 0, 0]), "bodies[1].linearVelocity"),
        ("/bodies/1/angularVelocity", json!([1e7, 0, 0]), "bodies[1].angularVelocity"),
        ("/bodies/1/rotation", json!([0, 0, 0, 0]), "bodies[1].rotation"),
        ("/bodies/1/rotation", json!([0, 0, 0, 1e-4]), "bodies[1].rotation"),
        ("/bodies/1/radius", json!(0), "bodies[1].radius"),
        ("/bodies/1/radius", json!(-0.1), "bodies[1].radius"),
        ("/bodies/0/radius", json!(1e4), "bodies[0].radius"),
        ("/bodies/1/mass", json!(0), "bodies[1].mass"),
        ("/bodies/1/mass", json!(1e14), "bodies[1].mass"),
        ("/bodies/1/mass", json!(1e300), "bodies[1].mass"),
        ("/bodies/1/inertia", json!([0.01, 0, 0.01]), "bodies[1].inertia"),
        ("/bodies/1/inertia", json!([0.01, 0.03, 0.01]), "bodies[1].inertia"),
        ("/bodies/0/colour", json!("red"), "bodies[0].colour"),
        ("/bodies/0/colour", json!("#12345"), "bodies[0].colour"),
        ("/bodies/0/colour", json!("#+12345"), "bodies[0].colour"),
        ("/bodies/0/colour", json!("#ééé"), "bodies[0].colour"),
        ("/joints/0/type", json!("weld"), "joints[0].type"),
        ("/joints/0/a", json!(3), "joints[0].a"),
        ("/joints/0/b", json!(-1), "joints[0].b"),
        ("/joints/0/b", json!(0.5), "joints[0].b"),
        ("/joints/0/b", json!(4294967296u64), "joints[0].b"),
        ("/joints/0/b", json!(0), "joints[0].b"),
        ("/joints/0/b", json!(2), "joints[0]"),
        ("/joints/1/anchorA", json!([0, 1e7, 0]), "joints[1].anchorA"),
        ("/joints/1/multiplier", json!([0, 1e20, 0]), "joints[1].multiplier"),
    ];
    for (pointer, value, path) in cases {
        assert_fault(pointer, value, path);
    }
}

#[test]
fn missing_fields_are_named() {
    let required = [
        ("", "version", "version"),
        ("", "bodies", "bodies"),
        ("/bodies/1", "position", "bodies[1].position"),
        ("/bodies/1", "radius", "bodies[1].radius"),
        ("/joints/1", "type", "joints[1].type"),
        ("/joints/1", "a", "joints[1].a"),
        ("/joints/1", "b", "joints[1].b"),
        ("/joints/1", "anchorA", "joints[1].anchorA"),
        ("/joints/1", "anchorB", "joints[1].anchorB"),
    ];
    for (object, field, path) in required {
        let mut document = small();
        document.pointer_mut(object).unwrap().as_object_mut().unwrap().remove(field);
        assert_eq!(Scene::from_value(&document).unwrap_err().path.as_deref(), Some(path));
    }
}

#[test]
fn unknown_fields_are_refused() {
    for name in ["extra", "__proto__", "constructor", "Position", ""] {
        for (object, prefix) in [("", ""), ("/bodies/1", "bodies[1]."), ("/joints/0", "joints[0].")] {
            let mut document = small();
            document.pointer_mut(object).unwrap()[name] = json!(1);
            let error = Scene::from_value(&document).unwrap_err();
            assert_eq!(error.path, Some(format!("{prefix}{name}")));
        }
    }
}

#[test]
fn numbers_beyond_f64_are_refused_at_their_path() {
    let text = small().to_string().replace("19.6", "-1e999").replace("0.25", "\"\\\"1e999\"");
    assert_eq!(Scene::from_json(&text).unwrap_err().path.as_deref(), Some("time"));
    let text = small().to_string().replace("19.6", "-1e999");
    assert_eq!(Scene::from_json(&text).unwrap_err().path.as_deref(), Some("joints[1].multiplier"));
}

#[test]
fn text_that_is_not_json_is_refused_with_a_reason() {
    let deep = "[".repeat(1_000_000);
    for text in ["", "{", "nonsense", "{\"version\":1,}", "\u{feff}{}", "\"\\", "1e999 é", deep.as_str()] {
        let error = Scene::from_json(text).unwrap_err();
        assert_eq!((error.code, error.path), (Code::Scene, None));
        assert!(error.message.len() < 200);
    }
}

#[test]
fn too_many_bodies_are_refused_before_any_is_read() {
    let document = json!({ "version": 1, "bodies": vec![Value::Null; MAX_BODIES + 1] });
    let error = Scene::from_value(&document).unwrap_err();
    assert_eq!((error.code, error.path.as_deref()), (Code::Limit, Some("bodies")));
}

#[test]
fn rotations_near_unit_length_are_kept_and_others_normalised() {
    let read = |w: f64| {
        let mut document = small();
        document["bodies"][1]["rotation"] = json!([0, 0, 0, w]);
        Scene::from_value(&document).unwrap().bodies[1].rotation
    };
    assert_eq!(read(1.0000005).w, 1.0000005);
    assert_eq!(read(0.9999995).w, 0.9999995);
    assert_eq!(read(1.1).w, 1.0);
    assert_eq!(read(-0.002).w, -1.0);
}

#[test]
fn a_fixed_body_has_no_velocity() {
    let mut document = small();
    document["bodies"][0]["linearVelocity"] = json!([1, 2, 3]);
    document["bodies"][0]["angularVelocity"] = json!([1, 2, 3]);
    let scene = Scene::from_value(&document).unwrap();
    assert_eq!((scene.bodies[0].linear_velocity, scene.bodies[0].angular_velocity), (Vec3::ZERO, Vec3::ZERO));
}

#[test]
fn negative_zero_survives() {
    let mut scene = Scene::from_value(&small()).unwrap();
    scene.bodies[1].position.x = -0.0;
    scene.joints[0].multiplier.z = -0.0;
    assert_round_trip(&scene);
}

/// The shortest decimal of this f32 lands on its neighbour when it is read by way of f64.
#[test]
fn numbers_that_round_twice_survive() {
    let x = f32::from_bits(0x15ae_43fd);
    assert_ne!((format!("{x:?}").parse::<f64>().unwrap() as f32).to_bits(), x.to_bits());
    let mut scene = Scene::from_value(&small()).unwrap();
    scene.bodies[1].position = Vec3::new(x, -x, x);
    assert_round_trip(&scene);
}

#[test]
fn a_scene_made_in_rust_is_checked_alike() {
    let good = Scene::from_value(&small()).unwrap();
    good.check().unwrap();
    let mut bad = good.clone();
    bad.joints[1].b = 9;
    assert_eq!(bad.check().unwrap_err().path.as_deref(), Some("joints[1].b"));
    let mut bad = good.clone();
    bad.bodies[1].position.y = f32::NAN;
    assert_eq!(bad.check().unwrap_err().path.as_deref(), Some("bodies[1].position"));
    assert_eq!(Scene::from_json(&bad.to_json()).unwrap_err().path.as_deref(), Some("bodies[1].position"));
    let mut bad = good;
    bad.bodies[1].rotation.w = f32::NAN;
    assert_eq!(bad.check().unwrap_err().path.as_deref(), Some("bodies[1].rotation"));
}

/// Any finite f32 up to `most` in size, denormals and both zeros among them.
fn f32_within(most: f32) -> impl Strategy<Value = f32> {
    prop_oneof![any::<f32>(), -most..=most].prop_map(move |x| if x.abs() <= most { x } else { x % most })
}

fn vector(most: f32) -> impl Strategy<Value = Vec3> {
    (f32_within(most), f32_within(most), f32_within(most)).prop_map(Vec3::from)
}

/// A shape, and the radius of a sphere about it.
fn solids() -> impl Strategy<Value = (Solid, f32)> {
    let size = || 1e-4f32..=1e3;
    let other = |solid: Solid| (solid, solid.bounding_radius().expect("no sphere"));
    prop_oneof![
        size().prop_map(|radius| (Solid::Sphere, radius)),
        [size(), size(), size()]
            .prop_map(move |half| other(Solid::Box { half_extents: Vec3::from_array(half) })),
        [size(), size()].prop_map(move |[radius, half_height]| other(Solid::Capsule { radius, half_height })),
    ]
}

/// Friction, restitution and rolling resistance, each mostly the usual one, whether it collides, has events and is a sensor, and its masks.
type Surface = (Option<f32>, Option<f32>, Option<f32>, [bool; 3], Option<u32>, Option<u32>);

fn surfaces() -> impl Strategy<Value = Surface> {
    let number = |most: f32| {
        let one = prop_oneof![Just(0.0), Just(-0.0), Just(most), 0.0..=most, Just(1e-40)];
        proptest::option::weighted(0.2, one)
    };
    let flag = proptest::bool::weighted;
    let flags = [flag(0.8), flag(0.2), flag(0.2)];
    let mask = || proptest::option::weighted(0.2, any::<u32>());
    (number(1e3), number(1.0), number(1e6), flags, mask(), mask())
}

fn bodies() -> impl Strategy<Value = Body> {
    let moving = (vector(1e6), vector(1e6), vector(1e6), vector(10.0), any::<bool>());
    (moving, solids(), 1e-9f32..=1e13, 1e-20f32..=1e20, any::<[u8; 3]>(), surfaces()).prop_map(
        |((position, linear, angular, axis, fixed), (solid, radius), mass, moment, colour, surface)| Body {
            position,
            rotation: Quat::from_scaled_axis(axis).normalize(),
            linear_velocity: if fixed { Vec3::ZERO } else { linear },
            angular_velocity: if fixed { Vec3::ZERO } else { angular },
            mass,
            inertia: Vec3::new(moment, moment, moment * 0.7).max(Vec3::splat(1e-20)),
            fixed,
            colour,
            ..faced(Body::of(solid, f64::from(radius)), surface)
        },
    )
}

fn faced(
    usual: Body,
    (friction, restitution, rolling, [collides, events, sensor], group, collides_with): Surface,
) -> Body {
    Body {
        friction: friction.unwrap_or(usual.friction),
        restitution: restitution.unwrap_or(usual.restitution),
        rolling_resistance: rolling.unwrap_or(usual.rolling_resistance),
        collides,
        events,
        sensor,
        group: group.unwrap_or(usual.group),
        collides_with: collides_with.unwrap_or(usual.collides_with),
        ..usual
    }
}

/// Values as parameters write them.
fn recommended() -> impl Strategy<Value = Map<String, Value>> {
    let value = prop::sample::select(vec![
        ("substeps", json!(3)),
        ("substeps", json!(8)),
        ("solver", json!("jacobi")),
        ("stabilisation", json!("auto")),
        ("warmStart", json!(0.123_456_789_012_345_6)),
        ("recoverySpeed", json!([0.1, 1e-6])),
        ("contacts", json!(false)),
        ("contactSolver", json!("mass-splitting")),
        ("contactPasses", json!(2)),
        ("contactSoftness", json!("hard")),
        ("contactSoftness", json!(119.5)),
    ]);
    proptest::collection::vec(value, 0..4)
        .prop_map(|values| values.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
}

fn random_scenes() -> impl Strategy<Value = Scene> {
    let joint = (any::<(u32, u32)>(), vector(1e6), vector(1e6), vector(1e18), proptest::bool::weighted(0.1));
    let contacts = (any::<bool>(), recommended(), proptest::collection::vec(f32_within(f32::MAX), 0..5));
    // most scenes know nothing of contacts
    let contacts = proptest::option::weighted(0.4, contacts);
    let parts = (proptest::collection::vec(bodies(), 1..8), proptest::collection::vec(joint, 0..8));
    (parts, 0u32..1_000_000, proptest::option::of(vector(1000.0)), contacts).prop_map(
        |((bodies, joints), ticks, gravity, contacts)| {
            let (contacts, recommended, contact_memory) = contacts.unwrap_or_default();
            let n = bodies.len() as u32;
            let joints = joints
                .into_iter()
                .map(|((a, b), anchor_a, anchor_b, multiplier, collide)| Joint {
                    multiplier,
                    collide,
                    ..Joint::point((a % n, anchor_a), (b % n, anchor_b))
                })
                .filter(|joint| {
                    joint.a != joint.b && !(bodies[joint.a as usize].fixed && bodies[joint.b as usize].fixed)
                })
                .collect();
            let time = f64::from(ticks) / 64.0;
            Scene {
                time,
                gravity,
                bodies,
                joints,
                contacts,
                recommended,
                solver_memory: contact_memory.clone(),
                contact_memory,
            }
        },
    )
}

/// Everything that JSON can hold and no reader expects.
fn odd_values() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!(null)),
        Just(json!(true)),
        Just(json!("")),
        Just(json!([])),
        Just(json!({})),
        Just(json!([[]])),
        Just(json!(-0.0)),
        any::<i64>().prop_map(|x| json!(x)),
        any::<u64>().prop_map(|x| json!(x)),
        any::<f64>().prop_map(|x| json!(x)),
        any::<f32>().prop_map(|x| json!(x)),
        ".{0,60}".prop_map(|text| json!(text)),
        proptest::collection::vec(any::<f32>(), 0..5).prop_map(|list| json!(list)),
    ]
}

/// Every node of a document, as JSON pointers.
fn pointers(value: &Value, here: String, out: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, item)| pointers(item, format!("{here}/{i}"), out));
        }
        Value::Object(map) => map.iter().for_each(|(key, item)| pointers(item, format!("{here}/{key}"), out)),
        _ => {}
    }
    out.push(here);
}

/// Either the scene is good, and then it keeps its bits, or the fault has a code, a sentence and a path.
#[track_caller]
fn assert_sound(document: &Value) {
    match Scene::from_json(&document.to_string()) {
        Ok(scene) => assert_round_trip(&scene),
        Err(error) => {
            assert!(matches!(error.code, Code::Scene | Code::Limit));
            assert!(error.path.is_some() || !document.is_object(), "{error:?}");
            assert!(error.message.ends_with('.') && error.message.len() < 400, "{error:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn what_is_written_reads_back_to_the_same_bits(scene in random_scenes()) {
        scene.check().unwrap();
        assert_round_trip(&scene);
    }

    #[test]
    fn one_odd_value_never_panics(pick in any::<prop::sample::Index>(), odd in odd_values()) {
        let mut document = small();
        let mut all = Vec::new();
        pointers(&document, String::new(), &mut all);
        *document.pointer_mut(pick.get(&all).as_str()).unwrap() = odd;
        assert_sound(&document);
    }

    #[test]
    fn one_field_more_or_less_never_panics(pick in any::<prop::sample::Index>(), name in "[a-zA-Z_.\\[\\]\"é]{0,50}") {
        let document = small();
        let mut all = Vec::new();
        pointers(&document, String::new(), &mut all);
        let pointer = pick.get(&all).as_str();
        let mut more = document.clone();
        if let Some(map) = more.pointer_mut(pointer).unwrap().as_object_mut() {
            map.insert(name, json!(1));
            assert_sound(&more);
        }
        if let Some((parent, field)) = pointer.rsplit_once('/') {
            let mut less = document;
            match less.pointer_mut(parent).unwrap() {
                Value::Object(map) => { map.remove(field); }
                Value::Array(items) => { items.remove(field.parse().unwrap()); }
                _ => unreachable!("only these hold anything"),
            }
            assert_sound(&less);
        }
    }

    #[test]
    fn torn_text_never_panics(at in any::<prop::sample::Index>(), with in any::<char>()) {
        let text = small().to_string();
        let at = at.index(text.len());
        let _ = Scene::from_json(&text[..at]);
        let _ = Scene::from_json(&format!("{}{with}{}", &text[..at], &text[at + 1..]));
    }
}

/// Simulated time is a sum of f64 steps and has all their digits.
#[test]
fn time_survives_to_the_bit() {
    let mut scene = Scene::from_value(&small()).unwrap();
    for _ in 0..2000 {
        scene.time += 1.0 / 60.0;
        assert_eq!(Scene::from_json(&scene.to_json()).unwrap().time.to_bits(), scene.time.to_bits());
    }
}

fn options(pairs: &[(&str, f64)]) -> Map<String, Value> {
    let number = |x: f64| if x.fract() == 0.0 { json!(x as i64) } else { json!(x) };
    pairs.iter().map(|&(name, value)| (name.to_string(), number(value))).collect()
}

fn build(name: &str, pairs: &[(&str, f64)]) -> Scene {
    built_in::build(name, &options(pairs)).unwrap()
}

/// What joints hold is where it is held, nothing is under the ground, and points of beads are on their surfaces.
fn assert_well_made(name: &str, scene: &Scene) {
    scene.check().unwrap_or_else(|error| panic!("{name}: {error}"));
    for (k, joint) in scene.joints.iter().enumerate() {
        // frames are in principal axes
        let pose = |body: u32| {
            let body = &scene.bodies[body as usize];
            let (position, rotation) = (body.position.into(), body.mass_rotation().into());
            Pose { position, rotation, radius: f64::from(body.radius) }
        };
        let anchor = |body: u32, at: Vec3| scene.bodies[body as usize].in_principal_axes(at).into();
        let tie = Tie {
            anchor_a: anchor(joint.a, joint.anchor_a),
            a: joint.a as usize,
            anchor_b: anchor(joint.b, joint.anchor_b),
            b: joint.b as usize,
        };
        let frames = Frames::<f64>::of(joint, &scene.bodies, [1.0, 5.0]);
        let (mut rows, c) = Rows::of(&frames, &tie, &pose(joint.a), &pose(joint.b));
        let c = rows.only(frames.hold.held, c);
        // Positions round to half a step of f32, 6e-8 of their size, on each axis at both ends. Rotations and anchors
        // round to as much of the radius, a rod to as much of its length.
        let (a, b) = (&scene.bodies[joint.a as usize], &scene.bodies[joint.b as usize]);
        let size = f64::from(a.position.abs().max_element().max(b.position.abs().max_element()));
        let radius = f64::from(a.radius.max(b.radius).max(frames.hold.length));
        let allowed = 1e-6 * radius + 6e-8 * 3.5 * size;
        let gap = c.linear.length();
        assert!(gap <= allowed, "{name}: joint {k} gapes {gap:e}, allowed {allowed:e}");
        let angle = c.angular.length();
        assert!(angle <= 1e-6, "{name}: joint {k} is off by {angle:e} rad");
        if joint.is_plain() && a.solid == Solid::Sphere {
            let length = joint.anchor_a.length();
            assert!((length / a.radius - 1.0).abs() < 1e-6, "{name}: anchor of joint {k} off the surface");
        }
    }
    // all but the ground itself; beside contacts what is fixed may stand in it, as bumps do
    let above = scene.bodies.iter().filter(|body| !(scene.contacts && body.fixed));
    let lowest = above
        .filter_map(|body| foot(body.solid, body.radius, body.position, body.rotation))
        .fold(f32::MAX, f32::min);
    assert!(lowest >= -1e-6, "{name} starts {lowest} under the ground");
}

/// How high its lowest point is, m; None of a plane.
fn foot(solid: Solid, radius: f32, position: Vec3, rotation: Quat) -> Option<f32> {
    let Solid::Compound(compound) = solid else { return Some(position.y - solid.reach(radius, rotation)?.y) };
    let parts = compound.parts().iter().filter_map(|part| {
        foot(part.solid, part.radius, position + rotation * part.position, rotation * part.rotation)
    });
    parts.reduce(f32::min)
}

#[test]
fn built_in_scenes_are_well_made_and_survive_the_format() {
    for info in built_in::scenes() {
        let scene = build(info.name, &[]);
        assert_well_made(info.name, &scene);
        if scene.bodies.len() < 10_000 {
            assert_round_trip(&scene);
        }
    }
}

/// Each option in turn at its ends, the others small, so that no corner of the bounds panics or is refused.
#[test]
fn built_in_scenes_hold_at_the_ends_of_their_options() {
    for info in built_in::scenes() {
        let modest = |option: &OptionInfo| {
            if option.integer { option.min.max(3.0).min(option.max) } else { option.default }
        };
        for option in info.options {
            for end in [option.min, option.max] {
                let pairs: Vec<(&str, f64)> = info
                    .options
                    .iter()
                    .map(|other| (other.name, if other.name == option.name { end } else { modest(other) }))
                    .collect();
                match built_in::build(info.name, &options(&pairs)) {
                    Ok(scene) => assert_well_made(&format!("{} {pairs:?}", info.name), &scene),
                    Err(error) => assert_eq!(error.code, Code::Limit, "{pairs:?}: {error}"),
                }
            }
        }
    }
}

#[test]
fn names_and_options_of_built_in_scenes_are_checked() {
    let fault = |name: &str, options: Value| {
        let error = built_in::build(name, options.as_object().unwrap()).unwrap_err();
        assert!(error.message.ends_with('.'));
        (error.code, error.path.unwrap())
    };
    assert_eq!(fault("nothing", json!({})), (Code::Scene, "scene".into()));
    assert_eq!(fault("pendant", json!({ "chains": 3 })), (Code::Scene, "sceneOptions.chains".into()));
    for wrong in [json!(1), json!(2.5), json!("24"), json!(null), json!(1e9), json!([24])] {
        assert_eq!(fault("pendant", json!({ "beads": wrong })), (Code::Scene, "sceneOptions.beads".into()));
    }
    assert_eq!(fault("pendant", json!({ "massRatio": 0.5 })), (Code::Scene, "sceneOptions.massRatio".into()));
    assert_eq!(
        fault("necklaces", json!({ "chains": 100000, "beads": 10000 })),
        (Code::Limit, "sceneOptions.chains".into())
    );
    assert_eq!(fault("tree", json!({ "branches": 4, "depth": 24 })).0, Code::Limit);
}

#[test]
fn built_in_infos_are_written_for_javascript() {
    let infos = serde_json::to_value(built_in::scenes()).unwrap();
    let names: Vec<&str> =
        infos.as_array().unwrap().iter().map(|info| info["name"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        [
            "necklaces",
            "pendant",
            "ring",
            "curtain",
            "bridge",
            "tree",
            "net",
            "linkage",
            "track",
            "suspension",
            "rope",
            "springs",
            "glider",
            "ragdolls",
            "arm",
            "ragdoll-drop",
            "joint-grid",
            "stable-spherical-chain",
            "stack",
            "pyramid",
            "heap",
            "cradle",
            "wrecking",
            "dominoes",
            "pour",
            "car",
            "chutes",
            "tablecloth",
            "large-pyramid",
            "many-pyramids",
            "high-mass-ratio",
        ]
    );
    let option = &infos[1]["options"][3];
    assert_eq!(
        option,
        &json!({ "name": "massRatio", "default": 50.0, "min": 1.0, "max": 10000.0, "unit": "", "integer": false })
    );
    for info in built_in::scenes() {
        for option in info.options {
            assert!((option.min..=option.max).contains(&option.default));
        }
    }
}

fn shapes(scene: &Scene) -> Vec<Shape> {
    let mut shapes: Vec<Shape> = Topology::of(scene).islands.iter().map(|island| island.shape).collect();
    shapes.dedup();
    shapes
}

#[test]
fn built_in_scenes_have_the_shapes_they_are_for() {
    assert_eq!(shapes(&build("necklaces", &[("chains", 9.0), ("beads", 5.0)])), [Shape::Chain]);
    assert_eq!(shapes(&build("pendant", &[])), [Shape::Chain]);
    assert_eq!(shapes(&build("curtain", &[])), [Shape::Chain]);
    assert_eq!(shapes(&build("bridge", &[])), [Shape::Chain]);
    assert_eq!(shapes(&build("ring", &[("pins", 0.0)])), [Shape::Ring]);
    assert_eq!(shapes(&build("ring", &[("pins", 1.0)])), [Shape::Chain]);
    assert_eq!(shapes(&build("ring", &[("pins", 2.0)])), [Shape::Chain]);
    assert_eq!(shapes(&build("tree", &[("depth", 3.0)])), [Shape::Chain, Shape::Tree][1..]);
    assert_eq!(shapes(&build("net", &[])), [Shape::Mesh]);
    assert_eq!(shapes(&build("linkage", &[])), [Shape::Chain]);
    assert_eq!(shapes(&build("track", &[])), [Shape::OneLoop]);
    assert_eq!(shapes(&build("suspension", &[])), [Shape::Mesh]);
    assert_eq!(shapes(&build("ragdolls", &[])), [Shape::Tree]);
    assert_eq!(shapes(&build("arm", &[])), [Shape::Chain]);
    assert_eq!(shapes(&build("ragdoll-drop", &[])), [Shape::Tree]);
    let grid = shapes(&build("joint-grid", &[("columns", 8.0), ("rows", 4.0)]));
    assert_eq!(grid, [Shape::Tree, Shape::Chain, Shape::Tree, Shape::Chain]);
    assert_eq!(shapes(&build("stable-spherical-chain", &[])), [Shape::Chain]);
}

#[test]
fn a_chain_is_straight_and_tilted_with_its_first_bead_fixed() {
    let scene = build("pendant", &[("beads", 10.0), ("radius", 0.5), ("tilt", 0.3), ("massRatio", 100.0)]);
    let (first, last) = (&scene.bodies[0], &scene.bodies[9]);
    let along = last.position - first.position;
    assert!((along.length() - 9.0).abs() < 1e-5);
    assert!(((-along.y / along.length()).acos() - 0.3).abs() < 1e-5);
    assert!(first.fixed && scene.bodies[1..].iter().all(|body| !body.fixed));
    assert!((last.mass / scene.bodies[8].mass - 100.0).abs() < 1e-3);
    for (k, joint) in scene.joints.iter().enumerate() {
        assert_eq!((joint.a, joint.b), (k as u32, k as u32 + 1));
        assert_eq!((joint.anchor_a, joint.anchor_b), (Vec3::new(0.0, -0.5, 0.0), Vec3::new(0.0, 0.5, 0.0)));
    }
}

#[test]
fn a_bridge_spans_what_is_asked() {
    for (beads, span) in [(3.0, 0.5), (40.0, 0.9), (200.0, 0.99)] {
        let scene = build("bridge", &[("beads", beads), ("span", span)]);
        let chord = scene.bodies[beads as usize - 1].position - scene.bodies[0].position;
        let length = 0.2 * (beads - 1.0);
        assert!((f64::from(chord.length()) / length - span).abs() < 1e-5);
        assert_eq!(scene.bodies.iter().filter(|body| body.fixed).count(), 2);
    }
}

#[test]
fn a_ring_without_pins_stays_in_view() {
    let scene = build("ring", &[("pins", 0.0)]);
    assert_eq!(scene.gravity, Some(Vec3::ZERO));
    let momentum: Vec3 = scene.bodies.iter().map(|body| body.mass * body.linear_velocity).sum();
    assert!(momentum.length() < 1e-3, "it drifts: {momentum}");
    assert!(scene.bodies.iter().all(|body| body.angular_velocity.length() > 0.5));
}

/// Beads of a scene do not overlap where there is room; trees have little, and none when they are deep.
#[test]
fn beads_keep_clear_of_each_other_at_the_start() {
    let scenes = [
        build("necklaces", &[("chains", 16.0), ("beads", 40.0)]),
        build("ring", &[("beads", 30.0)]),
        build("curtain", &[("chains", 12.0), ("beads", 12.0)]),
        build("bridge", &[]),
        build("net", &[]),
        build("tree", &[("branches", 2.0), ("depth", 6.0)]),
        build("tree", &[("branches", 3.0), ("depth", 3.0)]),
        build("tree", &[("branches", 4.0), ("depth", 2.0)]),
    ];
    for (i, scene) in scenes.iter().enumerate() {
        for (k, a) in scene.bodies.iter().enumerate() {
            for (l, b) in scene.bodies[..k].iter().enumerate() {
                let clear = a.position.distance(b.position) / (a.radius + b.radius);
                assert!(
                    clear > if i < 5 { 0.999 } else { 0.85 },
                    "scene {i}: beads {l} and {k} overlap, {clear}"
                );
            }
        }
    }
}

/// 100,000 beads by way of the format: anything quadratic would show here at once.
#[test]
fn a_hundred_thousand_beads_are_read_in_one_go() {
    let scene = build("necklaces", &[]);
    let started = std::time::Instant::now();
    let text = scene.to_json();
    println!("written, {} bytes: {:?}", text.len(), started.elapsed());
    let started = std::time::Instant::now();
    let back = Scene::from_json(&text).unwrap();
    println!("read: {:?}", started.elapsed());
    assert!(bits(&back) == bits(&scene));
}
