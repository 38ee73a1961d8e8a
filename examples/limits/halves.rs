//! Islands with rows that are driven or bounded: `projected` and `symplectic` beside a truth, by substeps, on the twin in f64.

use std::f64::consts::{FRAC_PI_2, TAU};
use std::fmt::Write as _;

use beadwork::cpu::Twin;
use beadwork::scene::JointKind;
use beadwork::{Scene, State};
use serde_json::{Value, json};

use crate::bounded;
use crate::document::{head, parameters, row};
use crate::scenes::{Axes, Chain};

const G: f64 = 9.81;
pub const WAYS: [&str; 2] = ["projected", "symplectic"];
pub const SUBSTEPS: [u32; 4] = [1, 2, 4, 8];
/// Substeps of the run that counts as the truth where no formula has it.
pub const FINE: u32 = 64;

pub fn twin(scene: &Scene, way: &str, substeps: u32) -> Twin {
    let way = json!({"solver": "direct", "positions": way, "substeps": substeps});
    Twin::new(scene, parameters(way)).expect("a twin")
}

pub fn energy(twin: &mut Twin) -> f64 {
    let found = twin.measure();
    found.kinetic_energy + found.potential_energy
}

fn scene(mut value: Value) -> Scene {
    value["version"] = json!(2);
    Scene::from_value(&value).expect("a scene")
}

/// A bob of 4.19 kg on a rope of 1 m, let go at rest.
fn rope(x: f64) -> Scene {
    scene(json!({"bodies": [
        {"radius": 0.1, "position": [0, 0, 0], "fixed": true},
        {"radius": 0.1, "position": [x, 0, 0], "mass": 4.19},
    ], "joints": [{"type": "distance", "a": 0, "b": 1, "anchorA": [0, 0, 0], "anchorB": [0, 0, 0], "min": 0, "max": 1}]}))
}

/// Of 5 kg and 0.3 m, free to turn about z.
fn wheel(name: &str, drive: Value) -> Scene {
    let mut joint = json!({"type": "hinge", "a": 0, "b": 1, "anchorA": [0, 0, 0], "anchorB": [0, 0, 0], "axisA": [0, 0, 1]});
    joint[name] = drive;
    scene(json!({"gravity": [0, 0, 0], "bodies": [
        {"radius": 0.1, "position": [0, 0, 0], "fixed": true},
        {"radius": 0.3, "position": [0, 0, 0], "mass": 5},
    ], "joints": [joint]}))
}

/// A bar of 0.5 m on a hinge with stops at so many rad from where it hangs, let go at −1.2.
fn bar([least, most]: [f64; 2]) -> Scene {
    let angle = -FRAC_PI_2 - 1.2;
    let ((half_s, half_c), (s, c)) = ((0.5 * angle).sin_cos(), angle.sin_cos());
    scene(json!({"bodies": [
        {"radius": 0.05, "position": [0, 0, 0], "fixed": true},
        {"shape": {"type": "box", "halfExtents": [0.25, 0.05, 0.05]}, "position": [0.25 * c, 0.25 * s, 0], "mass": 2,
            "rotation": [0, 0, half_s, half_c]},
    ], "joints": [{"type": "hinge", "a": 0, "b": 1, "anchorA": [0, 0, 0], "anchorB": [-0.25, 0, 0], "axisA": [0, 0, 1],
        "angle": angle, "limit": [-FRAC_PI_2 + least, -FRAC_PI_2 + most]}]}))
}

/// θ' = ω, ω' = −k sin θ from the place where it hangs, by Runge and Kutta.
fn pendulum(y: [f64; 2], k: f64, time: f64) -> f64 {
    stopped_pendulum(y, k, time, f64::INFINITY)
}

