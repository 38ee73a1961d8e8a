//! What can be done with joints of every kind besides solving them: breaking, pins, cuts, states, describing.

use crate::common::either::Either;
use crate::common::mixed::{KINDS, Random, scene};
use crate::common::*;
use crate::scenes::{Build, along};
use beadwork::cpu::Twin;
use beadwork::scene::{Axis, Body, Joint, JointKind, Motor, Servo, Softness, Solid, Travel};
use beadwork::simulation::JointState::{Free, Held, High, Low, Saturated};
use beadwork::simulation::{JointReading, JointState};
use beadwork::{Scene, State};
use glam::{DQuat, DVec3, Quat, Vec3};
use serde_json::{Value, json};

const WAYS: [&str; 2] = ["pulled", "projected"];

fn changes(positions: &str) -> Value {
    json!({"solver": "direct", "positions": positions})
}

/// A ball of 2 kg under a fixed one, by a joint that bears so much.
fn hanging(kind: JointKind, force: f32) -> Scene {
    let ball = |y: f32, fixed: bool| Body {
        position: Vec3::new(0.0, y, 0.0),
        mass: 2.0,
        inertia: Vec3::splat(0.01),
        fixed,
        ..Body::of(Solid::Sphere, 0.1)
    };
    let end = Vec3::new(0.0, -0.5, 0.0);
    let joint = Joint { break_force: Some(force), ..Joint::new(kind, (0, end), (1, -end)) };
    Scene {
        gravity: Some(Vec3::new(0.0, -10.0, 0.0)),
        bodies: vec![ball(2.0, true), ball(1.0, false)],
        joints: vec![joint],
        ..Scene::default()
    }
}

#[test]
fn a_joint_breaks_above_its_force_and_holds_below() {
    for kind in [JointKind::Point, JointKind::Hinge, JointKind::Fixed] {
        for positions in WAYS {
            for (force, breaks) in [(19.9, true), (20.1, false)] {
                let scene = hanging(kind.clone(), force);
                let mut twin = Twin::new(&scene, parameters(changes(positions))).expect("a twin");
                let mut gpu = simulation(&scene, changes(positions));
                twin.step(30);
                step(&mut gpu, 30);
                for (who, state) in [("twin", twin.state()), ("gpu", state(&mut gpu))] {
                    let what = format!("{who}, {}, {positions}, {force} N", kind.name());
                    let fell = 1.0 - state.positions[4];
                    assert_eq!(state.broken, if breaks { vec![0] } else { vec![] }, "{what}");
                    // it holds through the substep in which it breaks: 29 free substeps of 30
                    let free = 10.0 / 3600.0 * (29.0 * 30.0 / 2.0);
                    let wanted = if breaks { free } else { 0.0 };
                    assert!((fell - wanted).abs() < 2e-4, "{what}: it fell {fell} m, not {wanted}");
                }
                assert_eq!(
                    pollster::block_on(gpu.describe().unwrap()).unwrap().joints.len(),
                    usize::from(!breaks)
                );
            }
        }
    }
}

/// A ball of 2 kg, 1 m beside a fixed one, at an arm of half of that: 10 N m.
fn held_out(kind: JointKind) -> Scene {
    let below = hanging(kind, 1e9);
    let mut scene = Scene { joints: vec![], ..below.clone() };
    scene.bodies[1].position = Vec3::new(1.0, 2.0, 0.0);
    let end = Vec3::new(0.5, 0.0, 0.0);
    let frame = Quat::from_rotation_x(0.3);
    let joint = Joint::new(below.joints[0].kind.clone(), (0, end), (1, -end));
    scene.joints.push(Joint { frame_a: frame, frame_b: frame, ..joint });
    scene
}

/// Where the ball is after half a second, on the twin and on the device.
fn heights(scene: &Scene, positions: &str) -> [(f32, Vec<u32>); 2] {
    let mut twin = Twin::new(scene, parameters(changes(positions))).expect("a twin");
    let mut gpu = simulation(scene, changes(positions));
    twin.step(30);
    step(&mut gpu, 30);
    [twin.state(), state(&mut gpu)].map(|state| (state.positions[4], state.broken))
}

