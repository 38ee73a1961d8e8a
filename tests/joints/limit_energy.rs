//! Stops and energy: a body thrown or whirled against them never has more than it was given, and a body that rests on
//! them rests.

use crate::bounded;
use crate::common::either::Either;
use beadwork::Scene;
use beadwork::benchmark::energy::Extent;
use beadwork::topology::Topology;
use serde_json::{Value, json};

const EXACT: [&str; 2] = ["pulled", "projected"];

/// The most energy of any frame above that after the first, in m g L/2, and the most rounds. There is more than one
/// round where rows come to stops or leave them.
fn gained(machine: &mut Either, scene: &Scene, frames: u32) -> (f64, u64) {
    let unit = Extent::of(scene, &Topology::of(scene)).unit([0.0, -9.81, 0.0]);
    let (mut start, mut most, mut rounds) = (None, 0f64, 0);
    for _ in 0..frames {
        machine.step(1);
        let found = machine.measure();
        assert!(found.finite);
        let energy = found.kinetic_energy + found.potential_energy;
        most = most.max(energy - *start.get_or_insert(energy));
        rounds = rounds.max(found.rounds);
    }
    (most / unit, rounds)
}

#[test]
fn a_thrown_ragdoll_gains_no_energy() {
    for speed in [2.0, 8.0, 20.0] {
        for positions in EXACT {
            for substeps in [1, 4] {
                let scene = bounded::thrown_ragdoll(speed, 1);
                let way = json!({"solver": "direct", "positions": positions, "substeps": substeps});
                let (more, rounds) = gained(&mut Either::twin(&scene, &way), &scene, 120);
                let what = format!("{speed} m/s, {positions}, {substeps}");
                assert!(more < 1e-9, "{what}: {more:e} more");
                assert!(rounds > 1, "{what}: its stops were not at work");
            }
        }
    }
}

#[test]
fn a_thrown_ragdoll_gains_no_energy_on_the_gpu() {
    for (speed, positions) in [(8.0, "pulled"), (20.0, "projected")] {
        let scene = bounded::thrown_ragdoll(speed, 1);
        let way = json!({"solver": "direct", "positions": positions, "substeps": 2});
        let mut gpu = Either::both(&scene, &way).into_iter().next_back().expect("the GPU");
        let (more, rounds) = gained(&mut gpu, &scene, 60);
        assert!(more < 1e-5 && rounds > 1, "{speed} m/s, {positions}: {more:e} more, {rounds} rounds");
    }
}

/// Held by one hand on a rod, at speeds that would tear it from its joints.
#[test]
fn a_whirled_ragdoll_gains_no_energy() {
    for spin in [6.0, 15.0] {
        for substeps in [1, 4] {
            for positions in EXACT {
                for stabilisation in [0.2, 0.05] {
                    let scene = bounded::whirled_limited_ragdoll(spin);
                    let way = json!({"solver": "direct", "positions": positions, "substeps": substeps,
                        "stabilisation": stabilisation});
                    let (more, _) = gained(&mut Either::twin(&scene, &way), &scene, 180);
                    assert!(more < 1e-9, "{way}, {spin} rad/s: {more:e} more");
                }
            }
        }
    }
}

/// A thousand times its own weight at the end of what stops hold.
#[test]
fn a_thousandfold_weight_rests_on_stops() {
    let rest = |scene: &Scene, way: &Value| {
        let mut twin = Either::twin(scene, way);
        twin.step(900);
        twin.measure()
    };
    for positions in EXACT {
        for substeps in [1, 4] {
            let way = json!({"solver": "direct", "positions": positions, "substeps": substeps, "damping": 1});
            let found = rest(&bounded::cantilever(5, 1000.0), &way);
            assert!(found.max_overshoot < 1e-3 && found.max_gap < 1e-3 * 0.2, "hinges, {way}: {found:?}");
            let found = rest(&bounded::ropes(2, 0.1, 1000.0), &way);
            assert!(found.max_overshoot < 1e-3 * 0.1, "ropes, {way}: {found:?}");
        }
    }
}
