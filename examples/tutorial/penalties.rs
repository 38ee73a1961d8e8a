//! Chapter 21: a necklace whose penalties learn, beside one whose penalties are held. What each leaves open, how far its beads are from where
//! a much finer exact run has them, and what its joints have learnt.

use std::f64::consts::FRAC_PI_6;

use beadwork::Scene;
use beadwork::cpu::Twin;
use serde_json::{Value, json};

use super::positions::apart;
use super::small_steps::truth;

const SHOWN: [u32; 3] = [1, 15, 60];
/// As multiples of k₀: where the second one is held.
pub const HELD: f64 = 30.0;

pub fn values() -> Value {
    [(20, HELD, 1), (10, 5.0, 100)].map(|(passes, held, ratio)| case(passes, held, ratio)).to_vec().into()
}

pub fn scene(ratio: u32) -> Scene {
    super::pendant(json!({"beads": 40, "tilt": FRAC_PI_6, "massRatio": ratio}))
}

pub fn ways(scene: &Scene, passes: u32, held: f64) -> [Twin; 2] {
    [
        json!({"solver": "avbd", "substeps": 1, "iterations": passes}),
        json!({"solver": "avbd", "substeps": 1, "iterations": passes, "penalty": held, "penaltyGrowth": 0}),
    ]
    .map(|changes| super::twin(scene, changes))
}

/// By joint: λ in N, and the penalty over k₀.
pub fn learnt(twin: &mut Twin) -> [Vec<f64>; 2] {
    let state = twin.state();
    [
        state
            .multipliers
            .chunks(3)
            .map(|lambda| lambda.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>().sqrt())
            .collect(),
        state.penalties.iter().map(|&penalty| f64::from(penalty)).collect(),
    ]
}

fn case(passes: u32, held: f64, ratio: u32) -> Value {
    let scene = scene(ratio);
    let mut truth = truth(&scene);
    let mut twins = ways(&scene, passes, held);
    let mut done = 0;
    let shown: Vec<Value> = SHOWN
        .map(|frame| {
            truth.step(frame - done);
            let ways = twins.each_mut().map(|twin| {
                twin.step(frame - done);
                let [forces, penalties] = learnt(twin);
                json!({
                    "gap": twin.measure().max_gap, "off": apart(twin, &truth),
                    "forces": [forces[0], forces[19], forces[38]], "penalties": [penalties[0], penalties[19], penalties[38]],
                })
            });
            done = frame;
            json!({ "frame": frame, "ways": ways.to_vec() })
        })
        .to_vec();
    json!({ "input": { "passes": passes, "held": held, "ratio": f64::from(ratio).log10() }, "shown": shown })
}
