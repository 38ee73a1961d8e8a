//! More passes or more substeps, for coloured Gauss-Seidel and XPBD, beside AVBD and the exact solver. The same number
//! of passes a frame goes into one substep, or into as many substeps of one pass. Then XPBD as published, whose
//! velocities are differences of places.

use std::fmt::Write as _;

use beadwork::benchmark::command_line::CommandLine;
use beadwork::benchmark::energy::Extent;
use beadwork::benchmark::figures::figure;
use beadwork::benchmark::stability::in_parallel;
use beadwork::benchmark::{machine, report};
use beadwork::cpu::algebra::Vec3;
use beadwork::cpu::{Number, Twin};
use beadwork::topology::Topology;
use serde_json::{Map, Value, json};

#[path = "small_steps/subject.rs"]
mod subject;
use subject::{FINE, Subject, farthest, parameters, places, subjects};

const USAGE: &str = "cargo run --release --example small_steps -- [--quick] [--rows avbd] [--out docs/benchmarks/small-steps.md]";

/// Largest gap, radii; distance from the truth, m; and energy at the end less the start, m g L/2.
fn run(subject: &Subject, changes: &Value) -> Option<[f64; 3]> {
    let mut twin = Twin::new(&subject.scene, parameters(changes)).ok()?;
    let unit =
        Extent::of(&subject.scene, &Topology::of(&subject.scene)).unit(twin.parameters().gravity.vector());
    let energy = |twin: &mut Twin| {
        let found = twin.measure();
        found.kinetic_energy + found.potential_energy
    };
    let start = energy(&mut twin);
    let (mut gap, mut error) = (0.0f64, f64::NAN);
    for frame in 1..=subject.frames[1] {
        twin.step(1);
        let found = twin.measure();
        if !found.finite {
            return Some([f64::INFINITY; 3]);
        }
        gap = gap.max(found.max_gap_radii);
        if frame == subject.frames[0] {
            error = farthest(&places(&twin), &subject.truth);
        }
    }
    Some([gap, error, (energy(&mut twin) - start) / unit])
}

/// How N passes of a frame are split: substeps, and passes in each.
type Split = fn(u32) -> [u32; 2];

const PASSES: Split = |n| [1, n];
const STEPS: Split = |n| [n, 1];
/// One pass before bodies move, and one that relaxes.
const SOFT: Split = |n| [n / 2, 1];

