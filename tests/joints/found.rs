//! What the test suites of other engines found wrong in joints and spins: docs/solvers.md and docs/joints.md say what holds now.

use beadwork::scene::{JointKind, Softness, Travel, built_in};
use beadwork::{Code, Scene, Simulation};
use glam::{DQuat, DVec3, Vec3};
use serde_json::{Map, Value, json};

use crate::common::either::{Either, close};
use crate::scenes::{Build, along};

const DOWN: DVec3 = DVec3::new(0.0, -9.81, 0.0);

/// A box that spins about no principal axis keeps 2E = ω·Iω and |L| = |Iω|, at any substeps.
#[test]
fn a_spinning_box_keeps_its_energy_at_any_substeps() {
    let mut build = Build::new(DVec3::ZERO);
    build.brick(1.0, DVec3::new(0.1, 0.2, 0.3), DVec3::ZERO, DQuat::IDENTITY);
    build.scene.bodies[0].angular_velocity = Vec3::new(3.0, 7.0, 2.0);
    let inertia = build.scene.bodies[0].inertia.as_dvec3();
    for substeps in [1, 4, 16, 64] {
        for mut machine in Either::both(&build.scene, &json!({ "substeps": substeps })) {
            let kept = |machine: &mut Either| {
                let body = machine.body(0);
                let omega = body.q.inverse() * body.omega;
                [omega.dot(inertia * omega), (inertia * omega).length()]
            };
            let before = kept(&mut machine);
            machine.step(600);
            for (now, before) in kept(&mut machine).into_iter().zip(before) {
                let what = format!("{}, {substeps} substeps", machine.name());
                // f32: ω is rounded in every substep, by 3e-8 of E at random
                let rounding = 3.0 * 3e-8 * (1200.0 * f64::from(substeps)).sqrt();
                close(&what, now / before, 1.0, machine.allowed(1e-10, 1e-6 + rounding));
            }
        }
    }
}

/// Two boxes on a wall that tumble: the one below is turned against the other.
fn two_boxes(kind: &JointKind) -> Scene {
    let mut build = Build::new(DOWN);
    let wall = build.wall(DVec3::ZERO);
    let turn = DQuat::from_scaled_axis(DVec3::new(0.2, 0.3, 0.9));
    let upper = build.brick(1.0, DVec3::new(0.05, 0.25, 0.1), turn * DVec3::new(0.0, -0.3, 0.0), turn);
    let other = DQuat::from_scaled_axis(DVec3::new(-0.5, 0.1, 1.2));
    let between = turn * DVec3::new(0.0, -0.6, 0.0);
    let at = between + other * DVec3::new(0.05, -0.25, 0.02);
    let lower = build.brick(0.7, DVec3::new(0.1, 0.2, 0.04), at, other);
    build.join(kind.clone(), wall, upper, DVec3::ZERO, DQuat::IDENTITY);
    build.join(kind.clone(), upper, lower, between, DQuat::IDENTITY);
    build.scene
}

/// Half the substep, a quarter of the error: as a chain of points, as joints of any kind, and in a net.
#[test]
fn points_with_unequal_moments_are_of_second_order() {
    let end = |scene: &Scene, substeps: u32| {
        let mut twin = Either::twin(scene, &json!({ "substeps": substeps, "solver": "direct" }));
        twin.step(60);
        twin.body(2).x
    };
    let truth = end(&two_boxes(&JointKind::Cone), 100);
    for kind in [JointKind::Point, JointKind::Cone] {
        let mut ring = two_boxes(&kind);
        // the last joint twice: an island with a loop
        ring.joints.push(ring.joints[1].clone());
        for (what, scene) in [("chain", two_boxes(&kind)), ("loop", ring)] {
            let [coarse, fine] = [2, 8].map(|substeps| end(&scene, substeps).distance(truth));
            let what = format!("{what} of {}", kind.name());
            assert!(fine < 1e-4, "{what}: {fine:e} m at 8 substeps");
            assert!(coarse / fine > 8.0, "{what}: {coarse:e} m at 2 substeps, {fine:e} at 8");
        }
    }
}

