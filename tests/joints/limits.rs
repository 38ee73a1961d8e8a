//! Rows with bounds in crowds: random trees and loops against dense linear algebra and projected Gauss-Seidel, the GPU against the twin,
//! ragdolls that are thrown.

#[path = "../common/problem.rs"]
pub mod problem;

use crate::common::mixed::{self, bounded};
use crate::common::*;
use beadwork::Scene;
use beadwork::cpu::Twin;
use beadwork::scene::{Body, Joint, JointKind, Solid};
use glam::Vec3;
use problem::Problem;
use serde_json::{Value, json};

fn stepped(scene: &Scene, changes: Value) -> Twin {
    let mut twin = Twin::new(scene, parameters(changes)).expect("a twin");
    twin.step(1);
    twin
}

/// The largest part by which a row misses its equation or its staircase, m/s or rad/s.
fn residual(twin: &mut Twin) -> f64 {
    twin.measure().residual
}

const EXACT: [&str; 2] = ["pulled", "projected"];

fn exact(rounds: u32) -> Value {
    json!({"solver": "direct", "positions": "pulled", "rounds": rounds})
}

/// Every row on its equation or its staircase, whatever the limits, masses and loops.
#[test]
fn the_exact_solver_puts_every_row_on_its_staircase() {
    let mut most_rounds = 0;
    for seed in 0..60 {
        let ratio = [1.0, 20.0, 400.0][seed as usize % 3];
        let scene = bounded(seed, 3 + seed as usize % 20, ratio, 0);
        let mut twin = stepped(&scene, exact(32));
        let measured = twin.measure();
        assert!(measured.residual < 1e-9, "tree {seed}: {:e}", measured.residual);
        most_rounds = most_rounds.max(measured.rounds);
    }
    assert!(most_rounds > 2, "{most_rounds} rounds");
    for seed in 0..20 {
        let scene = bounded(500 + seed, 4 + seed as usize % 12, 2.0, 1);
        let mut twin = stepped(&scene, exact(32));
        // in loops hard rows are given a little softness, on their change
        let found = residual(&mut twin);
        assert!(found < 1e-4, "with a loop {seed}: {found:e}");
    }
}

/// The velocities are those that 20,000 sweeps of projected Gauss-Seidel come to.
#[test]
fn newton_ends_where_projected_gauss_seidel_does() {
    for seed in 0..12 {
        let scene = bounded(100 + seed, 3 + seed as usize % 5, 5.0, 0);
        let twin = stepped(&scene, exact(32));
        let off = Problem::of(&twin).off(&twin, 20_000);
        assert!(off < 1e-7, "tree {seed}: {off:e}");
    }
}

/// On the GPU as on the twin: rounds, forces and where all goes, for a second.
#[test]
fn the_gpu_does_what_the_twin_does() {
    for seed in 0..6 {
        let scene = bounded(200 + seed, 4 + 3 * seed as usize, 4.0, usize::from(seed >= 4));
        for positions in EXACT {
            let way = json!({"solver": "direct", "positions": positions, "rounds": 32});
            let mut twin = Twin::new(&scene, parameters(way.clone())).expect("a twin");
            let mut gpu = simulation(&scene, way);
            for frame in 1..=4 {
                twin.step(1);
                step(&mut gpu, 1);
                let (ours, truth) = (state(&mut gpu), twin.state());
                let found =
                    worst(&ours.linear_velocities, truth.linear_velocities.iter().map(|&x| f64::from(x)));
                assert_close(&format!("tree {seed}, {positions}, frame {frame}"), 3, found, 2e-3);
            }
        }
    }
    no_gpu_errors();
}

/// The GPU's passes are those of the twin.
#[test]
fn passes_on_the_gpu_are_the_twin_s() {
    for solver in ["jacobi", "gauss-seidel"] {
        let scene = bounded(300, 12, 4.0, 1);
        let way = json!({"solver": solver, "iterations": 10});
        let mut twin = Twin::new(&scene, parameters(way.clone())).expect("a twin");
        let mut gpu = simulation(&scene, way);
        twin.step(2);
        step(&mut gpu, 2);
        let (ours, truth) = (state(&mut gpu), twin.state());
        let found = worst(&ours.linear_velocities, truth.linear_velocities.iter().map(|&x| f64::from(x)));
        assert_close(solver, 3, found, 1e-3);
    }
}

/// Jacobi and Gauss-Seidel come to what the exact solver finds, given passes enough.
#[test]
fn those_that_iterate_come_to_the_same() {
    for solver in ["jacobi", "gauss-seidel"] {
        let scene = bounded(400, 5, 2.0, 0);
        let way = json!({"solver": solver, "iterations": 1000, "stabilisation": 0.2, "warmStart": 1.0});
        let (mut one, mut other) = (stepped(&scene, way), stepped(&scene, exact(32)));
        let left = residual(&mut one);
        assert!(left < 1e-4, "{solver}: {left:e}");
        let (ours, truth) = (one.state().linear_velocities, other.state().linear_velocities);
        for (x, y) in ours.iter().zip(&truth) {
            assert!((x - y).abs() < 1e-3, "{solver}: {x} and {y}");
        }
    }
}

/// Chebyshev says why it will not.
#[test]
fn chebyshev_takes_no_bounds() {
    let scene = bounded(1, 5, 1.0, 0);
    let refused = Twin::new(&scene, parameters(json!({"solver": "chebyshev"}))).err().expect("refused");
    assert_eq!(refused.code.as_str(), "not-applicable");
    assert!(refused.message.contains("gauss-seidel"), "{}", refused.message);
}

/// Forces to begin with may be of any size that a scene can have: trees with bounds beside a ring of ropes, few rounds, pulled.
#[test]
fn large_forces_to_begin_with_stay_finite() {
    for seed in 0..60 {
        let mut random = mixed::Random::new(seed);
        let mut scene = bounded(900 + seed, 4 + random.below(16), [1.0, 30.0, 400.0][random.below(3)], 0);
        let first = scene.bodies.len() as u32;
        let count = 4 + random.below(6) as u32;
        for k in 0..count {
            let angle = std::f64::consts::TAU * f64::from(k) / f64::from(count);
            let position = glam::DVec3::new(5.0 + 0.5 * angle.cos(), 3.0 + 0.5 * angle.sin(), 0.0).as_vec3();
            scene.bodies.push(Body { position, ..Body::of(Solid::Sphere, 0.1) });
        }
        let apart = scene.bodies[first as usize].position.distance(scene.bodies[first as usize + 1].position);
        for k in 0..count {
            let rope = JointKind::Distance { min: 0.0, max: apart * (0.9 + 0.3 * random.unit() as f32) };
            let ends = [k, (k + 1) % count].map(|k| (first + k, Vec3::ZERO));
            scene.joints.push(Joint::new(rope, ends[0], ends[1]));
        }
        for joint in &mut scene.joints {
            joint.multiplier = random.vector(900.0).as_vec3();
            if joint.kind.has_angular_rows() {
                joint.torque = random.vector(900.0).as_vec3();
            }
        }
        let mut single = Twin::<f32>::of(&scene, parameters(exact(2))).expect("a twin");
        single.step(10);
        assert!(single.measure().finite, "seed {seed} on the CPU");
        if seed % 4 == 0 {
            let mut gpu = simulation(&scene, exact(2));
            step(&mut gpu, 10);
            assert!(measure(&mut gpu).finite, "seed {seed} on the GPU");
        }
    }
}
