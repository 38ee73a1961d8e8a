//! Before a device is trusted it is checked: a right one passes, a wrong one does not, and no kernel is left out.

#[path = "../../examples/self_check/truths.rs"]
mod truths;

use std::collections::BTreeSet;

use crate::common::*;
use beadwork::cpu::{Number, Twin};
use beadwork::gpu::kernels::Specialisation;
use beadwork::gpu::pipelines::Variant;
use beadwork::gpu::{GpuMachine, kernels};
use beadwork::self_check::cases::{CASES, Case};
use beadwork::self_check::truth::{EXPECTED, Kernels, Truth, named, read};
use beadwork::self_check::{Asked, check, check_kernels, distance, memory, play};
use beadwork::{BeadworkError, Code, Gpu, Parameters, Scene, Simulation};
use glam::{Vec3, Vec3Swizzles};
use serde_json::{Value, json};

/// Kernels for numbers that are not finite, and in a check all are. Kernels for the loads of joints and the hits of
/// rays, which are no part of a state. A kernel that copies what a CPU has at hand. Kernels for bodies that come or go or are put elsewhere, and for bodies faster
/// than any case has. A kernel for a hundredth of the forces that a case ends with.
const IN_NO_CASE: [&str; 8] = [
    "find_fault",
    "joint_halve",
    "joint_carry",
    "contact_halt",
    "cast_rays",
    "contact_forget",
    "place_body",
    "contact_block_begin",
];

/// Times that a device may be farther off than this one before it is refused: other hardware rounds otherwise.
const MARGIN: f32 = 10.0;

/// Another build of the twin may differ in the last digits, and be rounded to the next number that is stored.
const FRESH: f32 = 2.0 / 8192.0;

fn cases() -> impl Iterator<Item = (&'static Case, Truth)> {
    CASES.iter().zip(read(EXPECTED))
}

#[test]
fn what_is_stored_is_what_the_twin_finds() {
    std::panic::set_hook(Box::new(|_| {}));
    let now: Vec<Truth> = CASES.iter().map(|case| truths::truth(case, &gpu())).collect();
    let _ = std::panic::take_hook();
    assert_eq!(
        now.len(),
        read(EXPECTED).len(),
        "run `cargo run --example self_check` and commit what it writes"
    );
    for ((case, stored), now) in cases().zip(now) {
        let off = distance(&stored.numbers, &now.numbers);
        assert!(off <= FRESH, "{} is stale: off by {off:e}", case.what);
        assert_eq!(
            Truth { numbers: Vec::new(), ..stored },
            Truth { numbers: Vec::new(), ..now },
            "{}",
            case.what
        );
    }
}

#[test]
fn every_kernel_is_shown_by_some_case() {
    let shown = cases().fold(Kernels::default(), |shown, (_, truth)| shown | truth.shows);
    let names = kernels::list().iter().map(|kernel| kernel.name);
    let unseen: Vec<&str> = names.filter(|name| !(named(&[name]) & !shown).is_empty()).collect();
    assert_eq!(unseen, IN_NO_CASE);
}

#[test]
fn a_right_device_is_well_within_what_is_allowed() {
    for (case, truth) in cases() {
        let ours = pollster::block_on(play(case, &gpu(), truth.most)).expect("numbers");
        let off = distance(&ours, &truth.numbers);
        assert!(off * MARGIN <= case.allowed, "{}: off by {off:e}, allowed {:e}", case.what, case.allowed);
    }
    no_gpu_errors();
}

