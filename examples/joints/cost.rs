//! What a step costs by the rows of its joints. There are crowds of chains, and of trees whose every bar carries two,
//! all by one kind of joint.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Instant;

use beadwork::benchmark::figures::grouped;
use beadwork::scene::JointKind;
use beadwork::{Gpu, Scene, Simulation};
use glam::{DQuat, DVec3};
use serde_json::json;

use super::scenes::{Build, along};
use super::{head, parameters, row};

const WAYS: [&str; 3] = ["pulled", "projected", "symplectic"];
/// Of each island.
const BARS: usize = 15;
const LENGTH: f64 = 0.25;
const ROUNDS: usize = 7;

pub fn table(out: &mut String, gpu: &Arc<Gpu>, sizes: impl Iterator<Item = u32>) {
    let kinds = [
        ("points", 3, JointKind::Point),
        ("universal joints", 4, JointKind::Universal),
        ("hinges", 5, JointKind::Hinge),
        ("fixed joints", 6, JointKind::Fixed),
    ];
    let _ = writeln!(
        out,
        "\n## What a step costs\n\nIslands of {BARS} bars of {LENGTH} m, each hung on a wall of its own: chains, and trees whose every bar carries two. \
         `direct` at its defaults, one substep; wall clock of a step in ms, the median of {ROUNDS} taken in turns.\n"
    );
    head(out, &["islands", "rows of a joint", "joints", "`pulled`", "`projected`", "`symplectic`"]);
    for joints in sizes {
        for (shape, branches) in [("chains", 1), ("trees", 2)] {
            for (name, rows, kind) in &kinds {
                let scene = crowd(kind, joints as usize / BARS, branches);
                let count = scene.joints.len();
                let found = milliseconds(gpu, &scene);
                let mut cells = vec![format!("{shape}, {name}"), rows.to_string(), grouped(count as u64)];
                cells.extend(found.map(|milliseconds| format!("{milliseconds:.1}")));
                row(out, &cells);
            }
        }
    }
}

/// Bar i hangs on bar ⌊(i + branches − 2)/branches⌋, 0 being the wall, which carries one.
fn crowd(kind: &JointKind, islands: usize, branches: usize) -> Scene {
    let mut out = Build::new(DVec3::new(0.0, -9.81, 0.0));
    let half = DVec3::new(0.5 * LENGTH, 0.02, 0.02);
    for island in 0..islands {
        let top = DVec3::new((island % 100) as f64, 0.0, (island / 100) as f64);
        let mut ends = vec![(out.wall(top), top, 0.0)];
        for bar in 1..=BARS {
            let (before, at, depth) = ends[(bar + branches - 2) / branches];
            let side = if bar % 2 == 0 { 0.2 } else { -0.2 };
            let turn = DQuat::from_rotation_z(side - 0.1 * depth);
            let direction = turn * DVec3::X;
            let body = out.brick(1.0, half, at + 0.5 * LENGTH * direction, turn);
            out.join(kind.clone(), before, body, at, along(DVec3::Z));
            ends.push((body, at + LENGTH * direction, depth + 1.0));
        }
    }
    out.scene
}

fn milliseconds(gpu: &Arc<Gpu>, scene: &Scene) -> [f64; 3] {
    let mut runs = WAYS.map(|way| {
        let made = Simulation::create(
            gpu.clone(),
            scene.clone(),
            parameters(json!({"solver": "direct", "positions": way})),
        );
        let mut simulation = pollster::block_on(made).expect("a simulation");
        step(&mut simulation, 10);
        (simulation, Vec::new())
    });
    for _ in 0..ROUNDS {
        for (simulation, found) in &mut runs {
            step(simulation, 1);
            let clock = Instant::now();
            step(simulation, 2);
            found.push(1e3 * clock.elapsed().as_secs_f64() / 2.0);
        }
    }
    runs.map(|(_, mut found)| {
        found.sort_by(f64::total_cmp);
        found[ROUNDS / 2]
    })
}

fn step(simulation: &mut Simulation, frames: u32) {
    pollster::block_on(simulation.step(frames).expect("a step")).expect("a finished step");
}