/// The same with a stop that takes all speed.
fn stopped_pendulum(mut y: [f64; 2], k: f64, time: f64, stop: f64) -> f64 {
    const STEPS: u32 = 400_000;
    let h = time / f64::from(STEPS);
    let f = |y: [f64; 2]| [y[1], -k * y[0].sin()];
    let plus = |y: [f64; 2], d: [f64; 2], h: f64| [y[0] + h * d[0], y[1] + h * d[1]];
    for _ in 0..STEPS {
        let k1 = f(y);
        let k2 = f(plus(y, k1, 0.5 * h));
        let k3 = f(plus(y, k2, 0.5 * h));
        let k4 = f(plus(y, k3, h));
        y = [0, 1].map(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
        if y[0] > stop {
            y = [stop, 0.0];
        }
    }
    y[0]
}

fn place(twin: &Twin, body: usize) -> [f64; 3] {
    twin.world().poses[body].position.to_array()
}

/// About z, rad.
fn turned(twin: &Twin) -> f64 {
    let [_, _, z, w] = twin.world().poses[1].rotation.to_array();
    2.0 * z.atan2(w)
}

/// How far a bob is off that was let go level at x.
fn off_the_rope(way: &str, substeps: u32, x: f64) -> f64 {
    // it falls until the rope is taut, and keeps what is along the circle
    let y = -(1.0 - x * x).sqrt();
    let fall = (-2.0 * y / G).sqrt();
    let angle = pendulum([x.atan2(-y), -G * fall * x], G, 2.0 - fall);
    let mut twin = twin(&rope(x), way, substeps);
    twin.step(120);
    let [a, b, _] = place(&twin, 1);
    (a - angle.sin()).hypot(b + angle.cos())
}

fn off_the_bar(way: &str, substeps: u32, most: f64, frames: u32) -> f64 {
    let inertia = 2.0 / 3.0 * (0.25f64.powi(2) + 0.05f64.powi(2)) + 2.0 * 0.25f64.powi(2);
    let k = 2.0 * G * 0.25 / inertia;
    let truth = stopped_pendulum([-1.2, 0.0], k, f64::from(frames) / 60.0, most) - FRAC_PI_2;
    let mut twin = twin(&bar([-1.4, most]), way, substeps);
    twin.step(frames);
    let [x, y, _] = place(&twin, 1);
    let off = y.atan2(x) - truth;
    (off - TAU * (off / TAU).round()).abs()
}

/// 2 N m bring a wheel to 10 rad/s, at which it goes on.
fn off_the_wheel(way: &str, substeps: u32) -> f64 {
    let mut twin = twin(&wheel("motor", json!({"speed": 10, "maxForce": 2})), way, substeps);
    twin.step(120);
    let time = 10.0 / (2.0 / (0.4 * 5.0 * 0.09));
    let off = turned(&twin) - (5.0 * time + 10.0 * (2.0 - time));
    (off - TAU * (off / TAU).round()).abs()
}

/// 1 Hz, a tenth of critical damping, half a radian to go.
fn off_the_servo(way: &str, substeps: u32) -> f64 {
    let ratio = 0.1;
    let servo = json!({"target": 0.5, "hertz": 1, "dampingRatio": ratio});
    let mut twin = twin(&wheel("servo", servo), way, substeps);
    twin.step(90);
    let turn = TAU * f64::sqrt(1.0 - ratio * ratio);
    let decay = f64::exp(-ratio * TAU * 1.5);
    let truth = 0.5 - 0.5 * decay * ((turn * 1.5).cos() + ratio * TAU / turn * (turn * 1.5).sin());
    (turned(&twin) - truth).abs()
}

fn after(scene: &Scene, way: &str, substeps: u32, frames: u32) -> (State, f64, u64) {
    let mut twin = twin(scene, way, substeps);
    let start = energy(&mut twin);
    twin.step(frames);
    let found = twin.measure();
    let state = pollster::block_on(twin.read_state().expect("a state")).expect("a state");
    (state, found.kinetic_energy + found.potential_energy - start, found.fell_back)
}

pub fn farthest(a: &State, b: &State) -> f64 {
    let square = |(a, b): (&[f32], &[f32])| (0..3).map(|k| f64::from(a[k] - b[k]).powi(2)).sum::<f64>();
    a.positions.chunks(3).zip(b.positions.chunks(3)).map(square).fold(0.0, f64::max).sqrt()
}

pub fn tables(out: &mut String) {
    let _ =
        writeln!(out, "\n## A bob on a rope, let go level: the share of its energy that it keeps for 20 s\n");
    head(out, &["", "1 substep", "2", "4"]);
    for way in WAYS {
        let kept = [1, 2, 4].map(|substeps| {
            let mut twin = twin(&rope(1.0), way, substeps);
            let start = energy(&mut twin);
            twin.step(1200);
            format!("{:.5}", 1.0 + (energy(&mut twin) - start) / (4.19 * G))
        });
        row(out, &[vec![format!("`{way}`")], kept.to_vec()].concat());
    }
    let _ = writeln!(out, "\n## Off the truth after 2 s (servo 1.5 s), m or rad\n");
    head(out, &["", "", "1 substep", "2", "4", "8"]);
    type Off = fn(&str, u32) -> f64;
    let subjects: [(&str, Off); 7] = [
        ("rope let go level", |way, substeps| off_the_rope(way, substeps, 1.0)),
        ("slack rope, jerked after 0.404 s", |way, substeps| off_the_rope(way, substeps, 0.6)),
        ("hinge that never meets its stops", |way, substeps| off_the_bar(way, substeps, 1.4, 120)),
        ("hinge that meets a stop after 0.378 s, after 0.8 s", |way, substeps| {
            off_the_bar(way, substeps, 0.35, 48)
        }),
        ("the same after 2 s: it grazes the stop again", |way, substeps| {
            off_the_bar(way, substeps, 0.35, 120)
        }),
        ("wheel, motor of 2 N m to 10 rad/s", off_the_wheel),
        ("servo of 1 Hz, ζ 0.1", off_the_servo),
    ];
    for (what, off) in subjects {
        for way in WAYS {
            let cells = SUBSTEPS.map(|substeps| format!("{:.1e}", off(way, substeps)));
            row(out, &[vec![what.to_string(), format!("`{way}`")], cells.to_vec()].concat());
        }
    }
    let _ = writeln!(
        out,
        "\n## Ragdolls and chains after 2 s: off the way of {FINE} substeps, m; energy they gained, J; substeps taken back\n"
    );
    head(out, &["", "", "1 substep", "2", "4", "8", "64"]);
    let chain = Chain { length: 0.2, ..Chain::of(JointKind::Hinge, Axes::Parallel, 12) }.scene();
    let chain = bounded::stopped(chain, 20.0);
    for (what, scene, frames) in [
        ("chain of 12 hinges ±20°, let go level, after 0.5 s", chain.clone(), 30),
        ("the same after 2 s", chain, 120),
        ("ragdoll thrown at 2 m/s", bounded::thrown_ragdoll(2.0, 1), 120),
        ("ragdoll thrown at 8 m/s", bounded::thrown_ragdoll(8.0, 1), 120),
        ("ragdoll that falls from one hand", bounded::held_limited_ragdoll(), 120),
    ] {
        let (fine, gained, _) = after(&scene, "symplectic", FINE, frames);
        for way in WAYS {
            let mut cells = vec![what.to_string(), format!("`{way}`")];
            for substeps in SUBSTEPS {
                let (state, gained, fell) = after(&scene, way, substeps, frames);
                cells.push(format!("{:.1e}; {gained:.2}; {fell}", farthest(&state, &fine)));
            }
            cells.push(if way == "symplectic" { format!("{gained:.2}") } else { String::new() });
            row(out, &cells);
        }
    }
}
