//! Pushes and velocities that are set: closed forms, GPU against twin, which are refused, and what forgets a push.

use crate::common::*;
use beadwork::cpu::{CpuMachine, Twin};
use beadwork::simulation::VelocityChange;
use beadwork::{BeadworkError, Code, Push, Scene, Simulation, State};
use glam::{DQuat, DVec3, Quat, Vec3};
use proptest::prelude::*;
use serde_json::{Value, json};

const FRAME: f64 = 1.0 / 60.0;
/// Of numbers that single precision has come to in a few operations, over the largest of them.
const ROUNDING: f64 = 1e-6;

/// A bead, and a brick that is turned; nothing falls, nothing is tied.
fn free() -> Scene {
    let turned = Quat::from_axis_angle(Vec3::new(1.0, 2.0, 3.0).normalize(), 0.7);
    Scene::from_value(&json!({ "version": 2, "gravity": [0, 0, 0], "bodies": [
        { "position": [3, 4, -5], "radius": 0.1, "mass": 2, "linearVelocity": [1, 0, 0] },
        { "position": [0, 1, 0], "shape": { "type": "box", "halfExtents": [0.1, 0.2, 0.3] }, "mass": 5,
          "rotation": turned.to_array() },
    ] }))
    .expect("a scene")
}

/// A bead that is fixed, one that is kinematic, and one that is free.
fn of_every_kind() -> Scene {
    let bead = |x: f64, more: Value| merged(&json!({ "position": [x, 1, 0], "radius": 0.1 }), more);
    let bodies =
        [bead(0.0, json!({ "fixed": true })), bead(1.0, json!({ "kinematic": true })), bead(2.0, json!({}))];
    Scene::from_value(&json!({ "version": 2, "gravity": [0, 0, 0], "bodies": bodies })).expect("a scene")
}

fn on_cpu(scene: &Scene, changes: Value) -> Simulation {
    let machine = Box::new(CpuMachine::<f64>::default());
    pollster::block_on(Simulation::on(machine, scene.clone(), parameters(changes))).expect("a simulation")
}

