//! Joints of every kind in the scene format: reading, defaults, faults with their place, and writing.

mod frames;
mod random;
mod refused;
mod stands;

use beadwork::scene::{Axis, Joint, JointKind, Motor, Servo, Softness, Travel};
use beadwork::{Code, Scene};
use glam::{Quat, Vec3};
use serde_json::{Value, json};

const KINDS: [&str; 8] = ["point", "hinge", "slider", "fixed", "universal", "cone", "distance", "six-dof"];

fn has_frames(kind: &str) -> bool {
    !["point", "distance"].contains(&kind)
}

fn has_torque(kind: &str) -> bool {
    !["point", "distance"].contains(&kind)
}

fn keeps_angles(kind: &str) -> bool {
    has_torque(kind) && kind != "cone"
}

fn has_stops(kind: &str) -> bool {
    !["point", "fixed", "universal"].contains(&kind)
}

fn has_travel(kind: &str) -> bool {
    ["hinge", "slider"].contains(&kind)
}

/// Its friction is a field of its own.
fn rubs(kind: &str) -> bool {
    has_travel(kind) || kind == "cone"
}

/// What no joint need have, and whether this kind may.
fn takes(kind: &str, field: &str) -> bool {
    match field {
        "softness" | "maxForce" | "breakForce" | "breakTorque" | "recoverySpeed" | "collide" => true,
        "limit" | "motor" | "servo" => has_travel(kind),
        "friction" => rubs(kind),
        "swing" | "twist" => kind == "cone",
        "limitSoftness" => has_stops(kind),
        "maxTorque" => keeps_angles(kind),
        _ => unreachable!("{field}"),
    }
}

const OPTIONS: [&str; 14] = [
    "softness",
    "maxForce",
    "breakForce",
    "breakTorque",
    "recoverySpeed",
    "collide",
    "limit",
    "motor",
    "servo",
    "friction",
    "swing",
    "twist",
    "limitSoftness",
    "maxTorque",
];

/// Two bodies, turned, and a third that is fixed.
fn bodies() -> Value {
    json!([
        { "position": [0, 2, 0], "rotation": [0.1, 0.2, 0.3, 0.9], "radius": 0.1 },
        { "position": [0.3, 1.5, -0.2], "rotation": [-0.5, 0.4, 0.2, 0.7], "radius": 0.1 },
        { "position": [0, 1, 0], "radius": 0.1, "fixed": true }
    ])
}

fn with_joint(joint: &Value) -> Value {
    json!({ "version": 2, "bodies": bodies(), "joints": [joint] })
}

fn read(joint: &Value) -> Joint {
    let scene = Scene::from_value(&with_joint(joint))
        .unwrap_or_else(|error| panic!("{:?}: {error}\n{joint}", error.path));
    scene.joints[0].clone()
}

/// What every kind needs.
fn least(kind: &str) -> Value {
    let mut joint = bare(kind);
    if has_travel(kind) {
        joint["frameA"] = json!([0, 0, 0, 1]);
    }
    joint
}

/// The same, but for an axis.
fn bare(kind: &str) -> Value {
    let mut joint =
        json!({ "type": kind, "a": 0, "b": 1, "anchorA": [0.1, -0.2, 0.3], "anchorB": [0, 0.2, 0] });
    if kind == "six-dof" {
        joint["axes"] = json!({ "x": "fixed", "ry": { "softness": { "hertz": 3 } } });
    }
    joint
}

