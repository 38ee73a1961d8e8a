//! A hand on a bead: GPU against twin, and that no hand can launch a scene.

use crate::common::*;
use beadwork::cpu::Twin;
use beadwork::scene::{Body, Solid, built_in};
use beadwork::{Pull, Scene, Simulation, solvers};
use glam::Vec3;
use proptest::prelude::*;
use serde_json::{Map, json};

fn pendant() -> Scene {
    built_in::build("pendant", &Map::new()).expect("a scene")
}

fn position(simulation: &mut Simulation, body: usize) -> Vec3 {
    Vec3::from_slice(&state(simulation).positions[3 * body..3 * body + 3])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn a_pulled_substep_agrees_with_its_twin(recipe in recipe(), pick in any::<prop::sample::Index>(), far in 0.0f32..3.0) {
        let scene = recipe.scene();
        let body = pick.index(scene.bodies.len());
        let mut simulation = simulation(&scene, json!({"solver": "jacobi", "iterations": 3}));
        let goal = scene.bodies[body].position + far * Vec3::new(0.6, 0.7, -0.4);
        let pull = simulation.gentle_pull(body, Vec3::new(0.03, -0.06, 0.02), goal);
        simulation.set_pull(Some(pull)).expect("a hand");
        let mut twin = Twin::new(&scene, simulation.parameters().clone()).expect("a twin");
        twin.world_mut().pull = (&pull).into();
        let parameters = simulation.parameters().clone();
        twin.world_mut().run(&solvers::chores::pull(&parameters, simulation.lists()));
        step(&mut simulation, 1);
        twin.step(1);
        let found = state(&mut simulation);
        let truth: Vec<f64> =
            twin.world().velocities.iter().flat_map(|v| v.linear.to_array().into_iter().chain(v.angular.to_array())).collect();
        let ours: Vec<f32> = found
            .linear_velocities
            .chunks(3)
            .zip(found.angular_velocities.chunks(3))
            .flat_map(|(v, w)| [v, w].concat())
            .collect();
        // as in tests/solve/twin.rs: rounding, times ten
        let largest = truth.iter().fold(1.0f64, |m, x| m.max(x.abs()));
        assert_close("V", 6, worst(&ours, truth.into_iter()), 2e-5 * largest);
    }
}

#[test]
fn a_held_bead_comes_to_the_hand() {
    let mut simulation = simulation(&pendant(), json!({"solver": "direct"}));
    let start = position(&mut simulation, 12);
    let goal = start + Vec3::new(0.0, 0.0, 1.0);
    let pull = simulation.gentle_pull(12, Vec3::ZERO, goal);
    simulation.set_pull(Some(pull)).expect("a hand");
    step(&mut simulation, 180);
    // the chain leans by 0.5 rad, so that the hand holds back half of a weight of 70 beads
    let left = position(&mut simulation, 12).distance(goal);
    assert!(left < 0.4, "still {left} m away");
}

#[test]
fn no_jump_of_the_pointer_launches_the_scene() {
    for solver in ["direct", "jacobi"] {
        let mut simulation = simulation(&pendant(), json!({"solver": solver}));
        let mut fastest = 0.0f32;
        for jump in 0..40 {
            let side = if jump % 2 == 0 { 1.0 } else { -1.0 };
            let goal = Vec3::new(side * 1e6, 1e6, -side * 1e6);
            let pull = simulation.gentle_pull(20, Vec3::new(0.0, 0.25, 0.0), goal);
            simulation.set_pull(Some(pull)).expect("a hand");
            step(&mut simulation, 3);
            let now = state(&mut simulation);
            for v in now.linear_velocities.chunks(3) {
                fastest = fastest.max(Vec3::from_slice(v).length());
            }
        }
        let measures = measure(&mut simulation);
        assert!(measures.finite, "{solver}: not finite");
        // 1.5 √(2 g ℓ) with ℓ = 11 m is 22 m/s; a whip's end gets to a few times that
        assert!(fastest < 90.0, "{solver}: {fastest} m/s");
    }
}

#[test]
fn letting_go_leaves_nothing_behind() {
    let mut pulled = simulation(&pendant(), json!({"solver": "direct"}));
    let mut free = simulation(&pendant(), json!({"solver": "direct"}));
    let pull = pulled.gentle_pull(5, Vec3::ZERO, Vec3::ZERO);
    pulled.set_pull(Some(pull)).expect("a hand");
    pulled.set_pull(None).expect("let go");
    step(&mut pulled, 10);
    step(&mut free, 10);
    assert_eq!(state(&mut pulled), state(&mut free));
}

#[test]
fn a_pull_that_makes_no_sense_is_refused() {
    let mut simulation = simulation(&pendant(), json!({}));
    let pull = simulation.gentle_pull(5, Vec3::ZERO, Vec3::ZERO);
    assert!(simulation.set_pull(Some(Pull { body: 24, ..pull })).is_err());
    assert!(simulation.set_pull(Some(Pull { goal: Vec3::NAN, ..pull })).is_err());
    assert!(simulation.pull().is_none());
}

#[test]
fn a_hand_lifts_with_twice_the_weight_of_what_it_holds() {
    let ball = Body { mass: 2.0, inertia: Vec3::splat(0.02), ..Body::of(Solid::Sphere, 0.1) };
    let scene = Scene { gravity: Some(Vec3::new(0.0, -10.0, 0.0)), bodies: vec![ball], ..Scene::default() };
    let mut simulation = simulation(&scene, json!({}));
    let pull = simulation.gentle_pull(0, Vec3::ZERO, Vec3::new(0.0, 1e3, 0.0));
    simulation.set_pull(Some(pull)).expect("a hand");
    step(&mut simulation, 6);
    // the other weight is its own
    let speed = state(&mut simulation).linear_velocities[1];
    assert!((speed - 1.0).abs() < 1e-4, "{speed} m/s after 0.1 s at 10 m/s²");
}
