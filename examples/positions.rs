//! The three ways of `positions`: how well they keep joints shut, how near they stay to the truth, their energy, and
//! their cost. Errors and energies are from the f64 twin, gaps and times from the graphics device.

// tilts, in rad to four digits
#![allow(clippy::approx_constant)]

use std::fmt::Write as _;
use std::time::Instant;

use beadwork::benchmark::command_line::CommandLine;
use beadwork::benchmark::energy::Extent;
use beadwork::benchmark::figures::figure;
use beadwork::benchmark::report;
use beadwork::benchmark::stability::in_parallel;
use beadwork::benchmark::statistics::Spread;
use beadwork::benchmark::{cases, machine};
use beadwork::cpu::{Twin, World};
use beadwork::topology::Topology;
use beadwork::{Gpu, Parameters, Scene, Simulation, error::Result};
use serde_json::{Value, json};

#[path = "positions/plot.rs"]
mod plot;

const USAGE: &str = "\
cargo run --release --example positions -- [--out docs/benchmarks/positions.md]
Beside that file it writes the plot, positions.svg.";

const WAYS: [&str; 3] = ["pulled", "projected", "symplectic"];

const SUBSTEPS: [u32; 4] = [1, 2, 4, 8];

/// Substeps of the run that counts as the truth.
const FINE: u32 = 64;

fn main() {
    let line = CommandLine::read(USAGE);
    let gpu = pollster::block_on(Gpu::new()).expect("a graphics device");
    let about = machine::describe(&gpu);
    let mut out = format!(
        "# Joints shut in place\n\n{}, by `{}`, on {} ({}, {} threads).\n",
        machine::today(),
        machine::command("positions", line.all()),
        about.adapter,
        about.processor,
        about.threads
    );
    let plot = errors(&mut out);
    energies(&mut out);
    scenes(&mut out, &gpu);
    residuals(&mut out, &gpu);
    times(&mut out, &gpu);
    match line.after("--out") {
        Some(path) => {
            report::put(path, &out).expect("a file");
            report::put(&path.replace(".md", ".svg"), &plot).expect("a file");
        }
        None => print!("{out}"),
    }
}

fn scene(name: &str, options: &Value) -> Scene {
    cases::build(name, options.as_object().expect("an object")).expect("a built-in scene").0
}

fn parameters(changes: Value) -> Parameters {
    Parameters::default().with(changes.as_object().expect("an object")).expect("valid parameters")
}

fn exactly(way: &str, substeps: u32) -> Parameters {
    parameters(json!({"solver": "direct", "positions": way, "substeps": substeps}))
}

fn row(out: &mut String, cells: &[String]) {
    let _ = writeln!(out, "| {} |", cells.join(" | "));
}

fn head(out: &mut String, cells: &[&str]) {
    row(out, &cells.iter().map(ToString::to_string).collect::<Vec<_>>());
    let _ = writeln!(out, "|{}", "---|".repeat(cells.len()));
}

fn ran(scene: &Scene, parameters: Parameters, frames: u32) -> (Twin, f64) {
    let mut twin = Twin::new(scene, parameters).expect("a twin");
    let mut most = 0f64;
    for _ in 0..frames {
        twin.step(1);
        most = most.max(twin.measure().max_gap_radii);
    }
    (twin, most)
}

fn apart(ours: &World, truth: &World) -> f64 {
    let pairs = ours.poses.iter().zip(&truth.poses);
    pairs.map(|(a, b)| (a.position - b.position).length()).fold(0.0, f64::max)
}

