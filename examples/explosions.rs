//! Nothing explodes at its defaults: every solver on every built-in scene, at many numbers of passes and substeps and
//! three warm starts. Each runs ten seconds on the f64 twin. Then how far over-relaxation goes with coloured
//! Gauss-Seidel where three joints meet, and what cap the stiffness guard needs. Last, a sample of the cells once more
//! on the graphics device.

use std::fmt::Write as _;
use std::io::Write as _;

use beadwork::benchmark::command_line::CommandLine;
use beadwork::benchmark::figures::figure;
use beadwork::benchmark::report;
use beadwork::benchmark::stability::{self, ALLOWED, BLOWN, Outcome, frames_for, in_parallel};
use beadwork::benchmark::{cases, machine, quality};
use beadwork::lists::Lists;
use beadwork::parameters::Positions;
use beadwork::topology::Topology;
use beadwork::{Gpu, Parameters, Scene, solvers};
use serde_json::{Value, json};

const USAGE: &str = "\
cargo run --release --example explosions -- [--quick] [--only xpbd] [--device 40] [--out docs/benchmarks/explosions.md]
--quick tries fewer cells, --only those of one solver; --device says how many of them go to the graphics device as well.";

struct Cell {
    scene: usize,
    solver: &'static str,
    positions: Positions,
    iterations: u32,
    substeps: u32,
    warm_start: Option<f64>,
}

struct Subject {
    name: &'static str,
    options: Value,
    scene: Scene,
    base: Parameters,
    lists: Lists,
}

fn subject(name: &'static str, options: Value) -> Subject {
    let map = options.as_object().cloned().unwrap_or_default();
    let (scene, base) = cases::build(name, &map).expect("a built-in scene");
    let topology = Topology::of(&scene);
    let lists = Lists::new(&topology, &scene);
    Subject { name, options, scene, base, lists }
}

fn subjects() -> Vec<Subject> {
    vec![
        subject("necklaces", json!({"chains": 1, "beads": 40, "tilt": 0.5})),
        subject("pendant", json!({"beads": 20, "massRatio": 100})),
        subject("ring", json!({"beads": 24})),
        subject("curtain", json!({"chains": 3, "beads": 12})),
        subject("bridge", json!({"beads": 24})),
        subject("tree", json!({"branches": 2, "depth": 4})),
        subject("net", json!({"rows": 6, "columns": 6})),
    ]
}

fn progress(text: &str) {
    eprint!("\r\x1b[K{text}");
    let _ = std::io::stderr().flush();
}

fn parameters(base: &Parameters, changes: Value) -> Parameters {
    base.with(changes.as_object().expect("an object")).expect("valid parameters")
}

fn of_cell(subject: &Subject, cell: &Cell) -> Parameters {
    let warm = cell.warm_start.map_or(json!("auto"), |w| json!(w));
    let changes = json!({"solver": cell.solver, "iterations": cell.iterations, "substeps": cell.substeps,
        "warmStart": warm, "execution": "global"});
    Parameters { positions: cell.positions, ..parameters(&subject.base, changes) }
}

fn warm_name(warm: Option<f64>) -> String {
    warm.map_or("auto".into(), |w| format!("{w}"))
}

fn main() {
    let words = CommandLine::read(USAGE);
    let quick = words.has("--quick");
    let sample: usize = words.number("--device", 40);
    let out = words.after("--out").unwrap_or("docs/benchmarks/explosions.md");

    let mut text = format!(
        "# What explodes, and what does not\n\n{}, by `{}`, f64 twin.\n\n",
        machine::today(),
        machine::command("explosions", words.all())
    );
    let _ = writeln!(
        text,
        "Gain: the most that kinetic and potential energy stood above the start in any of 600 frames (200 at 20 substeps). Its unit is m g L/2. m is the mass of all moving bodies. L is the diagonal of the box around the largest island and its pins at the start (a straight chain's length). Blown: beyond {BLOWN} of these units, or no longer finite. Everything not named is at its default: guard, β, ω, 1/60 s.\n"
    );
    let subjects = subjects();
    let only = words.after("--only");
    let mut cells = cells(&subjects, quick);
    cells.retain(|cell| only.is_none_or(|only| only == cell.solver));
    let outcomes = in_parallel(
        &cells,
        |cell: &Cell| {
            let subject = &subjects[cell.scene];
            stability::run(&subject.scene, &of_cell(subject, cell), frames_for(cell.substeps), |_| {}).ok()
        },
        |done| progress(&format!("cells: {done} of {}", cells.len())),
    );
    write_cells(&mut text, &subjects, &cells, &outcomes);
    save(out, &text);
    if only.is_some() {
        return println!("{text}");
    }
    write_relaxation(&mut text, quick);
    save(out, &text);
    write_guard(&mut text, quick);
    save(out, &text);
    write_device(&mut text, &subjects, &cells, &outcomes, sample);
    save(out, &text);
    progress("");
    println!("{text}");
}