/// All that a kind can have, its axes said in one way or the other.
fn full(kind: &str, by_axes: bool) -> Value {
    let mut joint = bare(kind);
    let mut add = |name: &str, value: Value| joint[name] = value;
    add("softness", json!({ "hertz": 5, "dampingRatio": 0.5 }));
    add("maxForce", json!(50));
    if keeps_angles(kind) {
        add("maxTorque", json!(10));
    }
    if has_stops(kind) {
        add("limitSoftness", json!({ "stiffness": 500, "damping": 5 }));
    }
    if has_travel(kind) {
        add("limit", json!([-0.5, 1.5]));
        add("motor", json!({ "speed": -2, "maxForce": 7 }));
        add("servo", json!({ "target": 0.25, "hertz": 4, "dampingRatio": 0.5, "maxForce": 6 }));
    }
    if rubs(kind) {
        add("friction", json!(0.75));
    }
    if kind == "cone" {
        add("swing", json!(1.25));
        add("twist", json!([-0.5, 0.75]));
    }
    if kind == "six-dof" {
        let axes = json!({
            "x": "fixed", "ry": { "softness": { "hertz": 3 } },
            "z": { "limit": [-2, 2], "motor": { "speed": 0.5 }, "servo": { "target": 1, "hertz": 2 }, "friction": 4, "maxForce": 9 },
            "rz": { "limit": [0, 1], "softness": { "stiffness": 8 } }
        });
        add("axes", axes);
    }
    add("breakForce", json!(100));
    add("breakTorque", json!(20));
    add("recoverySpeed", json!([1, 5]));
    add("collide", json!(true));
    add("multiplier", json!([1, 2, 3]));
    if has_torque(kind) {
        add("torque", json!([4, 5, 6]));
    }
    if has_frames(kind) && by_axes {
        add("axisA", json!([0, 2, 0]));
        add("axisB", json!([1, 0, 1]));
    } else if has_frames(kind) {
        add("frameA", json!([0, 0.6, 0, 0.8]));
        add("frameB", json!([0.6, 0, 0.8, 0]));
    }
    if kind == "distance" {
        add("min", json!(0.25));
        add("max", json!(0.75));
    }
    joint
}

/// Where a joint is at fault.
#[track_caller]
fn fault(joint: &Value) -> String {
    let error = Scene::from_json(&with_joint(joint).to_string()).expect_err(&joint.to_string());
    assert_eq!(error.code, Code::Scene);
    let message = &error.message;
    assert!(message.ends_with('.') && message.contains(' ') && message.len() < 400, "no sentence: {message}");
    error.path.expect("a path")
}

/// Equal, and to the bit.
#[track_caller]
fn assert_same(one: &Scene, other: &Scene) {
    assert_eq!(one, other);
    for (one, other) in one.joints.iter().zip(&other.joints) {
        assert_eq!(bits(one), bits(other), "{one:?}");
    }
}

fn bits(joint: &Joint) -> Vec<u32> {
    let soft = |softness: &Softness| match *softness {
        Softness::Frequency { hertz: x, damping_ratio: y }
        | Softness::Spring { stiffness: x, damping: y }
        | Softness::Mixing { cfm: x, erp: y } => [x, y],
    };
    let mut numbers = Vec::new();
    for vector in [joint.anchor_a, joint.anchor_b, joint.multiplier, joint.torque] {
        numbers.extend(vector.to_array());
    }
    numbers.extend(joint.frame_a.to_array());
    numbers.extend(joint.frame_b.to_array());
    numbers.extend(joint.softness.iter().chain(&joint.limit_softness).flat_map(soft));
    let travelled = |Travel { limit, motor, servo, friction }: &Travel| {
        let mut numbers: Vec<f32> = limit.iter().flatten().copied().collect();
        numbers.extend(
            motor.iter().flat_map(|motor| [Some(motor.speed), motor.damping, motor.max_force]).flatten(),
        );
        numbers.extend(servo.iter().map(|servo| servo.target));
        numbers.extend(servo.iter().flat_map(|servo| soft(&servo.softness)));
        numbers.extend(servo.iter().filter_map(|servo| servo.max_force));
        numbers.extend(friction);
        numbers
    };
    numbers.extend(travelled(&joint.travel));
    numbers.extend(joint.swing.into_iter().chain(joint.twist.into_iter().flatten()));
    numbers.extend(joint.max_force.into_iter().chain(joint.max_torque));
    numbers.extend(joint.break_force.into_iter().chain(joint.break_torque));
    numbers.extend(joint.recovery_speed.into_iter().flatten());
    numbers.push(f32::from(u8::from(joint.collide)));
    match &joint.kind {
        JointKind::Distance { min, max } => numbers.extend([*min, *max]),
        JointKind::SixDof { axes } => axes.iter().for_each(|axis| match axis {
            Axis::Soft(softness) => numbers.extend(soft(softness)),
            Axis::Moved { travel, softness, max_force } => {
                numbers.extend(travelled(travel));
                numbers.extend(softness.iter().flat_map(soft));
                numbers.extend(max_force);
            }
            Axis::Free | Axis::Fixed => {}
        }),
        _ => {}
    }
    numbers.into_iter().map(f32::to_bits).collect()
}

