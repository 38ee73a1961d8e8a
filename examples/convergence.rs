//! Passes to a relative residual of 1e-3 and 1e-6 from a cold start, by the f64 twin.
//!
//! The residual is |b − A λ| = h⁻¹ |J V + β C/h| over all joints, against that of λ = 0. Passes are those of the
//! shipped plans, run on beyond the 1,000 that parameters allow. Where a solver's passes depend on how many there are
//! (Chebyshev), the fewest that reach the mark are sought by bisection. Each try is a solve of its own.

use std::fmt::Write as _;

use beadwork::Parameters;
use beadwork::benchmark::command_line::CommandLine;
use beadwork::benchmark::figures::{figure, grouped};
use beadwork::benchmark::report::put;
use beadwork::benchmark::stability::in_parallel;
use beadwork::benchmark::{cases, machine};
use beadwork::solvers;
use serde_json::{Value, json};

#[path = "convergence/search.rs"]
mod search;

use search::{Entry, Found, Subject, USUAL, plan, search};

const USAGE: &str =
    "cargo run --release --example convergence -- [--cap 20000] [--out docs/benchmarks/convergence.md]";

/// A built-in scene after `seconds`.
fn subject(what: &'static str, name: &str, options: Value, seconds: f64) -> Subject {
    let map = options.as_object().cloned().unwrap_or_default();
    let (scene, base) = cases::build(name, &map).expect("a built-in scene");
    Subject::of(what, &scene, base, seconds)
}

fn entries() -> Vec<Entry> {
    let mut out = Vec::new();
    for solver in solvers::list().iter().filter(|solver| solver.iterative && solver.solves_the_equation()) {
        out.push(Entry::of(solver));
        if matches!(solver.name, "jacobi" | "gauss-seidel") {
            out.push(Entry { title: format!("`{}`, ω = 1", solver.name), solver, relaxation: Some(1.0) });
        }
    }
    out
}

/// What `direct` leaves of the residual after its one pass, against λ = 0.
fn exact(subject: &Subject) -> Option<f64> {
    // arms and biases of this pose, from the stages that iterative solvers share
    let jacobi = Entry::of(solvers::find("jacobi"));
    let mut cold = subject.world.clone();
    for dispatch in plan(&jacobi.parameters(subject, 1), &subject.lists).iter().take(5) {
        cold.run(dispatch);
    }
    let mut solved = subject.world.clone();
    let parameters = Entry::of(solvers::find("direct")).parameters(subject, 1);
    solvers::check(&parameters, &subject.lists).ok()?;
    // the same β, or the two would not solve the same system
    let jacobi = solvers::Part { solver: jacobi.solver, domain: &subject.lists.whole };
    let beta = jacobi.tuning(&parameters).stabilisation;
    let parameters = Parameters { stabilisation: beadwork::parameters::Setting::Value(beta), ..parameters };
    for dispatch in &plan(&parameters, &subject.lists) {
        solved.run(dispatch);
    }
    let joints = &subject.lists.whole.joints;
    let list = &subject.lists.words[joints.start as usize..joints.end as usize];
    let rms = |velocities: &[beadwork::cpu::Velocity]| {
        let mut world = cold.clone();
        world.velocities = velocities.to_vec();
        let squares = |&l: &u32| world.left(l as usize).length_squared();
        list.iter().map(squares).sum::<f64>().sqrt()
    };
    Some(rms(&solved.velocities) / rms(&cold.velocities))
}

fn main() {
    let words = CommandLine::read(USAGE);
    let cap: u32 = words.number("--cap", 20_000);
    let out = words.after("--out").unwrap_or("docs/benchmarks/convergence.md");

    let chain = |tilt: f64| json!({"chains": 1, "beads": 40, "radius": 0.25, "tilt": tilt});
    let level = 90f64.to_radians();
    let pendant = json!({"beads": 40, "radius": 0.25, "tilt": 0, "massRatio": 100});
    let subjects = [
        subject("hanging", "necklaces", chain(0.0), 0.0),
        subject("hanging, 100:1", "pendant", pendant, 0.0),
        subject("swing, 1 s", "necklaces", chain(level), 1.0),
        subject("swing, 3 s", "necklaces", chain(level), 3.0),
        subject("ring of 40", "ring", json!({"beads": 40, "pins": 1}), 0.0),
        subject("tree", "tree", json!({"branches": 2, "depth": 6}), 0.0),
        subject("net 12 × 12", "net", json!({"rows": 12, "columns": 12}), 0.0),
    ];
    let entries = entries();
    let pairs: Vec<(usize, usize)> =
        (0..entries.len()).flat_map(|e| (0..subjects.len()).map(move |s| (e, s))).collect();
    let found = in_parallel(
        &pairs,
        |&(entry, subject)| std::sync::Arc::new(search(&subjects[subject], &entries[entry], cap)),
        |done| eprint!("\r{done} of {} searches", pairs.len()),
    );
    eprintln!();

    let mut text = format!(
        "# Passes to converge\n\n{}, by `{}`, f64 twin.\n\n",
        machine::today(),
        machine::command("convergence", words.all())
    );
    let _ = writeln!(
        text,
        "Passes from λ = 0 until the residual |b − A λ| has shrunk to 1e-3 / 1e-6 of its first value; at most {} are tried. Each solver has its defaults where nothing else is named. Chains are 40 beads of 0.25 m: hanging straight down at rest; the same with a last bead of 100 times the mass; let go level, after 1 s and 3 s. The ring hangs from one pin, the binary tree has six levels, and both are as loaded, like the net. Counted for the whole scene, as one system.\n",
        grouped(u64::from(cap))
    );
    let heads: Vec<&str> = subjects.iter().map(|s| s.what).collect();
    let rule = "---|".repeat(subjects.len());
    let _ = writeln!(text, "| solver | {} |\n|---|{rule}", heads.join(" | "));
    let rows = |of: &dyn Fn(&Found) -> String| {
        let mut lines = String::new();
        for (entry, found) in entries.iter().zip(found.chunks(subjects.len())) {
            let cells: Vec<String> = found.iter().map(|f| of(f)).collect();
            let _ = writeln!(lines, "| {} | {} |", entry.title, cells.join(" | "));
        }
        lines
    };
    text.push_str(&rows(&|f| f.cell(cap)));
    let _ = writeln!(
        text,
        "\n## Relative residual after {USUAL} passes from a cold start\n\n| solver | {} |\n|---|{rule}",
        heads.join(" | ")
    );
    text.push_str(&rows(&|f| figure(f.usual)));
    let one: Vec<String> =
        subjects.iter().map(|s| exact(s).map_or("does not apply".into(), figure)).collect();
    let _ = writeln!(text, "| `direct`, its one pass | {} |", one.join(" | "));
    if let Err(error) = put(out, &text) {
        eprintln!("Could not write {out}: {error}.");
    }
    println!("{text}");
}
