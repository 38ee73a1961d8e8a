//! Bad input: a code, a path, a sentence; and the running simulation untouched.
#![cfg(not(target_arch = "wasm32"))]

mod common;

use std::sync::atomic::Ordering;

use beadwork::{Code, Parameters, Scene, Simulation};
use common::*;
use serde_json::{Value, json};

fn changes(value: &Value) -> &serde_json::Map<String, Value> {
    value.as_object().expect("an object")
}

/// Runs `act` on one of two equal simulations and steps both: they must not differ by a bit.
fn leaves_no_trace(act: impl FnOnce(&mut Simulation)) {
    let scene = scene("net", json!({"rows": 4, "columns": 5}));
    let (mut one, mut other) = (simulation(&scene, json!({})), simulation(&scene, json!({})));
    step(&mut one, 10);
    step(&mut other, 10);
    act(&mut one);
    step(&mut one, 10);
    step(&mut other, 10);
    assert!(state(&mut one) == state(&mut other), "the simulation noticed");
}

#[test]
fn wrong_parameters() {
    leaves_no_trace(|simulation| {
        let huge: Value = serde_json::from_str("{\"timestep\": 1e300}").unwrap();
        for wrong in [
            json!({"iterations": 0}),
            json!({"iterations": "NaN"}),
            json!({"gravity": [0, "Infinity", 0]}),
            json!({"solver": "direct"}),
            json!({"weight": 1}),
            huge,
        ] {
            let name = changes(&wrong).keys().next().unwrap().clone();
            let error = simulation.set_parameters(changes(&wrong)).unwrap_err();
            let code = if name == "solver" { Code::NotApplicable } else { Code::Parameter };
            assert_eq!((error.code, error.path.as_deref()), (code, Some(name.as_str())));
            assert!(error.message.ends_with('.'), "{}", error.message);
        }
        // all or nothing
        let mixed = json!({"iterations": 3, "substeps": 1000});
        assert!(simulation.set_parameters(changes(&mixed)).is_err());
        assert_eq!(simulation.parameters().iterations, 20);
    });
}

#[test]
fn wrong_indices_states_and_kernels() {
    leaves_no_trace(|simulation| {
        let at = |error: beadwork::BeadworkError| (error.code, error.path.unwrap_or_default());
        assert_eq!(at(simulation.set_fixed(20, true).unwrap_err()), (Code::Parameter, "body".into()));
        assert_eq!(at(simulation.cut(usize::MAX).unwrap_err()), (Code::Parameter, "joint".into()));
        let mut short = state(simulation);
        short.rotations.pop();
        assert_eq!(at(simulation.write_state(&short).unwrap_err()), (Code::Parameter, "rotations".into()));
        assert_eq!(
            simulation.replace_kernel("nothing", "").err().map(at),
            Some((Code::Parameter, "name".into()))
        );

        let source = beadwork::gpu::kernels::find("update_velocities").unwrap().source;
        let line = 1 + source.lines().position(|line| line.contains("var force")).unwrap();
        let broken = source.replace("var force = vec3<f32>(0.0);", "var force = nonsense;");
        let edit =
            pollster::block_on(simulation.replace_kernel("update_velocities", &broken).unwrap()).unwrap();
        let error = edit.messages.iter().find(|message| message.kind == "error").expect("an error");
        assert_eq!(error.line as usize, line, "{}", error.message);
        simulation.install_kernel(&edit);
    });
}

#[test]
fn a_scene_that_does_not_load_leaves_the_old_one_running() {
    leaves_no_trace(|simulation| {
        let faulty =
            Scene::from_json("{\"version\": 1, \"bodies\": [{\"position\": [0, 0, 0]}]}").unwrap_err();
        assert_eq!((faulty.code, faulty.path.as_deref()), (Code::Scene, Some("bodies[0].radius")));

        let error = pollster::block_on(simulation.load(too_large())).unwrap_err();
        assert_eq!(error.code, Code::Limit, "{}", error.message);
        no_gpu_errors();
    });
}

#[test]
fn a_scene_that_is_too_large_is_refused_before_anything_is_allocated() {
    // a device of its own, since other tests allocate on the shared one meanwhile
    let gpu = pollster::block_on(beadwork::Gpu::new()).expect("a device");
    let error = pollster::block_on(Simulation::create(gpu.clone(), too_large(), Parameters::default()));
    assert_eq!(error.err().map(|error| error.code), Some(Code::Limit));
    assert_eq!(gpu.allocated.load(Ordering::Relaxed), 0);
    assert_eq!(gpu.take_error(), None);
}

/// More beads than any binding holds, all in one place.
fn too_large() -> Scene {
    let limits = &gpu().limits;
    let most = limits.max_storage_buffer_binding_size.min(limits.max_buffer_size);
    let one = scene("pendant", json!({"beads": 2}));
    let count = (most / 32 + 1) as usize;
    assert!(count < 200_000_000, "this device holds more than a test should make");
    Scene { bodies: vec![one.bodies[1].clone(); count], joints: Vec::new(), ..one }
}

#[test]
fn the_exact_solver_says_why_it_refuses_a_net() {
    let net = scene("net", json!({}));
    let parameters = Parameters::default().with(changes(&json!({"solver": "direct"}))).unwrap();
    let error = pollster::block_on(Simulation::create(gpu(), net, parameters)).err().expect("a refusal");
    assert_eq!((error.code, error.path.as_deref()), (Code::NotApplicable, Some("solver")));
}
