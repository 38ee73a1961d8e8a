//! Every field of every kind wrong in every way, and the same faults in scenes made in Rust.

use beadwork::Scene;
use serde_json::{Value, json};

use super::*;

/// Wrong for any field.
fn never() -> Vec<Value> {
    vec![json!(null), json!(true), json!([]), json!([[]]), json!([null]), json!("hinge")]
}

fn wrong_numbers() -> Vec<Value> {
    [never(), vec![json!({}), json!("1"), json!([1])]].concat()
}

fn wrong_lists() -> Vec<Value> {
    let lists =
        [json!({}), json!(1), json!([1]), json!([1, null, 1]), json!([1, 1, 1, 1, 1]), json!([1, "1", 1])];
    [never(), lists.to_vec()].concat()
}

/// Each wrong softness, and where below it the fault is.
fn wrong_softness() -> Vec<(Value, String)> {
    let mut wrong: Vec<(Value, String)> = [never(), vec![json!({}), json!(5)]]
        .concat()
        .into_iter()
        .map(|value| (value, String::new()))
        .collect();
    let good = |name: &str| match name {
        "hertz" | "dampingRatio" => json!({ "hertz": 5, "dampingRatio": 1 }),
        "stiffness" | "damping" => json!({ "stiffness": 5, "damping": 1 }),
        _ => json!({ "cfm": 1, "erp": 0.5 }),
    };
    let ranges: [(&str, &[f64]); 6] = [
        ("hertz", &[0.0, -1.0, 1e-4, 1.1e6, 1e300, 1e-300]),
        ("dampingRatio", &[-0.1, 101.0, 1e39]),
        ("stiffness", &[-1.0, 1e19, 1e300]),
        ("damping", &[-1.0, 1e19, 1e300]),
        ("cfm", &[-1e-9, 1e19]),
        ("erp", &[-0.1, 1.1]),
    ];
    for (name, numbers) in ranges {
        let values = wrong_numbers().into_iter().chain(numbers.iter().map(|x| json!(x)));
        for value in values {
            let mut softness = good(name);
            softness[name] = value;
            wrong.push((softness, format!(".{name}")));
        }
        // of another notation, or of none
        for other in ["hertz", "dampingRatio", "stiffness", "damping", "cfm", "erp", "frequency"] {
            let mut softness = good(name);
            if softness.get(other).is_none() {
                softness[other] = json!(0.5);
                let named = fault_of_mixed(&softness);
                wrong.push((softness, named));
            }
        }
    }
    for (softness, path) in [
        (json!({ "dampingRatio": 1 }), ".hertz"),
        (json!({ "damping": 1 }), ".stiffness"),
        (json!({ "cfm": 1 }), ".erp"),
        (json!({ "erp": 1 }), ".cfm"),
        (json!({ "stiffness": 0 }), ".stiffness"),
        (json!({ "stiffness": 0, "damping": 0 }), ".stiffness"),
        (json!({ "stiffness": 1e-40, "damping": 1e-10 }), ".stiffness"),
    ] {
        wrong.push((softness, path.into()));
    }
    wrong
}

/// Of a softness in two notations: the first of hertz, stiffness and cfm says which one it is. The first other field is
/// at fault, in the order of the alphabet, which serde_json keeps.
fn fault_of_mixed(softness: &Value) -> String {
    let notations = [["hertz", "dampingRatio"], ["stiffness", "damping"], ["cfm", "erp"]];
    let map = softness.as_object().expect("an object");
    if let Some(name) = map.keys().find(|key| !notations.concat().contains(&key.as_str())) {
        return format!(".{name}");
    }
    let one =
        notations.iter().find(|pair| pair.iter().any(|name| map.contains_key(*name))).expect("a notation");
    let other = map.keys().find(|key| !one.contains(&key.as_str())).expect("another");
    format!(".{other}")
}

/// What a coordinate measures: m and N, or rad and N m.
#[derive(Clone, Copy)]
enum Of {
    Way,
    Angle,
    /// Of a hinge: up to a hundred turns.
    Turns,
}

impl Of {
    /// The least that is too far.
    fn beyond(self) -> f64 {
        match self {
            Of::Way => 1.1e7,
            // π, and an f32 more
            Of::Angle => f64::from(std::f32::consts::PI.next_up()),
            Of::Turns => 628.32,
        }
    }
}

