//! Time and error of every solver on the same scene, in one table:
//!
//!     cargo run --release --example bench -- [--quick] [--scene necklaces,net] [--sizes 1000,10000,100000,1000000]
//!         [--rounds N] [--frames 600] [--chains 8] [--no-quality] [--no-gaps] [--out docs/benchmarks/NAME]
//!
//! Rounds go over the rows in turns, there and back, so that a machine that slows down slows all of them. Files are
//! written after every round: Ctrl-C leaves what is there. The row that reads 1.00 is the article's solver with 20
//! passes. `--bytes FILE` writes the byte model as a table and ends.

use std::io::Write as _;
use std::process::ExitCode;
use std::sync::Arc;

use beadwork::benchmark::record::{GapRow, Quality, Report};
use beadwork::benchmark::timing::Bench;
use beadwork::benchmark::{bytes_document, cases, copying, machine, quality, report};
use beadwork::{BeadworkError, Code, Gpu, Parameters, Result};
use serde_json::{Map, Value, json};

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

fn options(words: &[String]) -> Result<Options> {
    let wrong = |what: String| BeadworkError::new(Code::Parameter, what);
    let mut out = Options {
        scenes: vec!["necklaces".into()],
        sizes: vec![1_000, 10_000, 100_000, 1_000_000],
        rounds: None,
        frames: quality::FRAMES,
        chains: 8,
        quality: true,
        gaps: true,
        out: None,
    };
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let mut value = || rest.next().cloned().ok_or_else(|| wrong(format!("{word} wants a value.")));
        let number = |text: String| {
            text.parse::<u64>().map_err(|_| wrong(format!("{word} wants a whole number, not '{text}'.")))
        };
        match word.as_str() {
            "--quick" => {
                out.sizes = vec![1_000, 10_000];
                out.rounds = Some(5);
                out.chains = 2;
                out.gaps = false;
            }
            "--scene" => out.scenes = value()?.split(',').map(String::from).collect(),
            "--sizes" => out.sizes = value()?.split(',').map(|n| number(n.into())).collect::<Result<_>>()?,
            "--rounds" => out.rounds = Some(number(value()?)?.max(1) as usize),
            "--frames" => out.frames = number(value()?)? as u32,
            "--chains" => out.chains = number(value()?)?.max(1),
            "--no-quality" => out.quality = false,
            "--no-gaps" => out.gaps = false,
            "--out" => out.out = Some(value()?),
            other => return Err(wrong(format!("There is no option {other}; examples/bench.rs lists them."))),
        }
    }
    Ok(out)
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = match words.iter().position(|word| word == "--bytes") {
        Some(at) => write_bytes(words.get(at + 1).map_or("docs/benchmarks/bytes.md", |w| w.as_str())),
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

/// A line of progress that replaces the one before.
fn progress(text: &str) {
    eprint!("\r\x1b[K{text}");
    let _ = std::io::stderr().flush();
}

async fn run(words: &[String]) -> Result<()> {
    let options = options(words)?;
    let gpu = Gpu::new().await?;
    let mut report = Report {
        format: 1,
        command: machine::command("bench", words),
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
    println!("{}", report.markdown());
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
        report.derive();
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
    for index in 0..report.scenes[at].rows.len() {
        let row = &report.scenes[at].rows[index];
        let Some(milliseconds) = row.milliseconds() else { continue };
        let solver = row.solver.clone();
        let full = milliseconds * 1e-3 * f64::from(options.frames) < QUALITY_SECONDS;
        let mut chosen = scene_options.clone();
        if !full && chosen.contains_key("chains") {
            chosen.insert("chains".into(), json!(options.chains));
        }
        let key = format!("{solver} {} {}", row.kernels, Value::Object(chosen.clone()));
        let found = match known.iter().find(|(k, _)| *k == key) {
            Some((_, found)) => found.clone(),
            None => {
                progress(&format!("{name}: {} frames of {solver}", options.frames));
                let (scene, base) = cases::build(name, &chosen)?;
                let parameters = execution_of(&base, &row.solver, &row.execution)?;
                quality::run(gpu, &scene, &parameters, options.frames).await?
            }
        };
        known.push((key, found.clone()));
        report.scenes[at].rows[index].quality = Some(found);
        save(report, &options.out)?;
    }
    Ok(())
}

fn execution_of(base: &Parameters, solver: &str, execution: &str) -> Result<Parameters> {
    let mut changes = Map::new();
    changes.insert("solver".into(), json!(solver));
    changes.insert("execution".into(), json!(execution));
    base.with(&changes)
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
            let changes = json!({"solver": "direct", "substeps": count, "stabilisation": 0.2});
            let parameters = base.with(changes.as_object().unwrap_or(&Map::new()))?;
            let found = quality::run(gpu, &scene, &parameters, quality::FRAMES).await?;
            report.gaps.push(GapRow {
                what: what.into(),
                scene: name.into(),
                options: Value::Object(scene_options),
                solver: "direct".into(),
                substeps: count,
                stabilisation: 0.2,
                quality: found,
            });
            save(report, &options.out)?;
        }
    }
    Ok(())
}