/// For a scene with centres of mass contacts are compiled another way, which is checked by scenes without.
#[test]
fn contacts_compiled_for_centres_of_mass_end_alike() {
    let touching = named(&["contact_bin", "contact_find", "contact_collide", "contact_sense"]);
    let cases: Vec<(&Case, Truth)> =
        cases().filter(|(_, truth)| !(truth.shows & touching).is_empty()).collect();
    assert_eq!(
        cases.iter().fold(Kernels::default(), |all, (_, truth)| all | truth.shows) & touching,
        touching
    );
    for (case, truth) in cases {
        let compiled = Specialisation { offset: true, ..truth.most };
        let ours = pollster::block_on(play(case, &gpu(), compiled)).expect("numbers");
        let off = distance(&ours, &truth.numbers);
        assert!(off * MARGIN <= case.allowed, "{}: off by {off:e}, allowed {:e}", case.what, case.allowed);
        let asked = Asked::new(touching & truth.shows, compiled);
        let chosen = asked.chosen(&read(EXPECTED), touching & truth.shows);
        assert!(chosen.iter().all(|choice| choice.compiled.offset), "{}", case.what);
        assert_eq!(
            chosen.iter().fold(Kernels::default(), |all, choice| all | choice.seen),
            touching & truth.shows,
            "{}",
            case.what
        );
    }
    no_gpu_errors();
}

/// No case stands where a last digit decides, so a device that rounds otherwise ends alike. Scenes that differ by some
/// last digits of f32, and the twin in f32, stay within a quarter of the tolerance.
#[test]
fn no_case_hangs_by_a_digit() {
    for (case, truth) in cases() {
        let single = Twin::<f32>::of(&(case.scene)(), case.parameters()).expect("a twin");
        let mut off = distance(&played(case, single), &truth.numbers);
        for seed in 0..20 {
            let mut scene = (case.scene)();
            for (i, body) in scene.bodies.iter_mut().enumerate().filter(|(_, body)| !body.is_held()) {
                let way = |k: usize| ((i + 3 * seed + k) as f32 * 12.9898).sin();
                let way = Vec3::new(way(1), way(2), way(5));
                body.position += 5e-7 * way;
                body.linear_velocity += 5e-6 * way.zxy();
            }
            let moved = Twin::<f64>::of(&scene, case.parameters()).expect("a twin");
            off = off.max(distance(&played(case, moved), &truth.numbers));
        }
        assert!(off <= 0.25 * case.allowed, "{}: off by {off:e}, allowed {:e}", case.what, case.allowed);
    }
}

fn played<N: Number>(case: &Case, mut twin: Twin<N>) -> Vec<f32> {
    pollster::block_on(case.play(&mut twin)).expect("numbers")
}

/// Every built-in scene, small.
fn scenes() -> Vec<(&'static str, Value)> {
    vec![
        ("necklaces", json!({"chains": 3, "beads": 5})),
        ("pendant", json!({"beads": 6})),
        ("ring", json!({"beads": 8})),
        ("curtain", json!({"chains": 3, "beads": 4})),
        ("bridge", json!({"beads": 70})),
        ("tree", json!({"depth": 3})),
        ("net", json!({"rows": 4, "columns": 4})),
        ("linkage", json!({})),
        ("track", json!({"plates": 8})),
        ("suspension", json!({"planks": 4})),
        ("rope", json!({"rods": 4})),
        ("springs", json!({})),
        ("glider", json!({})),
        ("ragdolls", json!({"count": 1})),
        ("arm", json!({})),
        ("ragdoll-drop", json!({"count": 2})),
        ("joint-grid", json!({"columns": 4, "rows": 3})),
        ("stable-spherical-chain", json!({"links": 8})),
        ("stack", json!({"boxes": 3})),
        ("pyramid", json!({"base": 3})),
        ("heap", json!({"count": 300})),
        ("cradle", json!({})),
        ("wrecking", json!({"beads": 4})),
        ("dominoes", json!({"count": 4})),
        ("pour", json!({"chains": 2, "beads": 4})),
        ("car", json!({})),
        ("chutes", json!({"count": 2})),
        ("tablecloth", json!({})),
        ("large-pyramid", json!({"base": 4})),
        ("many-pyramids", json!({"base": 2, "pyramids": 2})),
        ("high-mass-ratio", json!({})),
    ]
}

