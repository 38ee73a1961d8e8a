//! Limits, motors and servos in figures: rounds of Newton's method, how far stops are overshot, what is left of the equations, and what
//! a stop yields at rest.

use std::fmt::Write as _;

use beadwork::benchmark::command_line::CommandLine;
use beadwork::benchmark::{machine, report};
use beadwork::{Gpu, Parameters};
use serde_json::Value;

#[path = "limits/bounded.rs"]
mod bounded;
#[path = "../tests/common/mixed.rs"]
#[allow(dead_code)]
mod mixed;
#[path = "limits/overshoot.rs"]
mod overshoot;
#[path = "../tests/common/problem.rs"]
mod problem;
#[path = "limits/residual.rs"]
mod residual;
#[path = "limits/rest.rs"]
mod rest;
#[path = "limits/rounds.rs"]
mod rounds;
#[path = "limits/runs.rs"]
mod runs;
#[path = "joints/scenes.rs"]
mod scenes;

const USAGE: &str = "\
cargo run --release --example limits -- [--only rounds,overshoot,residual,rest] [--out docs/benchmarks/limits.md]";

fn main() {
    let line = CommandLine::read(USAGE);
    let gpu = pollster::block_on(Gpu::new()).expect("a graphics device");
    let about = machine::describe(&gpu);
    let wanted =
        |part: &str| line.after("--only").is_none_or(|only| only.split(',').any(|word| word == part));
    let mut out = format!(
        "# Limits, motors and servos\n\n{}, by `{}`, on {} ({}, {} threads).\n",
        machine::today(),
        machine::command("limits", line.all()),
        about.adapter,
        about.processor,
        about.threads
    );
    if wanted("rounds") {
        rounds::table(&mut out, &gpu);
    }
    if wanted("overshoot") {
        overshoot::tables(&mut out);
    }
    if wanted("residual") {
        residual::table(&mut out);
    }
    if wanted("rest") {
        rest::table(&mut out);
    }
    match line.after("--out") {
        Some(path) => report::put(path, &out).expect("a file"),
        None => print!("{out}"),
    }
}

fn parameters(changes: Value) -> Parameters {
    Parameters::default().with(changes.as_object().expect("an object")).expect("valid parameters")
}

fn row(out: &mut String, cells: &[String]) {
    let _ = writeln!(out, "| {} |", cells.join(" | "));
}

fn head(out: &mut String, cells: &[&str]) {
    row(out, &cells.iter().map(ToString::to_string).collect::<Vec<_>>());
    let _ = writeln!(out, "|{}", "---|".repeat(cells.len()));
}