/// A row of the tables: its title, its solver, how its passes are split, and its other settings. The exact solver has
/// one pass.
type Row = (&'static str, &'static str, Split, &'static str);

const ROWS: [Row; 12] = [
    ("`gauss-seidel`, 1 × N", "gauss-seidel", PASSES, "{}"),
    ("`gauss-seidel` as in 2005, 1 × N", "gauss-seidel", PASSES, OF_2005),
    ("`gauss-seidel`, N × 1", "gauss-seidel", STEPS, "{}"),
    ("`gauss-seidel`, N × 1, gravity once", "gauss-seidel", STEPS, r#"{"forces": "once"}"#),
    ("`nncg`, 1 × N", "nncg", PASSES, "{}"),
    ("`soft-step`, N/2 × (1 + 1)", "soft-step", SOFT, "{}"),
    ("`soft-step`, 60 Hz, N/2 × (1 + 1)", "soft-step", SOFT, r#"{"softness": 60}"#),
    ("`xpbd`, 1 × N, which is PBD", "xpbd", PASSES, "{}"),
    ("`xpbd`, N × 1", "xpbd", STEPS, "{}"),
    ("`xpbd` side by side, N × 1", "xpbd", STEPS, r#"{"passOrder": "side-by-side"}"#),
    ("`avbd`, 1 × N", "avbd", PASSES, "{}"),
    ("`direct`, 1 × 1", "direct", |_| [1, 1], "{}"),
];

/// Plain sweeps with all of the last force, a fifth of each gap asked back, and no guard.
const OF_2005: &str = r#"{"relaxation": 1, "warmStart": 1, "stabilisation": 0.2, "stiffnessGuard": false}"#;

fn of_row((_, solver, split, more): Row, passes: u32) -> Value {
    let [substeps, iterations] = split(passes);
    let mut out = json!({"solver": solver, "substeps": substeps, "iterations": iterations});
    let more: Map<String, Value> = serde_json::from_str(more).expect("an object");
    out.as_object_mut().expect("an object").extend(more);
    out
}

fn cell(found: Option<[f64; 3]>) -> String {
    match found {
        None => "–".into(),
        Some([gap, ..]) if gap.is_infinite() => "explodes".into(),
        Some([gap, error, drift]) => format!("{} / {} / {}", figure(gap), figure(error), figure(drift)),
    }
}

/// Those of one solver, where that is said.
fn rows(only: Option<&str>) -> Vec<Row> {
    ROWS.into_iter().filter(|(_, solver, ..)| only.is_none_or(|only| only == *solver)).collect()
}

fn tables(out: &mut String, subjects: &[Subject], rows: &[Row]) {
    let passes = [20u32, 40, 80];
    let cells: Vec<(usize, usize, u32)> = (0..subjects.len())
        .flat_map(|s| (0..rows.len()).flat_map(move |r| passes.map(|n| (s, r, n))))
        .collect();
    let found = in_parallel(
        &cells,
        |&(s, r, n)| run(&subjects[s], &of_row(rows[r], n)),
        |done| eprint!("\r{done} of {}", cells.len()),
    );
    eprintln!();
    for (s, subject) in subjects.iter().enumerate() {
        let seconds = subject.frames.map(|frames| figure(f64::from(frames) / 60.0));
        let _ = writeln!(
            out,
            "\n## {}\n\nError after {} s, {} s in all.\n\n| substeps × passes | N = 20 | 40 | 80 |\n|---|---|---|---|",
            subject.what, seconds[0], seconds[1]
        );
        for (r, (title, ..)) in rows.iter().enumerate() {
            let of_row = cells.iter().zip(&found).filter(|((a, b, _), _)| (*a, *b) == (s, r));
            let texts: Vec<String> = of_row.map(|(_, found)| cell(*found)).collect();
            let _ = writeln!(out, "| {title} | {} |", texts.join(" | "));
        }
    }
}

/// Velocities as published, V = (x − x₀)/h and ω = 2 (q q₀*)ᵥ/h, in place of the impulses.
fn as_published<N: Number>(subject: &Subject, substeps: u32) -> f64 {
    let h = 1.0 / 60.0 / f64::from(substeps);
    let changes = json!({"solver": "xpbd", "substeps": 1, "iterations": 1, "timestep": h});
    let mut twin = Twin::<N>::of(&subject.scene, parameters(&changes)).expect("a twin");
    let inverse_h = N::from_f64(1.0 / h);
    for _ in 0..substeps * subject.frames[0] {
        let before = twin.world().poses.clone();
        twin.step(1);
        let world = twin.world_mut();
        for (i, was) in before.iter().enumerate().filter(|(i, _)| !subject.scene.bodies[*i].fixed) {
            let now = world.poses[i];
            let turned = (now.rotation * was.rotation.conjugate()).to_array();
            let twice = N::from_f64(if turned[3] < N::ZERO { -2.0 } else { 2.0 });
            world.velocities[i].linear = inverse_h * (now.position - was.position);
            world.velocities[i].angular = (inverse_h * twice) * Vec3::new(turned[0], turned[1], turned[2]);
        }
    }
    farthest(&places(&twin), &subject.truth)
}

fn by_impulses<N: Number>(subject: &Subject, substeps: u32) -> f64 {
    let changes = json!({"solver": "xpbd", "substeps": substeps});
    let mut twin = Twin::<N>::of(&subject.scene, parameters(&changes)).expect("a twin");
    twin.step(subject.frames[0]);
    farthest(&places(&twin), &subject.truth)
}

fn precision(out: &mut String, necklace: &Subject) {
    let _ = writeln!(
        out,
        "\n## XPBD's velocities\n\nThe necklace after 2 s, m from the truth. As published V = (x − x₀)/h; here V takes the impulses that move x.\n\n| velocities | substeps | f64 | f32 |\n|---|---|---|---|"
    );
    for substeps in [20, 80] {
        let published = [as_published::<f64>(necklace, substeps), as_published::<f32>(necklace, substeps)];
        let impulses = [by_impulses::<f64>(necklace, substeps), by_impulses::<f32>(necklace, substeps)];
        for (what, [double, single]) in [("from places", published), ("by impulses", impulses)] {
            let _ = writeln!(out, "| {what} | {substeps} | {} | {} |", figure(double), figure(single));
        }
    }
}

fn main() {
    let line = CommandLine::read(USAGE);
    let path = line.after("--out").unwrap_or("docs/benchmarks/small-steps.md");
    let mut out = format!(
        "# Small steps\n\n{}, by `{}`, f64 twin.\n\nA frame has N passes, as N passes in one substep or as one pass in each of N; soft steps count the pass that relaxes. Cells: the largest gap in radii / the distance from the truth in m / the energy gained at the end in m g L/2. The truth is `direct`, symplectic, at {FINE} substeps.\n",
        machine::today(),
        machine::command("small_steps", line.all())
    );
    let subjects = subjects(line.has("--quick"));
    let only = line.after("--rows");
    tables(&mut out, &subjects, &rows(only));
    if only.is_none_or(|only| only == "xpbd") {
        precision(&mut out, &subjects[0]);
    }
    match report::put(path, &out) {
        Ok(()) => print!("{out}"),
        Err(error) => eprintln!("Could not write {path}: {error}."),
    }
}
