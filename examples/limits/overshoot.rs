//! How far stops are overshot: by the rounds that a substep is given, and by substeps. f64 twin.

use std::fmt::Write as _;

use beadwork::benchmark::energy::Extent;
use beadwork::benchmark::figures::figure;
use beadwork::benchmark::stability::in_parallel;
use beadwork::cpu::Twin;
use beadwork::topology::Topology;
use beadwork::{Parameters, Scene};
use serde_json::json;

use super::runs::{Act, Found, run};
use super::{bounded, head, parameters, row};

/// 4 s.
const SECONDS: u32 = 4;
const ROUNDS: [u32; 5] = [2, 3, 4, 8, 32];
/// By so much may a row miss its staircase and be done, m/s or rad/s.
const TOLERANCE: f64 = 1e-5;

pub fn tables(out: &mut String) {
    by_rounds(out);
    by_substeps(out);
}

/// A run on the twin, and how many frames left some row off its staircase.
fn on_twin(scene: &Scene, act: Act, parameters: Parameters) -> (Found, usize) {
    let mut twin = Twin::new(scene, parameters).expect("a twin");
    let mut undone = 0;
    let found = run(&mut twin, scene, act, 60 * SECONDS, |twin| {
        undone += usize::from(twin.world().misses.iter().any(|&miss| miss > TOLERANCE));
    });
    (found, undone)
}

/// m g L/2
fn unit(scene: &Scene) -> f64 {
    Extent::of(scene, &Topology::of(scene)).unit([0.0, -9.81, 0.0])
}

fn by_rounds(out: &mut String) {
    let _ = write!(
        out,
        "\n## By the rounds that a substep is given\n\nA cell has three figures: the farthest beyond a stop, degrees / frames with some row off its staircase, of 240 / the most energy of any frame. The energy counts from that after the last kick, in m g L/2. `direct`, `projected`, 1/60 s, 1 substep, kicked as above.\n\n"
    );
    let scenes = [
        ("chain of 40 hinges ±5°", bounded::chain(1.0)),
        ("chain of 40 hinges ±5°, 20:1", bounded::chain(20.0)),
        ("ragdoll, thrown at 8 m/s", bounded::thrown_ragdoll(8.0, 2)),
        ("ring of 20 hinges ±25°", bounded::ring()),
        ("mat of 5 × 5 by cones", bounded::mat()),
    ];
    let cells: Vec<(&Scene, u32)> =
        scenes.iter().flat_map(|(_, scene)| ROUNDS.map(|rounds| (scene, rounds))).collect();
    let found = in_parallel(
        &cells,
        |&(scene, rounds)| {
            let changes = json!({"solver": "direct", "positions": "projected", "rounds": rounds});
            let (found, undone) = on_twin(scene, Act::Kicked(8.0), parameters(changes));
            let most = found.overshoots.iter().copied().fold(0.0, f64::max).to_degrees();
            format!("{} / {undone} / {}", figure(most), figure(found.gained / unit(scene)))
        },
        |done| eprint!("\r{done} of {} runs", cells.len()),
    );
    eprintln!();
    let titles = ROUNDS.map(|rounds| format!("{rounds} rounds"));
    head(out, &[&["scene"][..], &titles.each_ref().map(String::as_str)].concat());
    for ((what, _), cells) in scenes.iter().zip(found.chunks(ROUNDS.len())) {
        row(out, &[&[what.to_string()], cells].concat());
    }
}

fn by_substeps(out: &mut String) {
    let _ = write!(
        out,
        "\n## A thrown ragdoll by substeps\n\nFarthest beyond a stop, of all frames and of the middle one, degrees / largest gap, mm / most energy above the start. Energy is in m g L/2. `direct`, 1/60 s, 4 s, f64 twin.\n\n"
    );
    let ways = ["pulled", "projected"];
    let mut rows = Vec::new();
    for speed in [2.0, 8.0, 20.0] {
        rows.extend([1, 2, 4].map(|substeps| (speed, substeps)));
    }
    let cells: Vec<(f64, u32, &str)> = rows
        .iter()
        .flat_map(|&(speed, substeps)| ways.iter().map(move |&way| (speed, substeps, way)))
        .collect();
    let found = in_parallel(
        &cells,
        |&(speed, substeps, positions)| {
            let scene = bounded::thrown_ragdoll(speed, 1);
            let changes = json!({"solver": "direct", "positions": positions, "substeps": substeps});
            let (found, _) = on_twin(&scene, Act::Nothing, parameters(changes));
            let mut sorted = found.overshoots.clone();
            sorted.sort_by(f64::total_cmp);
            let [most, middle] = [sorted[sorted.len() - 1], sorted[sorted.len() / 2]].map(f64::to_degrees);
            [most, middle, 1e3 * found.gap, found.gained / unit(&scene)].map(figure).join(" / ")
        },
        |done| eprint!("\r{done} of {} runs", cells.len()),
    );
    eprintln!();
    head(out, &["thrown at", "substeps", "`pulled`", "`projected`"]);
    for ((speed, substeps), cells) in rows.iter().zip(found.chunks(ways.len())) {
        row(out, &[&[format!("{speed} m/s"), substeps.to_string()], cells].concat());
    }
}
