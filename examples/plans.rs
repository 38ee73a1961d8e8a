//! What a frame asks of a device: its dispatches by kernel, and the bytes that they move by the model. Nothing runs, and
//! no device is needed. Beside them stands what that would take where a dispatch and a byte cost so much.
//!   cargo run --release --example plans -- --out docs/benchmarks/plans.md

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt::Write as _;

use beadwork::benchmark::bytes::ByteModel;
use beadwork::benchmark::cases;
use beadwork::benchmark::command_line::CommandLine;
use beadwork::benchmark::figures::grouped;
use beadwork::cpu::CpuMachine;
use beadwork::plan::{Dispatch, Facts};
use beadwork::scene::built_in;
use beadwork::topology::Topology;
use beadwork::{Simulation, solvers};
use pollster::block_on;
use serde_json::{Map, Value, json};

const USAGE: &str = "cargo run --release --example plans -- [--out FILE]";

/// What a dispatch takes that waits for the one before, in s, and how many bytes a second move. They are guesses of a
/// desktop's card and of a phone's.
const DEVICES: [(f64, f64); 2] = [(5e-6, 400e9), (20e-6, 40e9)];

/// Kernels named in a row.
const NAMED: usize = 4;

/// All built-in scenes as they are, and some of them in other sizes.
fn scenes() -> Vec<(String, Map<String, Value>)> {
    let sized = [
        ("heap", json!({"count": 10000})),
        ("ragdolls", json!({"count": 1})),
        ("ragdolls", json!({"count": 1000})),
        ("wrecking", json!({"beads": 1000})),
    ];
    let as_they_are = built_in::scenes().iter().map(|scene| (scene.name.to_string(), Map::new()));
    let sized = sized
        .iter()
        .map(|(name, options)| (name.to_string(), options.as_object().expect("an object").clone()));
    let mut all: Vec<_> = as_they_are.chain(sized).collect();
    all.sort_by(|one, other| one.0.cmp(&other.0));
    all
}

/// How often each kernel is launched, the most often first.
fn by_kernel(dispatches: &[Dispatch]) -> Vec<(&'static str, usize)> {
    let mut times: HashMap<&'static str, usize> = HashMap::new();
    for dispatch in dispatches {
        *times.entry(dispatch.kernel).or_default() += 1;
    }
    let mut times: Vec<_> = times.into_iter().collect();
    times.sort_by_key(|&(kernel, times)| (Reverse(times), kernel));
    times
}

fn row(name: &str, options: &Map<String, Value>) -> String {
    let (scene, parameters) = cases::build(name, options).expect("a built-in scene");
    let topology = Topology::of(&scene);
    let machine = Box::new(CpuMachine::<f32>::default());
    let simulation =
        block_on(Simulation::on(machine, scene.clone(), parameters.clone())).expect("a simulation");
    let plan = solvers::plan(&parameters, simulation.lists(), Facts::CARD, false);
    let substeps = (0..parameters.substeps).flat_map(|_| plan.substep.iter());
    let dispatches: Vec<Dispatch> = plan.frame.iter().chain(substeps).chain(&plan.ended).cloned().collect();
    // a device counts its own pairs of bodies that touch
    let counted = simulation.lists().contacts.is_some();
    let mut model = ByteModel::new(&scene, &topology, simulation.lists());
    let bytes: u64 = dispatches.iter().map(|dispatch| model.dispatch(dispatch).total()).sum();
    let known = |number: f64| if counted { "?".into() } else { format!("{number:.2}") };
    let [desktop, phone] = DEVICES.map(|(wait, bandwidth)| {
        let waiting = 1e3 * dispatches.len() as f64 * wait;
        format!("{waiting:.2} + {}", known(1e3 * bytes as f64 / bandwidth))
    });
    let named: Vec<String> = by_kernel(&dispatches)
        .iter()
        .take(NAMED)
        .map(|(kernel, times)| format!("`{kernel}` {times}"))
        .collect();
    let options = if options.is_empty() { String::new() } else { format!(" `{}`", json!(options)) };
    format!(
        "| {name}{options} | {} | {} | {} | {} | {} | {desktop} | {phone} | {} |",
        grouped(scene.bodies.len() as u64),
        grouped(scene.joints.len() as u64),
        parameters.substeps,
        grouped(dispatches.len() as u64),
        known(bytes as f64 / 1e6),
        named.join(", ")
    )
}

fn main() {
    let line = CommandLine::read(USAGE);
    let mut text = String::from(HEAD);
    for (name, options) in scenes() {
        let _ = writeln!(text, "{}", row(&name, &options));
    }
    match line.after("--out") {
        Some(path) => std::fs::write(path, text).expect("the file is written"),
        None => print!("{text}"),
    }
}

const HEAD: &str = "# Dispatches of a frame

`cargo run --release --example plans -- --out docs/benchmarks/plans.md` writes this file. It counts plans: nothing runs, so
it is no measurement of time.

- **substeps**: as the scene recommends. Solver and all else are at their defaults.
- **dispatches**: of a frame, on a graphics card.
- **MB**: what they move by the [byte model](bytes.md). Where bodies touch, a device counts its own pairs, and the model does
  not know them: a question mark.
- **desktop**, **phone**: ms that all dispatches would wait on a card, and ms that the bytes would take. Two devices are
  supposed: 5 µs for a dispatch and 400 GB/s, and 20 µs and 40 GB/s. Long loops of one thread are not in it. `bench.html`
  measures what a dispatch costs on your device.
- **most often**: the kernels that are launched most.

| scene | bodies | joints | substeps | dispatches | MB | desktop | phone | most often |
|---|---|---|---|---|---|---|---|---|
";