/// Two seconds against many more substeps. Returns the plot of the first scene.
fn errors(out: &mut String) -> String {
    let mut plot = String::new();
    let _ = write!(
        out,
        "\n## Error after two seconds\n\nThe largest distance in m of any bead from where `symplectic` has it at {FINE} substeps; and the largest gap of 120 frames, in radii. f64 twin. Of the first scene as a plot:\n\n![Error over substeps](positions.svg)\n"
    );
    for (name, options) in [
        ("necklaces", json!({"chains": 1, "beads": 40, "tilt": 0.5236})),
        ("necklaces", json!({"chains": 1, "beads": 12, "tilt": 1.0472})),
        ("pendant", json!({"beads": 12, "massRatio": 100})),
        ("ring", json!({"beads": 24, "pins": 1})),
        ("net", json!({"rows": 6, "columns": 6})),
    ] {
        let scene = scene(name, &options);
        let cells: Vec<(&str, u32)> = std::iter::once(("symplectic", FINE))
            .chain(WAYS.into_iter().flat_map(|way| SUBSTEPS.map(|substeps| (way, substeps))))
            .collect();
        let runs = in_parallel(
            &cells,
            |&(way, substeps)| {
                let (twin, gap) = ran(&scene, exactly(way, substeps), 120);
                (twin.world().clone(), gap)
            },
            |_| {},
        );
        let _ = write!(out, "\n{name} `{options}`\n\n");
        head(out, &["positions", "1 substep", "2", "4", "8", "gap, 1 substep", "2", "4", "8"]);
        let mut lines: Vec<plot::Line> = Vec::new();
        for (way, of_way) in WAYS.into_iter().zip(runs[1..].chunks(SUBSTEPS.len())) {
            let errors: Vec<f64> = of_way.iter().map(|(world, _)| apart(world, &runs[0].0)).collect();
            let mut cells = vec![format!("`{way}`")];
            cells.extend(errors.iter().copied().map(figure));
            lines.push((way, errors));
            cells.extend(of_way.iter().map(|(_, gap)| figure(*gap)));
            row(out, &cells);
        }
        if plot.is_empty() {
            plot = plot::orders(&SUBSTEPS, &lines);
        }
    }
    plot
}

/// A minute without damping.
fn energies(out: &mut String) {
    let _ = write!(
        out,
        "\n## Energy after a minute\n\nThe end less the start, and the most of any frame above the start, in m g L/2; one substep, no damping, f64 twin.\n\n"
    );
    head(out, &["scene", "positions", "after 60 s", "most gained"]);
    let subjects: Vec<(&str, Value, &str)> = [
        ("necklaces", json!({"chains": 1, "beads": 40, "tilt": 0.5236})),
        ("pendant", json!({"beads": 12, "massRatio": 100})),
        ("ring", json!({"beads": 24, "pins": 1})),
    ]
    .into_iter()
    .flat_map(|(name, options)| WAYS.map(|way| (name, options.clone(), way)))
    .collect();
    let runs = in_parallel(
        &subjects,
        |(name, options, way)| {
            let scene = scene(name, options);
            let unit = Extent::of(&scene, &Topology::of(&scene)).unit([0.0, -9.81, 0.0]);
            let mut twin = Twin::new(&scene, exactly(way, 1)).expect("a twin");
            let mut energy = || {
                let measures = twin.measure();
                let energy = measures.kinetic_energy + measures.potential_energy;
                twin.step(1);
                energy
            };
            let start = energy();
            let rest: Vec<f64> = (0..3600).map(|_| (energy() - start) / unit).collect();
            (rest[3599], rest.iter().copied().fold(0.0, f64::max))
        },
        |_| {},
    );
    for ((name, options, way), (end, most)) in subjects.iter().zip(runs) {
        row(out, &[format!("{name} `{options}`"), format!("`{way}`"), figure(end), figure(most)]);
    }
}

/// Ten seconds of what pages show.
fn scenes(out: &mut String, gpu: &std::sync::Arc<Gpu>) {
    let _ = write!(
        out,
        "\n## Largest gap of 600 frames\n\nIn radii, one substep, on the device; in brackets how often an island of `symplectic` was taken back and projected instead.\n\n"
    );
    head(out, &["scene", "`pulled`", "`projected`", "`symplectic`"]);
    for (name, options) in [
        ("necklaces", json!({"chains": 25})),
        ("pendant", json!({})),
        ("ring", json!({})),
        ("ring", json!({"pins": 1})),
        ("curtain", json!({})),
        ("bridge", json!({})),
        ("tree", json!({})),
        ("net", json!({})),
        ("pendant", json!({"massRatio": 10000})),
    ] {
        let scene = scene(name, &options);
        let mut cells = vec![format!("{name} `{options}`")];
        for way in WAYS {
            let mut simulation = on(gpu, &scene, exactly(way, 1)).expect("a simulation");
            let (mut most, mut fell_back) = (0f64, 0);
            for _ in 0..600 {
                step(&mut simulation, 1);
                let measures = measure(&mut simulation);
                most = most.max(measures.max_gap_radii);
                fell_back += measures.fell_back;
            }
            let aside = if way == "symplectic" { format!(" ({fell_back})") } else { String::new() };
            cells.push(figure(most) + &aside);
        }
        row(out, &cells);
    }
}

