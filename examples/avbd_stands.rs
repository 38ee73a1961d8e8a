//! Contacts inside `avbd` beside `direct` with the usual ones. Columns of boxes of 1 t, moved and turned a little,
//! three ways each; a cube on ramps; one that lands. f64 twin, one thread. `cargo run --release --example avbd_stands
//! -- '{"solver": "avbd", "substeps": 1}' '{"solver": "direct", "substeps": 8}'`

#[path = "stands/columns.rs"]
mod columns;
#[path = "stands/parts.rs"]
mod parts;

use std::time::Instant;

use beadwork::cpu::Twin;
use beadwork::{Parameters, Scene};
use columns::{column, perturbed};
use glam::{Quat, Vec3};
use parts::{Dice, cube, plane, touching, weighing};
use serde_json::Value;

const FRAMES: u32 = 400;

fn twin(scene: &Scene, changes: &Value) -> Twin {
    let changes = changes.as_object().expect("an object");
    Twin::new(scene, Parameters::default().with(changes).expect("parameters")).expect("a twin")
}

/// How far aside and down any box went, the deepest overlap, and the greatest speed of the last second. It stands if no box went 0.25 m aside
/// or 0.3 m down.
fn stands(boxes: usize, top: f32, changes: &Value) {
    let (mut standing, mut rows) = (0, String::new());
    let began = Instant::now();
    for seed in 1..=3 {
        let scene = perturbed(column(boxes, top), seed);
        let mut twin = twin(&scene, changes);
        twin.step(FRAMES - 60);
        let mut speed = 0.0_f64;
        for _ in 0..60 {
            twin.step(1);
            let speeds = twin.world().velocities[1..].iter().map(|v| v.linear.length());
            speed = speeds.fold(speed, f64::max);
        }
        let world = twin.world();
        let ways =
            scene.bodies.iter().zip(&world.poses).map(|(body, now)| now.position - body.position.into());
        let (aside, down) = ways
            .fold((0.0_f64, 0.0_f64), |(aside, down), way| (aside.max(way.x.hypot(way.z)), down.max(-way.y)));
        let points = world.contacts.forces.iter().zip(&world.contacts.pairs);
        let depth =
            points.flat_map(|(push, pair)| &push[..pair.count]).map(|push| push.depth).fold(0.0, f64::max);
        standing += u32::from(aside < 0.25 && down < 0.3);
        rows += &format!(
            "; {:.0} aside {:.1} down {:.2} deep, {:.2} mm/s",
            1e3 * aside,
            1e3 * down,
            1e3 * depth,
            1e3 * speed
        );
    }
    let ms = began.elapsed().as_secs_f64() * 1e3 / f64::from(3 * FRAMES);
    println!("{boxes} boxes, top {top} : 1, mm: {standing} of 3 stand{rows}; {ms:.2} ms a frame");
}

/// A cube on a plane that is so steep, μ = 0.5: its acceleration in the second second, and what g (sin α − μ cos α) is.
fn ramp(degrees: f64, changes: &Value) {
    let (sine, cosine) = degrees.to_radians().sin_cos();
    let mut scene = touching(vec![plane(), cube(0.5 * Vec3::Y, Quat::IDENTITY)]);
    scene.gravity = Some(Vec3::new((9.81 * sine) as f32, (-9.81 * cosine) as f32, 0.0));
    scene.bodies.iter_mut().for_each(|body| body.friction = 0.5);
    let mut twin = twin(&scene, changes);
    twin.step(60);
    let before = twin.world().velocities[1].linear.x;
    twin.step(60);
    let found = twin.world().velocities[1].linear.x - before;
    let wanted = (9.81 * (sine - 0.5 * cosine)).max(0.0);
    println!("{degrees} degrees: {found:.4} m/s2 of {wanted:.4}, {:.2e} m/s after a second", before);
}

fn main() {
    for line in std::env::args().skip(1) {
        println!("{line}");
        let changes: Value = serde_json::from_str(&line).expect("JSON");
        for (boxes, top) in [(10, 1.0), (20, 1.0), (2, 100.0), (10, 100.0)] {
            stands(boxes, top, &changes);
        }
        for degrees in [20.0, 26.0, 27.0, 45.0] {
            ramp(degrees, &changes);
        }
    }
}
