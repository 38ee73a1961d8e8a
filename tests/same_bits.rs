//! Same adapter, build, scene and parameters: same bits.
#![cfg(not(target_arch = "wasm32"))]

mod common;

use std::hash::{DefaultHasher, Hash, Hasher};

use beadwork::{Scene, State};
use common::*;
use serde_json::{Value, json};

fn small_scenes() -> Vec<(&'static str, Value)> {
    vec![
        ("necklaces", json!({"chains": 9, "beads": 12})),
        ("pendant", json!({"beads": 16})),
        ("ring", json!({"beads": 14})),
        ("curtain", json!({"chains": 6, "beads": 9})),
        ("bridge", json!({"beads": 15})),
        ("tree", json!({"branches": 2, "depth": 3})),
        ("net", json!({"rows": 5, "columns": 6})),
    ]
}

fn hash(state: &State) -> u64 {
    let mut hasher = DefaultHasher::new();
    for array in [
        &state.positions,
        &state.rotations,
        &state.linear_velocities,
        &state.angular_velocities,
        &state.multipliers,
    ] {
        array.iter().for_each(|x| x.to_bits().hash(&mut hasher));
    }
    hasher.finish()
}

#[test]
fn six_hundred_frames_twice() {
    for (name, options) in small_scenes() {
        let scene = scene(name, options);
        let run = |solver: &str| {
            let mut simulation = simulation(&scene, json!({"solver": solver}));
            step(&mut simulation, 600);
            state(&mut simulation)
        };
        for solver in ["auto", "gauss-seidel"] {
            let (first, second) = (run(solver), run(solver));
            assert_eq!(hash(&first), hash(&second), "{name} with {solver}");
            assert!(first.positions.iter().all(|x| x.is_finite()), "{name} with {solver} is not finite");
        }
    }
}

#[test]
fn ten_steps_at_once_are_ten_steps() {
    let scene = scene("net", json!({"rows": 4, "columns": 4}));
    let (mut one, mut ten) = (simulation(&scene, json!({})), simulation(&scene, json!({})));
    step(&mut ten, 10);
    (0..10).for_each(|_| step(&mut one, 1));
    assert_eq!(hash(&state(&mut one)), hash(&state(&mut ten)));
}

#[test]
fn what_is_described_resumes_to_the_same_bits() {
    for (name, options) in small_scenes() {
        let mut first = simulation(&scene(name, options), json!({}));
        step(&mut first, 50);
        let described = pollster::block_on(first.describe().unwrap()).expect("a scene");
        let read = Scene::from_json(&described.to_json()).expect("a valid scene");
        assert_eq!(described, read, "{name}");
        let mut second = simulation(&read, json!({}));
        step(&mut first, 50);
        step(&mut second, 50);
        assert_eq!(hash(&state(&mut first)), hash(&state(&mut second)), "{name}");
    }
}

#[test]
fn a_state_written_back_goes_on_as_before() {
    let scene = scene("curtain", json!({"chains": 4, "beads": 7}));
    let (mut one, mut two) = (simulation(&scene, json!({})), simulation(&scene, json!({})));
    step(&mut one, 20);
    let middle = state(&mut one);
    two.write_state(&middle).expect("a state of the same scene");
    step(&mut one, 20);
    step(&mut two, 20);
    assert_eq!(hash(&state(&mut one)), hash(&state(&mut two)));
}