fn here(values: Vec<Value>) -> Vec<(Value, String)> {
    values.into_iter().map(|value| (value, String::new())).collect()
}

fn numbers(more: &[f64]) -> Vec<Value> {
    [wrong_numbers(), more.iter().map(|x| json!(x)).collect()].concat()
}

const FORCES: [f64; 4] = [-1e-9, -1.0, 1.1e30, 1e300];

fn wrong_limits(of: Of) -> Vec<(Value, String)> {
    let x = of.beyond();
    let more = [
        json!([1, null]),
        json!(["0", 1]),
        json!([1, 1, 1]),
        json!([1, 0.5]),
        json!([1e-30, 0]),
        json!([-x, 1]),
        json!([-1, x]),
        json!([x, x]),
        json!([-1e300, 1e300]),
    ];
    here([wrong_lists(), more.to_vec()].concat())
}

/// Each field of an object wrong, one that it lacks, and one too many.
fn wrong_object(good: &Value, needed: &[&str], ranges: &[(&str, &[f64])]) -> Vec<(Value, String)> {
    let mut wrong = here([never(), vec![json!(5), json!("x"), json!([1])]].concat());
    wrong.push((json!({}), format!(".{}", needed[0])));
    for field in needed {
        let mut bad = good.clone();
        bad.as_object_mut().expect("an object").remove(*field);
        wrong.push((bad, format!(".{field}")));
    }
    for (field, more) in ranges {
        for value in numbers(more) {
            let mut bad = good.clone();
            bad[*field] = value;
            wrong.push((bad, format!(".{field}")));
        }
    }
    for unknown in ["limit", "stiffness", "torque", "maxforce", "Speed", ""] {
        let mut bad = good.clone();
        bad[unknown] = json!(1);
        wrong.push((bad, format!(".{unknown}")));
    }
    wrong
}

fn wrong_motors() -> Vec<(Value, String)> {
    let good = json!({ "speed": 1, "maxForce": 2 });
    let ranges: &[(&str, &[f64])] = &[
        ("speed", &[1.1e6, -1.1e6, 1e300]),
        ("damping", &[0.0, -1.0, 1e-10, 1e19, 1e300]),
        ("maxForce", &FORCES),
    ];
    wrong_object(&good, &["speed"], ranges)
}

fn wrong_servos(of: Of) -> Vec<(Value, String)> {
    let good = json!({ "target": 1, "hertz": 2, "dampingRatio": 0.5, "maxForce": 2 });
    let x = of.beyond();
    let ranges: &[(&str, &[f64])] = &[
        ("target", &[x, -x, 1e300]),
        ("hertz", &[0.0, -1.0, 1e-4, 1.1e6, 1e300]),
        ("dampingRatio", &[-0.1, 101.0, 1e39]),
        ("maxForce", &FORCES),
    ];
    let spring = json!({ "target": 1, "stiffness": 2, "damping": 0.5, "maxForce": 2 });
    let ranges_of_spring: &[(&str, &[f64])] =
        &[("stiffness", &[-1.0, 1e19, 1e300]), ("damping", &[-1.0, 1e19, 1e300])];
    let mut wrong = wrong_object(&good, &["target", "hertz"], ranges);
    for (field, more) in ranges_of_spring {
        for value in numbers(more) {
            let mut bad = spring.clone();
            bad[*field] = value;
            wrong.push((bad, format!(".{field}")));
        }
    }
    let both = |field: &str, value| {
        let mut bad = spring.clone();
        bad[field] = value;
        bad
    };
    // by frequency or as a spring and a damper, not both, and not nothing
    wrong.push((both("hertz", json!(2)), ".stiffness".into()));
    wrong.push((both("dampingRatio", json!(1)), ".stiffness".into()));
    wrong.push((json!({ "target": 1, "damping": 1 }), ".stiffness".into()));
    wrong.push((json!({ "target": 1, "stiffness": 0 }), ".stiffness".into()));
    wrong
}

