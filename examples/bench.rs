//! Time and error of every solver on the same scene, in one table. Rounds go over the rows in turns, there and back,
//! so that a machine that slows down slows all of them. The row that reads 1.00 is the article's solver with 20 passes.

use std::process::ExitCode;
use std::time::Duration;

use beadwork::benchmark::command_line::CommandLine;
use beadwork::benchmark::record::Report;
use beadwork::benchmark::run::{self, Plan};
use beadwork::benchmark::stop::Stop;
use beadwork::benchmark::{bytes_document, cases, machine, quality, report};
use beadwork::{BeadworkError, Code, Gpu, Result};

const USAGE: &str = "\
cargo run --release --example bench -- [--table] [--quick] [--scene necklaces,net] [--sizes 1000,10000,100000,1000000]
    [--rounds N] [--frames 600] [--chains 8] [--no-quality] [--no-gaps] [--minutes N] [--again] [--out docs/benchmarks/NAME]
--table is the whole table: all of its scenes, from 1,000 bodies to the largest that fits, into results/table.
Files are written after every round. Ctrl-C, SIGTERM and the end of --minutes leave what is there, and the same command goes on
with what is missing; --again measures anew. --bytes FILE writes the byte model as a table and ends.";

/// Which build it is, where it was made to be taken elsewhere (scripts/bundle.mjs).
const BUILD: Option<&str> = option_env!("BEADWORK_BUILD");
/// Rounds of the whole table, and seconds that one of its rows may be looked at.
const TABLE_ROUNDS: usize = 7;
const TABLE_PATIENCE: f64 = 60.0;

fn plan(words: &CommandLine) -> Plan {
    let [table, quick] = ["--table", "--quick"].map(|name| words.has(name));
    let list = |text: &str| -> Vec<String> { text.split(',').map(String::from).collect() };
    let usual = if quick { "1000,10000" } else { "1000,10000,100000,1000000" };
    let sizes = words.after("--sizes").or((!table || quick).then_some(usual));
    let out = words.after("--out").or(table.then_some("results/table"));
    Plan {
        scenes: match words.after("--scene") {
            Some(names) => list(names),
            None if table => cases::TABLE.map(String::from).into(),
            None => vec!["necklaces".into()],
        },
        sizes: sizes.map(|text| list(text).iter().map(|size| words.as_number("--sizes", size)).collect()),
        rounds: words
            .number(
                "--rounds",
                if quick {
                    5
                } else if table {
                    TABLE_ROUNDS
                } else {
                    15
                },
            )
            .max(1),
        frames: if words.has("--no-quality") { 0 } else { words.number("--frames", quality::FRAMES) },
        chains: words.number("--chains", if quick { 2 } else { 8 }).max(1),
        patience: if table { TABLE_PATIENCE } else { f64::INFINITY },
        gaps: !quick && !words.has("--no-gaps"),
        again: words.has("--again"),
        out: out.map(String::from),
    }
}

fn main() -> ExitCode {
    let words = CommandLine::read(USAGE);
    let done = match words.after("--bytes") {
        Some(path) => write_bytes(path),
        None => pollster::block_on(measure(&words)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}", error.message);
            ExitCode::FAILURE
        }
    }
}

fn write_bytes(path: &str) -> Result<()> {
    report::put(path, &bytes_document::document())
        .map_err(|error| BeadworkError::new(Code::Internal, format!("Could not write {path}: {error}.")))
}

/// Ended by a signal or by time, but not before what is known is on the disk; a second signal ends it at once.
fn stop(words: &CommandLine) -> Stop {
    let minutes =
        words.after("--minutes").map(|text| words.as_number::<f64>("--minutes", text).clamp(0.0, 1e6));
    let stop = minutes.map_or(Stop::never(), |minutes| Stop::after(Duration::from_secs_f64(60.0 * minutes)));
    let asked = stop.clone();
    let heard = ctrlc::set_handler(move || {
        if asked.ask() {
            std::process::exit(130);
        }
        eprintln!("\nStopping after what is being measured; once more to stop at once.");
    });
    if let Err(error) = heard {
        eprintln!("Signals end it at once: {error}.");
    }
    stop
}

async fn measure(words: &CommandLine) -> Result<()> {
    let plan = plan(words);
    let stop = stop(words);
    let gpu = Gpu::new().await?;
    let version = env!("CARGO_PKG_VERSION");
    let fresh = Report {
        format: 1,
        command: BUILD.map_or(machine::command("bench", words.all()), |_| bundled(words)),
        date: machine::today(),
        beadwork: BUILD.map_or(version.into(), |build| format!("{version} ({build})")),
        machine: machine::describe(&gpu),
        ..Report::default()
    };
    eprintln!("{} · {}", fresh.machine.adapter, fresh.machine.processor);
    let before = match &plan.out {
        Some(path) => Report::read(path).map_err(|error| {
            BeadworkError::new(
                Code::NotApplicable,
                format!("{path}.json is no record of a benchmark: {error}."),
            )
        })?,
        None => None,
    };
    let found = run::run(gpu, &plan, run::go_on(before, fresh)?, &stop).await?;
    let text = found.markdown().map_err(|error| BeadworkError::new(Code::Internal, error.to_string()))?;
    match &plan.out {
        Some(path) => eprintln!(
            "{} {path}.md and {path}.json",
            if stop.now() { "Stopped; so far:" } else { "Written:" }
        ),
        None => println!("{text}"),
    }
    Ok(())
}

/// What makes a bundle's table again: `run.sh` adds `--table` and the place of the results.
fn bundled(words: &CommandLine) -> String {
    let told = words.all().iter().take_while(|word| *word != "--table").cloned();
    std::iter::once("./run.sh".to_string()).chain(told).collect::<Vec<_>>().join(" ")
}
