//! What a right device finds in the cases of src/self_check/: the twin's numbers in f64, and which kernels they are due to.
//!   cargo run --release --example self_check              # writes src/self_check/expected.bin
//!   cargo run --release --example self_check -- device    # how far this machine's device is from them, case by case
//!   cargo run --release --example self_check -- cost      # how long the check of some scenes takes

mod truths;

use std::time::Instant;

use beadwork::gpu::{GpuMachine, kernels};
use beadwork::scene::built_in;
use beadwork::self_check::cases::CASES;
use beadwork::self_check::truth::{self, Kernels, named};
use beadwork::self_check::{Asked, check, distance, play};
use beadwork::{Gpu, Parameters, Simulation};
use pollster::block_on;
use serde_json::{Value, json};

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("device") => device(),
        Some("cost") => costs(),
        _ => write(),
    }
}

fn names(set: Kernels) -> String {
    let all = kernels::list().iter().enumerate().filter(|(k, _)| set.has(*k));
    all.map(|(_, kernel)| kernel.name).collect::<Vec<_>>().join(" ")
}

fn write() {
    let gpu = block_on(Gpu::new()).expect("a graphics device");
    // the twin may stumble over what a kernel that is left out did not write
    std::panic::set_hook(Box::new(|_| {}));
    let (mut bytes, mut unseen) =
        (Vec::new(), named(&kernels::list().iter().map(|k| k.name).collect::<Vec<_>>()));
    for case in CASES {
        let truth = truths::truth(case, &gpu);
        println!("{:60} {}", case.what, names(truth.shows));
        unseen &= !truth.shows;
        truth.write(&mut bytes);
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/self_check/expected.bin");
    std::fs::write(path, &bytes).expect("the file is written");
    println!("{} bytes; shown by none: {}", bytes.len(), names(unseen));
}

fn device() {
    let gpu = block_on(Gpu::new()).expect("a graphics device");
    println!("{}", gpu.adapter_name());
    for (case, truth) in CASES.iter().zip(truth::read(truth::EXPECTED)) {
        let ours = block_on(play(case, &gpu, truth.most)).expect("numbers");
        let off = distance(&ours, &truth.numbers);
        println!("{:60} {off:8.1e} of {:8.1e}, {:5.0} times", case.what, case.allowed, case.allowed / off);
    }
}

fn costs() {
    for solver in ["jacobi", "direct"] {
        cost("pendant", json!({ "solver": solver }));
    }
    for name in
        ["tree", "ragdolls", "arm", "springs", "suspension", "pyramid", "heap", "car", "pour", "cradle"]
    {
        cost(name, json!({}));
    }
}

/// The first step of a scene on a fresh device, with its measurement: unchecked and then checked. Without the shaders that Mesa keeps on
/// disk (MESA_SHADER_CACHE_DISABLE=true) both compile all.
fn cost(name: &str, changes: Value) {
    let scene = built_in::build(name, &Default::default()).expect("a scene");
    let parameters = Parameters::default().with(changes.as_object().expect("an object")).expect("parameters");
    for checked in [false, true] {
        let gpu = block_on(Gpu::new()).expect("a graphics device");
        let made = Simulation::create(gpu.clone(), scene.clone(), parameters.clone());
        let mut simulation = block_on(made).expect("a simulation");
        let timed = |what: &str, act: &mut dyn FnMut()| {
            let began = Instant::now();
            act();
            print!("  {what} {:.1} ms", 1e3 * began.elapsed().as_secs_f64());
        };
        print!("{name} {changes}{}", if checked { "" } else { ", unchecked" });
        if checked {
            timed("check", &mut || block_on(check(&simulation)).expect("a right device"));
            timed("again", &mut || block_on(check(&simulation)).expect("a right device"));
            gpu.trusted.lock().expect("no panic").clear();
            timed("with all compiled", &mut || block_on(check(&simulation)).expect("a right device"));
        }
        timed("first step", &mut || {
            block_on(simulation.step(1).expect("a step")).expect("a step");
            block_on(simulation.measure(None).expect("measures")).expect("measures");
        });
        println!();
        let machine: &GpuMachine = simulation.machine().expect("made on it");
        let kernels = named(&simulation.kernels());
        let truths = truth::read(truth::EXPECTED);
        for choice in
            Asked::new(kernels, machine.specialisation()).chosen(&truths, kernels).iter().filter(|_| checked)
        {
            let what = CASES[choice.case].what;
            println!("    {what}, {} bytes beside: {}", choice.extra, names(choice.shown));
        }
    }
}