#[test]
fn every_field_is_read() {
    for kind in KINDS {
        let joint = read(&full(kind, false));
        assert_eq!(joint.kind.name(), kind);
        assert_eq!((joint.a, joint.b), (0, 1));
        assert_eq!((joint.anchor_a, joint.anchor_b), (Vec3::new(0.1, -0.2, 0.3), Vec3::new(0.0, 0.2, 0.0)));
        assert_eq!(joint.softness, Some(Softness::Frequency { hertz: 5.0, damping_ratio: 0.5 }));
        assert_eq!((joint.break_force, joint.break_torque), (Some(100.0), Some(20.0)));
        assert_eq!((joint.max_force, joint.max_torque), (Some(50.0), keeps_angles(kind).then_some(10.0)));
        let stops = Softness::Spring { stiffness: 500.0, damping: 5.0 };
        assert_eq!(joint.limit_softness, has_stops(kind).then_some(stops));
        let travel = Travel {
            limit: Some([-0.5, 1.5]),
            motor: Some(Motor::at(-2.0).at_most(7.0)),
            servo: Some(Servo {
                target: 0.25,
                softness: Softness::Frequency { hertz: 4.0, damping_ratio: 0.5 },
                max_force: Some(6.0),
            }),
            friction: Some(0.75),
        };
        let others = if rubs(kind) { Travel::FREE.rubbing(0.75) } else { Travel::FREE };
        assert_eq!(joint.travel, if has_travel(kind) { travel } else { others });
        let cone = kind == "cone";
        assert_eq!((joint.swing, joint.twist), (cone.then_some(1.25), cone.then_some([-0.5, 0.75])));
        assert_eq!(joint.recovery_speed, Some([1.0, 5.0]));
        assert!(joint.collide);
        assert_eq!(joint.multiplier, Vec3::new(1.0, 2.0, 3.0));
        let torque = if has_torque(kind) { Vec3::new(4.0, 5.0, 6.0) } else { Vec3::ZERO };
        assert_eq!(joint.torque, torque);
        let frames = match has_frames(kind) {
            true => [Quat::from_xyzw(0.0, 0.6, 0.0, 0.8), Quat::from_xyzw(0.6, 0.0, 0.8, 0.0)],
            false => [Quat::IDENTITY; 2],
        };
        assert_eq!([joint.frame_a, joint.frame_b], frames, "{kind}");
    }
    assert_eq!(read(&full("distance", false)).kind, JointKind::Distance { min: 0.25, max: 0.75 });
    let mut axes = [Axis::Free; 6];
    axes[0] = Axis::Fixed;
    axes[2] = Axis::Moved {
        travel: Travel {
            limit: Some([-2.0, 2.0]),
            motor: Some(Motor::at(0.5)),
            servo: Some(Servo {
                target: 1.0,
                softness: Softness::Frequency { hertz: 2.0, damping_ratio: 1.0 },
                max_force: None,
            }),
            friction: Some(4.0),
        },
        softness: None,
        max_force: Some(9.0),
    };
    axes[4] = Axis::Soft(Softness::Frequency { hertz: 3.0, damping_ratio: 1.0 });
    axes[5] = Axis::Moved {
        travel: Travel { limit: Some([0.0, 1.0]), ..Travel::FREE },
        softness: Some(Softness::Spring { stiffness: 8.0, damping: 0.0 }),
        max_force: None,
    };
    assert_eq!(read(&full("six-dof", false)).kind, JointKind::six_dof(axes));
}

