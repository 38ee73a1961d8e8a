//! AVBD in units of A_ll⁻¹/h²: each body to its own least energy, colour by colour, and joints that learn. Figures
//! without a reason beside them are those of an independent implementation in f64 (numpy), with one penalty a joint.
//! They are the largest gap in radii of ten seconds, and the distance from the truth in m.

use super::nearness::*;
use crate::common::*;
use beadwork::Scene;
use beadwork::State;
use beadwork::lists::Lists;
use beadwork::topology::Topology;
use serde_json::{Value, json};

fn avbd(changes: Value) -> Value {
    merged(&json!({"solver": "avbd"}), changes)
}

/// Two digits of both, of which the first may be a one: a tenth is their rounding and what k₀ of the pose now makes.
#[test]
fn the_necklace_is_as_near_as_known() {
    let scene = necklace();
    let truth = truth(&scene, 120, 16);
    for (changes, wanted) in [
        (json!({}), [0.018, 0.13]),
        (json!({"iterations": 80}), [0.0037, 0.09]),
        // held at 30 k₀: tight, and .8 m from where it should be
        (json!({"penalty": 30, "penaltyGrowth": 0}), [0.0051, 0.83]),
        // VBD has an answer of its own
        (json!({"hard": false, "penalty": 10}), [0.26, 1.2]),
    ] {
        near(
            &changes.to_string(),
            gap_and_error(&scene, &avbd(changes.clone()), 600, (120, &truth)),
            wanted,
            0.1,
        );
    }
}

/// Under great loads it is what it is good for. A swing under a heavy weight is a matter of where digits are cut; a fifth covers that.
#[test]
fn pendants_are_as_near_as_known() {
    for (ratio, passes, substeps, wanted) in [
        (100, 20, 1, [0.04, 0.22]),
        (1000, 20, 1, [0.13, 0.41]),
        (10_000, 20, 1, [0.4, 1.3]),
        (10_000, 80, 1, [0.1, 0.54]),
    ] {
        let scene = pendant(ratio);
        let truth = truth(&scene, 120, if ratio < 1000 { 16 } else { 48 });
        let changes = json!({"iterations": passes, "substeps": substeps});
        near(
            &format!("{ratio}: {changes}"),
            gap_and_error(&scene, &avbd(changes.clone()), 600, (120, &truth)),
            wanted,
            0.2,
        );
    }
}

/// Two digits; a whip cracks within the second, and a tenth covers what it makes of rounding.
#[test]
fn ring_and_net_are_as_near_as_known() {
    let ring = scene("ring", json!({"beads": 40, "radius": 0.1}));
    let there = truth(&ring, 30, 32);
    let found = gap_and_error(&ring, &avbd(json!({})), 30, (30, &there));
    println!("ring: {found:?}");
    assert!((found[1] / 0.077 - 1.0).abs() < 0.1, "ring: {found:?}");
    let net = scene("net", json!({"rows": 16, "columns": 16, "radius": 0.1}));
    let there = truth(&net, 30, 16);
    let found = gap_and_error(&net, &avbd(json!({})), 30, (30, &there));
    println!("net: {found:?}");
    assert!((found[1] / 0.39 - 1.0).abs() < 0.15, "net: {found:?}");
}

/// λ is the weight below, and penalties stand where the published form would not find them: some times k₀.
#[test]
fn a_hanging_chain_bears_its_weight() {
    let scene = scene("necklaces", json!({"chains": 1, "beads": 12, "tilt": 0}));
    let mut twin = twin(&scene, avbd(json!({})));
    twin.step(300);
    let world = twin.world();
    for (l, tie) in world.ties.iter().enumerate() {
        let below: f64 = world.bodies[tie.a.max(tie.b)..].iter().map(|body| body.mass * 9.81).sum();
        let found = world.multipliers[l].lambda.length();
        assert!((found / below - 1.0).abs() < 0.01, "joint {l}: {found} N, should be {below} N");
        // it gives in to nothing of gravity
        assert!(world.leans.iter().all(|&w| w < 1e-3), "{:?}", world.leans);
        let share = world.penalties[l];
        assert!((1.0..40.0).contains(&share), "joint {l}: {share} k₀");
    }
}

fn run(scene: &Scene, changes: Value, frames: u32) -> Places {
    let mut twin = twin(scene, avbd(changes));
    twin.step(frames);
    places(&twin)
}