/// Every wrong value of a field, and where below it the fault is.
fn wrong(kind: &str, field: &str) -> Vec<(Value, String)> {
    let of = match kind {
        "slider" => Of::Way,
        "hinge" => Of::Turns,
        _ => Of::Angle,
    };
    let lists = |more: &[Value]| [wrong_lists(), more.to_vec()].concat();
    match field {
        "type" => {
            here([never()[..5].to_vec(), vec![json!(1), json!({}), json!("Hinge"), json!("weld")]].concat())
        }
        "a" => here(numbers(&[-1.0, 0.5, 3.0, 4294967296.0])),
        // 0 is a itself
        "b" => here(numbers(&[-1.0, 0.5, 0.0, 3.0, 4294967296.0])),
        "anchorA" | "anchorB" => here(lists(&[json!([0, 1.1e6, 0]), json!([0, 0, 1e39]), json!([1, 2])])),
        "multiplier" | "torque" => {
            here(lists(&[json!([0, 1.1e18, 0]), json!([0, 0, -1e300]), json!([1, 2])]))
        }
        "frameA" | "frameB" => here(lists(&[
            json!([0, 0, 0, 0]),
            json!([0, 0, 1e-4, 0]),
            json!([0, 0, 1]),
            json!([1e39, 0, 0, 0]),
        ])),
        "axisA" | "axisB" => {
            here(lists(&[json!([0, 0, 0]), json!([0, -0.0, 0]), json!([1, 0]), json!([0, 0, 0, 1])]))
        }
        "breakForce" | "breakTorque" => here(numbers(&[0.0, -1.0, 1e-19, 1e-300, 1.1e18, 1e300])),
        "recoverySpeed" => here(lists(&[
            json!([0, 1]),
            json!([1, 0]),
            json!([-1, 1]),
            json!([1, 1e7]),
            json!([1e-7, 1]),
            json!([1e300, 1]),
            json!([1, 1, 1]),
        ])),
        "collide" => here(vec![json!(null), json!(1), json!("true"), json!([true])]),
        "softness" | "limitSoftness" => wrong_softness(),
        "limit" => wrong_limits(of),
        "twist" => wrong_limits(Of::Angle),
        "motor" => wrong_motors(),
        "servo" => wrong_servos(of),
        "friction" => here(numbers(&FORCES)),
        "swing" => here(numbers(&[0.0, -0.0, -1.0, 1e-300, Of::Angle.beyond(), 1e300])),
        "maxForce" | "maxTorque" => here(numbers(&FORCES)),
        "axes" => wrong_axes(),
        _ => unreachable!("no such field: {field}"),
    }
}

fn wrong_axes() -> Vec<(Value, String)> {
    let all_free = json!({ "x": "free", "y": "free", "z": "free", "rx": "free", "ry": "free", "rz": "free" });
    let mut wrong: Vec<(Value, String)> =
        [never(), vec![json!({}), json!({ "y": "free" }), all_free, json!(6)]]
            .concat()
            .into_iter()
            .map(|value| (value, String::new()))
            .collect();
    for name in ["X", "w", "rotation", "limit", "motor", ""] {
        wrong.push((json!({ "x": "fixed", name: "fixed" }), format!(".{name}")));
    }
    for (name, of) in [
        ("x", Of::Way),
        ("y", Of::Way),
        ("z", Of::Way),
        ("rx", Of::Angle),
        ("ry", Of::Angle),
        ("rz", Of::Angle),
    ] {
        let other = if name == "x" { "y" } else { "x" };
        let mut push = |axis: Value, below: &str| {
            wrong.push((json!({ other: "fixed", name: axis }), format!(".{name}{below}")));
        };
        for axis in
            [json!(null), json!(0), json!(true), json!([]), json!(""), json!("Fixed"), json!("limited")]
        {
            push(axis, "");
        }
        push(json!({}), "");
        for unknown in ["speed", "target", "hertz", "twist", "maxTorque", "limitSoftness", "breakForce"] {
            push(json!({ "softness": { "hertz": 1 }, unknown: 1 }), &format!(".{unknown}"));
        }
        for (softness, below) in wrong_softness() {
            push(json!({ "softness": softness }), &format!(".softness{below}"));
            push(json!({ "limit": [0, 1], "softness": softness }), &format!(".softness{below}"));
        }
        for (limit, below) in wrong_limits(of) {
            push(json!({ "limit": limit }), &format!(".limit{below}"));
        }
        for (motor, below) in wrong_motors() {
            push(json!({ "motor": motor }), &format!(".motor{below}"));
        }
        for (servo, below) in wrong_servos(of) {
            push(json!({ "servo": servo, "motor": { "speed": 1 } }), &format!(".servo{below}"));
        }
        for force in numbers(&FORCES) {
            push(json!({ "motor": { "speed": 1 }, "maxForce": force }), ".maxForce");
            push(json!({ "friction": force }), ".friction");
        }
        // which would cap nothing
        push(json!({ "maxForce": 1 }), ".maxForce");
        push(json!({ "limit": [0, 1], "maxForce": 1 }), ".maxForce");
        push(json!({ "friction": 1, "maxForce": 1 }), ".maxForce");
        let servo = json!({ "target": 0, "hertz": 1 });
        push(json!({ "servo": servo, "softness": { "hertz": 1 } }), ".softness");
        push(json!({ "servo": servo, "softness": { "cfm": 1, "erp": 0 }, "maxForce": 1 }), ".softness");
    }
    wrong
}