/// Both ends of every range.
#[test]
fn what_lies_at_the_edge_is_read() {
    use std::f64::consts::PI;
    let with = |kind: &str, field: &str, value: Value| {
        let mut joint = least(kind);
        joint[field] = value.clone();
        let document = with_joint(&joint);
        let scene = Scene::from_value(&document).unwrap_or_else(|error| panic!("{error}: {joint}"));
        assert_same(&Scene::from_json(&scene.to_json()).expect("its own text"), &scene);
        scene.joints[0].clone()
    };
    // π as f64 has it, and as f32
    for end in [PI, f64::from(std::f32::consts::PI)] {
        let limit = with("hinge", "limit", json!([-end, end])).travel.limit;
        assert_eq!(limit, Some([-std::f32::consts::PI, std::f32::consts::PI]));
        assert_eq!(with("cone", "swing", json!(end)).swing, Some(std::f32::consts::PI));
        with("cone", "twist", json!([-end, -end]));
        with("hinge", "servo", json!({ "target": -end, "hertz": 1e-3, "dampingRatio": 0 }));
        with("six-dof", "axes", json!({ "rx": { "limit": [-end, end] } }));
    }
    with("hinge", "limit", json!([0, 0]));
    with("hinge", "motor", json!({ "speed": -1e6, "maxForce": 0 }));
    with("slider", "limit", json!([-1e7, 1e7]));
    with("slider", "motor", json!({ "speed": 1e6, "maxForce": 1e30 }));
    with("slider", "servo", json!({ "target": 1e7, "hertz": 1e6, "dampingRatio": 100, "maxForce": 0 }));
    with("fixed", "maxForce", json!(0));
    with("fixed", "maxTorque", json!(1e30));
    with("distance", "min", json!(0));
    with("distance", "max", json!(1e7));
    with("cone", "swing", json!(1e-30));
    // stops that are not there yet may be soft
    with("hinge", "limitSoftness", json!({ "hertz": 3 }));
    // beyond a stop it presses against that
    let mut joint = least("slider");
    joint["limit"] = json!([0, 1]);
    joint["servo"] = json!({ "target": 5, "hertz": 2 });
    assert_eq!(read(&joint).travel, Travel::FREE.limited(0.0, 1.0).servo(Servo::to(5.0).hertz(2.0)));
}

#[test]
fn what_is_left_out_is_hard_unbroken_and_at_rest() {
    for kind in KINDS {
        let joint = read(&least(kind));
        let Joint { a, b, anchor_a, anchor_b, frame_a, frame_b, .. } = joint;
        let plain =
            Joint { frame_a, frame_b, ..Joint::new(joint.kind.clone(), (a, anchor_a), (b, anchor_b)) };
        assert_eq!(joint, plain);
        // and it is not written
        let text = Scene::from_value(&with_joint(&least(kind))).expect("a scene").to_json();
        let written: Value = serde_json::from_str(&text).expect("JSON");
        for field in OPTIONS {
            assert!(written["joints"][0].get(field).is_none(), "{kind}: {field}");
        }
    }
}