/// Every solver in every execution, every way to shut joints, and every solver of contacts.
fn every_way(scene: &Scene) -> Vec<Value> {
    let mut out = ways(scene);
    out.extend(["pulled", "projected"].map(|positions| json!({"positions": positions})));
    if scene.contacts {
        out.extend(["chebyshev", "mass-splitting", "jacobi"].map(|solver| json!({"contactSolver": solver})));
    }
    out
}

#[test]
fn whatever_a_built_in_scene_runs_some_case_shows_compiled_alike() {
    let truths = read(EXPECTED);
    let names: BTreeSet<&str> = beadwork::scene::built_in::scenes().iter().map(|scene| scene.name).collect();
    assert_eq!(names, scenes().iter().map(|(name, _)| *name).collect());
    let mut open = BTreeSet::new();
    for (name, options) in scenes() {
        let scene = scene(name, options);
        for way in every_way(&scene) {
            let simulation = simulation(&scene, way);
            let machine: &GpuMachine = simulation.machine().expect("made on it");
            let kernels = named(&simulation.kernels());
            let chosen = Asked::new(kernels, machine.specialisation()).chosen(&truths, kernels);
            let seen = chosen.iter().fold(Kernels::default(), |seen, choice| seen | choice.seen);
            let unseen =
                simulation.kernels().into_iter().filter(|kernel| !(named(&[kernel]) & !seen).is_empty());
            open.extend(unseen.map(|kernel| (kernel, name)));
        }
    }
    assert!(open.is_empty(), "not seen compiled so: {open:?}");
}

#[test]
fn a_right_device_passes_and_is_asked_once() {
    for name in ["pendant", "tree", "joint-grid", "rope", "stack"] {
        let (_, options) = scenes().into_iter().find(|(other, _)| *other == name).expect("listed");
        let simulation = simulation(&scene(name, options), json!({}));
        let passes =
            || pollster::block_on(check(&simulation)).unwrap_or_else(|error| panic!("{name}: {error}"));
        passes();
        let machine: &GpuMachine = simulation.machine().expect("made on it");
        let trusted = gpu().trusted.lock().expect("no panic").clone();
        let kernels = named(&simulation.kernels());
        assert_eq!(Asked::new(kernels, machine.specialisation()).among(&trusted), kernels, "{name}");
        passes();
    }
    no_gpu_errors();
}

/// What the check says of a device that runs `text` as this kernel.
fn verdict(name: &'static str, text: &str) -> Result<(), BeadworkError> {
    let shows = |(_, truth): &(&Case, Truth)| !(truth.shows & named(&[name])).is_empty();
    let compiled = cases().find(shows).expect("a case shows it").1.most;
    let gpu = pollster::block_on(Gpu::new()).expect("a device");
    let kernel = kernels::find(name).expect("a kernel");
    gpu.pipelines.get(Variant::new(kernel, &compiled.constants(), None), || {
        kernels::compile(&gpu.device, kernel, text, compiled)
    });
    let checked = pollster::block_on(check_kernels(&gpu, named(&[name]), compiled));
    assert_eq!(gpu.trusted.lock().expect("no panic").is_empty(), checked.is_err(), "{name}");
    assert_eq!(gpu.take_error(), None, "{name}");
    checked
}

fn refused(name: &'static str, text: &str) -> String {
    let error = verdict(name, text).expect_err(name);
    assert_eq!(error.code, Code::WrongDevice, "{name}: {error}");
    assert!(error.message.ends_with('.') && error.message.contains("in its check "), "{error}");
    error.message
}

fn text_of(name: &str) -> &'static str {
    kernels::find(name).expect("a kernel").source
}

/// The kernel's text with one part of it changed.
fn changed(name: &str, from: &str, to: &str) -> String {
    assert_eq!(text_of(name).matches(from).count(), 1, "{name} has {from} once");
    text_of(name).replace(from, to)
}