#[test]
fn every_field_of_every_kind_wrong_in_every_way() {
    let mut tried = 0;
    for kind in KINDS {
        for by_axes in [false, true] {
            let good = full(kind, by_axes);
            let fields = good
                .as_object()
                .expect("an object")
                .keys()
                .filter(|name| !["min", "max"].contains(&&***name));
            for field in fields {
                for (value, below) in wrong(kind, field) {
                    let mut bad = good.clone();
                    bad[field] = value.clone();
                    assert_eq!(fault(&bad), format!("joints[0].{field}{below}"), "{kind}: {field} = {value}");
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 5000, "{tried}");
}

#[test]
fn what_a_joint_needs_is_named() {
    for kind in KINDS {
        for field in ["type", "a", "b", "anchorA", "anchorB", "axes"] {
            let mut joint = full(kind, true);
            if joint.as_object_mut().expect("an object").remove(field).is_some() {
                assert_eq!(fault(&joint), format!("joints[0].{field}"), "{kind}");
            }
        }
    }
}

#[test]
fn a_kind_has_its_own_fields_and_no_others() {
    let known =
        ["frameA", "frameB", "axisA", "axisB", "torque", "min", "max", "axes"].into_iter().chain(OPTIONS);
    // of later versions, or of none
    let unknown = ["length", "enabled", "Type", "__proto__", "", "anchor", "speed", "target", "maxforce"];
    for kind in KINDS {
        let good = full(kind, true);
        for field in known.clone().chain(unknown) {
            let takes = match field {
                field if OPTIONS.contains(&field) => takes(kind, field),
                "frameA" | "frameB" | "axisA" | "axisB" => has_frames(kind),
                "torque" => has_torque(kind),
                "min" | "max" => kind == "distance",
                "axes" => kind == "six-dof",
                _ => false,
            };
            if !takes {
                let mut joint = good.clone();
                joint[field] = json!([0, 0, 0]);
                assert_eq!(fault(&joint), format!("joints[0].{field}"), "{kind}");
            }
        }
    }
    // with the reason
    for (kind, field, reason) in [
        ("cone", "limit", "swing and twist"),
        ("distance", "limit", "min and max"),
        ("six-dof", "servo", "axes"),
        ("fixed", "motor", "Hinges, sliders and the axes"),
        ("fixed", "friction", "one free coordinate"),
        ("point", "friction", "one free coordinate"),
        ("distance", "friction", "one free coordinate"),
        ("six-dof", "friction", "stands in axes"),
        ("hinge", "swing", "cone joint"),
        ("universal", "limitSoftness", "no stops"),
        ("cone", "maxTorque", "cap nothing"),
        ("point", "min", "distance joint"),
        ("fixed", "axes", "six-dof joint"),
    ] {
        let mut joint = least(kind);
        joint[field] = json!(1);
        let error = Scene::from_value(&with_joint(&joint)).expect_err(field);
        assert!(error.message.contains(reason), "{}", error.message);
    }
    // whether a six-dof bears a torque goes by its axes
    let mut joint = least("six-dof");
    joint["axes"] = json!({ "x": "fixed" });
    joint["torque"] = json!([0, 0, 0]);
    assert_eq!(fault(&joint), "joints[0].torque");
}

#[test]
fn a_hinge_and_a_slider_say_their_axis() {
    for kind in KINDS.into_iter().filter(|kind| has_frames(kind)) {
        let read = Scene::from_value(&with_joint(&bare(kind)));
        if !has_travel(kind) {
            read.unwrap_or_else(|error| panic!("{kind}: {error}"));
            continue;
        }
        let error = read.expect_err(kind);
        assert_eq!(error.path.as_deref(), Some("joints[0].axisA"));
        assert!(error.message.contains(kind) && error.message.contains("axis"), "{}", error.message);
        // where it stands does not say it
        let mut joint = bare(kind);
        joint[if kind == "hinge" { "angle" } else { "offset" }] = json!(0.5);
        assert_eq!(fault(&joint), "joints[0].axisA");
        for (field, value) in [
            ("axisA", json!([0, 0, 1])),
            ("axisB", json!([0, 0, 1])),
            ("frameA", json!([0, 0, 0, 1])),
            ("frameB", json!([0, 0, 0, 1])),
        ] {
            let mut joint = bare(kind);
            joint[field] = value;
            super::read(&joint);
        }
    }
}

#[test]
fn a_body_takes_a_frame_or_an_axis() {
    for kind in KINDS.into_iter().filter(|kind| has_frames(kind)) {
        for (frame, axis) in [("frameA", "axisA"), ("frameB", "axisB")] {
            let mut joint = bare(kind);
            joint[frame] = json!([0, 0, 0, 1]);
            joint[axis] = json!([1, 0, 0]);
            assert_eq!(fault(&joint), format!("joints[0].{axis}"));
        }
    }
}

#[test]
fn how_far_two_anchors_may_be_apart() {
    let with = |min: Option<f64>, max: Option<f64>| {
        let mut joint = least("distance");
        for (name, value) in [("min", min), ("max", max)] {
            if let Some(value) = value {
                joint[name] = json!(value);
            }
        }
        joint
    };
    let given = read(&with(None, None)).kind;
    let JointKind::Distance { min: length, max: most } = given else { unreachable!("{given:?}") };
    assert!(length == most && length > 0.1 && length < 5.0, "{given:?}");
    // a bound that is left out is that distance
    for (min, max, expected) in [
        (Some(0.0), Some(1.0), [0.0, 1.0]),
        (Some(0.0), None, [0.0, length]),
        (None, Some(5.0), [length, 5.0]),
        (Some(0.1), None, [0.1, length]),
        (Some(-0.0), Some(1e-6), [-0.0, 1e-6]),
    ] {
        assert_eq!(read(&with(min, max)).kind, JointKind::Distance { min: expected[0], max: expected[1] });
    }
    for (min, max, left_out) in [(Some(5.0), None, "max is left out"), (None, Some(0.1), "min is left out")] {
        let error = Scene::from_value(&with_joint(&with(min, max))).expect_err("min above max");
        assert!(error.message.contains(left_out) && error.message.contains("pose"), "{}", error.message);
    }
    for (min, max, path) in [
        (Some(1.0), Some(0.5), "min"),
        (Some(5.0), None, "min"),
        (None, Some(0.1), "max"),
        (Some(1e300), Some(1.0), "min"),
        (Some(0.0), Some(1e8), "max"),
        (Some(0.0), Some(1e-7), "max"),
        (Some(-1.0), Some(-1.0), "min"),
        (Some(-1.0), None, "min"),
        (Some(0.0), Some(0.0), "max"),
        (Some(1e-7), Some(1e-7), "max"),
        (Some(1e8), Some(1e8), "max"),
        (Some(1e300), Some(1e300), "max"),
    ] {
        assert_eq!(fault(&with(min, max)), format!("joints[0].{path}"), "{min:?} {max:?}");
    }
    for name in ["min", "max"] {
        for value in wrong_numbers() {
            let mut joint = with(Some(0.5), Some(0.5));
            joint[name] = value;
            assert_eq!(fault(&joint), format!("joints[0].{name}"));
        }
    }
    // no rod between two points that coincide
    let mut joint = least("distance");
    joint["anchorA"] = json!([0, 0, 0]);
    joint["anchorB"] = json!([0, 0, 0]);
    let mut document = with_joint(&joint);
    document["bodies"][1]["position"] = json!([0, 2, 0]);
    assert_eq!(Scene::from_value(&document).expect_err("no length").path.as_deref(), Some("joints[0].max"));
}

fn all_axes(axis: Axis) -> JointKind {
    JointKind::six_dof([axis; 6])
}

fn with_softness(travel: Travel, max_force: Option<f32>) -> Axis {
    Axis::Moved { travel, softness: Some(Softness::hertz(1.0)), max_force }
}

#[test]
fn a_joint_made_in_rust_is_checked_alike() {
    type Change = fn(&mut Joint);
    let cases: &[(&str, Change, &str)] = &[
        ("hinge", |joint| joint.a = 9, "a"),
        ("hinge", |joint| joint.b = joint.a, "b"),
        ("hinge", |joint| joint.anchor_b.y = f32::NAN, "anchorB"),
        ("hinge", |joint| joint.frame_a = Quat::from_xyzw(0.0, 0.0, 0.0, 1.1), "frameA"),
        ("cone", |joint| joint.frame_b.x = f32::NAN, "frameB"),
        // which would be lost in writing
        ("point", |joint| joint.frame_a = Quat::from_xyzw(1.0, 0.0, 0.0, 0.0), "frameA"),
        ("distance", |joint| joint.frame_b = Quat::from_xyzw(1.0, 0.0, 0.0, 0.0), "frameB"),
        ("point", |joint| joint.torque.z = 1.0, "torque"),
        ("distance", |joint| joint.torque.z = 1.0, "torque"),
        // which it would not have
        ("cone", |joint| joint.travel = Travel::FREE.limited(0.0, 1.0), "limit"),
        ("fixed", |joint| joint.travel = Travel::FREE.driven(0.0, 1.0), "motor"),
        ("six-dof", |joint| joint.travel = Travel::FREE.servo(Servo::to(0.0)), "servo"),
        ("universal", |joint| joint.travel = Travel::FREE.rubbing(1.0), "friction"),
        ("six-dof", |joint| joint.travel = Travel::FREE.rubbing(1.0), "friction"),
        ("cone", |joint| joint.travel = Travel::FREE.rubbing(-1.0), "friction"),
        ("slider", |joint| joint.travel = Travel::FREE.rubbing(f32::NAN), "friction"),
        ("hinge", |joint| joint.swing = Some(1.0), "swing"),
        ("point", |joint| joint.twist = Some([0.0, 1.0]), "twist"),
        ("universal", |joint| joint.limit_softness = Some(Softness::hertz(1.0)), "limitSoftness"),
        ("cone", |joint| joint.max_torque = Some(1.0), "maxTorque"),
        ("hinge", |joint| joint.travel = Travel::FREE.limited(0.0, f32::NAN), "limit"),
        ("hinge", |joint| joint.travel = Travel::FREE.limited(1.0, 0.0), "limit"),
        ("hinge", |joint| joint.travel = Travel::FREE.driven(f32::NAN, 1.0), "motor.speed"),
        ("slider", |joint| joint.travel = Travel::FREE.driven(1.0, f32::INFINITY), "motor.maxForce"),
        ("slider", |joint| joint.travel = Travel::FREE.servo(Servo::to(f32::NAN)), "servo.target"),
        ("slider", |joint| joint.travel = Travel::FREE.servo(Servo::to(0.0).hertz(0.0)), "servo.hertz"),
        (
            "slider",
            |joint| joint.travel = Travel::FREE.servo(Servo::to(0.0).damped(-1.0)),
            "servo.dampingRatio",
        ),
        ("slider", |joint| joint.travel = Travel::FREE.servo(Servo::to(0.0).at_most(-1.0)), "servo.maxForce"),
        (
            "slider",
            |joint| joint.travel = Travel::FREE.servo(Servo::to(0.0).spring(0.0, -1.0)),
            "servo.damping",
        ),
        ("hinge", |joint| joint.travel.motor = Some(Motor::at(1.0).damped(0.0)), "motor.damping"),
        (
            "hinge",
            |joint| {
                joint.travel = Travel::FREE.servo(Servo::to(0.0));
                joint.travel.motor = Some(Motor::at(1.0).damped(1.0));
            },
            "motor.damping",
        ),
        ("cone", |joint| joint.swing = Some(f32::NAN), "swing"),
        ("cone", |joint| joint.swing = Some(0.0), "swing"),
        ("cone", |joint| joint.twist = Some([f32::NAN, 0.0]), "twist"),
        ("hinge", |joint| joint.limit_softness = Some(Softness::hertz(0.0)), "limitSoftness.hertz"),
        ("hinge", |joint| joint.max_force = Some(f32::NAN), "maxForce"),
        ("hinge", |joint| joint.max_torque = Some(-1.0), "maxTorque"),
        ("distance", |joint| joint.kind = JointKind::Distance { min: 2.0, max: 1.0 }, "min"),
        ("distance", |joint| joint.kind = JointKind::Distance { min: f32::NAN, max: 1.0 }, "min"),
        ("slider", |joint| joint.torque.x = f32::INFINITY, "torque"),
        ("slider", |joint| joint.multiplier.x = f32::NAN, "multiplier"),
        ("fixed", |joint| joint.break_force = Some(0.0), "breakForce"),
        ("fixed", |joint| joint.break_torque = Some(f32::NAN), "breakTorque"),
        ("fixed", |joint| joint.recovery_speed = Some([1.0, f32::INFINITY]), "recoverySpeed"),
        ("point", |joint| joint.softness = Some(Softness::hertz(f32::NAN)), "softness.hertz"),
        (
            "universal",
            |joint| joint.softness = Some(Softness::Frequency { hertz: 1.0, damping_ratio: -1.0 }),
            "softness.dampingRatio",
        ),
        (
            "universal",
            |joint| joint.softness = Some(Softness::Spring { stiffness: 0.0, damping: 0.0 }),
            "softness.stiffness",
        ),
        (
            "universal",
            |joint| joint.softness = Some(Softness::Spring { stiffness: 1.0, damping: f32::NAN }),
            "softness.damping",
        ),
        (
            "universal",
            |joint| joint.softness = Some(Softness::Mixing { cfm: f32::INFINITY, erp: 0.0 }),
            "softness.cfm",
        ),
        ("hinge", |joint| joint.softness = Some(Softness::Mixing { cfm: 0.0, erp: 2.0 }), "softness.erp"),
        ("distance", |joint| joint.kind = JointKind::rod(0.0), "max"),
        ("distance", |joint| joint.kind = JointKind::rod(f32::NAN), "max"),
        ("six-dof", |joint| joint.kind = JointKind::six_dof([Axis::Free; 6]), "axes"),
        (
            "six-dof",
            |joint| joint.kind = JointKind::six_dof([Axis::Soft(Softness::hertz(0.0)); 6]),
            "axes.x.softness.hertz",
        ),
        ("six-dof", |joint| joint.kind = all_axes(Axis::moved(Travel::FREE)), "axes.x"),
        // which would be read back as a soft one
        ("six-dof", |joint| joint.kind = all_axes(with_softness(Travel::FREE, None)), "axes.x"),
        (
            "six-dof",
            |joint| joint.kind = all_axes(with_softness(Travel::FREE, Some(f32::NAN))),
            "axes.x.maxForce",
        ),
        (
            "six-dof",
            |joint| joint.kind = all_axes(with_softness(Travel::FREE.servo(Servo::to(0.0)), None)),
            "axes.x.softness",
        ),
        (
            "six-dof",
            |joint| {
                // as far as it may along x, and too far about it
                joint.kind = all_axes(Axis::moved(Travel::FREE.limited(-9.0, 9.0)));
            },
            "axes.rx.limit",
        ),
    ];
    for (kind, change, path) in cases {
        let mut scene = Scene::from_value(&with_joint(&least(kind))).expect("a scene");
        scene.check().expect("sound");
        change(&mut scene.joints[0]);
        let error = scene.check().expect_err(path);
        assert_eq!((error.code, error.path), (Code::Scene, Some(format!("joints[0].{path}"))), "{kind}");
        assert!(error.message.ends_with('.'), "{}", error.message);
    }
}
