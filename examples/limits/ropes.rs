//! How many lengths of rope single precision holds shut, and how double precision does.

use std::fmt::Write as _;

use beadwork::Scene;
use beadwork::benchmark::figures::figure;
use beadwork::benchmark::stability::in_parallel;
use beadwork::cpu::{Number, Twin};
use beadwork::scene::built_in;
use serde_json::json;

use super::{head, parameters, row};

const FRAMES: u32 = 120;
const LENGTHS: [u32; 4] = [1000, 2000, 3000, 5000];
const WAYS: [(&str, u32); 4] = [("symplectic", 1), ("symplectic", 2), ("projected", 1), ("pulled", 1)];

fn rope(rods: u32) -> Scene {
    let options = json!({"rods": rods, "massRatio": 1000, "slack": 0});
    built_in::build("rope", options.as_object().expect("an object")).expect("a rope")
}

/// The largest gap of any frame, in radii.
fn largest_gap<N: Number>(scene: &Scene, (positions, substeps): (&str, u32)) -> f64 {
    let changes = json!({"solver": "direct", "positions": positions, "substeps": substeps});
    let mut twin = Twin::<N>::of(scene, parameters(changes)).expect("a twin");
    (0..FRAMES).fold(0.0, |most, _| {
        twin.step(1);
        twin.measure().max_gap_radii.max(most)
    })
}

pub fn table(out: &mut String) {
    let _ = write!(
        out,
        "\n## Long ropes\n\nThe scene `rope` without slack, whose last ball weighs a thousand others. The largest gap of a length in {FRAMES} frames of 1/60 s, in radii, `direct`, on the CPU: in f32 / in f64.\n\n"
    );
    let ropes = LENGTHS.map(rope);
    let cells: Vec<(&Scene, (&str, u32))> =
        ropes.iter().flat_map(|scene| WAYS.map(|way| (scene, way))).collect();
    let found = in_parallel(
        &cells,
        |&(scene, way)| [largest_gap::<f32>(scene, way), largest_gap::<f64>(scene, way)],
        |done| eprint!("\r{done} of {} ropes", cells.len()),
    );
    eprintln!();
    let titles = WAYS.map(|(positions, substeps)| format!("`{positions}`, {substeps}"));
    head(out, &[&["lengths"][..], &titles.each_ref().map(String::as_str)].concat());
    for (lengths, cells) in LENGTHS.iter().zip(found.chunks(WAYS.len())) {
        let line = cells.iter().map(|gaps| gaps.map(figure).join(" / "));
        row(out, &[lengths.to_string()].into_iter().chain(line).collect::<Vec<_>>());
    }
}
