//! In a browser, under its own WGSL compiler: every shader compiles, every solver agrees with its f64 twin, and
//! the same steps give the same bits. Run in headless Chromium.
#![cfg(target_arch = "wasm32")]

#[path = "common/bits.rs"]
mod bits;
#[path = "common/contracts.rs"]
mod contracts;

use std::sync::Arc;

use beadwork::cpu::Twin;
use beadwork::gpu::kernels::{self, Specialisation};
use beadwork::render::passes;
use beadwork::scene::built_in;
use beadwork::{Gpu, Parameters, Scene, Simulation, State, solvers};
use serde_json::{Value, json};
use wasm_bindgen_test::*;

wasm_bindgen_test_configure!(run_in_browser);

async fn gpu() -> Arc<Gpu> {
    beadwork::web::machine::shared_gpu()
        .await
        .expect("tests need WebGPU: a headless Chromium with SwiftShader will do")
}

fn scene(name: &str, options: Value) -> Scene {
    built_in::build(name, options.as_object().unwrap()).expect("a built-in scene")
}

async fn stepped(scene: &Scene, changes: Value, frames: u32) -> (State, Simulation) {
    let parameters = Parameters::default().with(changes.as_object().unwrap()).unwrap();
    let gpu = gpu().await;
    let mut simulation =
        Simulation::create(gpu.clone(), scene.clone(), parameters).await.expect("a simulation");
    simulation.step(frames).unwrap().await.unwrap();
    let state = simulation.read_state().unwrap().await.unwrap();
    assert_eq!(gpu.take_error(), None, "an uncaptured GPU error");
    (state, simulation)
}

/// Largest difference over the largest number, and where it is.
fn worst(ours: &[f32], truth: &[f32]) -> (f32, usize) {
    let largest = truth.iter().fold(1f32, |m, x| m.max(x.abs()));
    ours.iter()
        .zip(truth)
        .enumerate()
        .map(|(i, (a, b))| (((a - b).abs() / largest), i))
        .fold((0.0, 0), |best, found| if found.0 > best.0 || found.0.is_nan() { found } else { best })
}

#[wasm_bindgen_test]
fn scenes_have_the_recorded_ids() {
    contracts::check();
}

#[wasm_bindgen_test]
async fn every_shader_compiles_without_a_word() {
    let gpu = gpu().await;
    for kernel in kernels::list() {
        for scene in Specialisation::ALL {
            let module = kernel.module(&gpu.device, kernel.source);
            kernels::compile(&gpu.device, kernel, kernel.source, scene);
            let messages = module.get_compilation_info().await.messages;
            assert!(messages.is_empty(), "{}: {messages:?}", kernel.file);
        }
    }
    for shader in passes::list() {
        let module = shader.module(&gpu.device, shader.source);
        let messages = module.get_compilation_info().await.messages;
        assert!(messages.is_empty(), "{}: {messages:?}", shader.file);
    }
    gpu.done().await.unwrap();
    assert_eq!(gpu.take_error(), None, "a pipeline was refused");
}

#[wasm_bindgen_test]
async fn every_solver_agrees_with_its_twin() {
    let scenes = [
        ("necklaces", scene("necklaces", json!({"chains": 5, "beads": 12}))),
        ("pendant", scene("pendant", json!({"beads": 10}))),
        ("ring", scene("ring", json!({"beads": 9, "pins": 0}))),
        ("tree", scene("tree", json!({"branches": 2, "depth": 3}))),
        ("net", scene("net", json!({"rows": 4, "columns": 5}))),
        // joints of other kinds: trees, a loop, and rows that are bounded or driven
        ("joint-grid", scene("joint-grid", json!({"rows": 4, "columns": 4}))),
        ("linkage", scene("linkage", json!({}))),
        ("ragdolls", scene("ragdolls", json!({"count": 1}))),
        ("arm", scene("arm", json!({}))),
    ];
    for (name, scene) in &scenes {
        let ways = solvers::list().iter().flat_map(|&s| ["global", "tile"].map(|way| (s, way)));
        for (solver, way) in ways {
            // a simulation would take the substeps that a solver recommends, which a twin does not know
            let changes = json!({"solver": solver.name, "substeps": 1, "iterations": 6, "execution": way});
            let parameters = Parameters::default().with(changes.as_object().unwrap()).unwrap();
            let Ok(mut twin) = Twin::new(scene, parameters) else {
                let points = scene.joints.iter().all(|joint| joint.is_plain());
                let refusable = way == "tile" || !points || (*name == "net" && solver.name == "direct");
                assert!(refusable, "{} refused {name}", solver.name);
                continue;
            };
            // two steps, so that a warm start is among them
            twin.step(2);
            let (found, _) = stepped(scene, changes, 2).await;
            let truth = twin.state();
            // f32 rounding through a few sums; conjugate gradients divide sums by sums
            let allowed = if solver.name == "conjugate-gradient" { 1e-3 } else { 2e-4 };
            for (what, ours, truth) in [
                ("v", &found.linear_velocities, &truth.linear_velocities),
                ("ω", &found.angular_velocities, &truth.angular_velocities),
                ("x", &found.positions, &truth.positions),
                ("q", &found.rotations, &truth.rotations),
            ] {
                let (difference, at) = worst(ours, truth);
                assert!(
                    difference <= allowed,
                    "{} ({way}) on {name}: {what}[{at}] is {}, should be {}: off by {difference:e}, allowed {allowed:e}",
                    solver.name,
                    ours[at],
                    truth[at]
                );
            }
        }
    }
}

#[wasm_bindgen_test]
async fn the_same_steps_give_the_same_bits() {
    let scene = scene("net", json!({"rows": 5, "columns": 6}));
    for solver in ["auto", "jacobi", "gauss-seidel", "conjugate-gradient"] {
        let (first, _) = stepped(&scene, json!({"solver": solver}), 60).await;
        let (second, _) = stepped(&scene, json!({"solver": solver}), 60).await;
        assert!(first == second, "{solver}: two runs differ");
    }
}

#[wasm_bindgen_test]
fn single_precision_on_the_cpu_gives_the_bits_that_it_gives_natively() {
    bits::check();
}

#[wasm_bindgen_test]
async fn measuring_matches_the_twin() {
    let scene = scene("necklaces", json!({"chains": 7, "beads": 9}));
    let changes = json!({"solver": "jacobi", "iterations": 4});
    let (_, mut simulation) = stepped(&scene, changes.clone(), 3).await;
    let found = simulation.measure(None).unwrap().await.unwrap();
    let mut twin =
        Twin::new(&scene, Parameters::default().with(changes.as_object().unwrap()).unwrap()).unwrap();
    twin.step(3);
    let truth = twin.measure();
    for (what, ours, truth) in [
        ("residual", found.residual, truth.residual),
        ("rmsGap", found.rms_gap, truth.rms_gap),
        ("kineticEnergy", found.kinetic_energy, truth.kinetic_energy),
        ("potentialEnergy", found.potential_energy, truth.potential_energy),
    ] {
        // sums of a few dozen f32
        assert!((ours - truth).abs() <= 1e-3 * truth.abs().max(1e-3), "{what}: {ours}, should be {truth}");
    }
    assert!(found.finite);
}
