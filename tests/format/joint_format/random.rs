//! Scenes of all kinds at random. A sound one is written and read back to the same bits, any other is refused with a
//! path, and nothing panics.

use beadwork::scene::{Axis, Hold, Joint, JointKind, Motor, Servo, Softness, Travel};
use beadwork::{Code, Scene};
use glam::{Quat, Vec3};
use proptest::prelude::*;
use proptest::strategy::Union;
use serde_json::{Map, Value, json};

use super::*;

/// Any finite f32 up to `most` in size, denormals and both zeros among them.
fn within(most: f32) -> impl Strategy<Value = f32> + Clone {
    prop_oneof![any::<f32>(), -most..=most].prop_map(move |x| if x.abs() <= most { x } else { 0.5 * most })
}

fn vector(most: f32) -> impl Strategy<Value = Vec3> {
    [within(most), within(most), within(most)].prop_map(Vec3::from_array)
}

fn rotation() -> impl Strategy<Value = Quat> {
    vector(10.0).prop_map(|axis| Quat::from_scaled_axis(axis).normalize())
}

fn softness() -> impl Strategy<Value = Softness> {
    // both ends of each range, and zeros of either sign
    prop_oneof![
        (
            prop_oneof![Just(1e-3), Just(1e6), 1e-3f32..1e6],
            prop_oneof![Just(-0.0), Just(100.0), 0.0f32..100.0]
        )
            .prop_map(|(hertz, damping_ratio)| Softness::Frequency { hertz, damping_ratio }),
        (prop_oneof![Just(1e18), 1e-9f32..1e6], prop_oneof![Just(0.0), Just(-0.0), 0.0f32..1e18])
            .prop_map(|(stiffness, damping)| Softness::Spring { stiffness, damping }),
        (prop_oneof![Just(0.0), Just(1e-40), 0.0f32..1e18], prop_oneof![Just(0.0), Just(1.0), 0.0f32..1.0])
            .prop_map(|(cfm, erp)| Softness::Mixing { cfm, erp }),
    ]
}

/// What caps a force, N or N m.
fn cap() -> impl Strategy<Value = Option<f32>> {
    proptest::option::of(prop_oneof![Just(0.0), Just(-0.0), Just(1e30), Just(1e-40), 0.0f32..1e6])
}

/// Two numbers up to `most` in size, the lower first.
fn range(most: f32) -> impl Strategy<Value = [f32; 2]> {
    let ends = || prop_oneof![Just(-most), Just(most), Just(0.0), within(most)];
    (ends(), ends()).prop_map(|(one, other)| if one <= other { [one, other] } else { [other, one] })
}

/// `most`: how far its coordinate goes.
fn travels(most: f32) -> BoxedStrategy<Travel> {
    let damping = proptest::option::of(prop_oneof![Just(1e-9f32), Just(1e18), 1e-3f32..1e6]);
    let motor = (within(1e6), damping, cap()).prop_map(|(speed, damping, max_force)| Motor {
        speed,
        damping,
        max_force,
    });
    let ratio = prop_oneof![Just(1.0), Just(-0.0), 0.0f32..100.0];
    let frequency =
        (1e-3f32..1e6, ratio).prop_map(|(hertz, damping_ratio)| Softness::Frequency { hertz, damping_ratio });
    let spring =
        (0.0f32..1e18, 1e-9f32..1e6).prop_map(|(stiffness, damping)| Softness::Spring { stiffness, damping });
    let servo = (within(most), prop_oneof![frequency, spring], cap())
        .prop_map(|(target, softness, max_force)| Servo { target, softness, max_force });
    let of = proptest::option::of::<BoxedStrategy<Motor>>;
    (proptest::option::of(range(most)), of(motor.boxed()), proptest::option::of(servo), cap())
        .prop_map(|(limit, motor, servo, friction)| {
            // a servo has a damping of its own
            let motor = motor.map(|motor| match servo {
                Some(_) => Motor { damping: None, ..motor },
                None => motor,
            });
            Travel { limit, motor, servo, friction }
        })
        .boxed()
}

const WAY: f32 = 1e7;
const ANGLE: f32 = std::f32::consts::PI;

fn axis(most: f32) -> BoxedStrategy<Axis> {
    let moved =
        (travels(most), proptest::option::of(softness()), cap()).prop_map(|(travel, softness, max_force)| {
            let damped = travel.motor.is_some_and(|motor| motor.damping.is_some());
            let softness = if travel.servo.is_some() || damped { None } else { softness };
            let drawn = travel.motor.is_some() || travel.servo.is_some() || softness.is_some();
            match (travel, softness, max_force.filter(|_| drawn)) {
                (Travel::FREE, None, _) => Axis::Free,
                (Travel::FREE, Some(softness), None) => Axis::Soft(softness),
                (travel, softness, max_force) => Axis::Moved { travel, softness, max_force },
            }
        });
    prop_oneof![Just(Axis::Free), Just(Axis::Fixed), softness().prop_map(Axis::Soft), moved].boxed()
}