/// What rounding leaves of the constraint's velocity in f32, by the heaviest bead's share and the chain's length.
fn residuals(out: &mut String, gpu: &std::sync::Arc<Gpu>) {
    let _ = write!(
        out,
        "\n## Residual in f32\n\nRoot mean square of the residual of the velocities' equation on a `pendant`, m/s, on the device: after the first step, from no forces at all, and the largest of three seconds' steps after the first second.\n\n"
    );
    head(
        out,
        &[
            "beads",
            "mass ratio",
            "`pulled`: cold",
            "running",
            "`projected`: cold",
            "running",
            "`symplectic`: cold",
            "running",
        ],
    );
    for beads in [10, 40, 200] {
        for ratio in [1, 100, 10_000] {
            let scene = scene("pendant", &json!({"beads": beads, "massRatio": ratio}));
            let mut cells = vec![beads.to_string(), ratio.to_string()];
            for way in WAYS {
                let mut simulation = on(gpu, &scene, exactly(way, 1)).expect("a simulation");
                step(&mut simulation, 1);
                cells.push(figure(measure(&mut simulation).residual));
                step(&mut simulation, 59);
                let mut most = 0f64;
                for _ in 0..180 {
                    step(&mut simulation, 1);
                    most = most.max(measure(&mut simulation).residual);
                }
                cells.push(figure(most));
            }
            row(out, &cells);
        }
    }
}

/// Rows in turns, so that a machine that slows down slows all of them.
fn times(out: &mut String, gpu: &std::sync::Arc<Gpu>) {
    let _ = write!(
        out,
        "\n## Cost\n\nMedian ms of a step over seven turns, on the device; the largest gap in radii and the residual in m/s at the ends of the turns.\n"
    );
    for (name, options, frames) in [
        ("necklaces", json!({"chains": 2500, "beads": 40}), 3),
        ("tree", json!({}), 10),
        ("ring", json!({"pins": 1}), 20),
        ("net", json!({"rows": 16, "columns": 20}), 3),
        ("net", json!({"rows": 32, "columns": 32}), 1),
    ] {
        let scene = scene(name, &options);
        let mut rows: Vec<(String, Parameters)> =
            WAYS.into_iter().map(|way| (format!("exact, `{way}`"), exactly(way, 1))).collect();
        for passes in [20, 200] {
            let changes = json!({"solver": "chebyshev", "iterations": passes});
            rows.push((format!("Chebyshev, {passes} passes"), parameters(changes)));
        }
        let mut running = Vec::new();
        for (title, parameters) in rows {
            let mut simulation = on(gpu, &scene, parameters).expect("a simulation");
            step(&mut simulation, 2);
            running.push((title, simulation, Vec::new(), 0f64, 0f64));
        }
        for _ in 0..7 {
            for (_, simulation, times, gap, residual) in &mut running {
                let start = Instant::now();
                step(simulation, frames);
                times.push(start.elapsed().as_secs_f64() * 1e3 / f64::from(frames));
                let measures = measure(simulation);
                *gap = gap.max(measures.max_gap_radii);
                *residual = residual.max(measures.residual);
            }
        }
        let _ = write!(out, "\n{name} `{options}`\n\n");
        head(out, &["solver", "ms", "gap", "residual"]);
        for (title, _, times, gap, residual) in running {
            row(
                out,
                &[
                    title,
                    figure(Spread::of(&times).map_or(0.0, |spread| spread.median)),
                    figure(gap),
                    figure(residual),
                ],
            );
        }
    }
}

fn on(gpu: &std::sync::Arc<Gpu>, scene: &Scene, parameters: Parameters) -> Result<Simulation> {
    pollster::block_on(Simulation::create(gpu.clone(), scene.clone(), parameters))
}

fn step(simulation: &mut Simulation, frames: u32) {
    pollster::block_on(simulation.step(frames).expect("a step")).expect("a finished step");
}

fn measure(simulation: &mut Simulation) -> beadwork::Measures {
    pollster::block_on(simulation.measure(None).expect("a measurement")).expect("measures")
}
