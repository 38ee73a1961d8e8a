//! What an error costs, method by method. Each solver of joints has more and more passes or substeps, with its time a
//! frame and its distance from the truth. In single precision on one thread of the CPU machine, as pages without a
//! graphics device compute.

use std::fmt::Write as _;
use std::time::Instant;

use beadwork::benchmark::command_line::CommandLine;
use beadwork::benchmark::figures::figure;
use beadwork::benchmark::record_text::record_text;
use beadwork::benchmark::{machine, report};
use beadwork::cpu::Twin;
use serde_json::json;

#[path = "methods/plot.rs"]
mod plot;
#[path = "small_steps/subject.rs"]
mod subject;

use plot::Curve;
use subject::{FINE, Subject, farthest, parameters, places, subjects};

const USAGE: &str = "cargo run --release --example methods -- [--out docs/benchmarks/methods]";

/// Times that a run is timed; the middle one counts.
const TIMES: usize = 5;
const SCENES: [&str; 4] = ["necklace", "pendant, 100 : 1", "pendant, 10,000 : 1", "net 16 × 16"];
/// Errors that the table asks the price of, m.
const WANTED: [f64; 3] = [0.03, 0.01, 0.003];

/// Settings of a method: substeps, and passes in each.
type Settings = Vec<[u32; 2]>;

fn passes() -> Settings {
    [5, 10, 20, 40, 80].map(|n| [1, n]).into()
}

fn steps() -> Settings {
    [5, 10, 20, 40, 80].map(|n| [n, 1]).into()
}

/// A method's name, its solver, whether its curve is dashed, and its settings.
fn methods() -> Vec<(&'static str, &'static str, bool, Settings)> {
    vec![
        ("exact", "direct", false, [1, 2, 4, 8].map(|n| [n, 1]).into()),
        ("Gauss-Seidel, steps", "gauss-seidel", false, steps()),
        ("Gauss-Seidel, passes", "gauss-seidel", true, passes()),
        ("soft steps", "soft-step", false, steps()),
        ("XPBD", "xpbd", false, steps()),
        ("AVBD", "avbd", false, passes()),
        ("nonlinear CG", "nncg", false, passes()),
        ("CG", "conjugate-gradient", false, passes()),
        ("Chebyshev", "chebyshev", false, passes()),
        ("Jacobi", "jacobi", false, passes()),
        ("the article", "article", false, passes()),
    ]
}

/// One setting: ms a frame, the distance from the truth in m, and the largest gap in radii. None where it explodes, or is refused.
fn run(subject: &Subject, solver: &str, [substeps, iterations]: [u32; 2]) -> Option<[f64; 3]> {
    let frames = subject.frames[0];
    let changes = json!({"solver": solver, "substeps": substeps, "iterations": iterations});
    let made = || Twin::<f32>::of(&subject.scene, parameters(&changes)).ok();
    let mut times = Vec::new();
    for _ in 0..TIMES {
        let mut twin = made()?;
        let start = Instant::now();
        twin.step(frames);
        times.push(1000.0 * start.elapsed().as_secs_f64() / f64::from(frames));
    }
    times.sort_by(f64::total_cmp);
    let mut twin = made()?;
    let mut gap = 0.0f64;
    for _ in 0..frames {
        twin.step(1);
        let found = twin.measure();
        if !found.finite {
            return None;
        }
        gap = gap.max(found.max_gap_radii);
    }
    let error = farthest(&places(&twin), &subject.truth);
    // ten metres off is an explosion, not an error
    (error < 10.0).then_some([times[TIMES / 2], error, gap])
}

/// ms at which a curve comes down to an error, between its settings by their logarithms; None where it never does.
fn price(points: &[[f64; 2]], wanted: f64) -> Option<f64> {
    let at = points.iter().position(|[_, error]| *error <= wanted)?;
    let [ms, error] = points[at];
    let Some([before, worse]) = at.checked_sub(1).map(|k| points[k]) else { return Some(ms) };
    let share = (worse / wanted).ln() / (worse / error).ln();
    Some(before * (ms / before).powf(share))
}

fn main() {
    let line = CommandLine::read(USAGE);
    let path = line.after("--out").unwrap_or("docs/benchmarks/methods");
    let mut out = format!(
        "# What an error costs, by method\n\n{}, by `{}`.\n\nA frame has N passes in one substep, or N substeps of one pass, N = 5, 10, 20, 40, 80; and 1, 2, 4, 8 substeps of the exact solver. Soft steps add a pass that relaxes to each. Settings that explode, or are ten metres off, have no point. Times are of the CPU machine in single precision on one thread, the middle of {TIMES} runs. The truth is `direct`, symplectic, at {FINE} substeps in f64. Rows: [methods.json](methods.json).\n",
        machine::today(),
        machine::command("methods", line.all())
    );
    let mut rows = Vec::new();
    for subject in subjects(true).iter().filter(|subject| SCENES.contains(&subject.what)) {
        let mut curves = Vec::new();
        for (name, solver, dashed, settings) in methods() {
            let mut points = Vec::new();
            for setting in settings {
                let found = run(subject, solver, setting);
                let [substeps, iterations] = setting;
                let row = json!({
                    "scene": subject.what, "method": name, "solver": solver, "substeps": substeps, "passes": iterations,
                    "ms": found.map(|[ms, ..]| ms), "error": found.map(|[_, error, _]| error), "gapRadii": found.map(|[.., gap]| gap),
                });
                rows.push(row);
                points.extend(found.map(|[ms, error, _]| [ms, error]));
            }
            eprintln!("{}: {name}", subject.what);
            if !points.is_empty() {
                curves.push(Curve { name, solver, dashed, points });
            }
        }
        let words = subject.what.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        let file = format!("methods-{}.svg", words.collect::<Vec<_>>().join("-"));
        let folder = std::path::Path::new(path).parent().expect("a folder");
        let seconds = figure(f64::from(subject.frames[0]) / 60.0);
        let picture =
            plot::against(&format!("{}: error after {seconds} s against time", subject.what), &curves);
        std::fs::write(folder.join(&file), picture).expect("the picture is written");
        let heads = WANTED.map(|error| format!("{error} m"));
        let _ = writeln!(
            out,
            "\n## {}\n\nAfter {seconds} s. ms a frame for an error of\n\n| method | {} | least error of its settings, m |\n|---|---|---|---|---|",
            subject.what,
            heads.join(" | ")
        );
        for curve in &curves {
            let cells = WANTED.map(|wanted| price(&curve.points, wanted).map_or("–".into(), figure));
            let least = curve.points.iter().map(|[_, error]| *error).fold(f64::MAX, f64::min);
            let _ = writeln!(out, "| {} | {} | {} |", curve.name, cells.join(" | "), figure(least));
        }
        let _ = writeln!(out, "\n![Error against time]({file})");
    }
    std::fs::write(format!("{path}.json"), record_text(&rows.into())).expect("the rows are written");
    match report::put(&format!("{path}.md"), &out) {
        Ok(()) => print!("{out}"),
        Err(error) => eprintln!("Could not write {path}: {error}."),
    }
}