#[test]
fn a_joint_breaks_above_its_torque_and_holds_below() {
    for kind in [JointKind::Hinge, JointKind::Fixed] {
        for (positions, (torque, breaks)) in
            WAYS.into_iter().flat_map(|way| [(9.9, true), (10.1, false)].map(|case| (way, case)))
        {
            let mut scene = held_out(kind.clone());
            scene.joints[0].break_torque = Some(torque);
            for (who, (height, broken)) in ["twin", "gpu"].into_iter().zip(heights(&scene, positions)) {
                let what = format!("{who}, {}, {positions}, {torque} N m: at {height} m", kind.name());
                assert_eq!(broken, if breaks { vec![0] } else { vec![] }, "{what}");
                assert_eq!(height < 1.9, breaks, "{what}");
            }
        }
    }
}

#[test]
fn what_holds_an_angle_gives_way_above_its_largest_torque() {
    for (positions, (torque, yields)) in
        WAYS.into_iter().flat_map(|way| [(9.0, true), (11.0, false)].map(|case| (way, case)))
    {
        let mut scene = held_out(JointKind::Fixed);
        // about each axis of its frame
        let level = (Quat::IDENTITY, Quat::IDENTITY);
        (scene.joints[0].frame_a, scene.joints[0].frame_b) = level;
        scene.joints[0].max_torque = Some(torque);
        for (who, (height, _)) in ["twin", "gpu"].into_iter().zip(heights(&scene, positions)) {
            // 1 N m turns it at 1/(m/4 + I) rad/s²
            let sank = 0.5 * 1.0 / 0.51 * 0.5 * 0.25;
            let wanted = if yields { 2.0 - sank } else { 2.0 };
            let off = f64::from(height) - wanted;
            assert!(
                off.abs() < 3e-3 * sank,
                "{who}, {positions}, {torque} N m: at {height} m, not at {wanted}"
            );
        }
    }
}

fn same(what: &str, one: &State, other: &State) {
    let bits = |state: &State| {
        let arrays =
            [&state.positions, &state.rotations, &state.linear_velocities, &state.angular_velocities];
        let rest = [&state.multipliers, &state.torques];
        arrays.into_iter().chain(rest).flatten().map(|x| x.to_bits()).collect::<Vec<u32>>()
    };
    assert!(bits(one) == bits(other), "{what}: other bits");
    assert_eq!(one.broken, other.broken, "{what}");
}

#[test]
fn a_state_and_a_description_resume_to_the_same_bits() {
    for (seed, positions) in [(1, "pulled"), (2, "projected"), (3, "pulled"), (4, "projected")] {
        let mut random = Random::new(seed);
        let mut first = scene(&mut random, 14, 4.0, &KINDS, seed as usize % 3);
        // some that break on the way; a description is resumed of what did not break
        if seed < 3 {
            first.joints.iter_mut().step_by(4).for_each(|joint| joint.break_force = Some(60.0));
        }
        let mut gpu = simulation(&first, changes(positions));
        step(&mut gpu, 10);
        let middle = state(&mut gpu);
        let described = pollster::block_on(gpu.describe().unwrap()).unwrap();
        step(&mut gpu, 10);
        let end = state(&mut gpu);

        let mut again = simulation(&first, changes(positions));
        step(&mut again, 3);
        again.write_state(&middle).expect("a state");
        step(&mut again, 10);
        same(&format!("state {seed}"), &state(&mut again), &end);

        assert_eq!(end.broken.is_empty(), seed > 2, "scene {seed}: what broke is other");
        if end.broken.is_empty() {
            let mut resumed = simulation(&described, changes(positions));
            step(&mut resumed, 10);
            same(&format!("description {seed}"), &state(&mut resumed), &end);
        }
    }
}

#[test]
fn pins_and_cuts_do_on_the_gpu_what_they_do_on_the_twin() {
    for seed in 0..6 {
        let mut random = Random::new(50 + seed);
        let scene = scene(&mut random, 12, 3.0, &KINDS, 2);
        for positions in WAYS {
            let mut twin = Twin::new(&scene, parameters(changes(positions))).expect("a twin");
            let mut gpu = simulation(&scene, changes(positions));
            let mut both = |act: &dyn Fn(&mut beadwork::Simulation)| {
                act(&mut twin);
                act(&mut gpu);
                twin.step(4);
                step(&mut gpu, 4);
                let (ours, theirs) = (state(&mut gpu), twin.state());
                let off = worst(&ours.positions, theirs.positions.iter().map(|&x| f64::from(x)));
                assert!(off.difference < 2e-4, "{positions}, {seed}: {off:?}");
            };
            both(&|_| {});
            both(&|s| s.set_fixed(5, true).expect("a pin"));
            both(&|s| s.cut(3).expect("a cut"));
            both(&|s| s.set_fixed(5, false).expect("let go"));
        }
    }
}

