//! GPU against the f64 twin: one substep of each solver on random scenes, every buffer that both have.
//! f32 carries 24 bits; what a substep does to the state loses a few of them, more where a solver divides by
//! what nearly vanishes. Allowed differences are relative to the largest number of the same kind, and some five
//! times the worst of 1,500 scenes.

use crate::common::*;
use beadwork::Scene;
use beadwork::cpu::Twin;
use beadwork::cpu::algebra::Vec3;
use beadwork::plan::Facts;
use beadwork::solvers;
use proptest::prelude::*;
use serde_json::{Value, json};

/// Steps both once and compares velocities, positions, rotations and multipliers.
fn compare(scene: &Scene, changes: &Value, allowed: f64) {
    let mut simulation = simulation(scene, changes.clone());
    let mut twin = Twin::new(scene, simulation.parameters().clone()).expect("a twin");
    step(&mut simulation, 1);
    twin.step(1);
    let found = state(&mut simulation);
    let world = twin.world();

    let three =
        |f: &dyn Fn(usize) -> Vec3<f64>, n: usize| (0..n).flat_map(|i| f(i).to_array()).collect::<Vec<_>>();
    let check = |what: &str, ours: &[f32], truth: Vec<f64>, width: usize, scale: f64| {
        let largest = truth.iter().fold(scale, |m, x| m.max(x.abs()));
        assert_close(&format!("{what} {changes}"), width, worst(ours, truth.into_iter()), allowed * largest);
    };
    let bodies = world.bodies.len();
    check("v", &found.linear_velocities, three(&|i| world.velocities[i].linear, bodies), 3, 1.0);
    check("ω", &found.angular_velocities, three(&|i| world.velocities[i].angular, bodies), 3, 1.0);
    check("x", &found.positions, three(&|i| world.poses[i].position, bodies), 3, 1.0);
    let quaternions = world.poses.iter().flat_map(|p| p.rotation.to_array()).collect();
    check("q", &found.rotations, quaternions, 4, 1.0);
    check("λ", &found.multipliers, three(&|l| world.multipliers[l].lambda, world.ties.len()), 3, 1.0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn jacobi_agrees_with_its_twin(recipe in recipe(), iterations in 1u32..6) {
        compare(&recipe.scene(), &json!({"solver": "jacobi", "iterations": iterations, "stiffnessGuard": true}), 5e-5);
    }

    #[test]
    fn tiles_and_passes_give_the_same_numbers(recipe in recipe(), iterations in 1u32..9) {
        let scene = recipe.scene();
        for (solver, name) in [
            ("jacobi", "tile_relax"),
            ("chebyshev", "tile_relax"),
            ("gauss-seidel", "tile_sweep"),
            ("conjugate-gradient", "tile_conjugate"),
        ] {
            // close to their end conjugate gradients magnify rounding: either way is percents off the twin by pass 8
            let conjugate = solver == "conjugate-gradient";
            let passes = if conjugate { iterations.min(3) } else { iterations };
            let run = |execution: &str| {
                let changes = json!({"solver": solver, "iterations": passes, "execution": execution});
                let mut simulation = simulation(&scene, changes);
                let dispatches = solvers::plan(simulation.parameters(), simulation.lists(), Facts::default(), false).substep.len();
                assert_eq!(dispatches == 1, execution == "tile", "{solver}: {dispatches} dispatches by {execution}");
                step(&mut simulation, 2);
                let found = measure(&mut simulation);
                (state(&mut simulation), found)
            };
            let ((tiled, found), (passes, wanted)) = (run("tile"), run("global"));
            prop_assert_eq!(found.execution, name);
            let fast = passes.linear_velocities.iter().fold(1.0, |most: f64, &x| most.max(f64::from(x.abs())));
            let truth = passes.linear_velocities.iter().map(|&x| f64::from(x));
            // the same sums in the same order, contracted differently by the compiler; conjugate gradients divide sums
            let allowed = if conjugate { 2e-3 } else { 1e-4 };
            assert_close(solver, 3, worst(&tiled.linear_velocities, truth), allowed);
            let off = (found.residual - wanted.residual).abs();
            prop_assert!(off < allowed * fast, "{}: {} for {}", name, found.residual, wanted.residual);
        }
    }

    #[test]
    fn article_agrees_with_its_twin(recipe in recipe(), iterations in 1u32..4) {
        compare(&recipe.scene(), &json!({"solver": "article", "iterations": iterations}), 1e-4);
    }

    #[test]
    fn chebyshev_agrees_with_its_twin(recipe in recipe(), iterations in 1u32..12) {
        compare(&recipe.scene(), &json!({"solver": "chebyshev", "iterations": iterations}), 1e-4);
    }

    #[test]
    fn gauss_seidel_agrees_with_its_twin(recipe in recipe(), iterations in 1u32..8) {
        compare(&recipe.scene(), &json!({"solver": "gauss-seidel", "iterations": iterations}), 1e-4);
    }

    #[test]
    fn gravity_once_agrees_with_its_twin(recipe in recipe(), iterations in 1u32..4, substeps in 1u32..5) {
        compare(&recipe.scene(), &json!({"solver": "gauss-seidel", "iterations": iterations, "substeps": substeps, "forces": "once"}), 1e-4);
    }

    #[test]
    fn xpbd_agrees_with_its_twin(recipe in recipe(), iterations in 1u32..4, side_by_side in any::<bool>()) {
        let order = if side_by_side { "side-by-side" } else { "coloured" };
        // a correction of x by its last digits is one of V by these over h
        compare(&recipe.scene(), &json!({"solver": "xpbd", "substeps": 2, "iterations": iterations, "passOrder": order}), 3e-4);
    }

    #[test]
    fn soft_steps_agree_with_their_twin(recipe in recipe(), iterations in 1u32..4, substeps in 1u32..4) {
        compare(&recipe.scene(), &json!({"solver": "soft-step", "substeps": substeps, "iterations": iterations}), 1e-4);
    }

    #[test]
    fn nonlinear_conjugate_gradients_agree_with_their_twin(recipe in recipe(), iterations in 1u32..6) {
        // β is a quotient of sums
        compare(&recipe.scene(), &json!({"solver": "nncg", "iterations": iterations}), 1e-3);
    }

    #[test]
    fn avbd_agrees_with_its_twin(recipe in recipe(), iterations in 1u32..6, substeps in 1u32..3) {
        // as xpbd; and H of stiff penalties loses some digits of each correction
        compare(&recipe.scene(), &json!({"solver": "avbd", "substeps": substeps, "iterations": iterations}), 3e-4);
    }

    #[test]
    fn conjugate_gradients_agree_with_their_twin(recipe in recipe(), iterations in 1u32..6) {
        // α and β are quotients of sums: a digit less than the linear solvers
        compare(&recipe.scene(), &json!({"solver": "conjugate-gradient", "iterations": iterations}), 1e-3);
    }

    #[test]
    fn the_exact_solver_agrees_with_its_twin(recipe in exact_recipe()) {
        // f32 times the condition of A, which random masses and arms bring to a few thousand
        compare(&recipe.scene(), &json!({"solver": "direct"}), 1e-3);
    }

    #[test]
    fn measures_agree_with_those_of_the_twin(recipe in recipe(), iterations in 1u32..4) {
        let scene = recipe.scene();
        for way in ways(&scene) {
            let mut simulation = simulation(&scene, merged(&way, json!({"iterations": iterations})));
            let mut twin = Twin::new(&scene, simulation.parameters().clone()).expect("a twin");
            step(&mut simulation, 1);
            twin.step(1);
            let (found, truth) = (measure(&mut simulation), twin.measure());
            // the states' own differences, as above, and of sums of squares over a few dozen bodies
            let allowed = match twin.parameters().solver {
                "article" => 3e-4,
                "direct" | "auto" | "conjugate-gradient" => 1e-3,
                _ => 1e-4,
            };
            let world = twin.world();
            let tie = &world.ties[found.worst_joint as usize];
            let radius = world.poses[tie.a].radius.min(world.poses[tie.b].radius);
            let its_gap = world.error_of(found.worst_joint as usize).length() / radius;
            let fastest = world.velocities.iter().fold(1.0, |m: f64, v| m.max(v.linear.length()));
            for (what, ours, truth, scale) in [
                ("maxGap", found.max_gap, truth.max_gap, 1.0),
                ("rmsGap", found.rms_gap, truth.rms_gap, 1.0),
                ("maxGapRadii", found.max_gap_radii, truth.max_gap_radii, 10.0),
                ("the worst joint's gap", its_gap, truth.max_gap_radii, 10.0),
                ("residual", found.residual, truth.residual, fastest),
                ("kineticEnergy", found.kinetic_energy, truth.kinetic_energy, truth.kinetic_energy),
                ("potentialEnergy", found.potential_energy, truth.potential_energy, truth.kinetic_energy.max(1.0)),
            ] {
                let off = (ours - truth).abs() / scale;
                prop_assert!(off <= allowed, "{way}: {what} is {ours}, should be {truth}: off by {off:e}, allowed {allowed:e}");
            }
            prop_assert_eq!(found.finite, truth.finite);
        }
    }

    #[test]
    fn both_find_the_same_faulty_body(recipe in recipe(), picks in prop::collection::vec(any::<prop::sample::Index>(), 0..3)) {
        let scene = recipe.scene();
        let mut simulation = simulation(&scene, json!({}));
        let mut twin = Twin::new(&scene, simulation.parameters().clone()).expect("a twin");
        let mut faulty = twin.state();
        for (k, pick) in picks.iter().enumerate() {
            let body = pick.index(scene.bodies.len());
            if k == 0 { faulty.positions[3 * body + 1] = f32::NAN } else { faulty.rotations[4 * body + 3] = f32::INFINITY }
        }
        simulation.write_state(&faulty).expect("a state");
        let found = pollster::block_on(simulation.find_fault().expect("a look")).expect("an answer");
        twin.write_state(&faulty).expect("a state");
        let first = pollster::block_on(twin.find_fault().expect("a look")).expect("an answer");
        prop_assert_eq!(found, first);
        prop_assert_eq!(first, picks.iter().map(|pick| pick.index(scene.bodies.len())).min());
    }

    #[test]
    fn long_chains_agree_with_their_twin_either_way(recipe in long_recipe()) {
        let scene = recipe.scene();
        for execution in ["global", "tile"] {
            for positions in ["pulled", "symplectic"] {
                let way = json!({"solver": "direct", "execution": execution, "positions": positions});
                compare(&scene, &way, 1e-3);
            }
        }
        let pulled = json!({"solver": "direct", "execution": "tile", "positions": "pulled"});
        let mut shared = simulation(&scene, pulled);
        step(&mut shared, 1);
        prop_assert_eq!(measure(&mut shared).execution, "solve_long_chains");
        let mut shut = simulation(&scene, json!({"solver": "direct", "execution": "tile"}));
        step(&mut shut, 1);
        prop_assert_eq!(measure(&mut shut).execution, "solve_islands");
    }
}

/// They end by their own rule, not by the number of passes.
#[test]
fn conjugate_gradients_go_on_for_as_long_as_f32_tells() {
    let scene = scene("necklaces", json!({"chains": 1, "beads": 40}));
    for execution in ["global", "tile"] {
        let after = |iterations: u32| {
            let changes =
                json!({"solver": "conjugate-gradient", "execution": execution, "iterations": iterations});
            let mut simulation = simulation(&scene, changes);
            step(&mut simulation, 1);
            measure(&mut simulation).residual
        };
        let (one, all) = (after(1), after(400));
        assert!(all < 3e-4 * one, "{execution}: {one:e} m/s after a pass, {all:e} after 400");
    }
}
