//! Chapter 12: the three ways of `positions` on one swinging chain. What each leaves of gaps, what it does to the
//! energy, and how far its beads are from those of a step 32 times as fine.

use beadwork::Scene;
use beadwork::cpu::Twin;
use serde_json::{Value, json};

pub const WAYS: [&str; 3] = ["pulled", "projected", "symplectic"];
/// Substeps of the run that counts as the truth, and of those that are compared with it.
const FINE: u32 = 32;
const SUBSTEPS: [u32; 4] = [1, 2, 4, 8];
const SHOWN: [u32; 3] = [1, 15, 60];
/// Two seconds.
const FRAMES: u32 = 120;
const BETA: f64 = 0.2;
pub const TILT: f64 = 1.0;

pub fn values() -> Value {
    let cases: Vec<Value> =
        [(BETA, TILT, 1), (0.6, TILT, 1), (BETA, 0.6, 2)].map(|(beta, tilt, n)| case(beta, tilt, n)).to_vec();
    let fed: Vec<Value> = [BETA, 0.6].map(|beta| json!({ "beta": beta, "most": most_gained(beta) })).to_vec();
    json!({ "cases": cases, "orders": orders(), "fed": fed })
}

pub fn scene(tilt: f64) -> Scene {
    super::pendant(json!({"beads": 8, "tilt": tilt, "massRatio": 1}))
}

/// Always with its way by name, and with a β only where there is one.
pub fn run(scene: &Scene, way: &str, substeps: u32, beta: f64) -> Twin {
    let mut changes = json!({"solver": "direct", "positions": way, "substeps": substeps});
    if way == "pulled" {
        changes["stabilisation"] = json!(beta);
    }
    super::twin(scene, changes)
}

pub fn truth(scene: &Scene) -> Twin {
    run(scene, "symplectic", FINE, BETA)
}

pub fn energy(twin: &mut Twin) -> f64 {
    let measured = twin.measure();
    measured.kinetic_energy + measured.potential_energy
}

/// m: the largest distance of any bead from where the other twin has it.
pub fn apart(ours: &Twin, truth: &Twin) -> f64 {
    let pairs = ours.world().poses.iter().zip(&truth.world().poses);
    pairs.map(|(a, b)| (a.position - b.position).length()).fold(0.0, f64::max)
}

/// Gap in m, energy gained in J and distance in m after the frames shown, by way.
fn case(beta: f64, tilt: f64, substeps: u32) -> Value {
    let scene = scene(tilt);
    let mut truth = truth(&scene);
    let mut twins = WAYS.map(|way| run(&scene, way, substeps, beta));
    let starts = twins.each_mut().map(energy);
    let mut shown = Vec::new();
    for frame in 1..=SHOWN[2] {
        truth.step(1);
        for twin in &mut twins {
            twin.step(1);
        }
        if !SHOWN.contains(&frame) {
            continue;
        }
        let ways: Vec<Value> = twins
            .iter_mut()
            .zip(starts)
            .map(|(twin, start)| {
                json!({ "gap": twin.measure().max_gap, "gained": energy(twin) - start, "off": apart(twin, &truth) })
            })
            .collect();
        shown.push(json!({ "frame": frame, "ways": ways }));
    }
    json!({ "input": { "beta": beta, "tilt": tilt, "substeps": substeps }, "shown": shown })
}

fn after_two_seconds(mut twin: Twin) -> Twin {
    twin.step(FRAMES);
    twin
}

/// By way: the distance from the truth after two seconds, at each number of substeps.
pub fn orders() -> Vec<Value> {
    let scene = scene(TILT);
    let truth = after_two_seconds(truth(&scene));
    WAYS.map(|way| {
        let errors: Vec<[f64; 2]> = SUBSTEPS
            .map(|n| [f64::from(n), apart(&after_two_seconds(run(&scene, way, n, BETA)), &truth)])
            .to_vec();
        json!({ "way": way, "errors": errors })
    })
    .to_vec()
}

/// The fewest substeps with which `projected` is as near to the truth as `symplectic` is with one.
pub fn as_near() -> u32 {
    let scene = scene(TILT);
    // finer than what it is to judge
    let truth = after_two_seconds(run(&scene, "symplectic", 3 * FINE, BETA));
    let goal = apart(&after_two_seconds(run(&scene, "symplectic", 1, BETA)), &truth);
    let near = |n| apart(&after_two_seconds(run(&scene, "projected", n, BETA)), &truth) <= goal;
    (1..=100).find(|&n| near(n)).expect("an error of first order gets there")
}

/// J: the most of any frame of the first two seconds above the start.
fn most_gained(beta: f64) -> f64 {
    let mut twin = run(&scene(TILT), "pulled", 1, beta);
    let start = energy(&mut twin);
    (0..FRAMES).fold(f64::NEG_INFINITY, |most, _| {
        twin.step(1);
        most.max(energy(&mut twin) - start)
    })
}