/// By its place in `KINDS`.
fn kind(which: usize) -> BoxedStrategy<JointKind> {
    match KINDS[which] {
        "point" => Just(JointKind::Point).boxed(),
        "hinge" => Just(JointKind::Hinge).boxed(),
        "slider" => Just(JointKind::Slider).boxed(),
        "fixed" => Just(JointKind::Fixed).boxed(),
        "universal" => Just(JointKind::Universal).boxed(),
        "cone" => Just(JointKind::Cone).boxed(),
        "distance" => prop_oneof![
            (1e-6f32..1e7).prop_map(JointKind::rod),
            (1e-6f32..1e7, prop_oneof![Just(0.0), Just(-0.0), Just(1e-40), 0.0f32..1e7])
                .prop_map(|(max, min)| JointKind::Distance { min: min.min(max), max }),
        ]
        .boxed(),
        _ => [axis(WAY), axis(WAY), axis(WAY)]
            .prop_flat_map(|[x, y, z]| {
                let turns = [axis(ANGLE), axis(ANGLE), axis(ANGLE)];
                turns.prop_map(move |[rx, ry, rz]| [x, y, z, rx, ry, rz])
            })
            .prop_filter("something held", |axes| axes.iter().any(|axis| *axis != Axis::Free))
            .prop_map(JointKind::six_dof)
            .boxed(),
    }
}

fn joints() -> impl Strategy<Value = Joint> {
    (0..KINDS.len()).prop_flat_map(joint)
}

fn joint(which: usize) -> BoxedStrategy<Joint> {
    let bears = || proptest::option::of(1e-18f32..1e18);
    let firmness = (
        proptest::option::of(softness()),
        bears(),
        bears(),
        proptest::option::of([1e-6f32..1e6, 1e-6f32..1e6]),
        [cap(), cap()],
        any::<bool>(),
    );
    let travel = travels(if KINDS[which] == "slider" { WAY } else { ANGLE });
    let swing = proptest::option::of(prop_oneof![Just(ANGLE), Just(1e-40), 1e-6f32..3.0]);
    let stops = (travel, swing, proptest::option::of(range(ANGLE)), proptest::option::of(softness()));
    let frames = [rotation(), rotation()];
    let vectors = [vector(1e6), vector(1e6), vector(1e18), vector(1e18)];
    (kind(which), 0u32..2, frames.boxed(), vectors.boxed(), firmness.boxed(), stops.boxed())
        .prop_map(|(kind, a, frames, vectors, firmness, stops)| {
            let [anchor_a, anchor_b, multiplier, torque] = vectors;
            let [frame_a, frame_b] = if kind.has_frames() { frames } else { [Quat::IDENTITY; 2] };
            let torque = if kind.has_angular_rows() { torque } else { Vec3::ZERO };
            let (softness, break_force, break_torque, recovery_speed, [max_force, max_torque], collide) =
                firmness;
            let (travel, swing, twist, limit_softness) = stops;
            let name = kind.name();
            let cone = name == "cone";
            Joint {
                frame_a,
                frame_b,
                softness,
                travel: match () {
                    () if has_travel(name) => travel,
                    () if rubs(name) => Travel { friction: travel.friction, ..Travel::FREE },
                    () => Travel::FREE,
                },
                swing: swing.filter(|_| cone),
                twist: twist.filter(|_| cone),
                limit_softness: limit_softness.filter(|_| has_stops(name)),
                max_force,
                max_torque: max_torque.filter(|_| keeps_angles(name)),
                break_force,
                break_torque,
                recovery_speed,
                collide,
                multiplier,
                torque,
                ..Joint::new(kind, (a, anchor_a), (1 - a, anchor_b))
            }
        })
        .boxed()
}

