//! Time and error of every solver on the same scene, in one table. Rounds go over the rows in turns, there and back,
//! so that a machine that slows down slows all of them. The row that reads 1.00 is the article's solver with 20 passes.

use std::io::Write as _;
use std::process::ExitCode;
use std::sync::Arc;

use beadwork::benchmark::command_line::CommandLine;
use beadwork::benchmark::quality::Truth;
use beadwork::benchmark::record::{GapRow, Quality, Report, Row};
use beadwork::benchmark::timing::Bench;
use beadwork::benchmark::{bytes_document, cases, copying, machine, quality, report};
use beadwork::parameters::Positions;
use beadwork::{BeadworkError, Code, Gpu, Parameters, Result};
use serde_json::{Map, Value, json};

const USAGE: &str = "\
cargo run --release --example bench -- [--quick] [--scene necklaces,net] [--sizes 1000,10000,100000,1000000]
    [--rounds N] [--frames 600] [--chains 8] [--no-quality] [--no-gaps] [--out docs/benchmarks/NAME]
Files are written after every round: Ctrl-C leaves what is there. --bytes FILE writes the byte model as a table and ends.";

struct Options {
    scenes: Vec<String>,
    sizes: Vec<u64>,
    rounds: Option<usize>,
    frames: u32,
    /// Chains of the scene on which quality is found, where timing has more.
    chains: u64,
    quality: bool,
    gaps: bool,
    out: Option<String>,
}

/// Sizes from here on get fewer rounds.
const LARGE: u64 = 300_000;
/// Seconds that ten seconds of one row may take at the full size; above, fewer chains do.
const QUALITY_SECONDS: f64 = 20.0;

fn options(words: &CommandLine) -> Options {
    let quick = words.has("--quick");
    let list = |name: &str, otherwise: &str| -> Vec<String> {
        words.after(name).unwrap_or(otherwise).split(',').map(String::from).collect()
    };
    let sizes = list("--sizes", if quick { "1000,10000" } else { "1000,10000,100000,1000000" });
    Options {
        scenes: list("--scene", "necklaces"),
        sizes: sizes.iter().map(|size| words.as_number("--sizes", size)).collect(),
        rounds: words.has("--rounds").then(|| words.number("--rounds", 1).max(1)).or(quick.then_some(5)),
        frames: words.number("--frames", quality::FRAMES),
        chains: words.number("--chains", if quick { 2 } else { 8 }).max(1),
        quality: !words.has("--no-quality"),
        gaps: !quick && !words.has("--no-gaps"),
        out: words.after("--out").map(String::from),
    }
}

fn main() -> ExitCode {
    let words = CommandLine::read(USAGE);
    let done = match words.after("--bytes") {
        Some(path) => write_bytes(path),
        None => pollster::block_on(run(&words)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}", error.message);
            ExitCode::FAILURE
        }
    }
}

fn save(what: &Report, out: &Option<String>) -> Result<()> {
    let Some(path) = out else { return Ok(()) };
    what.write(path)
        .map_err(|error| BeadworkError::new(Code::Internal, format!("Could not write {path}: {error}.")))
}

fn write_bytes(path: &str) -> Result<()> {
    report::put(path, &bytes_document::document())
        .map_err(|error| BeadworkError::new(Code::Internal, format!("Could not write {path}: {error}.")))
}

/// Records that cannot be written as JSON, which is not to be expected.
fn unwritten(error: serde_json::Error) -> BeadworkError {
    BeadworkError::new(Code::Internal, error.to_string())
}

/// A line of progress that replaces the one before.
fn progress(text: &str) {
    eprint!("\r\x1b[K{text}");
    let _ = std::io::stderr().flush();
}

async fn run(words: &CommandLine) -> Result<()> {
    let options = options(words);
    let gpu = Gpu::new().await?;
    let mut report = Report {
        format: 1,
        command: machine::command("bench", words.all()),
        date: machine::today(),
        beadwork: env!("CARGO_PKG_VERSION").into(),
        machine: machine::describe(&gpu),
        ..Report::default()
    };
    eprintln!("{} · {}", report.machine.adapter, report.machine.processor);
    progress("copying buffers");
    report.copies = copying::copies(&gpu).await?;
    report.copy_bandwidth = report.copies.iter().map(|c| c.bytes_per_second).reduce(f64::max);

    for name in &options.scenes {
        let mut known: Vec<(String, Quality)> = Vec::new();
        for &size in &options.sizes {
            let scene_options = cases::options_for(name, size);
            let timed = time(&gpu, &mut report, &options, name, &scene_options).await;
            progress("");
            if let Err(error) = timed {
                gpu.check()?;
                report.notes.push(format!("{name}, {} beads: {}", report::grouped(size), error.message));
                continue;
            }
            if options.quality {
                judge(&gpu, &mut report, &options, name, &scene_options, &mut known).await?;
            }
            save(&report, &options.out)?;
        }
    }
    if options.gaps {
        gaps(&gpu, &mut report, &options).await?;
    }
    progress("");
    println!("{}", report.markdown().map_err(unwritten)?);
    Ok(())
}

