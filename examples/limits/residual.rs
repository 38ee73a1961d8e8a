//! The residual of the rows' staircases, and how far the speeds are from those of projected Gauss-Seidel.

use std::fmt::Write as _;

use beadwork::Scene;
use beadwork::benchmark::figures::{figure, grouped};
use beadwork::benchmark::stability::in_parallel;
use beadwork::cpu::{Number, Twin};
use serde_json::json;

use super::problem::Problem;
use super::{head, mixed, parameters, row};

const SWEEPS: usize = 20_000;
const SCENES: u64 = 12;

fn stepped<N: Number>(scene: &Scene) -> Twin<N> {
    let changes = json!({"solver": "direct", "positions": "pulled", "rounds": 32});
    let mut twin = Twin::<N>::of(scene, parameters(changes)).expect("a twin");
    twin.step(1);
    twin
}

/// The largest miss of a row, m/s or rad/s.
fn natural<N: Number>(twin: &Twin<N>) -> f64 {
    twin.world().misses.iter().map(|miss| miss.to_f64()).fold(0.0, f64::max)
}

pub fn table(out: &mut String) {
    let _ = write!(
        out,
        "\n## What is left\n\nOne substep of {SCENES} random scenes of 3 to 9 bodies of all kinds of joints, mass ratio 5, `direct`, from λ at random. First the largest error of a row against its staircase, in f64 and in f32; then the largest difference of J V of a row in f64 from the result of {} sweeps of projected Gauss-Seidel; m/s or rad/s.\n\n",
        grouped(SWEEPS as u64)
    );
    head(out, &["scenes", "missed, f64", "missed, f32", "off the sweeps"]);
    for (what, loops) in [("trees", 0), ("with a loop", 1), ("with up to three loops", 3)] {
        let scenes: Vec<Scene> =
            (0..SCENES).map(|seed| mixed::bounded(100 + seed, 3 + seed as usize % 7, 5.0, loops)).collect();
        let found = in_parallel(
            &scenes,
            |scene| {
                let twin = stepped::<f64>(scene);
                [natural(&twin), natural(&stepped::<f32>(scene)), Problem::of(&twin).off(&twin, SWEEPS)]
            },
            |_| (),
        );
        let most = |k: usize| figure(found.iter().map(|cells| cells[k]).fold(0.0, f64::max));
        row(out, &[what.to_string(), most(0), most(1), most(2)]);
    }
}