/// A value that a field may well have, seldom one that none has.
fn value_of(field: &'static str) -> BoxedStrategy<Value> {
    let number = || {
        prop_oneof![
            3 => Just(0.5),
            3 => Just(1.0),
            6 => 0.0..5.0f64,
            1 => -2.0..0.0f64,
            1 => any::<f64>(),
            1 => any::<f32>().prop_map(f64::from),
        ]
    };
    let list = |n: usize| proptest::collection::vec(number(), n..=n).prop_map(|list| json!(list));
    let softness = || {
        let name =
            prop::sample::select(vec!["hertz", "dampingRatio", "stiffness", "damping", "cfm", "erp", "x"]);
        let any = proptest::collection::vec((name, number()), 0..3).prop_map(|fields| {
            json!(fields.into_iter().map(|(name, x)| (name.into(), json!(x))).collect::<Map<String, Value>>())
        });
        let notation =
            prop::sample::select(vec![["hertz", "dampingRatio"], ["stiffness", "damping"], ["cfm", "erp"]]);
        let one = (notation, number(), 0.0..1.0).prop_map(|([one, other], x, y)| json!({ one: x, other: y }));
        prop_oneof![1 => any, 3 => one]
    };
    let limit = || {
        prop_oneof![
            1 => [number(), number()],
            3 => (-3.0..0.0f64, 0.0..3.0f64).prop_map(|(low, high)| [low, high]),
        ]
        .prop_map(|ends| json!(ends))
    };
    let some = |fields: &[(&'static str, f64)]| {
        let fields: Vec<_> = fields
            .iter()
            .map(|&(name, often)| (Just(name), proptest::option::weighted(often, number())))
            .collect();
        fields.prop_map(|fields| {
            let there = fields.into_iter().filter_map(|(name, x)| Some((name.into(), json!(x?))));
            json!(there.collect::<Map<String, Value>>())
        })
    };
    let motor = || some(&[("speed", 0.99), ("maxForce", 0.5), ("force", 0.01)]);
    let servo = || some(&[("target", 0.99), ("hertz", 0.99), ("dampingRatio", 0.5), ("maxForce", 0.5)]);
    let well = match field {
        "type" => prop::sample::select(KINDS.to_vec()).prop_map(|kind| json!(kind)).boxed(),
        "a" => prop::sample::select(vec![0, 0, 0, 0, 2]).prop_map(|body| json!(body)).boxed(),
        "b" => prop::sample::select(vec![1, 1, 1, 1, 1, 1, 2, 3]).prop_map(|body| json!(body)).boxed(),
        "anchorA" | "anchorB" | "axisA" | "axisB" | "multiplier" | "torque" => list(3).boxed(),
        "frameA" | "frameB" => list(4).boxed(),
        "recoverySpeed" => list(2).boxed(),
        "breakForce" | "breakTorque" | "maxForce" | "maxTorque" | "friction" | "min" | "max" | "swing" => {
            number().prop_map(|x| json!(x)).boxed()
        }
        "collide" => any::<bool>().prop_map(|collide| json!(collide)).boxed(),
        "softness" | "limitSoftness" => softness().boxed(),
        "limit" | "twist" => limit().boxed(),
        "motor" => motor().boxed(),
        "servo" => servo().boxed(),
        _ => {
            let name = prop::sample::select(vec!["x", "y", "z", "rx", "ry", "rz", "w"]);
            let axis = prop_oneof![
                Just(json!("free")),
                Just(json!("fixed")),
                softness().prop_map(|softness| json!({ "softness": softness })),
                motor().prop_map(|motor| json!({ "motor": motor })),
                number().prop_map(|friction| json!({ "friction": friction })),
                (limit(), servo()).prop_map(|(limit, servo)| json!({ "limit": limit, "servo": servo })),
                (softness(), motor(), number()).prop_map(
                    |(softness, motor, x)| json!({ "softness": softness, "motor": motor, "maxForce": x })
                ),
                number().prop_map(|x| json!(x)),
            ];
            proptest::collection::vec((name, axis), 0..5)
                .prop_map(|axes| {
                    json!(
                        axes.into_iter()
                            .map(|(name, axis)| (name.into(), axis))
                            .collect::<Map<String, Value>>()
                    )
                })
                .boxed()
        }
    };
    let odd =
        prop::sample::select(vec![json!(null), json!(true), json!({}), json!([]), json!("x"), json!(-1)]);
    Union::new_weighted(vec![(30, well), (1, odd.boxed())]).boxed()
}

/// A joint of any kind with some of all fields that there are, those that every kind needs almost always.
fn documents() -> impl Strategy<Value = Value> {
    const NEEDED: [&str; 5] = ["type", "a", "b", "anchorA", "anchorB"];
    const OTHERS: [&str; 9] =
        ["frameA", "frameB", "axisA", "axisB", "multiplier", "torque", "min", "max", "axes"];
    let others = [&OTHERS[..], &OPTIONS[..]].concat();
    let field = |name: &'static str, often: f64| {
        proptest::option::weighted(often, value_of(name))
            .prop_map(move |value| value.map(|value| (name, value)))
    };
    let needed: Vec<_> = NEEDED.into_iter().map(|name| field(name, 0.99).boxed()).collect();
    // mostly fields that the kind has
    (needed, proptest::collection::vec(prop::sample::select(others), 0..6))
        .prop_flat_map(move |(needed, others)| {
            let kind = needed[0].as_ref().and_then(|(_, kind)| kind.as_str()).unwrap_or_default().to_string();
            let fitting = |name: &&str| match *name {
                "min" | "max" => kind == "distance",
                "axes" => kind == "six-dof",
                "torque" => has_torque(&kind),
                name if OPTIONS.contains(&name) => takes(&kind, name),
                name if name.starts_with("frame") || name.starts_with("axis") => has_frames(&kind),
                _ => true,
            };
            let always = (kind == "six-dof").then_some("axes");
            let others: Vec<_> = others
                .into_iter()
                .filter(fitting)
                .chain(always)
                .map(|name| field(name, 0.99).boxed())
                .collect();
            (Just(needed), others)
        })
        .prop_map(|(needed, others)| {
            let fields = needed.into_iter().chain(others).flatten();
            let joint: Map<String, Value> = fields.map(|(name, value)| (name.into(), value)).collect();
            json!({ "version": 2, "bodies": bodies(), "joints": [joint] })
        })
}

