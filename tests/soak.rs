//! Five thousand frames of every scene with `auto`; `npm run soak` takes a hundred thousand.
#![cfg(not(target_arch = "wasm32"))]

#[path = "../examples/soak.rs"]
mod soak;

/// The largest gap in radii: those above 4e-4 are projected.
const MOST_GAP: f64 = 5e-4;

#[test]
fn five_thousand_frames_of_every_scene() {
    let gpu = pollster::block_on(beadwork::Gpu::new()).expect("a graphics device");
    for (name, options) in soak::scenes() {
        // a frame of the net takes fifty times as long as the others' here
        let frames = if name == "net" { 1000 } else { 5000 };
        let (one, two) = (soak::run(&gpu, name, &options, frames), soak::run(&gpu, name, &options, frames));
        assert_eq!(gpu.take_error(), None, "{name}");
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
