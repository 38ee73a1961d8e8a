//! How many solves Newton's method takes in a substep.

use std::fmt::Write as _;
use std::ops::DerefMut;
use std::sync::Arc;

use beadwork::benchmark::figures::figure;
use beadwork::benchmark::stability::in_parallel;
use beadwork::cpu::Twin;
use beadwork::{Gpu, Parameters, Scene, Simulation};
use serde_json::json;

use super::runs::{Act, Found, run};
use super::{bounded, head, mixed, parameters, row};

/// As many rounds as a substep may be given.
const MOST: u32 = 32;
/// 4 s.
const FRAMES: u32 = 240;
const TREES: u64 = 60;

struct Subject {
    what: &'static str,
    runs: Vec<(Scene, Act)>,
    frames: u32,
    substeps: u32,
}

fn subjects() -> Vec<Subject> {
    let one = |what, scene, act| Subject { what, runs: vec![(scene, act)], frames: FRAMES, substeps: 1 };
    let thrown = |what, speed: f64| {
        let runs = vec![
            (bounded::thrown_ragdoll(speed, 1), Act::Nothing),
            (bounded::thrown_ragdoll(speed, 2), Act::Kicked(speed)),
        ];
        Subject { what, runs, frames: FRAMES, substeps: 1 }
    };
    // a hand
    let dragged =
        |what, substeps| Subject { substeps, ..one(what, bounded::limited_ragdoll(), Act::Dragged(7)) };
    let trees = (0..TREES).map(|seed| {
        let mut scene = mixed::bounded(900 + seed, 40, 5.0, 0);
        for joint in &mut scene.joints {
            (joint.multiplier, joint.torque) = Default::default();
        }
        (scene, Act::Nothing)
    });
    vec![
        thrown("ragdoll, thrown at 2 m/s, and kicked", 2.0),
        thrown("ragdoll, thrown at 8 m/s, and kicked", 8.0),
        thrown("ragdoll, thrown at 20 m/s, and kicked", 20.0),
        dragged("ragdoll, dragged by a hand", 1),
        dragged("ragdoll, dragged by a hand, 4 substeps", 4),
        one("arm of 6 servos", bounded::arm(), Act::Driven),
        one("chain of 40 hinges ±5°, kicked", bounded::chain(1.0), Act::Kicked(8.0)),
        one("chain of 40 hinges ±5°, 20:1, kicked", bounded::chain(20.0), Act::Kicked(8.0)),
        Subject { what: "60 random trees of 40, cold", runs: trees.collect(), frames: 1, substeps: 1 },
        one("ragdoll, hand in hand, kicked", bounded::folded_ragdoll(), Act::Kicked(8.0)),
        one("ring of 20 hinges ±25°, kicked", bounded::ring(), Act::Kicked(8.0)),
        one("mat of 5 × 5 by cones, kicked", bounded::mat(), Act::Kicked(4.0)),
    ]
}

/// Mean, all but a hundredth, most, and how often all rounds that there were.
fn text(found: &Found) -> String {
    let all = found.rounds.iter().filter(|&&rounds| rounds == u64::from(MOST)).count();
    let [p99, most] = [found.p99_rounds(), found.most_rounds()];
    format!("{} / {p99} / {most} / {all}", figure(found.mean_rounds()))
}

fn all<S: DerefMut<Target = Simulation>>(
    subject: &Subject,
    make: impl Fn(&Scene, Parameters) -> S,
) -> String {
    let mut out = Found::default();
    let changes =
        json!({"solver": "direct", "positions": "projected", "rounds": MOST, "substeps": subject.substeps});
    for (scene, act) in &subject.runs {
        let mut machine = make(scene, parameters(changes.clone()));
        out.join(run(&mut machine, scene, *act, subject.frames, |_| ()));
    }
    text(&out)
}

pub fn table(out: &mut String, gpu: &Arc<Gpu>) {
    let _ = write!(
        out,
        "\n## Rounds of Newton's method\n\nSolves that a substep took: mean / all but a hundredth / most / substeps that took all {MOST}. `direct`, `projected`, 1/60 s, 4 s of each; with more than one substep it is the most of each frame. A trunk, a head, limbs of three: 15 bodies, whose joints stop as a person's do; when thrown every body has a spin of its own of as many rad/s. Kicks change the velocity of a body by up to 8 m/s along each axis (thrown ones: by their speed; the mat: 4) every half a second. The servos are too weak to hold the arm out, and are given other targets every half a second. A tree is one substep from λ = 0, with about as many limits, motors, servos and largest forces as bodies.\n\n"
    );
    let subjects = subjects();
    let on_cpus = in_parallel(
        &subjects,
        |subject| {
            [
                all(subject, |scene, parameters| Twin::new(scene, parameters).expect("a twin")),
                all(subject, |scene, parameters| Twin::<f32>::of(scene, parameters).expect("a twin")),
            ]
        },
        |done| eprint!("\r{done} of {} on the CPU", subjects.len()),
    );
    eprintln!();
    head(out, &["scene", "CPU, f64", "CPU, f32", "GPU, f32"]);
    for (subject, [f64s, f32s]) in subjects.iter().zip(on_cpus) {
        let on_gpu = all(subject, |scene, parameters| {
            let made = Simulation::create(gpu.clone(), scene.clone(), parameters);
            Box::new(pollster::block_on(made).expect("a simulation"))
        });
        row(out, &[subject.what.to_string(), f64s, f32s, on_gpu]);
    }
}
