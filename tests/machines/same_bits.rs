//! Same adapter, build, scene and parameters: same bits. And whatever only looks, or saves and resumes, changes
//! none.

use std::collections::VecDeque;

use crate::common::every_machine::on_cpu;
use crate::common::*;
use beadwork::{Scene, Simulation, State};
use glam::Vec3;
use serde_json::{Value, json};

fn small_scenes() -> Vec<(&'static str, Value)> {
    vec![
        ("necklaces", json!({"chains": 9, "beads": 12})),
        ("pendant", json!({"beads": 16})),
        ("ring", json!({"beads": 14})),
        ("curtain", json!({"chains": 6, "beads": 9})),
        ("bridge", json!({"beads": 15})),
        ("tree", json!({"branches": 2, "depth": 3})),
        ("net", json!({"rows": 5, "columns": 6})),
        ("linkage", json!({})),
        ("track", json!({"plates": 12})),
        ("suspension", json!({"planks": 4})),
        ("rope", json!({})),
        ("springs", json!({})),
        ("glider", json!({})),
        ("ragdolls", json!({"count": 3})),
        ("arm", json!({})),
        ("joint-grid", json!({"columns": 8, "rows": 5})),
        ("stable-spherical-chain", json!({"links": 24})),
    ]
}

/// A net and a chain that do not touch, as bricks: `auto` shares it out, islands and segments are several, and
/// inertias are tensors.
fn mixed() -> Scene {
    let mut scene = scene("net", json!({"rows": 6, "columns": 9}));
    let chain = crate::common::scene("pendant", json!({"beads": 7}));
    let offset = scene.bodies.len() as u32;
    scene.bodies.extend(chain.bodies);
    scene.joints.extend(chain.joints.into_iter().map(|mut joint| {
        joint.a += offset;
        joint.b += offset;
        joint
    }));
    scene.bodies.iter_mut().for_each(|body| body.inertia *= Vec3::new(0.7, 0.8, 0.9));
    scene
}

