//! Limits, motors and servos in figures: rounds of Newton's method, how far stops are overshot, residuals, and what a
//! stop yields at rest.

#[path = "limits/bounded.rs"]
mod bounded;
#[path = "joints/document.rs"]
mod document;
#[path = "limits/halves.rs"]
mod halves;
#[path = "../tests/common/mixed.rs"]
#[allow(dead_code)]
mod mixed;
#[path = "limits/overshoot.rs"]
mod overshoot;
#[path = "limits/own_scenes.rs"]
mod own_scenes;
#[path = "../tests/common/problem.rs"]
mod problem;
#[path = "limits/residual.rs"]
mod residual;
#[path = "limits/rest.rs"]
mod rest;
#[path = "limits/ropes.rs"]
mod ropes;
#[path = "limits/rounds.rs"]
mod rounds;
#[path = "limits/runs.rs"]
mod runs;
#[path = "joints/scenes.rs"]
mod scenes;

use document::{Document, head, parameters, row};

const USAGE: &str = "\
cargo run --release --example limits -- [--only rounds,overshoot,residual,rest,ropes,halves] [--out docs/benchmarks/limits.md]";

fn main() {
    let mut document = Document::new("limits", "Limits, motors and servos", USAGE);
    if document.wants("rounds") {
        rounds::table(&mut document.out, &document.gpu);
    }
    if document.wants("overshoot") {
        overshoot::tables(&mut document.out);
    }
    if document.wants("residual") {
        residual::table(&mut document.out);
    }
    if document.wants("rest") {
        rest::table(&mut document.out);
    }
    if document.wants("ropes") {
        ropes::table(&mut document.out);
    }
    if document.wants("halves") {
        halves::tables(&mut document.out);
        own_scenes::tables(&mut document.out);
        own_scenes::costs(&mut document.out, &document.gpu);
        own_scenes::beside(&mut document.out);
    }
    document.put();
}
