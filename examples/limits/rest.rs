//! What a stop yields at rest under a weight of a thousand bodies. f64 twin and f32 on the CPU.

use std::fmt::Write as _;

use beadwork::Scene;
use beadwork::benchmark::figures::figure;
use beadwork::benchmark::stability::in_parallel;
use beadwork::cpu::{Number, Twin};
use serde_json::json;

use super::{bounded, head, parameters, row};

const SECONDS: u32 = 30;

/// After so long, with a little damping: farthest beyond a stop, m or rad, largest gap, m, and the fastest body, m/s.
fn at_rest<N: Number>(scene: &Scene, positions: &str, substeps: u32) -> [f64; 3] {
    let changes =
        json!({"solver": "direct", "positions": positions, "substeps": substeps, "damping": DAMPING});
    let mut twin = Twin::<N>::of(scene, parameters(changes)).expect("a twin");
    twin.step(60 * SECONDS);
    let found = twin.measure();
    let state = twin.state();
    let speed = state.linear_velocities.chunks_exact(3).map(|v| v.iter().map(|x| x * x).sum::<f32>().sqrt());
    [found.max_overshoot, found.max_gap, f64::from(speed.fold(0.0, f32::max))]
}

/// Share of the velocity lost per second.
const DAMPING: f64 = 1.0;

pub fn table(out: &mut String) {
    let _ = write!(
        out,
        "\n## At rest under a weight of a thousand\n\nAfter {SECONDS} s, `direct`, 1/60 s, damping {DAMPING}: farthest beyond a stop, rad or, for ropes, m / largest gap, m / speed of the fastest body, m/s. Bars of 0.2 m and 1 kg, let go level, by hinges of ±5°, the last of 1,000 kg; balls of 1 kg below one another on ropes of 0.1 m, the last of 1,000 kg.\n\n"
    );
    let scenes = [
        ("5 hinges", bounded::cantilever(5, 1000.0)),
        ("20 hinges", bounded::cantilever(20, 1000.0)),
        ("2 ropes", bounded::ropes(2, 0.1, 1000.0)),
        ("5 ropes", bounded::ropes(5, 0.1, 1000.0)),
    ];
    let ways = [("pulled", 1), ("pulled", 4), ("projected", 1), ("projected", 4)];
    let cells: Vec<(&Scene, (&str, u32))> =
        scenes.iter().flat_map(|(_, scene)| ways.iter().map(move |&way| (scene, way))).collect();
    let found = in_parallel(
        &cells,
        |&(scene, (positions, substeps))| {
            [at_rest::<f64>(scene, positions, substeps), at_rest::<f32>(scene, positions, substeps)]
        },
        |done| eprint!("\r{done} of {} at rest", cells.len()),
    );
    eprintln!();
    let titles = ways.map(|(positions, substeps)| format!("`{positions}`, {substeps}"));
    head(out, &[&["scene", "in"][..], &titles.each_ref().map(String::as_str)].concat());
    for ((what, _), cells) in scenes.iter().zip(found.chunks(ways.len())) {
        for (k, number) in ["f64", "f32"].into_iter().enumerate() {
            let line = cells.iter().map(|cell| cell[k].map(figure).join(" / "));
            row(out, &[what.to_string(), number.to_string()].into_iter().chain(line).collect::<Vec<_>>());
        }
    }
}