#[test]
fn readings_tell_where_a_joint_is_and_what_it_bears() {
    let read = |scene: &Scene| {
        let mut gpu = simulation(scene, changes("projected"));
        step(&mut gpu, 60);
        pollster::block_on(gpu.read_joints(None).expect("a reading")).expect("readings").remove(0)
    };
    let near = |what: &str, found: f64, wanted: f64| {
        assert!((found - wanted).abs() < 1e-3 * (1.0 + wanted.abs()), "{what}: {found}, not {wanted}");
    };
    // 2 kg under 10 m/s² hang still: the joint pushes b upwards
    let hinge = read(&hanging(JointKind::Hinge, 1e6));
    near("force", hinge.forces[1], 20.0);
    assert_eq!(hinge.states, [Held, Held, Held, Free, Held, Held]);
    near("angle", hinge.coordinates[3], 0.0);
    let point = read(&hanging(JointKind::Point, 1e6));
    assert!(point.coordinates[3].is_nan() && point.speeds[4].is_nan() && point.forces[5].is_nan());

    // a slider upright: its ball falls along it, and nothing else is borne
    let mut falling = hanging(JointKind::Slider, 1e6);
    let upright = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
    (falling.joints[0].frame_a, falling.joints[0].frame_b) = (upright, upright);
    let slider = read(&falling);
    near("slide", slider.coordinates[0], -10.0 / 3600.0 * (60.0 * 61.0 / 2.0));
    near("speed", slider.speeds[0], -10.0);
    near("force along it", slider.forces[0], 0.0);

    // a hinge about the world's z, turned by hand
    let mut turned = hanging(JointKind::Hinge, 1e6);
    turned.gravity = Some(Vec3::ZERO);
    let about_z = Quat::from_rotation_y(-std::f32::consts::FRAC_PI_2);
    (turned.joints[0].frame_a, turned.joints[0].frame_b) = (about_z, about_z);
    turned.bodies[1].angular_velocity = Vec3::new(0.0, 0.0, 0.5);
    turned.bodies[1].linear_velocity = Vec3::new(0.25, 0.0, 0.0);
    let hinge = read(&turned);
    near("speed", hinge.speeds[3], 0.5);
    near("turn", hinge.coordinates[3], 0.5);
    assert!(hinge.gap < 1e-4 && hinge.angle < 1e-4, "{hinge:?}");

    // a rod pulls its ends together
    let rod = read(&hanging(JointKind::rod(1e-3), 1e6));
    near("length", rod.coordinates[0], 1e-3);
    near("tension", rod.forces[0], -20.0);
}

/// Under a weight, and without.
const DOWN: DVec3 = DVec3::new(0.0, -10.0, 0.0);

/// A bar of 2 kg on a wall, its middle 0.5 m along `way` from the hinge about z.
fn bar(gravity: DVec3, way: DVec3, travel: Travel) -> Scene {
    let mut build = Build::new(gravity);
    let wall = build.wall(DVec3::ZERO);
    let bar = build.brick(2.0, DVec3::new(0.5, 0.05, 0.05), 0.5 * way, DQuat::IDENTITY);
    build.join(JointKind::Hinge, wall, bar, DVec3::ZERO, along(DVec3::Z)).travel = travel;
    build.scene
}

/// A ball of 2 kg so high above the wall, by a distance joint between these two.
fn tied(height: f64, min: f32, max: f32) -> Scene {
    let mut build = Build::new(DOWN);
    let wall = build.wall(DVec3::ZERO);
    let ball = build.ball(2.0, 0.1, height * DVec3::Y);
    let kind = JointKind::Distance { min, max };
    build.join(kind, wall, ball, DVec3::ZERO, DQuat::IDENTITY).anchor_b = Vec3::ZERO;
    build.scene
}