/// N, along the axes of a joint.
fn pull_of(forces: [f64; 6]) -> f64 {
    DVec3::new(forces[0], forces[1], forces[2]).length()
}

/// What hangs at rest pulls with its weight, at any substeps: λ is the mean over both halves of a substep.
#[test]
fn a_body_at_rest_pulls_with_its_weight() {
    for kind in [JointKind::Point, JointKind::Hinge] {
        let mut build = Build::new(DOWN);
        let wall = build.wall(DVec3::ZERO);
        let ball = build.ball(1.0, 0.1, DVec3::new(0.0, -2.0, 0.0));
        build.join(kind.clone(), wall, ball, DVec3::ZERO, along(DVec3::Z));
        for positions in ["symplectic", "projected"] {
            for substeps in [1, 4, 64] {
                let changes = json!({ "substeps": substeps, "positions": positions });
                for mut machine in Either::both(&build.scene, &changes) {
                    let mut worst: f64 = 0.0;
                    // the first steps begin without a force
                    machine.step(4);
                    for _ in 0..30 {
                        machine.step(1);
                        worst = worst.max((pull_of(machine.readings()[0].forces) / 9.81 - 1.0).abs());
                    }
                    let what = format!("{}, {}, {positions}, {substeps}", machine.name(), kind.name());
                    // what keeps a point solvable is 1e-6 of the mean of A's rows, and 7e-4 of the one along the arm
                    let along = kind == JointKind::Point && substeps == 64;
                    close(&what, worst, 0.0, if along { 1e-4 } else { 1e-5 });
                }
            }
        }
    }
}

/// Two soft stops at one place are a spring to there, with its damper: a swing about it decays by e^(−ζωt) whichever way it goes.
#[test]
fn soft_stops_at_one_place_hold_from_both_sides() {
    for place in [0.0f32, 0.3] {
        let with = |limit: bool| {
            let mut build = Build::new(DVec3::ZERO);
            let wall = build.wall(DVec3::ZERO);
            let bar =
                build.brick(1.0, DVec3::new(0.1, 0.3, 0.05), DVec3::new(0.0, -0.4, 0.0), DQuat::IDENTITY);
            let softness = Softness::Frequency { hertz: 2.0, damping_ratio: 0.1 };
            let joint = build.join(JointKind::Hinge, wall, bar, DVec3::ZERO, along(DVec3::Z));
            if limit {
                joint.travel = Travel::FREE.limited(place, place);
                joint.limit_softness = Some(softness);
            } else {
                let servo = beadwork::scene::Servo::to(place).hertz(2.0).damped(0.1);
                joint.travel = Travel::FREE.servo(servo);
            }
            let body = &mut build.scene.bodies[bar as usize];
            (body.angular_velocity, body.linear_velocity) = (Vec3::Z, 0.4 * Vec3::X);
            build.scene
        };
        let machines = |limit| Either::both(&with(limit), &json!({ "substeps": 4 }));
        for (mut stops, mut servo) in machines(true).into_iter().zip(machines(false)) {
            for frame in (0..120).step_by(6) {
                stops.step(6);
                servo.step(6);
                let off = stops.body(1).x.distance(servo.body(1).x);
                close(&format!("{}, frame {frame}", stops.name()), off, 0.0, 1e-6);
            }
        }
    }
}

/// ½ m v² + m g y of a ball of 1 cm that swings on a massless arm of 1 m: its own inertia is a 25,000th of the whole.
#[test]
fn a_small_bob_on_a_long_arm_keeps_its_energy() {
    for kind in [JointKind::Hinge, JointKind::Point, JointKind::Cone] {
        let mut build = Build::new(DOWN);
        let wall = build.wall(DVec3::ZERO);
        let ball = build.ball(1.0, 0.01, DVec3::X);
        build.join(kind.clone(), wall, ball, DVec3::ZERO, along(DVec3::Z));
        for mut machine in Either::both(&build.scene, &json!({})) {
            let energy = |machine: &mut Either| {
                let body = machine.body(1);
                0.5 * body.v.length_squared() + 9.81 * body.x.y
            };
            let mut worst: f64 = 0.0;
            for _ in 0..60 {
                machine.step(10);
                worst = worst.max(energy(&mut machine).abs() / 9.81);
            }
            // the error of a step of 1/60 s swings with the bob and does not grow
            let what = format!("{}, {}", machine.name(), kind.name());
            close(&what, worst, 0.0, 1e-2);
            assert_eq!(machine.measure().fell_back, 0, "{what}");
        }
    }
}