/// A penalty goes by the joint alone, not by the world's axes, and k₀ knows its masses.
#[test]
fn masses_and_directions_make_no_difference() {
    let scene = necklace();
    let usual = run(&scene, json!({}), 120);
    let mut heavy = scene.clone();
    heavy.bodies.iter_mut().for_each(|body| {
        body.mass *= 1024.0;
        body.inertia *= 1024.0;
    });
    let off = farthest(&run(&heavy, json!({}), 120), &usual);
    // powers of two: nothing is rounded otherwise
    assert!(off < 1e-9, "{off:e} m with masses times 1,024");
    // about the vertical, so that gravity stays
    let turn = glam::Quat::from_rotation_y(0.7);
    let mut turned = scene.clone();
    for body in &mut turned.bodies {
        body.position = turn * body.position;
        body.rotation = turn * body.rotation;
    }
    let back: Places = run(&turned, json!({}), 120)
        .into_iter()
        .map(|p| (turn.inverse().as_dquat() * glam::DVec3::from(p)).to_array())
        .collect();
    let off = farthest(&back, &usual);
    // a swing magnifies the last digits of f32 in which it was turned by some hundreds
    assert!(off < 1e-4, "{off:e} m where it is turned");
}

/// No two of a colour share a joint, all that move have one, and a star has two however many arms it has.
#[test]
fn bodies_are_coloured() {
    let star = |arms: usize| {
        let arm = |i: usize| {
            let (sine, cosine) = (i as f64 * 0.06).sin_cos();
            json!({"position": [2.0 * cosine, 2.0 * sine, 0], "radius": 0.05, "mass": 1})
        };
        let bodies: Vec<Value> = std::iter::once(json!({"position": [0, 0, 0], "radius": 1.9, "mass": 9}))
            .chain((0..arms).map(arm))
            .collect();
        let joint = |i: usize| {
            let (sine, cosine) = (i as f64 * 0.06).sin_cos();
            json!({"type": "point", "a": 0, "b": i + 1, "anchorA": [1.9 * cosine, 1.9 * sine, 0], "anchorB": [-0.1 * cosine, -0.1 * sine, 0]})
        };
        let joints: Vec<Value> = (0..arms).map(joint).collect();
        Scene::from_value(&json!({"version": 2, "bodies": bodies, "joints": joints})).expect("a scene")
    };
    for (what, scene, most) in [
        ("chain", necklace(), 2),
        ("star", star(100), 2),
        ("tree", scene("tree", json!({"branches": 3, "depth": 4})), 2),
        ("net", scene("net", json!({"rows": 9, "columns": 7})), 2),
        ("ring of 12", scene("ring", json!({"beads": 12})), 2),
        ("ring of 13", scene("ring", json!({"beads": 13})), 3),
    ] {
        let topology = Topology::of(&scene);
        let lists = Lists::new(&topology, &scene);
        let colours = &lists.whole.body_colours;
        assert!(colours.len() <= most, "{what}: {} colours", colours.len());
        let mut colour_of = vec![None; scene.bodies.len()];
        for (colour, range) in colours.iter().enumerate() {
            for &body in &lists.words[range.start as usize..range.end as usize] {
                assert!(colour_of[body as usize].replace(colour).is_none(), "{what}: body {body} twice");
            }
        }
        for (body, is) in scene.bodies.iter().enumerate() {
            assert_eq!(colour_of[body].is_some(), !is.fixed, "{what}: body {body}");
        }
        for joint in &scene.joints {
            let ends = [joint.a, joint.b].map(|body| colour_of[body as usize]);
            assert!(ends[0].is_none() || ends[0] != ends[1], "{what}: {joint:?}");
        }
    }
}

/// f32 comes as near to the truth as f64, on either machine; the two answers part as the swing lets rounding grow.
#[test]
fn single_precision_is_as_near_as_the_twin() {
    let scene = necklace();
    let truth = truth(&scene, 120, 16);
    for changes in [json!({}), json!({"substeps": 4, "iterations": 20})] {
        let changes = avbd(changes);
        let mut twin = twin(&scene, changes.clone());
        twin.step(120);
        let wanted = farthest(&places(&twin), &truth);
        for (name, mut ours) in machines(&scene, &changes) {
            step(&mut ours, 120);
            let found: Places =
                state(&mut ours).positions.chunks(3).map(|p| [0, 1, 2].map(|k| f64::from(p[k]))).collect();
            let off = farthest(&found, &places(&twin));
            let error = farthest(&found, &truth);
            println!(
                "{name} {changes}: {off:.2e} m from the twin, {error:.4} m from the truth, twin {wanted:.4}"
            );
            assert!(off < 5e-3, "{name} {changes}: {off:e} m from the twin");
            assert!(error < 1.05 * wanted + 1e-3, "{name} {changes}: {error} m, the twin {wanted} m");
        }
    }
}

fn same(what: &str, ours: &State, other: &State) {
    assert_eq!(ours.hash(), other.hash(), "{what}: hash");
    assert_eq!(ours, other, "{what}");
}

