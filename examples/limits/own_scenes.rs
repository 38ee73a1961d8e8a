//! The built-in scenes with limits, ropes and drives, and what the two ways cost.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Instant;

use beadwork::cpu::{CpuMachine, Twin};
use beadwork::scene::built_in;
use beadwork::{Gpu, Scene, Simulation, State};
use serde_json::{Value, json};

use crate::bounded;
use crate::document::{head, parameters, row};
use crate::halves::{FINE, SUBSTEPS, WAYS, energy, farthest, twin};

fn built(name: &str, options: Value) -> Scene {
    built_in::build(name, options.as_object().expect("options")).expect("a built-in scene")
}

fn state(twin: &mut Twin) -> State {
    pollster::block_on(twin.read_state().expect("a state")).expect("a state")
}

/// Off the way of many substeps after two seconds; then a minute of each.
pub fn tables(out: &mut String) {
    let _ = writeln!(
        out,
        "\n## Built-in scenes\n\nOff the way of {FINE} substeps after 2 s, m, and substeps taken back on the way. Then what a minute at one \
         substep leaves: by how much kinetic and potential energy together changed, in J, and the largest gap of sixty looks, in radii; and \
         that gap at four substeps. Motors and servos do work, and stops turn motion into heat.\n"
    );
    head(out, &["", "", "1 substep", "2", "4", "8", "energy after a minute", "largest gap", "at 4"]);
    let mut rows = |what: &str, scene: &Scene, frames: u32| {
        let after = |way: &str, substeps: u32| {
            let mut twin = twin(scene, way, substeps);
            twin.step(frames);
            (twin.measure().fell_back, state(&mut twin))
        };
        let (_, fine) = after("symplectic", FINE);
        for way in WAYS {
            let mut cells = vec![what.to_string(), format!("`{way}`")];
            for substeps in SUBSTEPS {
                let (fell, state) = after(way, substeps);
                cells.push(format!("{:.1e}; {fell}", farthest(&state, &fine)));
            }
            let [(gained, gap), (_, finer)] = [1, 4].map(|substeps| {
                let mut twin = twin(scene, way, substeps);
                let (start, mut gap) = (energy(&mut twin), 0f64);
                for _ in 0..60 {
                    twin.step(60);
                    gap = gap.max(twin.measure().max_gap_radii);
                }
                (energy(&mut twin) - start, gap)
            });
            cells.extend([format!("{gained:.2}"), format!("{gap:.1e}"), format!("{finer:.1e}")]);
            row(out, &cells);
        }
    };
    for (name, options) in [
        ("rope", json!({})),
        ("ragdolls", json!({"count": 1})),
        ("ragdolls", json!({"count": 1, "hinges": 1})),
        ("arm", json!({})),
        ("linkage", json!({})),
        ("track", json!({})),
        ("suspension", json!({})),
    ] {
        let options_said = if options == json!({}) { String::new() } else { format!(" `{options}`") };
        rows(&format!("`{name}`{options_said}"), &built(name, options), 120);
    }
    rows("forty hinges of ±5°", &bounded::chain(1.0), 120);
    rows("forty, ten times the mass at the end", &bounded::chain(10.0), 120);
    rows("twenty, 1,000 times the mass", &bounded::cantilever(20, 1000.0), 120);
    rows("twenty ropes, 1,000 times the mass, hanging", &bounded::ropes(20, 0.2, 1000.0), 120);
}

