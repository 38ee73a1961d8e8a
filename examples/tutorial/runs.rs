//! What a reader without WebGPU sees in chapters 7 to 10, 12, 20 and 21: the twin's run at the settings that each page opens with.

use std::cell::{Cell, RefCell};

use beadwork::cpu::Twin;
use serde_json::{Value, json};

/// Four seconds, one point per fifteenth of a second.
const FRAMES: u32 = 240;
const EVERY: u32 = 4;

pub fn json() -> String {
    let [.., (_, conjugate, _), _] = &super::race::curves(12, 1)[..] else { unreachable!("five solvers") };
    let runs = json!({ "warm": warm(), "drift": drift(), "stiffness": stiffness(), "race": race(),
        "conjugateOf12": conjugate, "positions": positions(), "smallSteps": small_steps(), "penalties": penalties() });
    format!("{runs}\n")
}

/// Four digits are more than a line shows.
fn short(x: f64) -> f64 {
    format!("{x:.3e}").parse().expect("a number")
}

/// [s, number] for each number of `look`, by frame.
fn traced<const N: usize>(mut twin: Twin, look: impl Fn(&mut Twin) -> [f64; N]) -> [Vec<[f64; 2]>; N] {
    let mut lines = [const { Vec::new() }; N];
    for _ in 0..FRAMES / EVERY {
        twin.step(EVERY);
        for (line, value) in lines.iter_mut().zip(look(&mut twin)) {
            line.push([short(twin.time()), short(value)]);
        }
    }
    lines
}

/// The consistent start, the article's, and the cold one: gaps in m, and the last frame's residuals by pass.
fn warm() -> Value {
    let chain = super::pendant(json!({"beads": 12, "tilt": 0.09, "massRatio": 1}));
    let starts = [
        json!({"solver": "jacobi", "iterations": 10, "relaxation": 1, "warmStart": 0.9}),
        json!({"solver": "article", "iterations": 10}),
        json!({"solver": "jacobi", "iterations": 10, "relaxation": 1, "warmStart": 0}),
    ];
    starts
        .map(|changes| {
            let twin = super::twin(&chain, changes);
            let mut last = twin.clone();
            last.step(FRAMES - 1);
            let passes: Vec<f64> = last.step_recorded().into_iter().map(short).collect();
            let [gaps] = traced(twin, |twin| [twin.measure().max_gap]);
            json!({ "gaps": gaps, "passes": passes })
        })
        .to_vec()
        .into()
}

/// With β = 0.2 and without: gaps in mm, energy gained in J.
fn drift() -> Value {
    let chain = super::pendant(json!({"beads": 16, "tilt": 0.9, "massRatio": 1}));
    let energy = |twin: &mut Twin| twin.measure().kinetic_energy + twin.measure().potential_energy;
    [0.2, 0.0]
        .map(|beta| {
            let mut twin = super::twin(&chain, json!({"solver": "direct", "stabilisation": beta}));
            let start = energy(&mut twin);
            let [gap, gained] = traced(twin, |twin| [1e3 * twin.measure().max_gap, energy(twin) - start]);
            json!({ "gap": gap, "energy": gained })
        })
        .to_vec()
        .into()
}

/// The largest gap in radii.
fn stiffness() -> Value {
    let chain = super::pendant(json!({"beads": 40, "radius": 0.09, "tilt": 0.01, "massRatio": 1}));
    let twin = super::twin(&chain, json!({"solver": "direct", "stiffnessGuard": false}));
    let [gaps] = traced(twin, |twin| [twin.measure().max_gap_radii]);
    json!(gaps)
}

/// By solver: what is left after each of the first hundred passes, and passes to the goal.
fn race() -> Value {
    super::race::curves(40, 1)
        .into_iter()
        .map(|(solver, passes, left)| {
            let left: Vec<f64> = left.into_iter().take(101).map(short).collect();
            json!({ "solver": solver, "passes": passes, "left": left })
        })
        .collect()
}

/// By way: gaps in mm, energy gained in J, distances from the truth in mm, and where the lowest bead is from there in
/// m. Then the errors after two seconds by substeps.
fn positions() -> Value {
    use super::positions::{TILT, WAYS, apart, energy, orders, run, scene, truth};
    let scene = scene(TILT);
    let ways: Vec<Value> = WAYS
        .iter()
        .map(|way| {
            let mut twin = run(&scene, way, 1, 0.2);
            let start = energy(&mut twin);
            let truth = RefCell::new(truth(&scene));
            let lowest = Cell::new([0.0; 2]);
            let [gap, gained, off] = traced(twin, |twin| {
                let mut truth = truth.borrow_mut();
                truth.step(EVERY);
                let [ours, wanted] =
                    [&*twin, &*truth].map(|each| each.world().poses[each.world().poses.len() - 1].position);
                lowest.set([ours.x - wanted.x, ours.y - wanted.y].map(short));
                [1e3 * twin.measure().max_gap, energy(twin) - start, 1e3 * apart(twin, &truth)]
            });
            json!({ "gap": gap, "energy": gained, "off": off, "lowest": lowest.get() })
        })
        .collect();
    let orders: Vec<Value> = orders()
        .into_iter()
        .map(|line| {
            line["errors"]
                .as_array()
                .expect("a list")
                .iter()
                .map(|point| json!([point[0], short(1e3 * point[1].as_f64().expect("a number"))]))
                .collect()
        })
        .collect();
    json!({ "ways": ways, "orders": orders, "asNear": super::positions::as_near() })
}

/// By way: the largest gap so far in mm, and the distance from the truth in mm.
fn small_steps() -> Value {
    use super::positions::apart;
    use super::small_steps::{scene, truth, ways};
    let scene = scene(1);
    ways(&scene, "gauss-seidel", 20)
        .into_iter()
        .map(|mut twin| {
            let mut truth = truth(&scene);
            let mut worst = 0.0_f64;
            let [mut gaps, mut offs] = [Vec::new(), Vec::new()];
            for frame in 1..=FRAMES {
                twin.step(1);
                truth.step(1);
                worst = worst.max(twin.measure().max_gap);
                if frame % EVERY == 0 {
                    let time = short(twin.time());
                    gaps.push([time, short(1e3 * worst)]);
                    offs.push([time, short(1e3 * apart(&twin, &truth))]);
                }
            }
            json!({ "worst": gaps, "off": offs })
        })
        .collect()
}

/// Two seconds by way: gap and distance from the truth in mm; and by joint, at the end of it, λ in N and the penalty over k₀.
fn penalties() -> Value {
    use super::penalties::{HELD, learnt, scene, ways};
    use super::positions::apart;
    use super::small_steps::truth;
    let scene = scene(1);
    ways(&scene, 20, HELD)
        .into_iter()
        .map(|mut twin| {
            let mut truth = truth(&scene);
            let [mut gaps, mut offs] = [Vec::new(), Vec::new()];
            for _ in 0..FRAMES / EVERY {
                twin.step(EVERY / 2);
                truth.step(EVERY / 2);
                let time = short(twin.time());
                gaps.push([time, short(1e3 * twin.measure().max_gap)]);
                offs.push([time, short(1e3 * apart(&twin, &truth))]);
            }
            let [forces, penalties] =
                learnt(&mut twin).map(|row| row.into_iter().map(short).collect::<Vec<_>>());
            json!({ "gap": gaps, "off": offs, "forces": forces, "penalties": penalties })
        })
        .collect()
}