/// A software device leaves a loop after 65,535 turns without a word: long chains are shared out, and other islands refused in words.
#[test]
fn what_is_too_long_for_a_loop_is_shared_out_or_refused() {
    const BEADS: u32 = 40_001;
    let options = json!({ "chains": 1, "beads": BEADS, "radius": 0.01, "tilt": 0 });
    let options: Map<String, Value> = options.as_object().expect("an object").clone();
    // necklaces have no more than 10,000 beads by name
    let mut scene = built_in::build("necklaces", &{
        let mut fewer = options;
        fewer.insert("beads".into(), 2.into());
        fewer
    })
    .expect("two beads");
    let (bead, joint) = (scene.bodies[1].clone(), scene.joints[0].clone());
    let step = scene.bodies[1].position - scene.bodies[0].position;
    for k in 2..BEADS {
        scene
            .bodies
            .push(beadwork::scene::Body { position: bead.position + (k - 1) as f32 * step, ..bead.clone() });
        scene.joints.push(beadwork::scene::Joint { a: k - 1, b: k, ..joint.clone() });
    }
    for positions in ["pulled", "symplectic"] {
        let changes = json!({ "positions": positions });
        let [mut twin, mut gpu] = Either::both(&scene, &changes);
        twin.step(2);
        gpu.step(2);
        let (truth, found) = (twin.readings(), gpu.readings());
        let most = pull_of(truth[0].forces);
        for (truth, found) in truth.iter().zip(&found).step_by(500) {
            let what = format!("{positions}, joint {}, N", truth.joint);
            let truth = pull_of(truth.forces);
            // f32 over 40,000 joints, of which a cold step reaches the first thousands
            close(&what, pull_of(found.forces), truth, 0.1 * truth + 0.01 * most);
        }
    }
}

/// What one thread would have to walk through beyond that is refused, where the device does so, before anything runs.
#[test]
fn a_tree_that_is_too_long_for_a_thread_is_refused_in_words() {
    let options = json!({ "branches": 2, "depth": 14 });
    let scene = built_in::build("tree", options.as_object().expect("an object")).expect("a scene");
    assert!(scene.joints.len() / 2 > 16_250, "{} joints in two trees", scene.joints.len());
    let made = |positions: &str| {
        let parameters = crate::common::parameters(json!({ "positions": positions }));
        pollster::block_on(Simulation::create(crate::common::gpu(), scene.clone(), parameters)).map(drop)
    };
    let leaves_loops = crate::common::gpu().most_turns().is_some();
    match made("pulled") {
        Err(error) => assert!(leaves_loops && error.code == Code::Limit, "{error}"),
        Ok(()) => assert!(!leaves_loops, "it would end in the middle of a loop"),
    }
}

/// A rod that would give way at a force that it never bears swings as one that never gives way.
#[test]
fn a_rod_with_a_largest_force_swings_as_exactly_as_one_without() {
    let scene = |rod: Value| {
        let mut rod = rod;
        let ends = json!({"type": "distance", "a": 0, "b": 1, "min": 1, "max": 1, "anchorA": [0, 0, 0], "anchorB": [0, 0, 0]});
        rod.as_object_mut().expect("an object").extend(ends.as_object().expect("an object").clone());
        let scene = json!({"version": 2, "joints": [rod], "bodies": [
            {"position": [0, 2, 0], "radius": 0.1, "fixed": true}, {"position": [1, 2, 0], "radius": 0.1}]});
        Scene::from_value(&scene).expect("a scene")
    };
    let end = |mut machine: Either| {
        machine.step(90);
        assert_eq!(machine.measure().fell_back, 0, "{}", machine.name());
        machine.body(1).x
    };
    let usual = Either::both(&scene(json!({})), &json!({})).map(end);
    for (machine, usual) in Either::both(&scene(json!({"maxForce": 1e6})), &json!({})).into_iter().zip(usual)
    {
        let what = machine.name();
        close(what, end(machine).distance(usual), 0.0, 1e-4);
    }
}