/// A block of 2 kg, and what a joint between it and a wall makes of its weight.
fn block(kind: JointKind, frame: DQuat, change: impl FnOnce(&mut Joint)) -> Scene {
    let mut build = Build::new(DOWN);
    let wall = build.wall(DVec3::ZERO);
    let block = build.brick(2.0, DVec3::splat(0.1), DVec3::ZERO, DQuat::IDENTITY);
    change(build.join(kind, wall, block, DVec3::ZERO, frame));
    build.scene
}

/// Both machines, pulled and projected, after so many frames: the row's state and force.
fn reads(what: &str, scene: &Scene, frames: u32, k: usize, wanted: JointState, force: f64) {
    for way in WAYS {
        for mut machine in Either::both(scene, &changes(way)) {
            machine.step(frames);
            let reading = machine.readings().remove(0);
            let what = format!("{what}, {way} on the {}: {reading:?}", machine.name());
            assert_eq!(reading.states[k], wanted, "{what}");
            assert!((reading.forces[k] - force).abs() < 2e-3 * (1.0 + force.abs()), "{what}, not {force}");
        }
    }
}

/// A bar of 2 kg weighs 10 N m at half a metre; the joint pushes it towards larger angles where that is above 0.
#[test]
fn a_reading_tells_which_stop_bears() {
    let within = Travel::FREE.limited(-0.4, 0.3);
    let borne = |angle: f64| 10.0 * angle.cos();
    reads("on its lower stop", &bar(DOWN, DVec3::X, within), 600, 3, Low, borne(0.4));
    reads("on its upper stop", &bar(DOWN, DVec3::NEG_X, within), 600, 3, High, -borne(0.3));
    reads("between its stops", &bar(DVec3::ZERO, DVec3::X, within), 10, 3, Free, 0.0);
    let nowhere = Travel::FREE.limited(0.0, 0.0);
    reads("held by equal stops", &bar(DOWN, DVec3::X, nowhere), 60, 3, Held, 10.0);

    reads("a rope that is slack", &tied(-0.5, 0.0, 1.0), 5, 0, Free, 0.0);
    reads("a rope that is taut", &tied(-1.0, 0.0, 1.0), 60, 0, High, -20.0);
    reads("a stick on end", &tied(0.5, 0.5, 1.0), 60, 0, Low, 20.0);

    let mut leaning = Build::new(DVec3::new(10.0, 0.0, 0.0));
    let wall = leaning.wall(DVec3::ZERO);
    let bob = leaning.brick(2.0, DVec3::new(0.05, 0.5, 0.05), -0.5 * DVec3::Y, DQuat::IDENTITY);
    let cone = leaning.join(JointKind::Cone, wall, bob, DVec3::ZERO, along(DVec3::NEG_Y));
    (cone.swing, cone.twist) = (Some(0.4), Some([-0.2, 0.3]));
    reads("a cone's edge", &leaning.scene, 900, 4, High, -borne(0.4));
    reads("a cone's twist", &leaning.scene, 900, 3, Free, 0.0);

    let mut axes = [Axis::Fixed; 6];
    axes[1] = Axis::moved(Travel::FREE.limited(-0.1, 0.2));
    let rail = |turned: f64| block(JointKind::six_dof(axes), DQuat::from_rotation_z(turned), |_| {});
    reads("at the foot of a rail", &rail(0.0), 240, 1, Low, 20.0);
    reads("and upside down", &rail(std::f64::consts::PI), 240, 1, High, -20.0);
}

