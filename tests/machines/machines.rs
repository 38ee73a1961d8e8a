//! The rules of a simulation hold on every machine: the CPU can do all that the GPU can, to the same end.

use crate::common::*;
use beadwork::cpu::{CpuMachine, Number, Twin};
use beadwork::{Code, Parameters, Scene, Simulation, State};
use glam::Vec3;
use serde_json::json;

fn on_cpu<N: Number>(scene: &Scene) -> Simulation {
    let machine = Box::new(CpuMachine::<N>::default());
    pollster::block_on(Simulation::on(machine, scene.clone(), Parameters::default())).expect("a simulation")
}

fn on_gpu(scene: &Scene) -> Simulation {
    crate::common::simulation(scene, json!({}))
}

/// Largest difference of two positions.
fn apart(one: &State, other: &State) -> f32 {
    let pairs = one.positions.iter().zip(&other.positions);
    pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

/// A pin, a cut, a hand, and going on after each.
fn worked(simulation: &mut Simulation) -> State {
    step(simulation, 5);
    simulation.set_fixed(4, true).expect("a pin");
    step(simulation, 5);
    simulation.cut(7).expect("a cut");
    let pull = simulation.gentle_pull(6, Vec3::new(0.0, 0.1, 0.0), Vec3::new(1.0, 1.0, 0.5));
    simulation.set_pull(Some(pull)).expect("a hand");
    step(simulation, 5);
    simulation.set_pull(None).expect("no hand");
    simulation.set_fixed(4, false).expect("no pin");
    step(simulation, 5);
    state(simulation)
}

#[test]
fn pins_cuts_and_hands_do_the_same_on_every_machine() {
    let scene = scene("pendant", json!({"beads": 12, "massRatio": 10}));
    let wanted = worked(&mut on_gpu(&scene));
    for (name, found) in
        [("f32", worked(&mut on_cpu::<f32>(&scene))), ("f64", worked(&mut on_cpu::<f64>(&scene)))]
    {
        // a hundred roundings of f32 on lengths of some metres
        let apart = apart(&found, &wanted);
        assert!(apart < 1e-3, "{name}: {apart} m apart");
    }
}

#[test]
fn measures_say_the_same_on_every_machine() {
    let scene = scene("net", json!({"rows": 4, "columns": 5}));
    let measured = |simulation: &mut Simulation| {
        let passes = json!({"solver": "chebyshev"});
        simulation.set_parameters(passes.as_object().expect("an object")).expect("a solver");
        pollster::block_on(simulation.measure(Some(true)).expect("a measurement")).expect("measures");
        step(simulation, 3);
        measure(simulation)
    };
    let wanted = measured(&mut on_gpu(&scene));
    let found = measured(&mut on_cpu::<f32>(&scene));
    assert_eq!(found.residual_by_iteration.len(), wanted.residual_by_iteration.len());
    let curves = found.residual_by_iteration.iter().zip(&wanted.residual_by_iteration);
    for (what, ours, theirs) in [
        ("rms gap", found.rms_gap, wanted.rms_gap),
        ("residual", found.residual, wanted.residual),
        ("kinetic energy", found.kinetic_energy, wanted.kinetic_energy),
        ("potential energy", found.potential_energy, wanted.potential_energy),
    ]
    .into_iter()
    .chain(curves.map(|(&a, &b)| ("residual by pass", f64::from(a), f64::from(b))))
    {
        // rounding of a few steps, through sums of squares
        assert!((ours - theirs).abs() <= 2e-3 * theirs.abs(), "{what}: {ours} and {theirs}");
    }
    assert_eq!((found.solver, found.steps, found.finite), (wanted.solver, wanted.steps, true));
}

#[test]
fn the_cpu_goes_back_resets_and_resumes_to_the_same_bits() {
    let scene = scene("curtain", json!({"chains": 3, "beads": 8}));
    let mut first = on_cpu::<f32>(&scene);
    step(&mut first, 30);
    let kept = state(&mut first);
    let snapshot = pollster::block_on(first.snapshot().expect("a reading")).expect("a snapshot");
    first.keep(snapshot);

    let mut broken = kept.clone();
    broken.positions[3 * 5] = f32::NAN;
    first.write_state(&broken).expect("a state of the right size");
    step(&mut first, 1);
    let body = pollster::block_on(first.find_fault().expect("a look")).expect("a look").expect("a fault");
    let error = first.go_back_from(body, first.epoch()).expect("the last good state");
    assert_eq!((error.code, error.path.as_deref()), (Code::NonFinite, Some("bodies[5]")));
    assert!(state(&mut first) == kept, "not the state that was kept");

    let described = pollster::block_on(first.describe().expect("a reading")).expect("a scene");
    let mut second = on_cpu::<f32>(&described);
    step(&mut first, 30);
    step(&mut second, 30);
    assert!(state(&mut first) == state(&mut second), "resumed to other bits");

    first.reset().expect("the start");
    assert!(state(&mut first) == State::of(&scene), "not as loaded");
}

#[test]
fn what_only_a_gpu_can_do_is_refused_with_a_sentence() {
    let mut twin = Twin::new(&scene("pendant", json!({})), Parameters::default()).expect("a twin");
    let error = twin.replace_kernel("update_multipliers", "").err().expect("a refusal");
    assert_eq!(error.code, Code::NotApplicable);
    assert!(error.message.contains("CPU"), "{}", error.message);
    assert!(twin.gpu().is_none());
}

/// A moon's scene is the moon's in Rust too, unless it is set otherwise.
#[test]
fn the_scene_brings_its_gravity_unless_one_is_given() {
    let mut moon = scene("pendant", json!({"beads": 3}));
    moon.gravity = Some(Vec3::new(0.0, -1.62, 0.0));
    let gravity = |parameters: Parameters| {
        let simulation = pollster::block_on(Simulation::create(gpu(), moon.clone(), parameters));
        simulation.expect("a simulation").parameters().gravity.vector()
    };
    assert_eq!(gravity(Parameters::default()), [0.0, -1.62, 0.0]);
    assert_eq!(gravity(parameters(json!({"iterations": 5}))), [0.0, -1.62, 0.0]);
    assert_eq!(gravity(parameters(json!({"gravity": [0, -9.81, 0]}))), [0.0, -9.81, 0.0]);

    let mut simulation = on_gpu(&scene("pendant", json!({})));
    pollster::block_on(simulation.load(moon.clone())).expect("a scene");
    assert_eq!(simulation.parameters().gravity.vector(), [0.0, -1.62, 0.0]);
}

/// A net runs with the β of the solver that takes it, also in what is measured before the first step.
#[test]
fn a_residual_before_the_first_step_goes_by_the_solver_that_will_take_it() {
    let mut scene = scene("net", json!({"rows": 30, "columns": 30}));
    scene.gravity = Some(Vec3::ZERO);
    scene.bodies.iter_mut().for_each(|body| body.linear_velocity = Vec3::ZERO);
    // gaps to close
    scene.joints.iter_mut().for_each(|joint| joint.anchor_a += Vec3::new(0.0, 0.004, 0.0));
    let mut simulation = crate::common::simulation(&scene, json!({}));
    let found = measure(&mut simulation);
    // everything rests, so what is left is β C/h alone
    let wanted = found.settled.stabilisation * found.rms_gap / simulation.parameters().substep();
    assert!((found.residual - wanted).abs() < 1e-4 * wanted, "{} m/s, should be {wanted}", found.residual);
    assert_eq!(found.settled.stabilisation, 0.05);
    // joints that are shut in place are pulled by nothing
    let exact = json!({"solver": "direct"});
    let found = measure(&mut crate::common::simulation(&scene, exact));
    assert_eq!((found.settled.stabilisation, found.residual), (0.0, 0.0));
}

/// Recording on and off again plans nothing anew, and what runs between goes on as without it.
#[test]
fn recording_can_be_switched_between_two_steps() {
    let scene = scene("net", json!({"rows": 4, "columns": 4}));
    let changes = json!({"solver": "chebyshev", "execution": "global"});
    let (mut watched, mut alone) =
        (crate::common::simulation(&scene, changes.clone()), crate::common::simulation(&scene, changes));
    for by_iteration in [true, false, true, false] {
        let found = pollster::block_on(watched.measure(Some(by_iteration)).expect("a measurement"))
            .expect("measures");
        assert_eq!(found.residual_by_iteration.is_empty(), by_iteration || found.steps == 0);
        step(&mut watched, 1);
        step(&mut alone, 1);
    }
    assert!(state(&mut watched) == state(&mut alone), "recording changed the state");
}