fn save(path: &str, text: &str) {
    if let Err(error) = report::put(path, text) {
        eprintln!("Could not write {path}: {error}.");
    }
}

const WARM_STARTS: [Option<f64>; 3] = [Some(0.0), Some(0.5), None];

fn cells(subjects: &[Subject], quick: bool) -> Vec<Cell> {
    let passes: &[u32] = if quick { &[1, 3, 20] } else { &[1, 2, 3, 9, 19, 20, 50] };
    let substeps: &[u32] = if quick { &[1, 4] } else { &[1, 4, 20] };
    let mut out = Vec::new();
    for (scene, subject) in subjects.iter().enumerate() {
        for solver in solvers::list() {
            let named = parameters(&subject.base, json!({"solver": solver.name}));
            if solvers::check(&named, &subject.lists).is_err() {
                continue;
            }
            // without passes there is nothing to vary
            let iterative = solvers::chosen(&named, &subject.lists).iterative;
            let warm_starts: &[Option<f64>] =
                if solver.solves_the_equation() { &WARM_STARTS } else { &[None] };
            for &positions in cases::ways(solver.name) {
                for &iterations in if iterative { passes } else { &passes[..1] } {
                    for &substeps in substeps {
                        for &warm_start in warm_starts {
                            let solver = solver.name;
                            out.push(Cell { scene, solver, positions, iterations, substeps, warm_start });
                        }
                    }
                }
            }
        }
    }
    out
}

fn write_cells(text: &mut String, subjects: &[Subject], cells: &[Cell], outcomes: &[Option<Outcome>]) {
    let _ = writeln!(text, "## Every solver on every scene\n");
    for subject in subjects {
        let _ = writeln!(
            text,
            "- {} `{}`: {} beads, {} colours",
            subject.name,
            subject.options,
            subject.scene.bodies.len(),
            subject.lists.whole.colours.len()
        );
    }
    let known = || cells.iter().zip(outcomes).filter_map(|(cell, outcome)| Some((cell, (*outcome)?)));
    let _ = writeln!(
        text,
        "\n| solver | warm start | cells | blown | gain over {ALLOWED} | worst gain of the others | largest gap of the others, radii |\n|---|---|---|---|---|---|---|"
    );
    let ways = |name: &'static str| cases::ways(name).iter().map(move |&way| (name, way));
    for (solver, positions) in solvers::list().iter().flat_map(|solver| ways(solver.name)) {
        for warm in WARM_STARTS {
            let of_row =
                |cell: &Cell| (cell.solver, cell.positions, cell.warm_start) == (solver, positions, warm);
            let ours: Vec<(&Cell, Outcome)> = known().filter(|(cell, _)| of_row(cell)).collect();
            if ours.is_empty() {
                continue;
            }
            let held: Vec<&(&Cell, Outcome)> = ours.iter().filter(|(_, o)| o.blown.is_none()).collect();
            let worst = held.iter().max_by(|a, b| a.1.gain.total_cmp(&b.1.gain));
            let gap = held.iter().map(|(_, o)| o.gap).fold(0.0, f64::max);
            let _ = writeln!(
                text,
                "| `{}` | {} | {} | {} | {} | {} | {} |",
                cases::row_name(solver, positions),
                warm_name(warm),
                ours.len(),
                ours.len() - held.len(),
                ours.iter().filter(|(_, o)| o.gains()).count(),
                worst.map_or("–".into(), |(cell, o)| format!(
                    "{} ({}, {} passes, {} substeps)",
                    figure(o.gain),
                    subjects[cell.scene].name,
                    cell.iterations,
                    cell.substeps
                )),
                figure(gap)
            );
        }
    }
    let _ = writeln!(
        text,
        "\n### Every cell with a gain above {ALLOWED}\n\n| solver | scene | warm start | substeps | passes: gain, or when it blew up |\n|---|---|---|---|---|"
    );
    let mut lines: Vec<(String, Vec<String>)> = Vec::new();
    for (cell, outcome) in known().filter(|(_, o)| o.gains()) {
        let head = format!(
            "| `{}` | {} | {} | {} |",
            cases::row_name(cell.solver, cell.positions),
            subjects[cell.scene].name,
            warm_name(cell.warm_start),
            cell.substeps
        );
        let result = match outcome.blown {
            Some(at) => format!("{}: blown at {at:.2} s", cell.iterations),
            None => format!("{}: {}", cell.iterations, figure(outcome.gain)),
        };
        match lines.iter_mut().find(|(known, _)| *known == head) {
            Some((_, list)) => list.push(result),
            None => lines.push((head, vec![result])),
        }
    }
    lines.sort();
    for (head, list) in &lines {
        let _ = writeln!(text, "{head} {} |", list.join(", "));
    }
    if lines.is_empty() {
        let _ = writeln!(text, "| none | | | | |");
    }
}