#[test]
fn softness_is_read_in_three_notations() {
    let soft = |softness: Value| {
        let mut joint = least("hinge");
        joint["softness"] = softness;
        read(&joint).softness.expect("a softness")
    };
    let frequency = |hertz, damping_ratio| Softness::Frequency { hertz, damping_ratio };
    assert_eq!(soft(json!({ "hertz": 2, "dampingRatio": 0 })), frequency(2.0, 0.0));
    assert_eq!(soft(json!({ "hertz": 2 })), frequency(2.0, 1.0));
    let spring = |stiffness, damping| Softness::Spring { stiffness, damping };
    assert_eq!(soft(json!({ "stiffness": 100, "damping": 3 })), spring(100.0, 3.0));
    assert_eq!(soft(json!({ "stiffness": 100 })), spring(100.0, 0.0));
    assert_eq!(soft(json!({ "stiffness": 0, "damping": 3 })), spring(0.0, 3.0));
    assert_eq!(soft(json!({ "cfm": 0.001, "erp": 0.2 })), Softness::Mixing { cfm: 0.001, erp: 0.2 });
}

#[test]
fn what_is_written_says_frames_and_the_softness_as_it_was_given() {
    for kind in KINDS {
        for softness in [json!({ "hertz": 4 }), json!({ "stiffness": 4 }), json!({ "cfm": 0.5, "erp": 0.25 })]
        {
            let mut joint = full(kind, true);
            joint["softness"] = softness.clone();
            let scene = Scene::from_value(&with_joint(&joint)).expect("a scene");
            let text = scene.to_json();
            let written: Value = serde_json::from_str(&text).expect("JSON");
            let written = &written["joints"][0];
            assert!(text.starts_with("{\"version\":2,"));
            assert_eq!(written["type"], kind);
            assert_eq!(written.get("frameA").is_some(), has_frames(kind));
            assert_eq!(written.get("torque").is_some(), has_torque(kind));
            assert!(written.get("axisA").is_none() && written.get("axisB").is_none());
            for (name, value) in softness.as_object().expect("an object") {
                assert_eq!(written["softness"][name].as_f64(), value.as_f64());
            }
            assert_eq!(written["softness"].as_object().expect("an object").len(), 2);
            assert_same(&Scene::from_json(&text).expect("its own text"), &scene);
        }
    }
}

#[test]
fn version_1_has_point_joints_and_says_what_version_2_has() {
    let fault = |joint: &Value| {
        let document = json!({ "version": 1, "bodies": bodies(), "joints": [joint] });
        let error = Scene::from_value(&document).expect_err(&joint.to_string());
        (error.path.expect("a path"), error.message)
    };
    for kind in &KINDS[1..] {
        let (path, message) = fault(&full(kind, true));
        assert_eq!(path, "joints[0].type");
        assert!(message.contains("version 2") && message.contains(kind), "{message}");
    }
    let mut all = full("hinge", false);
    for other in ["cone", "distance", "six-dof"] {
        let other = full(other, true);
        all.as_object_mut().expect("an object").extend(other.as_object().expect("an object").clone());
    }
    for field in
        OPTIONS.into_iter().chain(["frameA", "frameB", "axisA", "axisB", "torque", "min", "max", "axes"])
    {
        let mut joint = least("point");
        joint[field] = all[field].clone();
        let (path, message) = fault(&joint);
        assert_eq!(path, format!("joints[0].{field}"));
        assert!(message.contains("version 2"), "{message}");
    }
    let mut joint = least("point");
    joint["type"] = json!("weld");
    assert_eq!(fault(&joint).0, "joints[0].type");
    // and what it has it has in both
    joint["type"] = json!("point");
    joint["multiplier"] = json!([0, 9.81, 0]);
    let document = |version: u32| json!({ "version": version, "bodies": bodies(), "joints": [joint] });
    let [one, two] = [1, 2].map(|version| Scene::from_value(&document(version)).expect("a scene"));
    assert_eq!(one, two);
    assert_eq!(one.joints[0].multiplier, Vec3::new(0.0, 9.81, 0.0));
    assert!(one.to_json().starts_with("{\"version\":1,") && !one.to_json().contains("frame"));
}