/// Joints beside contacts: ms of a step by turns on the CPU machine, the largest gap and depth.
pub fn beside(out: &mut String) {
    let _ = writeln!(
        out,
        "\n## Beside contacts\n\nEach scene as it recommends itself, on the CPU machine without lanes of wasm, by turns: ms of a step, the largest gap \
         in radii and the largest depth in mm, over 100 frames (`ragdoll-drop` 240).\n"
    );
    head(out, &["", "`pulled`", "`auto`", "`symplectic`"]);
    for (what, name, more, frames) in [
        ("`pour`", "pour", json!({}), 100),
        ("`ragdoll-drop`", "ragdoll-drop", json!({}), 240),
        ("the same, 4 substeps", "ragdoll-drop", json!({"substeps": 4}), 240),
        ("`wrecking`", "wrecking", json!({}), 100),
        ("`cradle`", "cradle", json!({}), 100),
    ] {
        let scene = built(name, json!({}));
        let mut runs: Vec<(Simulation, f64, f64, f64)> = ["pulled", "auto", "symplectic"]
            .iter()
            .map(|positions| {
                let mut way = Value::Object(scene.recommended.clone());
                for (key, value) in more.as_object().expect("an object") {
                    way[key] = value.clone();
                }
                way["positions"] = json!(positions);
                (on_cpu(&scene, &way), 0.0, 0.0, 0.0)
            })
            .collect();
        for _ in 0..frames {
            for (machine, time, gap, depth) in &mut runs {
                let start = Instant::now();
                pollster::block_on(machine.step(1).expect("a step")).expect("a finished step");
                *time += 1e3 * start.elapsed().as_secs_f64();
                let found = pollster::block_on(machine.measure(None).expect("a measure")).expect("a measure");
                (*gap, *depth) = (gap.max(found.max_gap_radii), depth.max(1e3 * found.max_depth));
            }
        }
        let cell = |(_, time, gap, depth): &(Simulation, f64, f64, f64)| {
            format!("{:.2}; {gap:.1e}; {depth:.1}", time / f64::from(frames))
        };
        row(out, &[vec![what.to_string()], runs.iter().map(cell).collect()].concat());
    }
}

fn on_cpu(scene: &Scene, way: &Value) -> Simulation {
    let machine = Box::new(CpuMachine::<f32>::default());
    pollster::block_on(Simulation::on(machine, scene.clone(), parameters(way.clone()))).expect("a simulation")
}

/// ms of a step by turns, and eliminations of an island in each.
pub fn costs(out: &mut String, gpu: &Arc<Gpu>) {
    let _ = writeln!(
        out,
        "\n## What a step costs\n\nOne substep of 1/60 s, ms, by turns over half a second from the start: on the CPU machine without lanes of wasm, \
         and on the device. Then how many times an island is eliminated in a step, the mean.\n"
    );
    head(out, &["", "", "CPU machine", "device", "eliminations"]);
    const FRAMES: u32 = 30;
    for (what, scene) in [
        ("1 ragdoll", built("ragdolls", json!({"count": 1}))),
        ("100", built("ragdolls", json!({"count": 100}))),
        ("1,000", built("ragdolls", json!({"count": 1000}))),
        ("`arm`", built("arm", json!({}))),
        ("`suspension`", built("suspension", json!({}))),
        ("`track`", built("track", json!({}))),
        ("`joint-grid`", built("joint-grid", json!({}))),
        ("40 hinges of ±5°", bounded::chain(1.0)),
    ] {
        let ways = ["pulled", "projected", "symplectic"];
        let way = |positions: &str| json!({"solver": "direct", "positions": positions});
        let mut machines: Vec<[Simulation; 2]> = ways
            .iter()
            .map(|positions| {
                let device = Simulation::create(gpu.clone(), scene.clone(), parameters(way(positions)));
                [on_cpu(&scene, &way(positions)), pollster::block_on(device).expect("a simulation")]
            })
            .collect();
        let mut times = vec![[Vec::new(), Vec::new()]; ways.len()];
        for _ in 0..FRAMES {
            for (machines, times) in machines.iter_mut().zip(&mut times) {
                for (machine, times) in machines.iter_mut().zip(times) {
                    let start = Instant::now();
                    pollster::block_on(machine.step(1).expect("a step")).expect("a finished step");
                    times.push(1e3 * start.elapsed().as_secs_f64());
                }
            }
        }
        for (positions, times) in ways.iter().zip(times) {
            let mut twin = Twin::new(&scene, parameters(way(positions))).expect("a twin");
            twin.step(FRAMES);
            let islands = beadwork::topology::Topology::of(&scene)
                .islands
                .iter()
                .filter(|island| !island.joints.is_empty())
                .count();
            let each = twin.world().eliminations as f64 / f64::from(FRAMES) / islands as f64;
            let [cpu, device] = times.map(|mut times| {
                times.sort_by(f64::total_cmp);
                format!("{:.3}", times[times.len() / 2])
            });
            row(out, &[what.to_string(), format!("`{positions}`"), cpu, device, format!("{each:.2}")]);
        }
    }
}