/// Gauss-Seidel where more than two colours are needed: every ω at every number of passes.
fn write_relaxation(text: &mut String, quick: bool) {
    let subjects = [
        subject("tree", json!({"branches": 2, "depth": 4})),
        subject("tree", json!({"branches": 3, "depth": 3})),
        subject("tree", json!({"branches": 4, "depth": 2})),
        subject("net", json!({"rows": 6, "columns": 6})),
        subject("ring", json!({"beads": 13, "pins": 0})),
        subject("necklaces", json!({"chains": 1, "beads": 40, "tilt": 0.5})),
    ];
    let omegas = [1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8];
    let passes: &[u32] = if quick { &[4, 20] } else { &[1, 2, 3, 4, 5, 6, 9, 12, 20, 50] };
    let substeps: &[u32] = if quick { &[1] } else { &[1, 4] };
    struct Run {
        subject: usize,
        omega: usize,
        iterations: u32,
        substeps: u32,
    }
    let mut runs = Vec::new();
    for subject in 0..subjects.len() {
        for omega in 0..omegas.len() {
            for &iterations in passes {
                for &substeps in substeps {
                    runs.push(Run { subject, omega, iterations, substeps });
                }
            }
        }
    }
    let outcomes = in_parallel(
        &runs,
        |run: &Run| {
            let subject = &subjects[run.subject];
            let changes = json!({"solver": "gauss-seidel", "iterations": run.iterations, "execution": "global",
                "substeps": run.substeps, "relaxation": omegas[run.omega]});
            stability::run(&subject.scene, &parameters(&subject.base, changes), 600, |_| {}).expect("a twin")
        },
        |done| progress(&format!("relaxation: {done} of {}", runs.len())),
    );
    let _ = writeln!(
        text,
        "\n## What over-relaxation Gauss-Seidel bears\n\nColours swept there and back by turns where there are more than two; warm start 0.9, β 0.05, 1 and 4 substeps. Passes are {passes:?}. Each ω has the fewest from which on none gains more than {ALLOWED}; then the worst gain from there on; then the residual (m/s, 20 passes, 1 substep, last quarter of the run).\n\n| scene (colours) | {} |\n|---|{}",
        omegas.map(|w| format!("ω = {w}")).join(" | "),
        "---|".repeat(omegas.len())
    );
    for (index, subject) in subjects.iter().enumerate() {
        let cells: Vec<String> = (0..omegas.len())
            .map(|omega| {
                let ours: Vec<(&Run, &Outcome)> = runs
                    .iter()
                    .zip(&outcomes)
                    .filter(|(run, _)| run.subject == index && run.omega == omega)
                    .collect();
                let bad = ours.iter().filter(|(_, o)| o.gains()).map(|(run, _)| run.iterations).max();
                let from = passes.iter().copied().find(|&n| bad.is_none_or(|bad| n > bad));
                let residual = ours.iter().find(|(run, _)| run.iterations == 20 && run.substeps == 1).map_or(
                    "–".into(),
                    |(_, o)| {
                        if o.blown.is_some() { "–".into() } else { figure(o.residual) }
                    },
                );
                match from {
                    Some(from) => {
                        let worst = ours
                            .iter()
                            .filter(|(run, _)| run.iterations >= from)
                            .map(|(_, o)| o.gain)
                            .fold(0.0, f64::max);
                        format!("{from}, {}, {residual}", figure(worst))
                    }
                    None => format!("none, {residual}"),
                }
            })
            .collect();
        let _ = writeln!(
            text,
            "| {} `{}` ({}) | {} |",
            subject.name,
            subject.options,
            subject.lists.whole.colours.len(),
            cells.join(" | ")
        );
    }
}