/// FNV-1a over every bit of a state.
fn hash(state: &State) -> u64 {
    [
        &state.positions,
        &state.rotations,
        &state.linear_velocities,
        &state.angular_velocities,
        &state.multipliers,
    ]
    .into_iter()
    .flatten()
    .flat_map(|x| x.to_bits().to_le_bytes())
    .chain(state.time.to_bits().to_le_bytes())
    .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Where two states differ first, for a person; equal states pass.
fn assert_same(what: &str, ours: &State, theirs: &State) {
    if hash(ours) == hash(theirs) {
        return;
    }
    assert_eq!(ours.time.to_bits(), theirs.time.to_bits(), "{what}: time");
    for (name, width, ours, theirs) in [
        ("positions", 3, &ours.positions, &theirs.positions),
        ("rotations", 4, &ours.rotations, &theirs.rotations),
        ("linear velocities", 3, &ours.linear_velocities, &theirs.linear_velocities),
        ("angular velocities", 3, &ours.angular_velocities, &theirs.angular_velocities),
        ("multipliers", 3, &ours.multipliers, &theirs.multipliers),
    ] {
        assert_eq!(ours.len(), theirs.len(), "{what}: how many {name}");
        let differ: Vec<usize> =
            (0..ours.len()).filter(|&i| ours[i].to_bits() != theirs[i].to_bits()).collect();
        if let Some(&i) = differ.first() {
            panic!(
                "{what}: {} of {} {name} differ, first item {} component {}: {:e} and {:e}",
                differ.len(),
                ours.len(),
                i / width,
                i % width,
                ours[i],
                theirs[i]
            );
        }
    }
}

fn described(simulation: &mut Simulation) -> Scene {
    pollster::block_on(simulation.describe().expect("a readback")).expect("a scene")
}

#[test]
fn many_frames_twice() {
    for (name, options) in small_scenes() {
        let scene = scene(name, options);
        let run = || {
            let mut simulation = simulation(&scene, json!({}));
            step(&mut simulation, part(200, 600));
            state(&mut simulation)
        };
        let (first, second) = (run(), run());
        assert_same(name, &first, &second);
        assert!(first.positions.iter().all(|x| x.is_finite()), "{name} is not finite");
    }
}

#[test]
fn every_solver_twice() {
    let scene = mixed();
    for way in ways(&scene) {
        let run = || {
            let mut simulation = simulation(&scene, merged(&way, json!({"iterations": 7})));
            step(&mut simulation, 60);
            state(&mut simulation)
        };
        assert_same(&way.to_string(), &run(), &run());
    }
}

#[test]
fn ten_steps_at_once_are_ten_steps() {
    let scene = mixed();
    for way in ways(&scene) {
        let way = merged(&way, json!({"substeps": 2}));
        let (mut one, mut ten) = (simulation(&scene, way.clone()), simulation(&scene, way.clone()));
        step(&mut ten, 10);
        (0..10).for_each(|_| step(&mut one, 1));
        let (one, ten) = (state(&mut one), state(&mut ten));
        // ten times 1/60 is not 10/60 in the last bit of an f64
        assert!((one.time - ten.time).abs() < 1e-12);
        assert_same(&way.to_string(), &State { time: ten.time, ..one }, &ten);
    }
}

/// Measuring, reading, describing and timing by stages do not touch what they look at.
#[test]
fn looking_changes_nothing() {
    let scene = mixed();
    for way in ways(&scene) {
        let (mut watched, mut alone) = (simulation(&scene, way.clone()), simulation(&scene, way.clone()));
        for _ in 0..6 {
            step(&mut watched, 1);
            measure(&mut watched);
            state(&mut watched);
            // a faulty state has no description, and reading it is what counts here
            let _ = pollster::block_on(watched.describe().expect("a readback"));
            step(&mut alone, 1);
        }
        assert_same(&way.to_string(), &state(&mut watched), &state(&mut alone));
    }
}

/// The residual curve is recorded between the passes that would run anyway. Tiles have none and run pass by pass
/// meanwhile, equal to rounding only.
#[test]
fn recording_changes_nothing() {
    let scene = mixed();
    for way in ways(&scene).into_iter().filter(|way| way["execution"] == "global") {
        let (mut watched, mut alone) = (simulation(&scene, way.clone()), simulation(&scene, way.clone()));
        for _ in 0..4 {
            pollster::block_on(watched.measure(Some(true)).expect("a measurement")).expect("measures");
            step(&mut watched, 2);
            step(&mut alone, 2);
        }
        assert_same(&way.to_string(), &state(&mut watched), &state(&mut alone));
    }
}

#[test]
fn what_is_described_resumes_to_the_same_bits() {
    let scenes = small_scenes().into_iter().map(|(name, options)| (name, scene(name, options)));
    for (name, scene) in scenes.chain([("mixed", mixed())]) {
        // a description says a gravity that was set, too
        let own = if name == "mixed" { json!({"gravity": [0.5, -3, 1]}) } else { json!({}) };
        let mut first = simulation(&scene, own);
        step(&mut first, 50);
        let described = described(&mut first);
        let read = Scene::from_json(&described.to_json()).expect("a valid scene");
        assert_eq!(described, read, "{name}");
        let mut second = simulation(&read, json!({}));
        assert_same(name, &state(&mut first), &state(&mut second));
        step(&mut first, 50);
        step(&mut second, 50);
        assert_same(name, &state(&mut first), &state(&mut second));
    }
}

/// One frame says little: a step now and then leaves a force in a row that the next one does not use.
#[test]
fn what_is_described_resumes_from_any_frame() {
    for (name, options) in small_scenes() {
        let mut first = on_cpu::<f32>(&scene(name, options), &json!({}));
        let mut resumed: VecDeque<Simulation> = VecDeque::new();
        for frame in 1..=90 {
            step(&mut first, 1);
            resumed.iter_mut().for_each(|other| step(other, 1));
            resumed.push_front(on_cpu::<f32>(&described(&mut first), &json!({})));
            resumed.truncate(3);
            let now = state(&mut first);
            for (later, other) in resumed.iter_mut().enumerate() {
                assert_same(&format!("{name}, frame {frame}, {later} after"), &now, &state(other));
            }
        }
    }
}

/// Pinned and cut while it ran is the same as made so: in every solver, with and without tensors. But for conjugate
/// gradients, whose sums over an island are shared out by the joints' places in the list: equal to rounding. And the article's
/// solver tears nets to pieces that no scene may have.
#[test]
fn what_was_pinned_and_cut_resumes_to_the_same_bits() {
    let spheres = scene("curtain", json!({"chains": 3, "beads": 9}));
    for (scene, left_out) in
        [(spheres, &["conjugate-gradient"][..]), (mixed(), &["conjugate-gradient", "article"])]
    {
        let taken = |way: &Value| way["solver"].as_str().is_some_and(|name| !left_out.contains(&name));
        for way in ways(&scene).into_iter().filter(taken) {
            let mut first = simulation(&scene, way.clone());
            step(&mut first, 5);
            first.set_fixed(5, true).expect("a body to pin");
            first.cut(12).expect("a joint to cut");
            step(&mut first, 5);
            let read = Scene::from_json(&described(&mut first).to_json()).expect("a valid scene");
            assert_eq!(read.joints.len(), scene.joints.len() - 1);

            let mut second = simulation(&read, way.clone());
            step(&mut first, 5);
            step(&mut second, 5);
            let mut left = state(&mut first);
            left.multipliers.drain(36..39);
            assert_same(&way.to_string(), &left, &state(&mut second));
        }
    }
}

/// What a body's own passes left for its neighbours is not theirs any more once it is pinned.
#[test]
fn what_was_pinned_resumes_to_rounding_under_conjugate_gradients() {
    let scene = scene("net", json!({"rows": 6, "columns": 6}));
    for execution in ["global", "tile"] {
        let way = json!({"solver": "conjugate-gradient", "execution": execution, "iterations": 4});
        let mut first = simulation(&scene, way.clone());
        step(&mut first, 5);
        first.set_fixed(20, true).expect("a body to pin");
        let read = Scene::from_json(&described(&mut first).to_json()).expect("a valid scene");
        let mut second = simulation(&read, way.clone());
        step(&mut first, 2);
        step(&mut second, 2);
        let (first, second) = (state(&mut first), state(&mut second));
        let truth = second.linear_velocities.iter().map(|&x| f64::from(x));
        // sums over the island in another order, and quotients of them
        assert_close(&way.to_string(), 3, worst(&first.linear_velocities, truth), 1e-3);
    }
}

#[test]
fn a_state_written_back_goes_on_as_before() {
    let scene = mixed();
    for way in ways(&scene) {
        let (mut one, mut two) = (simulation(&scene, way.clone()), simulation(&scene, way.clone()));
        step(&mut one, 10);
        // the other has been elsewhere meanwhile
        step(&mut two, 33);
        let middle = state(&mut one);
        two.write_state(&middle).expect("a state of the same scene");
        assert_same("as written", &state(&mut two), &middle);
        step(&mut one, 10);
        step(&mut two, 10);
        assert_same(&way.to_string(), &state(&mut one), &state(&mut two));
    }
}

#[test]
fn reset_is_a_fresh_start() {
    for scene in [mixed(), scene("tree", json!({"depth": 3})), scene("net", json!({"rows": 5, "columns": 5}))]
    {
        for positions in ["pulled", "projected", "symplectic"] {
            for solver in ["auto", "direct"] {
                let way = json!({"solver": solver, "positions": positions});
                let (mut used, mut fresh) =
                    (simulation(&scene, way.clone()), simulation(&scene, way.clone()));
                // also before anything that a step needs was made
                used.reset().expect("a reset");
                step(&mut used, 7);
                used.set_fixed(12, true).expect("a body to pin");
                used.cut(3).expect("a joint to cut");
                step(&mut used, 7);
                used.reset().expect("a reset");
                assert_same(&format!("{way}, as reset"), &state(&mut used), &state(&mut fresh));
                step(&mut used, 20);
                step(&mut fresh, 20);
                assert_same(&format!("{way}, after it"), &state(&mut used), &state(&mut fresh));
            }
        }
    }
}

/// There and back again between two steps: nothing of a solver stays behind.
#[test]
fn a_solver_that_ran_for_a_step_leaves_nothing_but_its_state() {
    let scene = mixed();
    for way in ways(&scene) {
        let mut one = simulation(&scene, way.clone());
        step(&mut one, 5);
        let middle = state(&mut one);
        let mut two = simulation(&scene, json!({"solver": "auto"}));
        two.write_state(&middle).expect("a state of the same scene");
        one.set_parameters(json!({"solver": "auto", "execution": "auto"}).as_object().expect("an object"))
            .expect("auto takes anything");
        step(&mut one, 5);
        step(&mut two, 5);
        assert_same(&format!("auto after {way}"), &state(&mut one), &state(&mut two));
    }
}

/// Where one chain is uneven, all are read joint by joint: slower, and to the same motion.
#[test]
fn even_chains_move_as_uneven_ones() {
    let even = scene("necklaces", json!({"chains": 7, "beads": 30, "tilt": 0.5}));
    let mut uneven = even.clone();
    let offset = uneven.bodies.len() as u32;
    let mut odd = scene("necklaces", json!({"chains": 1, "beads": 4}));
    odd.joints[1].anchor_a.x += 0.01;
    uneven.bodies.extend(odd.bodies);
    uneven.joints.extend(odd.joints.into_iter().map(|mut joint| {
        joint.a += offset;
        joint.b += offset;
        joint
    }));
    let run = |scene: &Scene| {
        let mut simulation = simulation(scene, json!({"solver": "direct"}));
        step(&mut simulation, 20);
        state(&mut simulation)
    };
    let (ours, theirs) = (run(&even), run(&uneven));
    let differ =
        worst(&ours.positions, theirs.positions.iter().take(ours.positions.len()).map(|&x| x.into()));
    assert!(differ.difference < 1e-6, "{differ:?}");

    // with the odd chain cut to pieces all are even again; an edited kernel goes along
    let mut simulation = simulation(&uneven, json!({"solver": "direct"}));
    assert!(!simulation.lists().even_chains);
    let own = beadwork::gpu::kernels::find("solve_chains").expect("a kernel").source;
    let edit = pollster::block_on(simulation.replace_kernel("solve_chains", own).expect("a device"))
        .expect("an edit");
    simulation.install_kernel(&edit).expect("a simulation on the GPU");
    step(&mut simulation, 1);
    for joint in even.joints.len()..uneven.joints.len() {
        simulation.cut(joint).expect("a cut");
    }
    assert!(simulation.lists().even_chains);
    step(&mut simulation, 1);
    assert!(measure(&mut simulation).max_gap_radii < 0.1);
}

/// Small trees and nets: `global` gives each a thread, `tile` a workgroup, and `auto` chooses.
#[test]
fn a_thread_and_a_workgroup_leave_the_same_of_an_island() {
    let bounded = ["joint_newton_trees_alone", "joint_newton_trees"];
    let of_pivots = ["joint_newton_pivots_alone", "joint_newton_pivots"];
    let scenes = [
        ("rope", json!({}), bounded),
        ("ragdolls", json!({"count": 3}), of_pivots),
        ("arm", json!({}), of_pivots),
        ("tree", json!({"branches": 2, "depth": 4}), ["solve_small_islands", "solve_islands"]),
        ("net", json!({"rows": 5, "columns": 6}), ["solve_small_islands", "solve_islands"]),
        ("track", json!({"plates": 12}), ["joint_small_nets", "joint_nets"]),
    ];
    for (name, options, kernels) in scenes {
        let scene = scene(name, options);
        for positions in ["pulled", "projected", "symplectic"] {
            if (name, positions) == ("tree", "pulled") {
                continue; // solve_trees
            }
            let [alone, together] = ["global", "tile"].map(|execution| {
                let way = json!({"solver": "direct", "positions": positions, "execution": execution});
                let mut simulation = simulation(&scene, way);
                step(&mut simulation, 30);
                (simulation.kernels(), state(&mut simulation))
            });
            assert!(alone.0.contains(&kernels[0]) && together.0.contains(&kernels[1]), "{name}, {positions}");
            assert_same(&format!("{name}, {positions}"), &alone.1, &together.1);
        }
    }
}

/// The CPU machine takes islands through the stages of Newton's method side by side. Asked for a thread or a workgroup, it
/// takes each through all rounds, as a GPU does.
#[test]
fn rounds_one_by_one_and_at_once_leave_the_same() {
    for (name, options) in [("rope", json!({})), ("ragdolls", json!({"count": 3})), ("car", json!({}))] {
        let scene = scene(name, options);
        for positions in ["pulled", "projected", "symplectic"] {
            let [staged, at_once] = ["auto", "global"].map(|execution| {
                let way = json!({"solver": "direct", "positions": positions, "execution": execution});
                let mut simulation = on_cpu::<f32>(&scene, &way);
                step(&mut simulation, 30);
                (simulation.kernels(), state(&mut simulation))
            });
            let rounds = |kernels: &[&str]| kernels.iter().any(|kernel| kernel.starts_with("joint_newton"));
            assert!(!rounds(&staged.0) && rounds(&at_once.0), "{name}, {positions}");
            assert_same(&format!("{name}, {positions}"), &staged.1, &at_once.1);
        }
    }
}
