//! A hash of every bit of the state after so many frames, one line for each scene, solver and execution. Where bodies
//! touch, there is one for each solver of contacts. Taken before and after a change that is to change no bit.
//!   cargo run --release --example hashes -- 300 > before.txt
//! `npm run hashes` prints the same lines for a browser. Bits are those of one adapter and build: compare on one machine.

use beadwork::scene::built_in;
use beadwork::{Gpu, Parameters, Scene, Simulation, State, solvers};
use glam::Vec3;
use serde_json::{Value, json};

fn built(name: &str, options: Value) -> Scene {
    built_in::build(name, options.as_object().expect("an object")).expect("a built-in scene")
}

/// Every kind of island in every numbering: all that a kernel of a solver may meet.
fn scenes() -> Vec<(&'static str, Scene)> {
    let mut bricks = built("net", json!({"rows": 6, "columns": 9}));
    let chain = built("pendant", json!({"beads": 7}));
    let first = bricks.bodies.len() as u32;
    bricks.bodies.extend(chain.bodies);
    bricks.joints.extend(chain.joints.into_iter().map(|mut joint| {
        (joint.a, joint.b) = (joint.a + first, joint.b + first);
        joint
    }));
    bricks.bodies.iter_mut().for_each(|body| body.inertia *= Vec3::new(0.7, 0.8, 0.9));
    vec![
        ("necklaces", built("necklaces", json!({"chains": 9, "beads": 12}))),
        ("pendant", built("pendant", json!({"beads": 16, "massRatio": 100}))),
        ("ring", built("ring", json!({"beads": 14}))),
        ("curtain", built("curtain", json!({"chains": 6, "beads": 9}))),
        ("bridge", built("bridge", json!({"beads": 150}))),
        ("tree", built("tree", json!({"branches": 2, "depth": 3}))),
        ("net", built("net", json!({"rows": 5, "columns": 6}))),
        ("bricks", bricks),
        ("linkage", built("linkage", json!({}))),
        ("track", built("track", json!({"plates": 12}))),
        ("suspension", built("suspension", json!({"planks": 4}))),
        ("rope", built("rope", json!({"slack": 0}))),
        ("slack rope", built("rope", json!({}))),
        ("springs", built("springs", json!({}))),
        ("glider", built("glider", json!({}))),
        ("ragdolls", built("ragdolls", json!({"count": 3}))),
        ("arm", built("arm", json!({}))),
        ("joint-grid", built("joint-grid", json!({"columns": 8, "rows": 5}))),
        ("stable-spherical-chain", built("stable-spherical-chain", json!({"links": 24}))),
        ("pyramid", built("pyramid", json!({"base": 6}))),
        ("heap", built("heap", json!({"count": 100}))),
        ("cradle", built("cradle", json!({}))),
        ("wrecking", built("wrecking", json!({"beads": 6}))),
        ("pour", built("pour", json!({"chains": 4, "beads": 6}))),
        ("car", built("car", json!({}))),
        ("chutes", built("chutes", json!({"count": 4}))),
        ("tablecloth", built("tablecloth", json!({}))),
        ("ragdoll-drop", built("ragdoll-drop", json!({"count": 2}))),
    ]
}

/// FNV-1a over the bits of all numbers, in the order of the state's fields.
fn hash(state: &State) -> u64 {
    let State {
        positions,
        rotations,
        linear_velocities,
        angular_velocities,
        multipliers,
        torques,
        contacts,
        ..
    } = state;
    [positions, rotations, linear_velocities, angular_velocities, multipliers, torques, contacts]
        .into_iter()
        .flatten()
        .flat_map(|x| x.to_bits().to_le_bytes())
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The settings that a scene is run with, each with its words.
fn ways(scene: &Scene) -> Vec<(String, Value)> {
    if scene.contacts {
        let soft = ["gauss-seidel", "mass-splitting", "chebyshev", "jacobi"]
            .map(|word| (format!("contacts {word}"), json!({"contactSolver": word})));
        let hard = ("contacts hard".into(), json!({"contactSoftness": "hard"}));
        return soft.into_iter().chain([hard]).collect();
    }
    let mut out = Vec::new();
    for name in solvers::list().iter().map(|solver| solver.name) {
        for word in ["global", "tile", "auto"] {
            let changes = json!({"solver": name, "execution": word, "positions": "pulled"});
            out.push((format!("{name} {word}"), changes));
        }
        // what only the exact solver knows
        for word in ["projected", "symplectic"].into_iter().filter(|_| name == "direct") {
            out.push((format!("{name} {word}"), json!({"solver": name, "positions": word})));
        }
    }
    out
}

fn main() {
    let frames = std::env::args().nth(1).map_or(300, |word| word.parse().expect("a number of frames"));
    pollster::block_on(async {
        let gpu = Gpu::new().await.expect("a graphics device");
        for (name, scene) in scenes() {
            for (words, changes) in ways(&scene) {
                let parameters = Parameters::default().with(changes.as_object().expect("an object"));
                let parameters = parameters.expect("valid parameters");
                let made = Simulation::create(gpu.clone(), scene.clone(), parameters).await;
                let Ok(mut simulation) = made else { continue };
                simulation.step(frames).expect("a step").await.expect("a finished step");
                let state = simulation.read_state().expect("a reading").await.expect("a state");
                println!("{name} {words} {:016x}", hash(&state));
            }
        }
    });
}
