//! What a frame asks of a device: its dispatches by kernel, and the bytes that they move by the model. Nothing runs, and
//! no device is needed. Beside them stands what that would take where a dispatch and a byte cost so much.
//!   cargo run --release --example plans -- --out docs/benchmarks/plans.md

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

const CARD: Facts = Facts { hardware: true, slow_barriers: false, most_turns: None };
const IN_SOFTWARE: Facts = Facts { hardware: false, slow_barriers: true, most_turns: None };

/// What a dispatch takes that waits for the one before, in s, and how many bytes a second move. They are guesses of a desktop's card
/// and of a phone's.
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

/// A scene's frame on devices of these facts.
struct Frame {
    dispatches: Vec<Dispatch>,
    bytes: u64,
    counted: bool,
}

impl Frame {
    fn by_kernel(&self) -> Vec<(&'static str, usize)> {
        let mut times: HashMap<&'static str, usize> = HashMap::new();
        for dispatch in &self.dispatches {
            *times.entry(dispatch.kernel).or_default() += 1;
        }
        let mut times: Vec<_> = times.into_iter().collect();
        times.sort_by_key(|&(kernel, times)| (usize::MAX - times, kernel));
        times
    }
}

fn row(name: &str, options: &Map<String, Value>) -> String {
    let (scene, parameters) = cases::build(name, options).expect("a built-in scene");
    let topology = Topology::of(&scene);
    let machine = Box::new(CpuMachine::<f32>::default());
    let simulation =
        block_on(Simulation::on(machine, scene.clone(), parameters.clone())).expect("a simulation");
    let lists = simulation.lists();
    let [card, software] = [CARD, IN_SOFTWARE].map(|facts| {
        let plan = solvers::plan(&parameters, lists, facts, false);
        let substeps = (0..parameters.substeps).flat_map(|_| plan.substep.iter());
        let dispatches: Vec<Dispatch> =
            plan.frame.iter().chain(substeps).chain(&plan.ended).cloned().collect();
        let mut model = ByteModel::new(&scene, &topology, lists);
        let bytes = dispatches.iter().map(|dispatch| model.dispatch(dispatch).total()).sum();
        let counted = dispatches.iter().any(|dispatch| dispatch.counted.is_some());
        Frame { dispatches, bytes, counted }
    });
    let count = card.dispatches.len() as f64;
    let [desktop, phone] = DEVICES.map(|(wait, bandwidth)| {
        if card.counted {
            return format!("{:.2} + ?", 1e3 * count * wait);
        }
        format!("{:.2} + {:.2}", 1e3 * count * wait, 1e3 * card.bytes as f64 / bandwidth)
    });
    let kernels = card.by_kernel();
    let named: Vec<String> =
        kernels.iter().take(NAMED).map(|(kernel, times)| format!("`{kernel}` {times}")).collect();
    let options = if options.is_empty() { String::new() } else { format!(" `{}`", json!(options)) };
    format!(
        "| {name}{options} | {} | {} | {} | {} | {} | {} | {desktop} | {phone} | {} |",
        grouped(scene.bodies.len() as u64),
        grouped(scene.joints.len() as u64),
        parameters.substeps,
        grouped(card.dispatches.len() as u64),
        grouped(software.dispatches.len() as u64),
        if card.counted { "?".into() } else { format!("{:.2}", card.bytes as f64 / 1e6) },
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
- **card**, **software**: dispatches of a frame on a graphics card, and on a CPU in its place.
- **MB**: what they move by the [byte model](bytes.md). Where bodies touch, a device counts its own pairs, and the model does
  not know them: a question mark.
- **desktop**, **phone**: ms that all dispatches would wait on a card, and ms that the bytes would take. Two devices are
  supposed: 5 µs for a dispatch and 400 GB/s, and 20 µs and 40 GB/s. Long loops of one thread are not in it. `bench.html`
  measures what a dispatch costs on your device.
- **most often**: the kernels that are launched most.

| scene | bodies | joints | substeps | card | software | MB | desktop | phone | most often |
|---|---|---|---|---|---|---|---|---|---|
";
