//! Fifteen hundred frames of every scene with `auto`, five thousand with BEADWORK_LONG; `npm run soak` takes a hundred thousand.
//! A program of its own, as it weighs the whole process.
#![cfg(not(target_arch = "wasm32"))]

mod common;
#[path = "../examples/soak.rs"]
mod soak;

use std::thread;

use beadwork::Gpu;
use common::part;
use serde_json::json;

/// The largest gap in radii: those above 4e-4 are projected.
const MOST_GAP: f64 = 5e-4;

#[test]
fn many_frames_of_every_scene() {
    let gpus = [(); 2].map(|()| pollster::block_on(Gpu::new()).expect("a graphics device"));
    for (name, options) in soak::scenes() {
        let (options, frames) = match name {
            // chains that do not touch are alike, however many
            "necklaces" => (json!({"chains": 25, "beads": 40}), part(1500, 5000)),
            "curtain" => (json!({"chains": 16}), part(1500, 5000)),
            // a frame of it takes fifty times as long as the others' here: ten seconds
            "net" => (options, part(200, 600)),
            "linkage" | "suspension" | "rope" | "ragdolls" | "arm" => (options, part(450, 1500)),
            _ => (options, part(1500, 5000)),
        };
        // both at once, each on a device of its own
        let [one, two] = thread::scope(|scope| {
            let options = &options;
            let run = |gpu| scope.spawn(move || soak::run(gpu, name, options, frames));
            gpus.each_ref().map(run).map(|run| run.join().expect("a run"))
        });
        for gpu in &gpus {
            assert_eq!(gpu.take_error(), None, "{name}");
        }
        assert!(one.finite && two.finite, "{name}: a number that is not finite");
        assert_eq!(one.steps, u64::from(frames));
        assert!(one.largest_gap < MOST_GAP, "{name}: a gap of {} radii", one.largest_gap);
        // it does not grow: what swings and what hangs still comes to the same at the end
        let drift = one.late_gap / one.early_gap;
        assert!(
            drift < 3.0 || one.late_gap < MOST_GAP,
            "{name}: gaps of {} radii at first, {} at last",
            one.early_gap,
            one.late_gap
        );
        assert_eq!(one.device_bytes[0], one.device_bytes[1], "{name}: bytes on the device");
        let [before, after] = two.process_bytes;
        assert!(after < before + (16 << 20), "{name}: the process grew from {before} to {after} bytes");
        assert!(soak::same_bits(&one.state, &two.state), "{name}: two runs differ");
    }
}