/// λ, penalties and leans are state: what is read and written, and what is described and loaded, goes on with the same bits.
#[test]
fn a_run_resumes_to_the_same_bits() {
    for scene in [pendant(100), scene("net", json!({"rows": 5, "columns": 4})), scene("linkage", json!({}))] {
        for (name, mut whole) in machines(&scene, &avbd(json!({}))) {
            step(&mut whole, 20);
            let half = state(&mut whole);
            let largest = |row: &[f32]| row.iter().copied().fold(0.0, f32::max);
            let learnt = [largest(&half.penalties), largest(&half.leans)];
            println!("{name}: {learnt:?} learnt");
            assert!(learnt[0] > 1.0 && half.leans.len() == scene.bodies.len(), "{name}: {learnt:?} learnt");
            let described = pollster::block_on(whole.describe().expect("a reading")).expect("a scene");
            let described = Scene::from_json(&described.to_json()).expect("a scene");
            step(&mut whole, 20);
            let end = state(&mut whole);
            let (_, mut fresh) =
                machines(&scene, &avbd(json!({}))).into_iter().find(|(other, _)| *other == name).expect("it");
            step(&mut fresh, 3);
            fresh.write_state(&half).expect("a state");
            step(&mut fresh, 20);
            same(&format!("{name}, written"), &state(&mut fresh), &end);
            let (_, mut loaded) = machines(&described, &avbd(json!({})))
                .into_iter()
                .find(|(other, _)| *other == name)
                .expect("it");
            step(&mut loaded, 20);
            same(&format!("{name}, described"), &state(&mut loaded), &end);
            // as it was loaded, it has learnt nothing
            whole.reset().expect("a reset");
            let reset = state(&mut whole);
            assert!(reset.penalties.is_empty() && reset.leans.is_empty(), "{name}: after a reset");
            step(&mut whole, 20);
            same(&format!("{name}, after a reset"), &state(&mut whole), &half);
        }
    }
}

/// What neither reads nor means anything changes no bit, and each of its own settings does.
#[test]
fn only_its_own_settings_matter() {
    let scene = scene("necklaces", json!({"chains": 1, "beads": 10}));
    let run = |changes: Value| {
        let (_, mut simulation) = machines(&scene, &avbd(changes)).remove(0);
        step(&mut simulation, 20);
        state(&mut simulation).positions
    };
    let usual = run(json!({}));
    for changes in [
        json!({"warmStart": 0.3}),
        json!({"stabilisation": 0.4}),
        json!({"stiffnessGuard": true}),
        json!({"relaxation": 0.5}),
        json!({"compliance": 0.01}),
        json!({"hard": true}),
    ] {
        assert_eq!(run(changes.clone()), usual, "{changes}");
    }
    for changes in [
        json!({"penalty": 2}),
        json!({"penaltyGrowth": 10}),
        json!({"penaltyKept": 0.9}),
        json!({"gapKept": 0.5}),
        json!({"hard": false}),
    ] {
        assert_ne!(run(changes.clone()), usual, "{changes}");
    }
}

/// Beads that nothing pulls on, joined with gaps: what the joints do moves no centre of mass, as far as the passes have come.
#[test]
fn momentum_comes_with_passes() {
    let bead = |x: f64, y: f64, mass: f64| json!({"position": [x, y, 0], "radius": 0.1, "mass": mass});
    let joint = |a: u32, b: u32, x: f64, y: f64| json!({"type": "point", "a": a, "b": b, "anchorA": [x, y, 0], "anchorB": [-x, -y, 0.01]});
    let scene = Scene::from_value(&json!({"version": 2, "gravity": [0, 0, 0],
        "bodies": [bead(0.0, 0.0, 3.0), bead(0.21, 0.0, 0.5), bead(-0.2, 0.01, 1.0), bead(0.0, 0.2, 7.0), bead(0.41, 0.01, 2.0)],
        "joints": [joint(0, 1, 0.1, 0.0), joint(0, 2, -0.1, 0.0), joint(0, 3, 0.0, 0.1), joint(1, 4, 0.1, 0.0)]}))
    .expect("a scene");
    let share = |passes: u32| {
        let mut twin = twin(&scene, avbd(json!({"iterations": passes, "gapKept": 0})));
        twin.step(1);
        let world = twin.world();
        let parts = || world.bodies.iter().zip(&world.velocities).map(|(body, v)| body.mass * v.linear);
        let sum = parts().fold(beadwork::cpu::algebra::Vec3::ZERO, |sum, p| sum + p).length();
        sum / parts().map(|p| p.length()).fold(0.0, f64::max)
    };
    let [few, many] = [5, 80].map(share);
    println!("momentum left over: {few:.2e} of the largest at 5 passes, {many:.2e} at 80");
    assert!(many < 0.1 * few, "{few:e} and {many:e}");
}