/// Where both anchors of a rod are one point it has no direction, holds nothing and bears nothing.
#[test]
fn a_rod_between_two_anchors_in_one_place_bears_nothing() {
    let scene = json!({"version": 2, "gravity": [0, 0, 0], "bodies": [
        {"position": [0, 2, 0], "radius": 0.1, "fixed": true}, {"position": [0, 2, 0], "radius": 0.1}],
        "joints": [{"type": "distance", "a": 0, "b": 1, "min": 0.5, "max": 0.5,
            "anchorA": [0, 0, 0], "anchorB": [0, 0, 0]}]});
    for mut machine in Either::both(&Scene::from_value(&scene).expect("a scene"), &json!({})) {
        machine.step(5);
        let what = machine.name();
        close(what, machine.measure().max_gap, 0.0, 1e-6);
        close(what, machine.readings()[0].forces[0], 0.0, 1e-6);
        close(what, machine.body(1).x.distance(DVec3::Y * 2.0), 0.0, 1e-6);
    }
}

/// A light ball on a soft rod bears a heavy one.
fn soft_rod(softness: &Value) -> Scene {
    let scene = json!({"version": 2, "bodies": [
        {"position": [0, 2, 0], "radius": 0.05, "fixed": true},
        {"position": [0, 1.9, 0], "radius": 0.04, "mass": 0.001, "linearVelocity": [0.5, 0, 0]},
        {"position": [0, 1.6, 0], "radius": 0.1, "mass": 10, "linearVelocity": [1, 0, 0]}],
        "joints": [
            {"type": "distance", "a": 0, "b": 1, "anchorA": [0, 0, 0], "anchorB": [0, 0, 0], "min": 0.1, "max": 0.1,
                "softness": softness},
            {"type": "distance", "a": 1, "b": 2, "anchorA": [0, 0, 0], "anchorB": [0, 0, 0], "min": 0.3, "max": 0.3}]});
    Scene::from_value(&scene).expect("a scene")
}

/// Rows across the rod yield too, and are softened alike on both machines.
#[test]
fn soft_steps_soften_the_rows_across_a_taut_soft_rod_alike() {
    let scene = soft_rod(&json!({"stiffness": 20000, "damping": 20}));
    let [twin, gpu] =
        Either::both(&scene, &json!({"solver": "soft-step", "iterations": 10})).map(|mut machine| {
            machine.step(12);
            [1, 2].map(|body| machine.body(body).x)
        });
    for (body, (one, other)) in twin.into_iter().zip(gpu).enumerate() {
        close(&format!("body {}", body + 1), one.distance(other), 0.0, 2e-6);
    }
}

/// k = m ω² and c = 2ζ m ω: what yields across a taut rod is no part of its spring.
#[test]
fn a_taut_rod_is_the_same_spring_by_its_frequency_and_by_its_stiffness() {
    let (mass, stiffness, damping) = (0.001, 20_000.0, 20.0);
    let omega = f64::sqrt(stiffness / mass);
    let notations = [
        json!({"stiffness": stiffness, "damping": damping}),
        json!({"hertz": omega / std::f64::consts::TAU, "dampingRatio": damping / (2.0 * mass * omega)}),
    ];
    for positions in ["symplectic", "projected"] {
        let run = |softness: &Value| {
            Either::both(&soft_rod(softness), &json!({"solver": "direct", "positions": positions})).map(
                |mut machine| {
                    machine.step(12);
                    (machine.name(), [1, 2].map(|body| machine.body(body).x))
                },
            )
        };
        let [one, other] = notations.each_ref().map(run);
        for ((name, one), (_, other)) in one.into_iter().zip(other) {
            for (body, (one, other)) in one.into_iter().zip(other).enumerate() {
                close(&format!("{name}, {positions}, body {}", body + 1), one.distance(other), 0.0, 2e-6);
            }
        }
    }
}
