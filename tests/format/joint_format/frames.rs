//! Frames and lengths that are left out: the pose given says them.

use beadwork::Scene;
use beadwork::scene::{Body, Joint, JointKind, Motor};
use glam::{DQuat, DVec3, Quat, Vec3, swizzles::Vec3Swizzles};
use proptest::prelude::*;
use serde_json::json;

use super::*;

/// Those of b seen from a.
pub(super) struct Coordinates {
    /// x, y and z in a's frame, m.
    pub place: DVec3,
    /// Twist, and the swing about y and z, rad.
    pub angles: DVec3,
    /// A_y·B_z.
    pub hooke: f64,
    /// A_x and B_x in the world.
    pub axes: [DVec3; 2],
}

/// In f64, from the definitions: q_rel = (q_a F_a)* (q_b F_b) is a swing after a twist about x.
pub(super) fn coordinates(scene: &Scene, joint: &Joint) -> Coordinates {
    let [a, b] = [joint.a, joint.b].map(|body| &scene.bodies[body as usize]);
    let frame =
        |body: &Body, frame: Quat| body.rotation.as_dquat().normalize() * frame.as_dquat().normalize();
    let [world_a, world_b] = [frame(a, joint.frame_a), frame(b, joint.frame_b)];
    let end = |body: &Body, anchor: Vec3| {
        body.position.as_dvec3() + body.rotation.as_dquat().normalize() * anchor.as_dvec3()
    };
    let mut q: DQuat = world_a.conjugate() * world_b;
    if q.w < 0.0 {
        q = -q;
    }
    let twist = 2.0 * q.x.atan2(q.w);
    let half = DQuat::from_xyzw((twist / 2.0).sin(), 0.0, 0.0, (twist / 2.0).cos());
    let swing = q * half.conjugate();
    let (sine, cosine) = (swing.y.hypot(swing.z), swing.w);
    let angle = 2.0 * sine.atan2(cosine);
    let share = if sine < 1e-12 { 2.0 } else { angle / sine };
    assert!(swing.x.abs() < 1e-9, "a swing does not twist");
    Coordinates {
        place: world_a.conjugate() * (end(b, joint.anchor_b) - end(a, joint.anchor_a)),
        angles: DVec3::new(twist, share * swing.y, share * swing.z),
        hooke: (world_a * DVec3::Y).dot(world_b * DVec3::Z),
        axes: [world_a * DVec3::X, world_b * DVec3::X],
    }
}

fn direction() -> impl Strategy<Value = [f64; 3]> {
    // along the body's axes too, where several are least along x
    let part = prop_oneof![Just(0.0), Just(1.0), -1.0..1.0f64];
    [part.clone(), part.clone(), part].prop_filter("a direction", |x| x.iter().any(|x| x.abs() > 1e-3))
}

fn rotations() -> impl Strategy<Value = [f64; 4]> {
    let part = prop_oneof![Just(0.0), Just(1.0), -1.0..1.0f64];
    [part.clone(), part.clone(), part.clone(), part]
        .prop_filter("a rotation", |x| x.iter().any(|x| x.abs() > 0.1))
}

/// The rounding of an angle between two frames in f32, rad: 4 components each, half a step of 2⁻²⁴ and twice the half
/// angle. The poses, whose quaternions are normalised, add as much again.
const ROUNDING: f64 = 1e-6;

#[test]
fn a_rod_is_as_long_as_its_ends_are_apart() {
    let scene = Scene::from_value(&with_joint(&least("distance"))).expect("a scene");
    let joint = &scene.joints[0];
    let end = |body: u32, anchor: Vec3| {
        let body = &scene.bodies[body as usize];
        body.position.as_dvec3() + body.rotation.as_dquat().normalize() * anchor.as_dvec3()
    };
    let length = end(joint.a, joint.anchor_a).distance(end(joint.b, joint.anchor_b)) as f32;
    assert_eq!(joint.kind, JointKind::rod(length));
    // either end said, as long as that: no other rod
    for name in ["min", "max"] {
        let mut joint = least("distance");
        joint[name] = json!(length);
        assert_eq!(read(&joint).kind, JointKind::rod(length));
    }
}