fn on_every_machine(scene: &Scene, changes: &Value) -> [(&'static str, Simulation); 2] {
    [("twin", on_cpu(scene, changes.clone())), ("gpu", simulation(scene, changes.clone()))]
}

fn vector(numbers: &[f32], body: usize) -> DVec3 {
    Vec3::from_slice(&numbers[3 * body..3 * body + 3]).as_dvec3()
}

fn speed(state: &State, body: usize) -> DVec3 {
    vector(&state.linear_velocities, body)
}

fn spin(state: &State, body: usize) -> DVec3 {
    vector(&state.angular_velocities, body)
}

fn close(what: &str, ours: DVec3, truth: DVec3) {
    let allowed = ROUNDING * truth.abs().max_element().max(1.0);
    assert_close(what, 3, worst(&ours.to_array(), truth.to_array().into_iter()), allowed);
}

fn push(simulation: &mut Simulation, body: usize, push: Push) {
    simulation.push(body, push).expect("a push");
}

fn force(x: f32, y: f32, z: f32) -> Push {
    Push { force: Vec3::new(x, y, z), ..Push::default() }
}

/// How the solver, the substeps and the positions of a free body are chosen changes nothing of its speed.
fn choices() -> Vec<Value> {
    let mut all = ways(&free());
    for positions in ["pulled", "projected", "symplectic"] {
        all.push(json!({ "solver": "direct", "positions": positions }));
    }
    let with = |substeps: u32| all.iter().map(move |way| merged(way, json!({ "substeps": substeps })));
    with(1).chain(with(4)).collect()
}

/// F dt/m in one frame, h² F/m (1 + 2 + … + n) on the way, and nothing in the next.
#[test]
fn a_force_acts_through_one_frame_and_no_longer() {
    let given = DVec3::new(30.0, -6.0, 12.0);
    for changes in choices() {
        for (name, mut one) in on_every_machine(&free(), &changes) {
            let what = format!("{name} {changes}");
            push(&mut one, 0, Push { force: given.as_vec3(), ..Push::default() });
            step(&mut one, 1);
            let found = state(&mut one);
            close(&what, speed(&found, 0), DVec3::X + given * FRAME / 2.0);
            assert_eq!(spin(&found, 0), DVec3::ZERO, "{what}");
            let n = f64::from(one.parameters().substeps);
            let way = given / 2.0 * (FRAME / n).powi(2) * n * (n + 1.0) / 2.0;
            let start = DVec3::new(3.0, 4.0, -5.0) + DVec3::X * FRAME;
            close(&what, vector(&found.positions, 0), start + way);
            // the other body was not pushed
            assert_eq!((speed(&found, 1), spin(&found, 1)), (DVec3::ZERO, DVec3::ZERO), "{what}");
            step(&mut one, 3);
            assert_eq!(speed(&state(&mut one), 0), speed(&found, 0), "{what}: it went on");
        }
    }
}

/// T dt/I and J/m, (p − x) × J/I; about a principal axis, so that no torque of its own turns the brick's spin.
#[test]
fn torques_and_impulses_turn_a_body_about_its_centre() {
    let scene = free();
    let brick = &scene.bodies[1];
    let axes = DQuat::from_array(brick.rotation.to_array().map(f64::from)).normalize();
    let inertia = brick.inertia.as_dvec3();
    let centre = brick.position.as_dvec3();
    let world = |v: DVec3| (axes * v).as_vec3();
    for changes in choices() {
        for (name, mut one) in on_every_machine(&scene, &changes) {
            let what = format!("{name} {changes}");
            push(&mut one, 1, Push { torque: world(2.0 * DVec3::Y), ..Push::default() });
            step(&mut one, 1);
            let found = state(&mut one);
            close(&what, spin(&found, 1), axes * DVec3::Y * 2.0 * FRAME / inertia.y);
            assert_eq!(speed(&found, 1), DVec3::ZERO, "{what}");

            // 0.2 m along y from the centre, along z: about x
            one.reset().expect("the start");
            let at = Some((centre + axes * DVec3::new(0.0, 0.2, 0.0)).as_vec3());
            push(&mut one, 1, Push { impulse: world(0.5 * DVec3::Z), at, ..Push::default() });
            step(&mut one, 1);
            let found = state(&mut one);
            close(&what, speed(&found, 1), axes * DVec3::Z * 0.5 / 5.0);
            close(&what, spin(&found, 1), axes * DVec3::X * 0.2 * 0.5 / inertia.x);
            // all of it at the frame's beginning
            close(&what, vector(&found.positions, 1), centre + axes * DVec3::Z * 0.1 * FRAME);

            // the same by a force; its arm is that of the frame's beginning
            one.reset().expect("the start");
            push(&mut one, 1, Push { force: world(0.5 / FRAME * DVec3::Z), at, ..Push::default() });
            step(&mut one, 1);
            let found = state(&mut one);
            close(&what, speed(&found, 1), axes * DVec3::Z * 0.1);
            close(&what, spin(&found, 1), axes * DVec3::X * 0.1 / inertia.x);

            // at the centre nothing turns
            one.reset().expect("the start");
            push(
                &mut one,
                1,
                Push { impulse: world(0.5 * DVec3::Z), at: Some(brick.position), ..Push::default() },
            );
            step(&mut one, 1);
            assert_eq!(spin(&state(&mut one), 1), DVec3::ZERO, "{what}");
        }
    }
}

/// Sums by hand: Σ F, Σ T + Σ (p − x) × F, and the same of impulses, on two bodies at once.
#[test]
fn pushes_add_up() {
    let scene = free();
    let pushes = [
        Push { force: Vec3::new(3.0, 0.0, -9.0), at: Some(Vec3::new(3.1, 4.0, -5.0)), ..Push::default() },
        Push { force: Vec3::new(0.0, 5.0, 1.0), torque: Vec3::new(0.1, 0.2, -0.3), ..Push::default() },
        Push { impulse: Vec3::new(0.2, 0.1, 0.0), at: Some(Vec3::new(3.0, 4.05, -5.0)), ..Push::default() },
        Push {
            force: Vec3::new(-1.0, 2.0, 2.0),
            impulse: Vec3::new(0.0, -0.3, 0.1),
            at: Some(Vec3::new(2.9, 3.9, -4.9)),
            ..Push::default()
        },
        Push { impulse: Vec3::new(0.4, 0.0, 0.0), ..Push::default() },
    ];
    let bead = &scene.bodies[0];
    let (mut linear, mut angular) = (DVec3::ZERO, DVec3::ZERO);
    for given in &pushes {
        let all = given.force.as_dvec3() * FRAME + given.impulse.as_dvec3();
        let arm = given.at.unwrap_or(bead.position).as_dvec3() - bead.position.as_dvec3();
        linear += all;
        angular += arm.cross(all) + given.torque.as_dvec3() * FRAME;
    }
    for substeps in [1, 3] {
        for (name, mut one) in on_every_machine(&scene, &json!({ "substeps": substeps })) {
            for given in pushes {
                push(&mut one, 0, given);
                push(&mut one, 1, force(0.0, 0.0, 2.0));
            }
            step(&mut one, 1);
            let found = state(&mut one);
            let what = format!("{name}, {substeps} substeps");
            close(&what, speed(&found, 0), DVec3::X + linear / 2.0);
            close(&what, spin(&found, 0), angular / f64::from(bead.inertia.x));
            close(&what, speed(&found, 1), DVec3::Z * 10.0 * FRAME / 5.0);
        }
    }
}

/// Joints of every kind take from one what they give to the other. Bodies that hang together gain F dt in all in empty
/// space, under every solver.
#[test]
fn what_hangs_together_gains_what_it_was_given() {
    for (name, options) in [
        ("necklaces", json!({ "chains": 1, "beads": 40 })),
        ("net", json!({ "rows": 4, "columns": 6 })),
        ("rope", json!({ "rods": 12, "massRatio": 1, "slack": 0 })),
        ("suspension", json!({ "planks": 8 })),
    ] {
        let mut scene = scene(name, options);
        scene.gravity = Some(Vec3::ZERO);
        scene.bodies.iter_mut().for_each(|body| body.fixed = false);
        let given = [(3, Vec3::new(9.0, 0.0, 4.0)), (7, Vec3::new(0.0, 7.0, -3.0))]
            .map(|(body, force)| (body, scene.bodies[body].mass * force));
        let wanted: DVec3 = given.iter().map(|(_, force)| force.as_dvec3() * FRAME).sum();
        let momentum = |state: &State| {
            let bodies = scene.bodies.iter().enumerate();
            bodies.map(|(i, body)| f64::from(body.mass) * speed(state, i)).sum::<DVec3>()
        };
        // AVBD moves one body while its neighbours stand, and keeps momentum only as far as its passes have come
        for way in ways(&scene).into_iter().filter(|way| way["solver"] != "avbd") {
            for (machine, mut one) in on_every_machine(&scene, &merged(&way, json!({ "substeps": 2 }))) {
                let what = format!("{name} {machine} {way}");
                let before = momentum(&state(&mut one));
                for (body, force) in given {
                    push(&mut one, body, Push { force, ..Push::default() });
                }
                step(&mut one, 1);
                let found = state(&mut one);
                // each body's speed is rounded
                let rounding = scene.bodies.iter().map(|body| f64::from(body.mass)).sum::<f64>();
                let gained = momentum(&found) - before;
                let fastest = (0..scene.bodies.len()).map(|i| speed(&found, i).length()).fold(1.0, f64::max);
                let off = (gained - wanted).length();
                assert!(off < ROUNDING * rounding * fastest, "{what}: {gained} N s, should be {wanted}");
                // the joints' mark of a push is no residual
                let residual = measure(&mut one).residual;
                assert!(residual >= 0.0, "{what}: {residual} m/s");
            }
        }
    }
}

/// Energy that is brought in is no fault. Joints are shut, by a projection where symplectic cannot follow, and no
/// substep counts as fallen back. From a tenth of the island's weight to fifty times.
#[test]
fn an_island_that_is_pushed_hard_stays_shut() {
    for (name, options, body) in [
        ("necklaces", json!({ "chains": 1, "beads": 40, "tilt": 0 }), 39),
        ("ring", json!({ "pins": 1 }), 6),
        ("net", json!({ "rows": 5, "columns": 5 }), 12),
    ] {
        let scene = scene(name, options);
        let weight: f32 = 9.81 * scene.bodies.iter().filter(|b| !b.fixed).map(|b| b.mass).sum::<f32>();
        for (weights, substeps) in [(0.1, 1), (1.0, 1), (5.0, 4), (50.0, 8)] {
            let changes = json!({ "solver": "direct", "positions": "symplectic", "substeps": substeps });
            for (machine, mut one) in on_every_machine(&scene, &changes) {
                let what = format!("{name} {machine}, {weights} weights");
                let direction = Vec3::new(0.6, 0.5, 0.62);
                for given in [
                    Push { force: weights * weight * direction, ..Push::default() },
                    Push { impulse: weights * weight / 60.0 * direction, ..Push::default() },
                ] {
                    one.reset().expect("the start");
                    push(&mut one, body, given);
                    step(&mut one, 1);
                    let found = measure(&mut one);
                    assert_eq!(found.fell_back, 0, "{what}");
                    assert!(found.max_gap_radii < 5e-4, "{what}: {} radii", found.max_gap_radii);
                    assert!(speed(&state(&mut one), body).length() > 0.01, "{what}: it did not move");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn a_pushed_frame_agrees_with_its_twin(
        recipe in recipe(),
        picks in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>(), prop::array::uniform9(-1.0f32..1.0)), 1..6),
    ) {
        let scene = recipe.scene();
        let changes = json!({ "solver": "jacobi", "iterations": 3, "substeps": 2 });
        let mut gpu = simulation(&scene, changes.clone());
        let mut twin = Twin::new(&scene, parameters(changes)).expect("a twin");
        for (pick, beside, numbers) in picks {
            let body = pick.index(scene.bodies.len());
            if scene.bodies[body].fixed {
                continue;
            }
            let three = |k: usize| Vec3::from_slice(&numbers[3 * k..]);
            let given = Push {
                force: 20.0 * scene.bodies[body].mass * three(0),
                torque: 0.1 * scene.bodies[body].mass * three(1),
                impulse: 0.3 * scene.bodies[body].mass * three(2),
                at: beside.then(|| scene.bodies[body].position + 0.1 * three(1)),
                ..Push::default()
            };
            push(&mut gpu, body, given);
            push(&mut twin, body, given);
        }
        step(&mut gpu, 1);
        twin.step(1);
        let found = state(&mut gpu);
        let world = twin.world().velocities.iter();
        let truth: Vec<f64> =
            world.flat_map(|v| v.linear.to_array().into_iter().chain(v.angular.to_array())).collect();
        let pairs = found.linear_velocities.chunks(3).zip(found.angular_velocities.chunks(3));
        let ours: Vec<f32> = pairs.flat_map(|(v, w)| [v, w].concat()).collect();
        let largest = truth.iter().fold(1.0f64, |m, x| m.max(x.abs()));
        // as in tests/solve/twin.rs: rounding, times ten, of two substeps
        assert_close("V", 6, worst(&ours, truth.into_iter()), 4e-5 * largest);
    }
}

/// Pushed in every frame, and driven, in every way twice; and many frames at once go on as one by one.
#[test]
fn the_same_bits_come_out_twice() {
    let mut driven = scene("curtain", json!({ "chains": 3, "beads": 8 }));
    driven.bodies[0].fixed = false;
    driven.bodies[0].kinematic = true;
    for scene in [driven, scene("tree", json!({ "branches": 2, "depth": 4 }))] {
        let hanging = 3;
        let moved = if scene.bodies[0].kinematic { 0 } else { hanging };
        for way in ways(&scene) {
            let way = merged(&way, json!({ "substeps": 2 }));
            let run = |at_once: bool| {
                let mut one = simulation(&scene, way.clone());
                for frame in 0..4 {
                    let turn = frame as f32;
                    let linear = Some(Vec3::new(0.3, 0.1 * turn, 0.0));
                    one.set_velocity(moved, VelocityChange { linear, angular: None }).expect("a velocity");
                    for body in [hanging, 5, 12] {
                        let impulse = Vec3::new(0.0, 1.0, -turn);
                        let at = Some(scene.bodies[body].position);
                        push(
                            &mut one,
                            body,
                            Push { force: Vec3::splat(40.0), impulse, at, ..Push::default() },
                        );
                    }
                    if at_once {
                        step(&mut one, 3);
                    } else {
                        (0..3).for_each(|_| step(&mut one, 1));
                    }
                }
                // sums of frames are rounded as they are taken
                State { time: 0.0, ..state(&mut one) }
            };
            let first = run(false);
            assert!(first == run(false), "{way}: other bits");
            assert!(first == run(true), "{way}: other bits at once");
        }
    }
}

/// A residual curve is of the last substep alone, with a push in it or without.
#[test]
fn a_curve_is_recorded_of_a_pushed_frame() {
    let scene = scene("necklaces", json!({ "chains": 1, "beads": 9 }));
    let changes = json!({ "solver": "jacobi", "execution": "global", "iterations": 6 });
    let curve = |substeps: u32, frames: u32| {
        let mut one = simulation(&scene, merged(&changes, json!({ "substeps": substeps })));
        pollster::block_on(one.measure(Some(true)).expect("a measurement")).expect("measures");
        push(&mut one, 5, force(900.0, 0.0, 0.0));
        step(&mut one, frames);
        measure(&mut one)
    };
    for (substeps, frames) in [(1, 1), (3, 1), (2, 3)] {
        let found = curve(substeps, frames);
        let curve = found.residual_by_iteration;
        assert_eq!(curve.len(), 7, "{substeps} substeps, {frames} frames");
        let (last, residual) = (f64::from(curve[6]), found.residual);
        assert!((last - residual).abs() < 1e-4 * residual, "{last} m/s, measured {residual}");
    }
}

/// With curves and measurements a scene ends at the same bits as without.
#[test]
fn a_curve_changes_nothing() {
    let swing = json!({"version": 2, "bodies": [
        {"position": [0, 2, 0], "radius": 0.1, "fixed": true},
        {"position": [0.5, 2, 0], "radius": 0.1, "angularVelocity": [0, 0, 6]}],
        "joints": [{"type": "hinge", "a": 0, "b": 1, "anchorA": [0, 0, 0], "anchorB": [-0.5, 0, 0],
            "axisA": [0, 0, 1], "axisB": [0, 0, 1], "limit": [-0.3, 0.3]}]});
    let swing = Scene::from_value(&swing).expect("a scene");
    for solver in ["avbd", "xpbd", "soft-step", "direct", "gauss-seidel"] {
        let end = |looks: bool| {
            let mut one = simulation(&swing, json!({ "solver": solver, "iterations": 6 }));
            if looks {
                pollster::block_on(one.measure(Some(true)).expect("a measurement")).expect("measures");
            }
            for _ in 0..20 {
                step(&mut one, 1);
                if looks {
                    measure(&mut one);
                }
            }
            state(&mut one)
        };
        let (seen, unseen) = (end(true), end(false));
        assert!(seen == unseen, "{solver}: other bits");
    }
}

#[test]
fn a_push_waits_for_its_frame_and_is_forgotten_by_a_reset_and_a_load() {
    let free = free();
    let pushed = |one: &mut Simulation| {
        one.pushes().len()
            + usize::from({
                step(one, 1);
                speed(&state(one), 1) != DVec3::ZERO
            })
    };
    for (name, mut one) in on_every_machine(&free, &json!({})) {
        let kick = |one: &mut Simulation| push(one, 1, force(0.0, 50.0, 0.0));
        // looking and no frames at all change nothing
        kick(&mut one);
        let before = state(&mut one);
        step(&mut one, 0);
        assert!(before == State::of(&free), "{name}: it acted at once");
        let described = pollster::block_on(one.describe().expect("a description")).expect("a scene");
        assert_eq!(described, free, "{name}");
        assert_eq!(pushed(&mut one), 2, "{name}: kept until then");
        // parameters, a pin and a written state keep it
        one.reset().expect("the start");
        kick(&mut one);
        let changes = json!({ "substeps": 2 });
        one.set_parameters(changes.as_object().expect("an object")).expect("parameters");
        one.set_fixed(0, true).expect("a pin");
        one.write_state(&State::of(&free)).expect("a state");
        assert_eq!(pushed(&mut one), 2, "{name}: parameters, pins, states");
        // a body pinned meanwhile stays where it is, and the push is gone after that frame
        one.reset().expect("the start");
        kick(&mut one);
        one.set_fixed(1, true).expect("a pin");
        step(&mut one, 1);
        one.set_fixed(1, false).expect("no pin");
        assert_eq!(pushed(&mut one), 0, "{name}: pinned");
        // and these forget
        kick(&mut one);
        one.reset().expect("the start");
        assert_eq!(pushed(&mut one), 0, "{name}: reset");
        kick(&mut one);
        pollster::block_on(one.load(free.clone())).expect("a scene");
        assert_eq!(pushed(&mut one), 0, "{name}: load");
    }
}

#[test]
fn velocities_are_set_at_once_and_in_part() {
    for (name, mut one) in on_every_machine(&of_every_kind(), &json!({})) {
        let (linear, angular) = (Vec3::new(1.0, 0.0, 2.0), Vec3::new(0.0, 3.0, 0.0));
        one.set_velocity(2, VelocityChange { linear: Some(linear), angular: Some(angular) })
            .expect("a velocity");
        one.set_velocity(2, VelocityChange { linear: None, angular: Some(-angular) }).expect("a spin");
        one.set_velocity(1, VelocityChange { linear: Some(-linear), angular: None }).expect("a drive");
        one.set_velocity(1, VelocityChange::default()).expect("nothing");
        let found = state(&mut one);
        assert_eq!(speed(&found, 2), linear.as_dvec3(), "{name}");
        assert_eq!(spin(&found, 2), -angular.as_dvec3(), "{name}");
        assert_eq!((speed(&found, 1), spin(&found, 1)), (-linear.as_dvec3(), DVec3::ZERO), "{name}");
        assert_eq!(found.positions, State::of(one.scene()).positions, "{name}");
        let bead = one.scene().bodies[2].clone();
        let energy = 0.5 * (bead.mass * 5.0 + bead.inertia.x * 9.0);
        let kinetic = measure(&mut one).kinetic_energy;
        // driven bodies have no part in what is measured
        assert!(
            (kinetic - f64::from(energy)).abs() < 1e-5 * f64::from(energy),
            "{name}: {kinetic} J, {energy}"
        );
        step(&mut one, 60);
        let found = state(&mut one);
        for (body, sign) in [(1, -1.0), (2, 1.0)] {
            let start = one.scene().bodies[body].position.as_dvec3();
            let off = (vector(&found.positions, body) - start - sign * linear.as_dvec3()).length();
            // 60 sums, each rounded by half of 2.4e-7 m along three axes
            assert!(off < 2e-5, "{name}: body {body} is off by {off} m");
        }
        one.reset().expect("the start");
        assert!(state(&mut one) == State::of(one.scene()), "{name}: not as loaded");
    }
}

/// The last step is measured as it was, whatever velocity is set behind it.
#[test]
fn a_velocity_that_is_set_is_not_in_the_residual_of_the_step_before() {
    let scene = scene("necklaces", json!({ "chains": 1, "beads": 9 }));
    for way in ways(&scene) {
        let [mut set, mut left] = [(); 2].map(|()| simulation(&scene, way.clone()));
        [&mut set, &mut left].into_iter().for_each(|one| step(one, 3));
        set.set_velocity(4, VelocityChange { linear: Some(Vec3::splat(50.0)), angular: None })
            .expect("a velocity");
        assert_eq!(measure(&mut set).residual, measure(&mut left).residual, "{way}");
    }
}

/// What drives a body stays like a pin when the simulation goes back; the motion of all others is the state's.
#[test]
fn a_drive_outlives_a_way_back() {
    for (name, mut one) in on_every_machine(&of_every_kind(), &json!({})) {
        let drive = VelocityChange { linear: Some(Vec3::X), angular: None };
        let gone_back = |one: &mut Simulation| {
            one.go_back().expect("a state");
            let found = state(one);
            [1, 2].map(|body| speed(&found, body))
        };
        step(&mut one, 2);
        for body in [1, 2] {
            one.set_velocity(body, drive).expect("a velocity");
        }
        assert_eq!(gone_back(&mut one), [DVec3::X, DVec3::ZERO], "{name}");
        // a state that is written says how all move
        one.write_state(&State::of(&of_every_kind())).expect("a state");
        assert_eq!(gone_back(&mut one), [DVec3::ZERO; 2], "{name}: written");
        // and a pin makes an end to it
        one.set_velocity(1, drive).expect("a velocity");
        one.set_fixed(1, true).expect("a pin");
        one.set_fixed(1, false).expect("no pin");
        assert_eq!(gone_back(&mut one), [DVec3::ZERO; 2], "{name}: pinned");
    }
    let mut lost = simulation(&of_every_kind(), json!({}));
    lost.set_velocity(1, VelocityChange { linear: Some(Vec3::X), angular: None }).expect("a velocity");
    push(&mut lost, 2, force(1.0, 0.0, 0.0));
    let mut rebuilt = pollster::block_on(lost.seed().rebuild(gpu())).expect("a simulation");
    assert!(rebuilt.pushes().is_empty());
    step(&mut rebuilt, 1);
    let found = state(&mut rebuilt);
    assert_eq!([1, 2].map(|body| speed(&found, body)), [DVec3::X, DVec3::ZERO]);
}

#[test]
fn what_makes_no_sense_is_refused_and_changes_nothing() {
    let path = |refused: Result<(), BeadworkError>| {
        let error = refused.expect_err("a refusal");
        assert_eq!(error.code, Code::Parameter, "{error}");
        assert!(error.message.ends_with('.'), "{error}");
        error.path.unwrap_or_default()
    };
    for (name, mut one) in on_every_machine(&of_every_kind(), &json!({})) {
        let scene = one.scene().clone();
        let drive = |linear: Vec3| VelocityChange { linear: Some(linear), angular: None };
        let turn = |angular: Vec3| VelocityChange { linear: None, angular: Some(angular) };
        assert_eq!(path(one.set_velocity(0, drive(Vec3::X))), "body", "{name}");
        assert_eq!(path(one.set_velocity(2, drive(Vec3::NAN))), "linear", "{name}");
        assert_eq!(path(one.set_velocity(2, turn(Vec3::X * 1.1e6))), "angular", "{name}");
        for body in [0, 1] {
            assert_eq!(path(one.push(body, force(1.0, 0.0, 0.0))), "body", "{name}: {body}");
        }
        for refused in [one.set_velocity(3, drive(Vec3::X)), one.push(3, force(1.0, 0.0, 0.0))] {
            let absent = refused.expect_err("there is no such body");
            assert_eq!((absent.code, absent.path.as_deref()), (Code::NotFound, Some("body")), "{name}");
        }
        let with = |change: fn(&mut Push)| {
            let mut push = force(1.0, 0.0, 0.0);
            change(&mut push);
            push
        };
        for (what, bad) in [
            ("force", with(|push| push.force.y = f32::INFINITY)),
            ("torque", with(|push| push.torque.z = 2e18)),
            ("impulse", with(|push| push.impulse.x = f32::NAN)),
            ("at", with(|push| push.at = Some(Vec3::new(0.0, -2e6, 0.0)))),
            // what would take a body beyond the speeds that it may be set to
            ("force", with(|push| push.force.y = 1e17)),
            ("impulse", with(|push| push.impulse.x = 1e17)),
            ("torque", with(|push| push.torque.z = -1e17)),
        ] {
            assert_eq!(path(one.push(2, bad)), what, "{name}");
        }
        step(&mut one, 1);
        let rest = State { time: FRAME, ..State::of(&scene) };
        assert!(state(&mut one) == rest, "{name}: something moved");
        // a body that is let go may be pushed
        one.set_fixed(0, false).expect("no pin");
        push(&mut one, 0, force(1.0, 0.0, 0.0));
    }
    let read = |document: Value| {
        let fields = document.as_object().expect("an object").clone();
        (Push::read(&fields), VelocityChange::read(&fields))
    };
    assert_eq!(path(read(json!({ "forces": [1, 2, 3] })).0.map(drop)), "forces");
    for bad in
        [json!(null), json!([1, 2]), json!([1, 2, 3, 4]), json!([1, "2", 3]), json!("1, 2, 3"), json!({})]
    {
        assert_eq!(path(read(json!({ "at": bad })).0.map(drop)), "at", "{bad}");
        assert_eq!(path(read(json!({ "angular": bad })).1.map(drop)), "angular", "{bad}");
    }
    assert_eq!(path(read(json!({ "force": [1, 2, 3] })).1.map(drop)), "force");
    // NaN is null in JSON, and is reported as that
    let told = read(json!({ "impulse": [1, null, 3] })).0.expect_err("no push").message;
    assert_eq!(told, "impulse must be three finite numbers; one is not a number or infinite.");
    let given = Push { at: Some(Vec3::ZERO), ..force(0.1, -0.0, 1e18) };
    assert_eq!(Push::read(&given.fields()).expect("its own fields"), given);
}