/// How far the stiffness guard may go: a thousandfold weight, a hundredfold one, and thin beads.
fn write_guard(text: &mut String, quick: bool) {
    let tilt = 30f64.to_radians();
    let subjects = [
        subject("pendant", json!({"beads": 40, "radius": 0.25, "tilt": tilt, "massRatio": 1000})),
        subject("pendant", json!({"beads": 40, "radius": 0.25, "tilt": tilt, "massRatio": 100})),
        subject("pendant", json!({"beads": 40, "radius": 0.1, "tilt": 5f64.to_radians(), "massRatio": 1})),
    ];
    const NONE: f64 = 1e12;
    let caps = [1.0, 4.0, 16.0, 64.0, NONE];
    let passes: &[u32] = if quick { &[20] } else { &[20, 50, 200] };
    struct Run {
        subject: usize,
        solver: &'static str,
        positions: Positions,
        iterations: u32,
        cap: f64,
    }
    let mut runs = Vec::new();
    for subject in 0..subjects.len() {
        // `auto` is one of the others, and the article has no guard
        for solver in solvers::list().iter().filter(|s| s.name != "article" && s.name != "auto") {
            for &positions in cases::ways(solver.name) {
                for &iterations in if solver.iterative { passes } else { &passes[..1] } {
                    for cap in caps {
                        runs.push(Run { subject, solver: solver.name, positions, iterations, cap });
                    }
                }
            }
        }
    }
    let outcomes = in_parallel(
        &runs,
        |run: &Run| {
            let subject = &subjects[run.subject];
            let changes = json!({"solver": run.solver, "iterations": run.iterations, "execution": "global"});
            let edit = |dispatch: &mut beadwork::plan::Dispatch| dispatch.step.guard_cap = run.cap;
            let parameters = Parameters { positions: run.positions, ..parameters(&subject.base, changes) };
            stability::run(&subject.scene, &parameters, 600, edit).expect("a twin")
        },
        |done| progress(&format!("guard: {done} of {}", runs.len())),
    );
    let _ = writeln!(
        text,
        "\n## The stiffness guard's cap\n\nMost that the guard may raise an inertia; 1 is no guard. 1 substep, ten seconds: gain, and largest gap in radii.\n\n| scene | solver | passes | {} |\n|---|---|---|{}",
        caps.map(|cap| if cap == NONE { "no cap".into() } else { format!("cap {cap}") }).join(" | "),
        "---|".repeat(caps.len())
    );
    for (chunk, found) in runs.chunks(caps.len()).zip(outcomes.chunks(caps.len())) {
        let run = &chunk[0];
        let subject = &subjects[run.subject];
        let cells: Vec<String> = found
            .iter()
            .map(|o| match o.blown {
                Some(at) => format!("blown at {at:.2} s"),
                None => format!("{}, {}", figure(o.gain), figure(o.gap)),
            })
            .collect();
        let ratio = &subject.options["massRatio"];
        let passes =
            if solvers::find(run.solver).iterative { run.iterations.to_string() } else { "–".into() };
        let _ = writeln!(
            text,
            "| pendant {ratio}:1, r = {} m | `{}` | {passes} | {} |",
            subject.options["radius"],
            cases::row_name(run.solver, run.positions),
            cells.join(" | ")
        );
    }
}

/// Some cells once more in f32 on the device: the same verdict, and about the same gain?
fn write_device(
    text: &mut String,
    subjects: &[Subject],
    cells: &[Cell],
    outcomes: &[Option<Outcome>],
    sample: usize,
) {
    let Ok(gpu) = pollster::block_on(Gpu::new()) else {
        let _ = writeln!(text, "\nNo graphics device was there to repeat a sample on.");
        return;
    };
    let stride = (cells.len() / sample.max(1)).max(1);
    let _ = writeln!(
        text,
        "\n## A sample on a graphics device\n\n{}: one cell in {stride}, in f32.\n\n| solver | scene | passes | substeps | warm start | gain, twin | gain, device | gap, twin | gap, device |\n|---|---|---|---|---|---|---|---|---|",
        gpu.adapter_name()
    );
    let mut differ = 0;
    for (index, (cell, outcome)) in cells.iter().zip(outcomes).enumerate().skip(stride / 2).step_by(stride) {
        let Some(twin) = outcome else { continue };
        progress(&format!("device: {index} of {}", cells.len()));
        let subject = &subjects[cell.scene];
        let parameters = of_cell(subject, cell);
        let found = quality::run(&gpu, &subject.scene, &parameters, frames_for(cell.substeps), None);
        let Ok(found) = pollster::block_on(found) else { continue };
        let blown = !found.finite || found.energy_gain > BLOWN;
        differ += u32::from(blown != twin.blown.is_some());
        let gain = |blown: bool, gain: f64| if blown { "blown".into() } else { figure(gain) };
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {} | {} | {} | {} | {} | {} |",
            cases::row_name(cell.solver, cell.positions),
            subject.name,
            cell.iterations,
            cell.substeps,
            warm_name(cell.warm_start),
            gain(twin.blown.is_some(), twin.gain),
            gain(blown, found.energy_gain),
            gain(twin.blown.is_some(), twin.gap),
            gain(blown, found.max_gap_radii)
        );
    }
    let _ = writeln!(text, "\nVerdicts that differ: {differ}.");
}