/// Joints of every kind, with springs, stops, motors and servos. Errors are of first order, so that 16 substeps leave
/// no more than an eighth of the error of one, which was measured.
#[test]
fn joints_of_every_kind_go_where_the_exact_solver_takes_them() {
    for (name, options, allowed) in [
        ("linkage", json!({}), 0.003),
        ("springs", json!({}), 0.01),
        ("arm", json!({}), 0.02),
        ("rope", json!({"rods": 6, "slack": 0}), 0.01),
        ("track", json!({"plates": 10}), 0.02),
    ] {
        let scene = scene(name, options);
        let truth = {
            let mut twin = twin(&scene, json!({"solver": "direct", "substeps": 64}));
            twin.step(30);
            places(&twin)
        };
        let at = |substeps: u32, passes: u32| {
            farthest(&run(&scene, json!({"substeps": substeps, "iterations": passes}), 30), &truth)
        };
        let [few, more, many] = [at(1, 20), at(4, 20), at(16, 20)];
        println!("{name}: {few:.5} {more:.5} {many:.5}");
        assert!(many < allowed && (many < 0.125 * few || few < 1e-3), "{name}: {few} m, {more} m, {many} m");
    }
}

/// The force of a motor keeps to its bound over the whole substep, whatever the passes, and a stop stops.
#[test]
fn a_motor_pushes_no_harder_than_it_may() {
    for iterations in [5, 20] {
        // half a step more of the way
        keeps_to_its_bound(&avbd(json!({"iterations": iterations})), (0.19375, 1e-3), (240, 2e-3));
    }
}

/// At rest a spring bears the weight below it, by its own stiffness and by none of what is learnt.
#[test]
fn a_spring_yields_by_its_own_stiffness() {
    let scene = Scene::from_value(&json!({"version": 2, "gravity": [0, -10, 0],
        "bodies": [{"position": [0, 0, 0], "radius": 0.1, "mass": 1, "fixed": true}, {"position": [0, -1, 0], "radius": 0.1, "mass": 3}],
        "joints": [{"type": "distance", "a": 0, "b": 1, "anchorA": [0, 0, 0], "anchorB": [0, 0, 0], "min": 1, "max": 1,
            "softness": {"stiffness": 600, "damping": 60}}]}))
    .expect("a scene");
    for (name, mut simulation) in machines(&scene, &avbd(json!({}))) {
        step(&mut simulation, 300);
        let y = f64::from(state(&mut simulation).positions[4]);
        assert!((y + 1.05).abs() < 1e-4, "{name}: {y} m, should be -1.05");
    }
}

/// Of mixed scenes, with every kind of row.
#[test]
fn joints_of_every_kind_agree_with_their_twin() {
    for (name, options) in
        [("linkage", json!({})), ("springs", json!({})), ("arm", json!({})), ("track", json!({"plates": 10}))]
    {
        let scene = scene(name, options);
        let changes = avbd(json!({}));
        let mut twin = twin(&scene, changes.clone());
        twin.step(10);
        for (machine, mut ours) in machines(&scene, &changes) {
            step(&mut ours, 10);
            let found: Places =
                state(&mut ours).positions.chunks(3).map(|p| [0, 1, 2].map(|k| f64::from(p[k]))).collect();
            let off = farthest(&found, &places(&twin));
            println!("{name} on the {machine}: {off:.1e} m off");
            // a penalty of some k₀ makes forces of last digits of places
            assert!(off < 1e-4, "{name} on the {machine}: {off:e} m");
        }
    }
}

/// Entry k is |C|/h after pass k: the last one is the gap that is left.
#[test]
fn the_curve_is_what_passes_leave_of_the_gaps() {
    for scene in [scene("necklaces", json!({"chains": 1, "beads": 5})), scene("linkage", json!({}))] {
        let mut twin = twin(&scene, avbd(json!({"iterations": 8})));
        twin.step(5);
        let curve = twin.step_recorded();
        assert_eq!(curve.len(), 9);
        let left = twin.measure().rms_gap * 60.0;
        println!("{curve:?}");
        assert!(curve[8] >= left * (1.0 - 1e-9), "{curve:?}, and {left} m/s");
        assert!(!twin.lists().points || (curve[8] / left - 1.0).abs() < 1e-9, "{curve:?}, and {left} m/s");
    }
}

/// What hangs in a heap stays whole and comes to rest on what lies there.
#[test]
fn bodies_that_touch_are_pushed_apart_around_its_passes() {
    stays_whole_in_a_heap(&avbd(json!({"substeps": 8})), 0.2, 0.03);
}
