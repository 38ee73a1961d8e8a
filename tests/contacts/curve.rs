//! Residual by pass, where bodies touch.

use beadwork::Scene;
use beadwork::cpu::Twin;
use glam::Vec3;
use pollster::block_on;
use serde_json::{Value, json};

use crate::common::*;
use crate::{ball, plane, touching};

/// Of the twin and of the GPU, in a frame of one substep after `before` frames.
fn curves(scene: &Scene, changes: Value, before: u32) -> [Vec<f32>; 2] {
    let mut twin = Twin::new(scene, parameters(changes.clone())).expect("a twin");
    twin.step(before);
    let state = twin.state();
    twin.step_recorded();
    let ours = twin.measure().residual_by_iteration;
    let mut gpu = simulation(scene, changes);
    gpu.write_state(&state).unwrap();
    block_on(gpu.measure(Some(true)).unwrap()).unwrap();
    step(&mut gpu, 1);
    [ours, measure(&mut gpu).residual_by_iteration]
}

#[test]
fn both_machines_have_the_same_curve() {
    let subject = scene("pyramid", json!({"base": 6}));
    for solver in ["gauss-seidel", "mass-splitting", "chebyshev", "jacobi"] {
        for softness in [json!("auto"), json!("hard")] {
            let changes = json!({"contactSolver": solver, "contactPasses": 8, "contactSoftness": softness, "substeps": 1});
            // at first points lie at depth 0 but for rounding, and there a contact changes from hard to soft
            let [twin, gpu] = curves(&subject, changes, 30);
            assert_eq!((twin.len(), gpu.len()), (9, 9), "{solver}");
            for (a, b) in twin.iter().zip(&gpu) {
                assert!((a - b).abs() < 1e-3 * twin[0] + 1e-5, "{solver}, {softness}: {twin:?} {gpu:?}");
            }
            assert!(twin[8] < twin[0], "{solver}, {softness}: {twin:?}");
        }
    }
}

#[test]
fn a_ball_in_the_air_has_nothing_left_and_one_that_lands_has_its_speed() {
    // by the ground at 2 m/s, with no way to go; one point, which a pass puts right
    let mut falling = ball(Vec3::Y * 0.1, 0.1);
    falling.linear_velocity = Vec3::new(0.0, -2.0, 0.0);
    let scene = touching(vec![plane(), falling, ball(Vec3::Y * 5.0, 0.1)]);
    let [twin, gpu] = curves(&scene, json!({"substeps": 1, "contactPasses": 2, "gravity": [0, 0, 0]}), 0);
    for curve in [twin, gpu] {
        // it counts where it pushes, which is once
        assert!((curve[0] - 2.0).abs() < 1e-3, "{curve:?}");
        assert!(curve[1] < 1e-4 && curve[2] < 1e-4, "{curve:?}");
    }
}

#[test]
fn gauss_seidel_comes_to_an_end_and_jacobi_takes_longer() {
    let subject = scene("stack", json!({"boxes": 10}));
    let curve = |solver: &str| {
        let changes =
            json!({"contactSolver": solver, "contactPasses": 64, "substeps": 1, "contactSoftness": "hard"});
        let mut twin = Twin::new(&subject, parameters(changes)).expect("a twin");
        twin.step(1);
        twin.step_recorded();
        twin.measure().residual_by_iteration
    };
    let [seidel, jacobi] = ["gauss-seidel", "jacobi"].map(curve);
    // the slowest part of ten boxes loses 2 % in a pass
    assert!(seidel[64] < 0.3 * seidel[0], "{seidel:?}");
    assert!(jacobi[64] > 2.0 * seidel[64], "{} {}", jacobi[64], seidel[64]);
}