/// The kernel's text, ending before it begins.
fn idle(name: &str) -> String {
    let text = text_of(name);
    let entry = text.find("@compute").expect("an entry point");
    let body = entry + text[entry..].find(") {\n").expect("a body") + 4;
    format!(
        "{}    if (step.count < 4294967295u) {{\n        return;\n    }}\n{}",
        &text[..body],
        &text[body..]
    )
}

/// Of each family a kernel, something that it finds, and what the sentence names.
const FINDS: [(&str, &str, &str); 8] = [
    ("solve_chains", "velocities[body].linear = v.linear", "the exact solver on a "),
    ("solve_trees", "blocks[l].work = sign * step.inverse_h * q", "the exact solver on a "),
    (
        "update_multipliers",
        "let change = step.gain * step.inverse_h * block_times(block, residual)",
        "Jacobi's ",
    ),
    (
        "relax_joints",
        "let change = step.gain * step.inverse_h * block_times(block, residual)",
        "Gauss-Seidel's ",
    ),
    ("compute_positions", "poses[body].position = pose.position + step.h * v.linear", ""),
    ("compute_free_velocity", "v.linear = free_linear(v.linear)", ""),
    ("contact_spread", "velocities[id.x].linear = v.linear", "contacts "),
    ("joint_shift", "poses[body].position = pose.position + step.h * v.linear", ""),
];

#[test]
fn a_device_that_is_a_hundredth_off_is_refused() {
    for (kernel, finds, named) in FINDS {
        let (left, right) = finds.split_once(" = ").expect("an assignment");
        let message = refused(kernel, &changed(kernel, finds, &format!("{left} = 1.01 * ({right})")));
        assert!(message.contains(named), "{kernel}: {message}");
    }
}

#[test]
fn a_device_that_finds_no_numbers_is_refused() {
    for (kernel, finds, named) in FINDS {
        let (left, right) = finds.split_once(" = ").expect("an assignment");
        // written so that no compiler sees it
        let nan = "bitcast<f32>(0x7fc00000u | step.count)";
        let message = refused(kernel, &changed(kernel, finds, &format!("{left} = {nan} * ({right})")));
        assert!(message.contains(named) && message.contains("not a number"), "{kernel}: {message}");
    }
}

#[test]
fn a_device_that_writes_nothing_is_refused() {
    for (kernel, _, named) in FINDS {
        let message = refused(kernel, &idle(kernel));
        assert!(message.contains(named), "{kernel}: {message}");
    }
}

/// So it is the edits that are refused, not the way of making them.
#[test]
fn a_device_that_runs_the_texts_of_the_repository_passes() {
    for (kernel, _, _) in FINDS {
        verdict(kernel, text_of(kernel)).unwrap_or_else(|error| panic!("{kernel}: {error}"));
    }
}

#[test]
fn what_was_checked_is_known_on_the_next_page_and_on_no_other_device() {
    let scene = beadwork::scene::built_in::build("pendant", &Default::default()).expect("a scene");
    let gpu = pollster::block_on(Gpu::new()).expect("a device");
    let simulation = pollster::block_on(Simulation::create(gpu.clone(), scene, Parameters::default()));
    pollster::block_on(check(&simulation.expect("a simulation"))).expect("a right device");
    let trusted = |gpu: &Gpu| gpu.trusted.lock().expect("no panic").clone();
    let seen = trusted(&gpu);
    assert!(!seen.is_empty());
    let text = memory::written(&gpu);
    let next = pollster::block_on(Gpu::new()).expect("a device");
    for wrong in ["", "0123456789abcdef 1.2", &text.replacen(' ', "x ", 1), &text[1..]] {
        memory::recall(&next, wrong);
        assert_eq!(trusted(&next), [], "{wrong}");
    }
    memory::recall(&next, &format!("{text} 9999.1 x 3 .. 4."));
    assert_eq!(trusted(&next), seen);
    assert_eq!(memory::written(&next), text);
}