#[test]
fn a_reading_tells_what_drives_and_what_gives_way() {
    let motor =
        |speed, most| Travel { motor: Some(Motor { speed, damping: None, max_force: most }), ..Travel::FREE };
    let turned = |travel| bar(DVec3::ZERO, DVec3::X, travel);
    reads("a motor that is too weak", &turned(motor(9.0, Some(0.5))), 20, 3, Saturated, 0.5);
    reads("and backwards", &turned(motor(-9.0, Some(0.5))), 20, 3, Saturated, -0.5);
    reads("a motor at its speed", &turned(motor(0.5, Some(20.0))), 120, 3, Held, 0.0);
    reads("a motor without any force", &turned(motor(9.0, Some(0.0))), 20, 3, Free, 0.0);
    let against = motor(2.0, Some(5.0)).limited(-1.0, 0.2);
    reads("a motor against its stop", &turned(against), 240, 3, High, 0.0);
    let heavy = motor(2.0, Some(3.0)).limited(-0.4, 1.0);
    reads("and under a load", &bar(DOWN, DVec3::X, heavy), 600, 3, Low, 10.0 * 0.4f64.cos());

    let servo = Travel::FREE.servo(Servo::to(0.2).hertz(3.0));
    reads("a servo at its target", &turned(servo), 600, 3, Held, 0.0);
    reads("a servo beyond its stop", &turned(servo.limited(-0.1, 0.1)), 600, 3, High, 0.0);
    let weak = Travel::FREE.servo(Servo::to(0.2).hertz(30.0).at_most(8.0));
    reads("a servo that is too weak", &bar(DOWN, DVec3::X, weak), 5, 3, Saturated, 8.0);

    let capped = |most: f32| block(JointKind::Fixed, DQuat::IDENTITY, |joint| joint.max_force = Some(most));
    reads("a hold that gives way", &capped(12.0), 60, 1, Saturated, 12.0);
    reads("a hold that does not", &capped(30.0), 60, 1, Held, 20.0);
    reads("nor aside", &capped(12.0), 60, 0, Held, 0.0);

    let mut axes = [Axis::Fixed; 6];
    let spring = Some(Softness::Spring { stiffness: 200.0, damping: 40.0 });
    axes[1] = Axis::Moved { travel: Travel::FREE, softness: spring, max_force: None };
    let kind = JointKind::six_dof(axes);
    reads("a spring", &block(kind.clone(), DQuat::IDENTITY, |_| {}), 900, 1, Held, 20.0);
    axes[1] = Axis::Moved { travel: Travel::FREE, softness: spring, max_force: Some(6.0) };
    let kind = JointKind::six_dof(axes);
    reads("a spring with a largest force", &block(kind, DQuat::IDENTITY, |_| {}), 60, 1, Saturated, 6.0);
}

#[test]
fn a_joint_that_is_gone_holds_nothing_and_is_not_open() {
    let mut twin = Twin::new(&bar(DOWN, DVec3::X, Travel::FREE.limited(0.0, 1.0)), parameters(json!({})))
        .expect("a twin");
    twin.step(10);
    assert_eq!(readings(&mut twin)[0].states, [Held, Held, Held, Low, Held, Held]);
    twin.cut(0).expect("a joint");
    twin.step(60);
    let JointReading { states, forces, gap, angle, .. } = readings(&mut twin).remove(0);
    assert_eq!((states, forces, gap, angle), ([Free; 6], [0.0; 6], 0.0, 0.0));
}

/// A row that yields is open, which does not count as a gap: gaps are of rows that are held hard.
#[test]
fn a_gap_is_of_what_is_held_hard() {
    let read = |scene: &Scene| {
        let mut twin = Twin::new(scene, parameters(changes("pulled"))).expect("a twin");
        twin.step(60);
        readings(&mut twin).remove(0)
    };
    let gives = read(&block(JointKind::Fixed, DQuat::IDENTITY, |joint| joint.max_force = Some(12.0)));
    assert!(gives.coordinates[1] < -1.0 && gives.gap == 0.0 && gives.angle < 1e-9, "{gives:?}");
    let soft = read(&block(JointKind::Fixed, DQuat::IDENTITY, |joint| {
        joint.softness = Some(Softness::Spring { stiffness: 200.0, damping: 40.0 });
    }));
    assert!(soft.coordinates[1] < -0.01 && soft.gap == 0.0, "{soft:?}");
    let stop = read(&bar(DOWN, DVec3::X, Travel::FREE.limited(-0.4, 0.3)));
    assert!(stop.angle < 1e-6, "{stop:?}");
}

#[test]
fn solvers_that_take_points_only_say_so() {
    let scene = hanging(JointKind::Hinge, 100.0);
    for solver in ["article", "conjugate-gradient"] {
        let refused = Twin::new(&scene, parameters(json!({"solver": solver}))).err().expect("a refusal");
        assert_eq!((refused.code, refused.path.as_deref()), (beadwork::Code::NotApplicable, Some("solver")));
    }
}
