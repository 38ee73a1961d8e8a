//! Time and error of every solver on the same scene, in one table:
//!     cargo run --release --example bench -- [chains …] [--rounds 15] [--out docs/benchmarks/native]
//! Rounds go over the rows in turn, so that a machine that slows down slows all of them; times are medians of
//! wall clock from submission to the device being done. Errors are after 60 frames at the defaults. The row that
//! reads 1.00 is the article's solver with 20 passes.

use std::fmt::Write as _;
use std::time::Instant;

use beadwork::scene::built_in;
use beadwork::topology::Topology;
use beadwork::{Gpu, Parameters, Result, Simulation, solvers};
use serde_json::{Value, json};

struct Row {
    solver: &'static str,
    simulation: Simulation,
    milliseconds: Vec<f64>,
    gap: f64,
    residual: f64,
}

impl Row {
    /// The share `q` of the sorted times.
    fn quantile(&self, q: f64) -> f64 {
        self.milliseconds[((self.milliseconds.len() - 1) as f64 * q).round() as usize]
    }
}

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let after = |name: &str| words.iter().position(|w| w == name).and_then(|at| words.get(at + 1));
    let rounds: usize = after("--rounds").and_then(|w| w.parse().ok()).unwrap_or(15);
    let mut sizes: Vec<u32> = Vec::new();
    for (i, word) in words.iter().enumerate() {
        if i == 0 || !words[i - 1].starts_with("--") {
            sizes.extend(word.parse::<u32>());
        }
    }
    if sizes.is_empty() {
        sizes = vec![25, 250, 2500];
    }

    let gpu = pollster::block_on(Gpu::new())?;
    let mut text = format!(
        "# Native benchmark\n\n{}, {} {}, {} processors.\n\n    cargo run --release --example bench -- {}\n\n",
        gpu.adapter_name(),
        std::env::consts::OS,
        std::env::consts::ARCH,
        std::thread::available_parallelism().map_or(1, |n| n.get()),
        words.join(" ")
    );
    text.push_str("Chains of 40 beads of 0.25 m, tilted by 30°, 60 steps a second, 20 passes; median and 95th percentile of the wall clock of one step, `article` over it, then the largest gap and the residual after 60 frames.\n\n");
    let mut json = json!({"adapter": gpu.adapter_name(), "command": words, "tables": []});

    for chains in sizes {
        let options = json!({"chains": chains, "beads": 40, "tilt": 30f64.to_radians()});
        let scene = built_in::build("necklaces", options.as_object().expect("an object"))?;
        let mut rows = Vec::new();
        for solver in solvers::list() {
            let parameters =
                Parameters::default().with(json!({"solver": solver.name}).as_object().expect("an object"))?;
            let simulation = pollster::block_on(Simulation::create(gpu.clone(), scene.clone(), parameters))?;
            rows.push(Row {
                solver: solver.name,
                simulation,
                milliseconds: Vec::new(),
                gap: 0.0,
                residual: 0.0,
            });
        }
        for row in &mut rows {
            pollster::block_on(row.simulation.step(60)?)?;
            let measures = pollster::block_on(row.simulation.measure(None)?)?;
            (row.gap, row.residual) = (measures.max_gap_radii, measures.residual);
            // the step after a measurement is timed by stages; not a fair one
            pollster::block_on(row.simulation.step(1)?)?;
        }
        for round in 0..rounds {
            eprintln!("{} beads, round {} of {rounds}", 40 * chains, round + 1);
            for row in &mut rows {
                let start = Instant::now();
                pollster::block_on(row.simulation.step(1)?)?;
                row.milliseconds.push(start.elapsed().as_secs_f64() * 1e3);
            }
        }
        for row in &mut rows {
            row.milliseconds.sort_by(f64::total_cmp);
        }
        let unit = rows.iter().find(|row| row.solver == "article").map_or(1.0, |row| row.quantile(0.5));
        let _ = writeln!(
            text,
            "## {} beads\n\n| solver | ms a step | p95 | times faster | beads × steps a second | largest gap, radii | residual, m/s |\n|---|---|---|---|---|---|---|",
            40 * chains
        );
        let mut records: Vec<Value> = Vec::new();
        for row in &rows {
            let (median, p95) = (row.quantile(0.5), row.quantile(0.95));
            let throughput = 40.0 * f64::from(chains) / median * 1e3;
            let _ = writeln!(
                text,
                "| `{}` | {median:.2} | {p95:.2} | {:.2} | {throughput:.2e} | {:.1e} | {:.1e} |",
                row.solver,
                unit / median,
                row.gap,
                row.residual
            );
            records.push(json!({"solver": row.solver, "median": median, "p95": p95, "faster": unit / median,
                "maxGapRadii": row.gap, "residual": row.residual, "milliseconds": row.milliseconds}));
        }
        text.push('\n');
        json["tables"].as_array_mut().expect("an array").push(json!({"beads": 40 * chains, "rows": records}));
    }

    let million =
        built_in::build("necklaces", json!({"chains": 25000, "beads": 40}).as_object().expect("an object"))?;
    let start = Instant::now();
    let topology = Topology::of(&million);
    let seconds = start.elapsed().as_secs_f64();
    let _ = writeln!(
        text,
        "The topology of a million beads (25,000 × 40, {} islands) was built in {:.0} ms.",
        topology.islands.len(),
        seconds * 1e3
    );
    json["topologyMilliseconds"] = json!(seconds * 1e3);

    println!("{text}");
    if let Some(out) = after("--out") {
        let write = |ending: &str, what: String| std::fs::write(format!("{out}.{ending}"), what);
        if write("md", text).and_then(|()| write("json", format!("{json:#}\n"))).is_err() {
            eprintln!("Could not write {out}.md and {out}.json.");
        }
    }
    Ok(())
}