#[test]
fn the_scenes_of_the_documentation_are_read() {
    let text = include_str!("../../../docs/scenes.md");
    let scenes: Vec<Scene> = text
        .split("```json\n")
        .skip(1)
        .map(|rest| rest.split("```").next().expect("an end"))
        .map(|text| {
            Scene::from_json(text).unwrap_or_else(|error| panic!("{:?}: {error}\n{text}", error.path))
        })
        .collect();
    assert!(scenes.iter().any(|scene| scene.joints.iter().any(|joint| !joint.is_plain())));
    // and their joints are shut, as far as their anchors go
    for joint in scenes.iter().flat_map(|scene| scene.joints.iter().map(move |joint| (scene, joint))) {
        let (scene, joint) = joint;
        let Coordinates { place, angles, .. } = coordinates(scene, joint);
        if !matches!(joint.kind, JointKind::Distance { .. }) {
            assert!(place.length() < 1e-6, "{joint:?} gapes");
            assert!(!joint.kind.has_frames() || angles.length() < 1e-6, "{joint:?} is bent");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// One side or none said: every angle is 0 in the pose given, and what is said is kept.
    #[test]
    fn frames_left_out_lie_where_every_angle_is_0(
        poses in [rotations(), rotations()], axis in direction(), frame in rotations(), way in 0usize..5,
        kind in prop::sample::select(vec!["hinge", "slider", "fixed", "universal", "cone", "six-dof"]),
    ) {
        let mut joint = bare(kind);
        match way {
            0 => joint["axisA"] = json!(axis),
            1 => joint["axisB"] = json!(axis),
            2 => joint["frameA"] = json!(frame),
            3 => joint["frameB"] = json!(frame),
            // hinges and sliders need an axis
            _ => joint = least(kind),
        }
        let mut document = with_joint(&joint);
        document["bodies"][0]["rotation"] = json!(poses[0]);
        document["bodies"][1]["rotation"] = json!(poses[1]);
        let scene = Scene::from_value(&document).expect("a scene");
        let joint = &scene.joints[0];
        let Coordinates { angles, hooke, .. } = coordinates(&scene, joint);
        prop_assert!(angles.length() < ROUNDING && hooke.abs() < ROUNDING, "{angles} {hooke}");
        let said = if way % 2 == 0 { joint.frame_a } else { joint.frame_b }.as_dquat();
        match way {
            0 | 1 => {
                let x = DVec3::from_array(axis).normalize();
                prop_assert!((said * DVec3::X).distance(x) < ROUNDING);
                // y: the axis least along x, made perpendicular
                let least = x.abs().min_element();
                let k = x.abs().to_array().into_iter().position(|along| along == least).expect("one of three");
                let y = DVec3::AXES[k] - x[k] * x;
                prop_assert!((said * DVec3::Y).distance(y.normalize()) < ROUNDING);
            }
            2 | 3 => {
                let [x, y, z, w] = frame;
                let same = said.dot(DQuat::from_xyzw(x, y, z, w).normalize());
                prop_assert!((same - 1.0).abs() < ROUNDING, "{same}");
            }
            _ => prop_assert_eq!(joint.frame_a, Quat::IDENTITY),
        }
    }

    /// Both said, and not by two frames: x as given, and no twist.
    #[test]
    fn two_axes_are_kept_and_do_not_twist(
        poses in [rotations(), rotations()], axes in [direction(), direction()], frame in rotations(), way in 0usize..3,
        kind in prop::sample::select(vec!["hinge", "slider", "fixed", "universal", "cone", "six-dof"]),
    ) {
        let mut joint = bare(kind);
        match way {
            0 => (joint["axisA"], joint["axisB"]) = (json!(axes[0]), json!(axes[1])),
            1 => (joint["frameA"], joint["axisB"]) = (json!(frame), json!(axes[1])),
            _ => (joint["axisA"], joint["frameB"]) = (json!(axes[0]), json!(frame)),
        }
        let mut document = with_joint(&joint);
        document["bodies"][0]["rotation"] = json!(poses[0]);
        document["bodies"][1]["rotation"] = json!(poses[1]);
        let scene = Scene::from_value(&document).expect("a scene");
        let joint = &scene.joints[0];
        let Coordinates { angles, hooke, axes: seen, .. } = coordinates(&scene, joint);
        let x = |which: usize| scene.bodies[which].rotation.as_dquat().normalize() * DVec3::from_array(axes[which]).normalize();
        prop_assert!(way == 1 || seen[0].distance(x(0)) < ROUNDING);
        prop_assert!(way == 2 || seen[1].distance(x(1)) < ROUNDING);
        let swing = angles.yz().length();
        if kind == "universal" {
            // bent at right angles about z, the cross is flat, and any way is as good
            prop_assert!(hooke.abs() < 2.0 * ROUNDING, "{hooke}");
        } else if std::f64::consts::PI - swing > 1e-2 {
            // next to a swing of a half turn the twist has no meaning
            prop_assert!(angles.x.abs() < ROUNDING / (std::f64::consts::PI - swing).min(1.0), "{angles}");
        }
    }
}

/// Joints made in Rust at a point of the world and about an axis of the world.
#[test]
fn a_joint_that_is_placed_is_shut_and_turned_as_told() {
    let mut scene = Scene::from_value(&with_joint(&least("point"))).expect("a scene");
    let (point, along) = (DVec3::new(0.2, 1.7, -0.1), DVec3::new(1.0, -2.0, 0.5));
    let place = Joint::at(&scene.bodies, [1, 0], point).axis(along);
    let axes =
        [Axis::Fixed, Axis::Free, Axis::Free, Axis::Free, Axis::Free, Axis::Soft(Softness::hertz(2.0))];
    let joints = [
        place.point(),
        place.hinge(),
        place.slider(),
        place.fixed(),
        place.universal(),
        place.cone(),
        Joint::between(&scene.bodies, [1, 0], [point, point + along]).rod(),
        place.six_dof(axes),
        place.cone_within(1.0, [-0.5, 0.25]),
    ];
    let names: Vec<&str> = joints.iter().map(|joint| joint.kind.name()).collect();
    assert_eq!(
        names,
        ["point", "hinge", "slider", "fixed", "universal", "cone", "distance", "six-dof", "cone"]
    );
    scene.joints = joints.into();
    scene.check().expect("sound");
    assert_same(&Scene::from_json(&scene.to_json()).expect("its own text"), &scene);
    for joint in &scene.joints {
        assert_eq!((joint.a, joint.b), (1, 0));
        let Coordinates { place, angles, axes, .. } = coordinates(&scene, joint);
        if let JointKind::Distance { max: length, .. } = joint.kind {
            assert!((f64::from(length) - along.length()).abs() < 1e-6, "{length}");
            assert!((place.length() - along.length()).abs() < 1e-6, "{place}");
            continue;
        }
        assert!(place.length() < 1e-6, "{joint:?} gapes");
        if joint.kind.has_frames() {
            assert!(
                angles.length() < ROUNDING && axes[0].distance(along.normalize()) < ROUNDING,
                "{joint:?}"
            );
        }
    }
    // without an axis its axes are those of the first body
    assert_eq!(Joint::at(&scene.bodies, [1, 0], point).hinge().frame_a, Quat::IDENTITY);
    let firm = place
        .hinge()
        .soft(Softness::hertz(3.0))
        .breaks_at_force(5.0)
        .breaks_at_torque(6.0)
        .recovers_at(1.0, 2.0);
    assert_eq!(firm.softness, Some(Softness::Frequency { hertz: 3.0, damping_ratio: 1.0 }));
    assert_eq!(
        (firm.break_force, firm.break_torque, firm.recovery_speed),
        (Some(5.0), Some(6.0), Some([1.0, 2.0]))
    );
    let yielding = place.fixed().yields_at_force(7.0).yields_at_torque(8.0);
    assert_eq!((yielding.max_force, yielding.max_torque), (Some(7.0), Some(8.0)));
}

/// Stops, motors and servos of joints made in Rust.
#[test]
fn a_joint_that_is_placed_is_limited_and_driven_as_told() {
    let mut scene = Scene::from_value(&with_joint(&least("point"))).expect("a scene");
    let place = Joint::at(&scene.bodies, [1, 0], DVec3::new(0.2, 1.7, -0.1));
    let servo = Servo {
        target: 0.5,
        softness: Softness::Frequency { hertz: 4.0, damping_ratio: 0.25 },
        max_force: Some(9.0),
    };
    let travel = Travel {
        limit: Some([-1.0, 2.0]),
        motor: Some(Motor::at(3.0).at_most(6.0)),
        servo: Some(servo),
        friction: Some(0.5),
    };
    let servo = Servo::to(0.5).hertz(4.0).damped(0.25).at_most(9.0);
    let driven = |joint: Joint| joint.limited(-1.0, 2.0).driven(3.0, 6.0).servo(servo).rubbing(0.5);
    let mut axes = [Axis::Fixed; 6];
    axes[3] = Axis::moved(travel);
    let cone = place.cone_within(1.25, [-0.5, 0.75]).stops_soft(Softness::hertz(9.0));
    scene.joints =
        vec![driven(place.hinge()), driven(place.slider()), place.six_dof(axes), place.rope(2.0), cone];
    scene.check().expect("sound");
    assert_same(&Scene::from_json(&scene.to_json()).expect("its own text"), &scene);
    let [hinge, slider, six, rope, cone] = &scene.joints[..] else { unreachable!("five") };
    assert_eq!((hinge.travel, slider.travel), (travel, travel));
    let moved = Axis::Moved { travel, softness: None, max_force: None };
    assert!(matches!(&six.kind, JointKind::SixDof { axes } if axes[3] == moved));
    assert_eq!(rope.kind, JointKind::Distance { min: 0.0, max: 2.0 });
    assert_eq!((cone.swing, cone.twist), (Some(1.25), Some([-0.5, 0.75])));
    assert_eq!(cone.limit_softness, Some(Softness::Frequency { hertz: 9.0, damping_ratio: 1.0 }));
    // unless it is set otherwise
    assert_eq!(
        Servo::to(1.0),
        Servo {
            target: 1.0,
            softness: Softness::Frequency { hertz: 5.0, damping_ratio: 1.0 },
            max_force: None
        }
    );
}