/// Rounds over the rows of one scene in one size.
async fn time(
    gpu: &Arc<Gpu>,
    report: &mut Report,
    options: &Options,
    name: &str,
    scene_options: &Map<String, Value>,
) -> Result<()> {
    progress(&format!("{name}: loading"));
    let mut bench = Bench::new(gpu, name, scene_options).await?;
    let at = report.scenes.len();
    report.scenes.push(bench.report());
    let beads = report.scenes[at].beads;
    let rounds = options.rounds.unwrap_or(15).min(if beads > LARGE { 3 } else { usize::MAX });
    for round in 0..rounds {
        bench
            .round(|row| {
                progress(&format!(
                    "{name}, {} beads, round {} of {rounds}: {} ({})",
                    report::grouped(beads),
                    round + 1,
                    row.parameters.solver,
                    row.kernels
                ));
            })
            .await?;
        report.scenes[at] = bench.report();
        report.derive().map_err(unwritten)?;
        save(report, &options.out)?;
    }
    Ok(())
}

/// Ten seconds of every row of the last scene: at its full size where that is quick enough, else on a few chains,
/// once for all sizes.
async fn judge(
    gpu: &Arc<Gpu>,
    report: &mut Report,
    options: &Options,
    name: &str,
    scene_options: &Map<String, Value>,
    known: &mut Vec<(String, Quality)>,
) -> Result<()> {
    let at = report.scenes.len() - 1;
    let mut truths: Vec<(Map<String, Value>, Option<Truth>)> = Vec::new();
    for index in 0..report.scenes[at].rows.len() {
        let row = &report.scenes[at].rows[index];
        let Some(milliseconds) = row.milliseconds() else { continue };
        let solver = row.solver.clone();
        let full = milliseconds * 1e-3 * f64::from(options.frames) < QUALITY_SECONDS;
        let mut chosen = scene_options.clone();
        // chains are alike, unless they touch each other
        if !full && row.contact_solver.is_none() && chosen.contains_key("chains") {
            chosen.insert("chains".into(), json!(options.chains));
        }
        let ways = (&row.positions, &row.contact_solver);
        let key = format!("{solver} {ways:?} {} {}", row.kernels, Value::Object(chosen.clone()));
        let found = match known.iter().find(|(k, _)| *k == key) {
            Some((_, found)) => found.clone(),
            None => {
                progress(&format!("{name}: {} frames of {solver}", options.frames));
                let (scene, base) = cases::build(name, &chosen)?;
                let parameters = of_row(&base, row)?;
                if !truths.iter().any(|(of, _)| *of == chosen) {
                    truths.push((chosen.clone(), Truth::of(gpu, &scene, &base).await?));
                }
                let truth = truths.iter().find(|(of, _)| *of == chosen).and_then(|(_, truth)| truth.as_ref());
                quality::run(gpu, &scene, &parameters, options.frames, truth).await?
            }
        };
        known.push((key, found.clone()));
        report.scenes[at].rows[index].quality = Some(found);
        save(report, &options.out)?;
    }
    Ok(())
}

fn of_row(base: &Parameters, row: &Row) -> Result<Parameters> {
    let positions = row.positions.as_deref().unwrap_or("auto");
    let mut changes = json!({"solver": row.solver, "execution": row.execution, "positions": positions});
    if let Some(contacts) = &row.contact_solver {
        changes["contactSolver"] = json!(contacts);
    }
    base.with(changes.as_object().unwrap_or(&Map::new()))
}

/// Scenes known for their gaps: swings, a thousandfold weight, thin chains, a whip crack.
async fn gaps(gpu: &Arc<Gpu>, report: &mut Report, options: &Options) -> Result<()> {
    let chain = |radius: f64, tilt: f64| json!({"chains": 4, "beads": 40, "radius": radius, "tilt": tilt});
    let (small, usual, flat) = (5f64.to_radians(), 30f64.to_radians(), 90f64.to_radians());
    let pendant = json!({"beads": 40, "radius": 0.25, "tilt": usual, "massRatio": 1000});
    let cases = [
        ("necklaces, r = 0.25 m, tilt 30°", "necklaces", chain(0.25, usual), vec![1, 4]),
        ("necklaces, r = 0.25 m, tilt 5°", "necklaces", chain(0.25, small), vec![1, 4]),
        ("necklaces, r = 0.1 m, tilt 5°", "necklaces", chain(0.1, small), vec![1]),
        ("necklaces, r = 0.05 m, tilt 5°", "necklaces", chain(0.05, small), vec![1]),
        ("necklaces, r = 0.5 m, level (whip)", "necklaces", chain(0.5, flat), vec![1, 2, 4, 8]),
        ("pendant 1000:1, r = 0.25 m, tilt 30°", "pendant", pendant, vec![1, 4]),
    ];
    for (what, name, scene_options, substeps) in cases {
        for count in substeps {
            progress(&format!("{what}, {count} substeps"));
            let scene_options = scene_options.as_object().cloned().unwrap_or_default();
            let (scene, base) = cases::build(name, &scene_options)?;
            let truth = Truth::of(gpu, &scene, &base).await?;
            for &positions in cases::ways("direct") {
                let parameters = Parameters { solver: "direct", substeps: count, positions, ..base.clone() };
                let found = quality::run(gpu, &scene, &parameters, quality::FRAMES, truth.as_ref()).await?;
                report.gaps.push(GapRow {
                    what: what.into(),
                    scene: name.into(),
                    options: Value::Object(scene_options.clone()),
                    solver: "direct".into(),
                    positions: cases::positions_name(positions).map(String::from),
                    substeps: count,
                    stabilisation: (positions == Positions::Pulled).then_some(0.2),
                    quality: found,
                });
                save(report, &options.out)?;
            }
        }
    }
    Ok(())
}