/// Whether nothing holds it back, be it said by a friction of 0.
fn free(axis: &Axis) -> bool {
    match axis {
        Axis::Free => true,
        Axis::Moved { travel, softness: None, .. } => {
            *travel == Travel { friction: travel.friction, ..Travel::FREE } && travel.friction == Some(0.0)
        }
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_is_written_reads_back_to_the_same_bits(joints in proptest::collection::vec(joints(), 1..6)) {
        let mut scene = Scene::from_value(&with_joint(&least("point"))).expect("a scene");
        scene.joints = joints;
        scene.check().expect("sound");
        let text = scene.to_json();
        let back = Scene::from_json(&text).unwrap_or_else(|error| panic!("{:?}: {error}\n{text}", error.path));
        assert_same(&back, &scene);
        // the format and the solvers are of one mind on what bears a torque
        // a cone may, and does where it has stops or rubs
        assert!(scene.joints.iter().all(|joint| match &joint.kind {
            JointKind::Cone => {
                let rubs = joint.travel.friction.is_some_and(|friction| friction > 0.0);
                Hold::of(joint).turns() == (joint.swing.is_some() || joint.twist.is_some() || rubs)
            }
            // an axis that only rubs, with nothing, may bear a torque and never does
            JointKind::SixDof { axes } => Hold::of(joint).turns() == axes[3..].iter().any(|axis| !free(axis)),
            kind => Hold::of(joint).turns() == kind.has_angular_rows(),
        }));
        let one = scene.joints.iter().all(|joint| joint.is_plain() && !joint.collide);
        let version = if one { 1 } else { 2 };
        assert!(text.starts_with(&format!("{{\"version\":{version},")));
    }

    #[test]
    fn settings_lead_from_any_joint_of_a_kind_to_any_other(
        [one, other] in (0..KINDS.len()).prop_flat_map(|which| [joint(which), joint(which)]),
    ) {
        let bodies = Scene::from_value(&with_joint(&least("point"))).expect("a scene").bodies;
        let made = one.with(&other.settings(), &bodies).unwrap_or_else(|error| panic!("{:?}: {error}", error.path));
        // its load stays, as far as it may bear that
        let torque = if other.kind.has_angular_rows() { one.torque } else { Vec3::ZERO };
        let once_brittle = one.is_brittle();
        let same = Joint { a: one.a, b: one.b, multiplier: one.multiplier, torque, once_brittle, ..other };
        assert_eq!(made, same);
        assert_eq!(bits(&made), bits(&same));
    }
}

#[test]
fn ten_thousand_joints_at_random() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let documents = documents();
    let (mut sound, mut with) = ([0; KINDS.len()], [0; OPTIONS.len()]);
    for _ in 0..10_000 {
        let document = documents.new_tree(&mut runner).expect("a document").current();
        match Scene::from_json(&document.to_string()) {
            Ok(scene) => {
                let back =
                    Scene::from_json(&scene.to_json()).unwrap_or_else(|error| panic!("{error}: {document}"));
                assert_same(&back, &scene);
                let kind = KINDS.iter().position(|kind| *kind == scene.joints[0].kind.name());
                sound[kind.expect("a kind")] += 1;
                for (count, field) in with.iter_mut().zip(OPTIONS) {
                    *count += u32::from(document["joints"][0].get(field).is_some());
                }
            }
            Err(error) => {
                assert_eq!(error.code, Code::Scene);
                let path = error.path.expect("a path");
                assert!(path.starts_with("joints[0]"), "{path}: {document}");
                assert!(error.message.ends_with('.') && error.message.len() < 400, "{}", error.message);
            }
        }
    }
    // of each kind enough that are scenes, and enough that are none
    println!("{sound:?} {with:?}");
    assert!(sound.iter().all(|&count| count > 50), "{sound:?}");
    // a hinge or slider that happens to say no axis is none
    assert!(with.iter().all(|&count| count > 15), "{with:?}");
    assert!(sound.iter().sum::<usize>() < 8000, "{sound:?}");
}
