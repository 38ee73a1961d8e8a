//! Passes to a relative residual of 1e-3 and 1e-6 from a cold start, by the f64 twin.
//!
//! The residual is |b − A λ| = h⁻¹ |J V + β C/h| over all joints, against that of λ = 0. Passes are those of the
//! shipped plans, run on beyond the 1,000 that parameters allow. Where a solver's passes depend on how many there are
//! (Chebyshev), the fewest that reach the mark are sought by bisection, each try a solve of its own.

use std::fmt::Write as _;

use beadwork::benchmark::command_line::CommandLine;
use beadwork::benchmark::report::{figure, grouped, put};
use beadwork::benchmark::stability::in_parallel;
use beadwork::benchmark::{cases, machine};
use beadwork::cpu::{Twin, World};
use beadwork::lists::Lists;
use beadwork::plan::{Dispatch, Facts};
use beadwork::solvers::{self, Solver};
use beadwork::{Parameters, Scene};
use serde_json::{Value, json};

const USAGE: &str =
    "cargo run --release --example convergence -- [--cap 20000] [--out docs/benchmarks/convergence.md]";

const MARKS: [f64; 2] = [1e-3, 1e-6];
/// The article's number of passes.
const USUAL: u32 = 20;

struct Subject {
    what: &'static str,
    parameters: Parameters,
    lists: Lists,
    /// At the moment of the solve, without multipliers.
    world: World,
}

/// The scene after `seconds` under the exact solver, or the one that `auto` takes for it.
fn subject(what: &'static str, name: &str, options: Value, seconds: f64) -> Subject {
    let map = options.as_object().cloned().unwrap_or_default();
    let (scene, base): (Scene, Parameters) = cases::build(name, &map).expect("a built-in scene");
    let mut twin = Twin::new(&scene, base).expect("a twin");
    twin.step((60.0 * seconds).round() as u32);
    twin.world_mut().multipliers.fill(Default::default());
    let (parameters, lists, world) = (twin.parameters().clone(), twin.lists().clone(), twin.world().clone());
    Subject { what, parameters, lists, world }
}

/// A solver with its settings.
struct Entry {
    title: String,
    solver: &'static Solver,
    relaxation: Option<f64>,
}

fn entries() -> Vec<Entry> {
    let mut out = Vec::new();
    for solver in solvers::list().iter().filter(|solver| solver.iterative) {
        let title = format!("`{}`", solver.name);
        out.push(Entry { title, solver, relaxation: None });
        if matches!(solver.name, "jacobi" | "gauss-seidel") {
            out.push(Entry { title: format!("`{}`, ω = 1", solver.name), solver, relaxation: Some(1.0) });
        }
    }
    out
}

fn parameters(subject: &Subject, entry: &Entry, passes: u32) -> Parameters {
    let mut changes = json!({"solver": entry.solver.name, "warmStart": 0, "execution": "global"});
    if let Some(omega) = entry.relaxation {
        changes["relaxation"] = json!(omega);
    }
    let changes = changes.as_object().cloned().unwrap_or_default();
    let parameters = subject.parameters.with(&changes).expect("valid parameters");
    // beyond what a person may set
    Parameters { iterations: passes, ..parameters }
}

/// Residual over that of λ = 0, after each of `passes` passes.
fn curve(subject: &Subject, entry: &Entry, passes: u32) -> Vec<f64> {
    let mut world = subject.world.clone();
    let plan = solvers::plan(&parameters(subject, entry, passes), &subject.lists, Facts::default(), true);
    plan.substep.iter().for_each(|dispatch| world.run(dispatch));
    let squares = world.residual_curve(passes as usize + 1);
    squares.iter().map(|each| (each / squares[0]).sqrt()).collect()
}

/// True where a pass does the same whatever the number of passes.
fn same_passes(subject: &Subject, entry: &Entry) -> bool {
    let gains = |passes: u32| -> Vec<(f64, f64)> {
        let plan = plan(&parameters(subject, entry, passes), &subject.lists);
        plan.iter().map(|dispatch| (dispatch.step.blend, dispatch.step.gain)).collect()
    };
    let (few, many) = (gains(10), gains(40));
    few.iter().zip(&many).take(few.len() - 1).all(|(a, b)| a == b)
}

struct Found {
    /// Fewest passes to each mark, if within the cap.
    passes: [Option<u32>; 2],
    /// Relative residual after the usual number of passes.
    usual: f64,
    diverges: bool,
}

fn search(subject: &Subject, entry: &Entry, cap: u32) -> Found {
    let usual = curve(subject, entry, USUAL)[USUAL as usize];
    let full = curve(subject, entry, cap);
    let last = full[full.len() - 1];
    let diverges = !last.is_finite() || last > 10.0;
    let passes = if same_passes(subject, entry) {
        MARKS.map(|mark| full.iter().position(|&r| r <= mark).map(|n| n as u32))
    } else {
        MARKS.map(|mark| {
            let reaches = |n: u32| curve(subject, entry, n)[n as usize] <= mark;
            let mut high = 8;
            while high < cap && !reaches(high) {
                high *= 2;
            }
            if high >= cap {
                return None;
            }
            let mut low = high / 2;
            while high - low > 1 {
                let middle = low.midpoint(high);
                if reaches(middle) { high = middle } else { low = middle }
            }
            Some(high)
        })
    };
    Found { passes, usual, diverges }
}

fn plan(parameters: &Parameters, lists: &Lists) -> Vec<Dispatch> {
    solvers::plan(parameters, lists, Facts::default(), false).substep
}

/// What `direct` leaves of the residual after its one pass, against λ = 0.
fn exact(subject: &Subject) -> Option<f64> {
    // arms and biases of this pose, from the stages that iterative solvers share
    let jacobi = Entry { title: String::new(), solver: solvers::find("jacobi"), relaxation: None };
    let mut cold = subject.world.clone();
    for dispatch in plan(&parameters(subject, &jacobi, 1), &subject.lists).iter().take(5) {
        cold.run(dispatch);
    }
    let mut solved = subject.world.clone();
    let entry = Entry { title: String::new(), solver: solvers::find("direct"), relaxation: None };
    let parameters = parameters(subject, &entry, 1);
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
        "From λ = 0, passes until |b − A λ| has shrunk to 1e-3 / 1e-6 of what it was; at most {} are tried. Each solver at its defaults unless said. Chains are 40 beads of 0.25 m: hanging straight down at rest; the same with a last bead of 100 times the mass; let go level, after 1 s and 3 s. The ring hangs from one pin, the binary tree has six levels, and both are as loaded, like the net. Counted for the whole scene, as one system.\n",
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
    text.push_str(&rows(&|f| {
        if f.diverges {
            return "diverges".into();
        }
        let count =
            |n: Option<u32>| n.map_or(format!("> {}", grouped(u64::from(cap))), |n| grouped(u64::from(n)));
        format!("{} / {}", count(f.passes[0]), count(f.passes[1]))
    }));
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
