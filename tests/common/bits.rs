//! What the kernels in f32 on the CPU come to, to the last bit: the same natively and in every browser. Scenes are
//! made by plain arithmetic, since sines differ from one platform's library to the next.

use beadwork::cpu::Twin;
use beadwork::scene::{Body, Joint};
use beadwork::{Parameters, Scene, State, solvers};
use glam::{Quat, Vec3};
use serde_json::json;

/// Half a second at 60 frames a second, with two substeps each. The article's trees and nets explode: a few are enough.
fn frames(solver: &str) -> u32 {
    if solver == "article" { 3 } else { 30 }
}

/// A line for each scene and solver: the hash of the states that its executions end in.
const RECORDED: &str = include_str!("../fixtures/single_precision_bits.txt");

pub fn check() {
    let found = lines();
    let differ = found.iter().zip(RECORDED.lines()).find(|(found, recorded)| found != recorded);
    assert!(
        differ.is_none() && found.len() == RECORDED.lines().count(),
        "other bits, first in {differ:?}; all of them:\n{}\n",
        found.join("\n")
    );
}

fn lines() -> Vec<String> {
    let mut lines = Vec::new();
    for (name, pairs) in shapes() {
        for bricks in [false, true] {
            let scene = scene(&pairs, bricks);
            let what = if bricks { "bricks" } else { "beads" };
            for (solver, positions) in solvers::list().iter().flat_map(|solver| {
                let exact: &[&str] = &["pulled", "projected", "symplectic"];
                let ways = if solver.name == "direct" { exact } else { &["auto"] };
                ways.iter().map(move |positions| (solver, *positions))
            }) {
                let mut hash = Fnv::default();
                for execution in ["global", "tile"] {
                    let changes = json!({
                        "solver": solver.name, "execution": execution, "iterations": 7, "substeps": 2,
                        "positions": positions,
                    });
                    let parameters = Parameters::default()
                        .with(changes.as_object().expect("an object"))
                        .expect("parameters");
                    if let Ok(mut twin) = Twin::<f32>::of(&scene, parameters) {
                        twin.step(frames(solver.name));
                        hash.state(&twin.state());
                    }
                }
                let how = if positions == "auto" { String::new() } else { format!(", {positions}") };
                lines.push(format!("{name} of {what}, {}{how}: {:016x}", solver.name, hash.0));
            }
        }
    }
    lines
}

/// Pairs of bodies that a joint holds together; body 0 is fixed.
fn shapes() -> Vec<(&'static str, Vec<(u32, u32)>)> {
    let chain = |joints: u32| (0..joints).map(|i| (i, i + 1)).collect::<Vec<_>>();
    let mut ring = chain(8);
    ring.push((8, 0));
    let tree = (1..15).map(|i| ((i - 1) / 2, i)).collect();
    let mut net = Vec::new();
    for i in 0..16 {
        net.extend((i % 4 != 3).then_some((i, i + 1)));
        net.extend((i + 4 < 16).then_some((i, i + 4)));
    }
    vec![("chain", chain(12)), ("long chain", chain(70)), ("ring", ring), ("tree", tree), ("net", net)]
}

fn scene(pairs: &[(u32, u32)], bricks: bool) -> Scene {
    let count = 1 + pairs.iter().map(|&(a, b)| a.max(b)).max().unwrap_or(0);
    let turns = [
        Quat::IDENTITY,
        Quat::from_xyzw(0.5, -0.5, 0.5, 0.5),
        Quat::from_xyzw(0.0, 0.6, 0.0, 0.8),
        Quat::from_xyzw(-0.48, 0.0, 0.64, 0.6),
    ];
    let bodies: Vec<Body> = (0..count)
        .map(|i| {
            let x = i as f32;
            let zigzag = (i % 3) as f32 - 1.0;
            Body {
                position: Vec3::new(0.15 * x, 0.1 * zigzag, 0.05 * (i % 5) as f32),
                rotation: turns[i as usize % 4],
                linear_velocity: if i == 0 { Vec3::ZERO } else { Vec3::new(0.0, 0.0, 0.25 * zigzag) },
                angular_velocity: if i == 0 { Vec3::ZERO } else { Vec3::new(1.0, -0.5 * zigzag, 2.0) },
                mass: 1.0 + 0.5 * (i % 4) as f32,
                inertia: if bricks { Vec3::new(0.003, 0.004, 0.005) } else { Vec3::splat(0.004) },
                fixed: i == 0,
                ..Body::of(beadwork::scene::Solid::Sphere, 0.1)
            }
        })
        .collect();
    let joints = pairs
        .iter()
        .map(|&(a, b)| Joint::point((a, Vec3::new(0.07, 0.02, -0.01)), (b, Vec3::new(-0.06, 0.03, 0.02))))
        .collect();
    Scene { bodies, joints, ..Scene::default() }
}

/// FNV-1a.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn state(&mut self, state: &State) {
        for numbers in [
            &state.positions,
            &state.rotations,
            &state.linear_velocities,
            &state.angular_velocities,
            &state.multipliers,
        ] {
            for x in numbers {
                // a solver that blows up leaves NaNs, whose bits no standard fixes
                assert!(x.is_finite(), "not finite");
                for byte in x.to_bits().to_le_bytes() {
                    self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
                }
            }
        }
    }
}
