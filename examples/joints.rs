//! Joints of every kind in figures: the rounding of one cold solve, gaps, gains and losses of energy over some seconds.
//! Also how many passes the iterative solvers need.

use std::f64::consts::FRAC_PI_2;
use std::fmt::Write as _;

use beadwork::benchmark::figures::{figure, grouped};
use beadwork::benchmark::stability::in_parallel;
use beadwork::scene::{JointKind, Softness};
use beadwork::{Parameters, Scene, solvers};

#[path = "joints/cold.rs"]
mod cold;
#[path = "joints/cost.rs"]
mod cost;
#[path = "joints/document.rs"]
mod document;
#[path = "joints/runs.rs"]
mod runs;
#[path = "joints/scenes.rs"]
mod scenes;
#[path = "convergence/search.rs"]
mod search;

use document::{Document, head, parameters, row};
use scenes::{Axes, Chain};
use search::{Entry, Subject, USUAL};

const USAGE: &str = "\
cargo run --release --example joints -- [--only cold,runs,passes,cost] [--cap 20000] [--most 15000] [--out docs/benchmarks/joints.md]";

fn main() {
    let mut document = Document::new("joints", "Joints of every kind", USAGE);
    if document.wants("cold") {
        cold::table(&mut document.out, &document.gpu);
    }
    if document.wants("runs") {
        runs::tables(&mut document.out);
    }
    if document.wants("passes") {
        let cap = document.line.number("--cap", 20_000);
        passes(&mut document.out, cap);
    }
    if document.wants("cost") {
        let most = document.line.number("--most", 15_000);
        let sizes = [1500, 15_000, 150_000].into_iter().filter(|&size| size <= most);
        cost::table(&mut document.out, &document.gpu, sizes);
    }
    document.put();
}

/// What the iterative solvers are given: twenty bars level by one kind of joint, and a body held by a hand.
fn subjects() -> Vec<(&'static str, Scene)> {
    let chain = |kind, axes| Chain { length: 0.25, ..Chain::of(kind, axes, 20) }.scene();
    let mut soft = chain(JointKind::Fixed, Axes::Parallel);
    for joint in &mut soft.joints {
        joint.softness = Some(Softness::Frequency { hertz: 4.0, damping_ratio: 0.7 });
    }
    vec![
        ("points", chain(JointKind::Point, Axes::Parallel)),
        ("hinges, alternating", chain(JointKind::Hinge, Axes::Alternating)),
        ("hinges, parallel", chain(JointKind::Hinge, Axes::Parallel)),
        ("fixed", chain(JointKind::Fixed, Axes::Parallel)),
        ("fixed, 4 Hz", soft),
        ("rods", scenes::rods(20, 0.25, 1.0, FRAC_PI_2)),
        ("ragdoll", scenes::held_ragdoll()),
    ]
}

/// From λ = 0, as docs/benchmarks/convergence.md has it for point joints.
fn passes(out: &mut String, cap: u32) {
    let _ = write!(
        out,
        "\n## Passes to converge\n\nPasses from λ = 0 until the residual has shrunk to 1e-3 / 1e-6 of its first value. The residual is |J V + β C/h − γ h λ|, with angular rows counted at the bodies' radius; at most {} are tried. Each solver at its defaults; its relative residual after {USUAL} passes in brackets. Twenty bars of 0.25 m and 1 kg, level, as they are let go; a ragdoll of 15 bodies held by one hand. f64 twin.\n\n",
        grouped(u64::from(cap))
    );
    let subjects: Vec<Subject> =
        subjects().iter().map(|(what, scene)| Subject::of(what, scene, Parameters::default(), 0.0)).collect();
    let takes = |entry: &Entry| {
        subjects
            .iter()
            .all(|subject| solvers::check(&entry.parameters(subject, USUAL), &subject.lists).is_ok())
    };
    let entries: Vec<Entry> = solvers::list()
        .iter()
        .copied()
        .filter(|solver| solver.iterative && solver.solves_the_equation())
        .map(Entry::of)
        .filter(takes)
        .collect();
    let pairs: Vec<(&Subject, &Entry)> =
        subjects.iter().flat_map(|subject| entries.iter().map(move |entry| (subject, entry))).collect();
    let found = in_parallel(
        &pairs,
        |(subject, entry)| {
            let found = search::search(subject, entry, cap);
            format!("{} ({})", found.cell(cap), figure(found.usual))
        },
        |done| eprint!("\r{done} of {} searches", pairs.len()),
    );
    eprintln!();
    let titles: Vec<&str> = entries.iter().map(|entry| entry.title.as_str()).collect();
    head(out, &[&["joints"], &titles[..]].concat());
    for (subject, cells) in subjects.iter().zip(found.chunks(entries.len())) {
        row(out, &[&[subject.what.to_string()], cells].concat());
    }
}
