//! Long runs of every built-in scene with `auto`: finite, gaps bounded, memory flat, and the same bits when run again.
//!   cargo run --release --example soak -- 100000
//! prints one JSON object per scene; `npm run soak` makes a table of them.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use beadwork::scene::built_in;
use beadwork::{Gpu, Parameters, Simulation, State};
use serde_json::{Value, json};

/// Every scene, the largest made smaller: a hundred necklaces swing like 2,500.
pub fn scenes() -> Vec<(&'static str, Value)> {
    vec![
        ("necklaces", json!({"chains": 100, "beads": 40})),
        ("pendant", json!({})),
        ("ring", json!({})),
        ("curtain", json!({})),
        ("bridge", json!({})),
        ("tree", json!({})),
        ("net", json!({})),
        ("linkage", json!({})),
        ("suspension", json!({})),
        ("rope", json!({})),
        ("ragdolls", json!({"count": 4})),
        ("arm", json!({})),
    ]
}

/// What a run came to.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub beads: usize,
    pub joints: usize,
    pub solved_by: String,
    pub steps: u64,
    /// Every look found every number finite.
    pub finite: bool,
    /// Largest gap over smaller radius, of all looks.
    pub largest_gap: f64,
    /// The same of the first and of the last quarter of the run.
    pub early_gap: f64,
    pub late_gap: f64,
    /// Energy at the end over that at the start, J.
    pub energy: [f64; 2],
    /// Bytes on the device after the first look and at the end.
    pub device_bytes: [u64; 2],
    /// Bytes of the process after half of the run and at the end; zero where the system does not say.
    /// A driver's pools grow for the first hundreds of frames, and then no more.
    pub process_bytes: [u64; 2],
    pub state: State,
    pub seconds: f64,
}

/// Frames between two looks.
const LOOK_EVERY: u32 = 50;

pub fn run(gpu: &Arc<Gpu>, name: &str, options: &Value, steps: u32) -> Outcome {
    let scene = built_in::build(name, options.as_object().expect("an object")).expect("a built-in scene");
    let (beads, joints) = (scene.bodies.len(), scene.joints.len());
    let made = Simulation::create(gpu.clone(), scene, Parameters::default());
    let mut simulation = pollster::block_on(made).expect("a simulation");
    let mut out = Outcome {
        beads,
        joints,
        solved_by: String::new(),
        steps: 0,
        finite: true,
        largest_gap: 0.0,
        early_gap: 0.0,
        late_gap: 0.0,
        energy: [0.0; 2],
        device_bytes: [0; 2],
        process_bytes: [0; 2],
        state: State::default(),
        seconds: 0.0,
    };
    let began = Instant::now();
    let looks = steps.div_ceil(LOOK_EVERY);
    for look in 0..looks {
        pollster::block_on(simulation.step(LOOK_EVERY).expect("a step")).expect("a finished step");
        let found = pollster::block_on(simulation.measure(None).expect("a look")).expect("measures");
        let energy = found.kinetic_energy + found.potential_energy;
        out.finite &= found.finite && energy.is_finite();
        out.largest_gap = out.largest_gap.max(found.max_gap_radii);
        if look == 0 {
            out.energy[0] = energy;
            out.solved_by = found.execution;
            out.device_bytes[0] = gpu.allocated.load(Ordering::Relaxed);
        }
        if look < looks.div_ceil(4) {
            out.early_gap = out.early_gap.max(found.max_gap_radii);
        }
        if look < looks.div_ceil(2) {
            out.process_bytes[0] = process_bytes();
        }
        if look >= looks - looks.div_ceil(4) {
            out.late_gap = out.late_gap.max(found.max_gap_radii);
        }
        out.energy[1] = energy;
        out.steps = found.steps;
    }
    out.device_bytes[1] = gpu.allocated.load(Ordering::Relaxed);
    out.process_bytes[1] = process_bytes();
    out.seconds = began.elapsed().as_secs_f64();
    out.state = pollster::block_on(simulation.read_state().expect("a readback")).expect("a state");
    out
}

/// Resident memory, where the system says it as Linux does.
fn process_bytes() -> u64 {
    let pages = || -> Option<u64> {
        let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
        pages.split_whitespace().nth(1)?.parse().ok()
    };
    4096 * pages().unwrap_or(0)
}

/// Every bit of two states, −0 and 0 told apart.
pub fn same_bits(one: &State, other: &State) -> bool {
    let bits = |state: &State| -> Vec<u32> {
        [
            &state.positions,
            &state.rotations,
            &state.linear_velocities,
            &state.angular_velocities,
            &state.multipliers,
        ]
        .into_iter()
        .flatten()
        .map(|x| x.to_bits())
        .collect()
    };
    one.time.to_bits() == other.time.to_bits() && bits(one) == bits(other)
}

#[allow(dead_code, reason = "tests/soak.rs takes the rest of this file")]
fn main() {
    let steps = std::env::args().nth(1).map_or(100_000, |steps| steps.parse().expect("a number of steps"));
    let gpu = pollster::block_on(Gpu::new()).expect("a graphics device");
    for (name, options) in scenes() {
        let (first, second) = (run(&gpu, name, &options, steps), run(&gpu, name, &options, steps));
        let error = gpu.take_error();
        let line = json!({
            "scene": name, "options": options, "adapter": gpu.adapter_name(),
            "beads": first.beads, "joints": first.joints, "solvedBy": first.solved_by, "steps": first.steps,
            "finite": first.finite && second.finite, "largestGap": first.largest_gap,
            "earlyGap": first.early_gap, "lateGap": first.late_gap, "energy": first.energy,
            "deviceBytes": first.device_bytes, "processBytes": second.process_bytes,
            "sameBits": same_bits(&first.state, &second.state), "error": error,
            "seconds": first.seconds + second.seconds,
        });
        println!("{line}");
    }
}
