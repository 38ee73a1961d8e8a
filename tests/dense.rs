//! The twin against a dense f64 solve: J written down from poses and anchors alone, A λ = b by nalgebra's LU.
#![cfg(not(target_arch = "wasm32"))]

mod common;

use beadwork::Scene;
use beadwork::cpu::{Twin, dense};
use beadwork::solvers::{self, plan::Dispatch};
use common::*;
use glam::{DMat3, DVec3};
use nalgebra::{DMatrix, DVector};
use proptest::prelude::*;
use serde_json::{Value, json};

/// The dense truth of one substep: V from J V = −β C/h with all of J, M and V* in the open.
struct Truth {
    jacobian: DMatrix<f64>,
    a: DMatrix<f64>,
    bias: DVector<f64>,
    free: DVector<f64>,
    inverse_mass: DMatrix<f64>,
    h: f64,
}

fn skew(v: DVec3) -> DMat3 {
    DMat3::from_cols(DVec3::new(0.0, v.z, -v.y), DVec3::new(-v.z, 0.0, v.x), DVec3::new(v.y, -v.x, 0.0))
}

impl Truth {
    /// `start` is the twin before the substep; `after` the same once its inertias are guarded.
    fn new(start: &Twin, after: &Twin) -> Truth {
        let world = &start.world;
        let (bodies, joints) = (world.bodies.len(), world.joints.len());
        let h = start.parameters.substep();
        let tuning = solvers::tuning_of(solvers::chosen(&start.parameters, &start.lists), &start.parameters);

        let mut jacobian = DMatrix::zeros(3 * joints, 6 * bodies);
        let mut bias = DVector::zeros(3 * joints);
        for (l, joint) in world.joints.iter().enumerate() {
            let (a, b) = (world.poses[joint.a], world.poses[joint.b]);
            let (arm_a, arm_b) = (a.rotation * joint.anchor_a, b.rotation * joint.anchor_b);
            let gap = (a.position - b.position) + (arm_a - arm_b);
            for r in 0..3 {
                jacobian[(3 * l + r, 6 * joint.a + r)] = 1.0;
                jacobian[(3 * l + r, 6 * joint.b + r)] = -1.0;
                bias[3 * l + r] = tuning.stabilisation / h * gap[r];
                for c in 0..3 {
                    jacobian[(3 * l + r, 6 * joint.a + 3 + c)] = -skew(arm_a).col(c)[r];
                    jacobian[(3 * l + r, 6 * joint.b + 3 + c)] = skew(arm_b).col(c)[r];
                }
            }
        }
        let mut inverse_mass = DMatrix::zeros(6 * bodies, 6 * bodies);
        for (i, body) in world.bodies.iter().enumerate() {
            for r in 0..3 {
                inverse_mass[(6 * i + r, 6 * i + r)] = body.inverse_mass;
                for c in 0..3 {
                    inverse_mass[(6 * i + 3 + r, 6 * i + 3 + c)] = after.world.mobility[i].col(c)[r];
                }
            }
        }
        // V* by the twin's own stage, which other tests hold against closed forms
        let mut free = start.clone();
        let whole = |kernel| Dispatch { kernel, step: plan_of(start, "compute_inertia").step, workgroups: 1 };
        free.world.run(&whole("compute_free_velocity"));
        let free = DVector::from_vec(dense::stacked(&free.world.free_velocities));
        let a = &jacobian * &inverse_mass * jacobian.transpose();
        Truth { jacobian, a, bias, free, inverse_mass, h }
    }

    fn residual(&self, v: &DVector<f64>) -> f64 {
        (&self.jacobian * v + &self.bias).amax()
    }

    /// V of the exact multipliers, where A can be inverted.
    fn solved(&self) -> Option<DVector<f64>> {
        let b = (&self.jacobian * &self.free + &self.bias) / self.h;
        let lambda = self.a.clone().lu().solve(&b)?;
        let v = &self.free - self.h * (&self.inverse_mass * self.jacobian.transpose() * &lambda);
        (self.residual(&v) < 1e-9).then_some(v)
    }
}

/// A dispatch of the prepare stages, over all bodies.
fn plan_of(twin: &Twin, kernel: &str) -> Dispatch {
    let mut parameters = twin.parameters.clone();
    parameters.solver = "jacobi";
    solvers::plan(&parameters, &twin.lists, false)
        .into_iter()
        .find(|dispatch| dispatch.kernel == kernel)
        .expect("a stage of every iterative solver")
}

fn substep(scene: &Scene, changes: Value) -> (Truth, DVector<f64>) {
    let start = Twin::new(scene, with_gravity_of(scene, changes)).expect("a twin");
    let mut after = start.clone();
    after.step(1);
    let truth = Truth::new(&start, &after);
    let v = DVector::from_vec(dense::stacked(&after.world.velocities));
    (truth, v)
}

fn agree(name: &str, truth: &Truth, v: &DVector<f64>, residual: f64, distance: f64) {
    assert!(
        truth.residual(v) <= residual,
        "{name}: |JV + βC/h| is {:e}, allowed {residual:e}",
        truth.residual(v)
    );
    if let Some(exact) = truth.solved() {
        let off = (v - &exact).amax() / exact.amax().max(1.0);
        assert!(off <= distance, "{name}: V is off by {off:e}, allowed {distance:e}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn the_exact_solver_is_exact(recipe in exact_recipe()) {
        // γ = 1e-6 of A_ll's mean diagonal on a start from random multipliers: h γ δ is left, and masses a
        // hundredfold apart make δ large where the diagonal is small
        let (truth, v) = substep(&recipe.scene(), json!({"solver": "direct"}));
        agree("direct", &truth, &v, 1e-2, 1e-2);
    }

    /// On trees, where J V = −β C/h can be met; a net with gaps asks for what cannot be.
    #[test]
    fn every_iterative_solver_converges_to_the_dense_solution(recipe in exact_recipe()) {
        let scene = recipe.scene();
        for solver in ["jacobi", "chebyshev", "gauss-seidel", "conjugate-gradient"] {
            let start = Twin::new(&scene, with_gravity_of(&scene, json!({"solver": solver, "iterations": 1000, "execution": "global"})))
                .expect("a twin");
            let mut after = start.clone();
            let plan = solvers::plan(&start.parameters, &start.lists, false);
            let (last, before) = plan.split_last().expect("a plan");
            assert_eq!(last.kernel, "compute_positions");
            before.iter().for_each(|dispatch| after.world.run(dispatch));
            // the simple ones are slow: the passes over and over
            let passes = |d: &&Dispatch| matches!(d.kernel, "update_multipliers" | "update_velocities" | "relax_joints");
            if matches!(solver, "jacobi" | "gauss-seidel") {
                for _ in 0..30 {
                    before[4..].iter().filter(passes).for_each(|dispatch| after.world.run(dispatch));
                }
            }
            let truth = Truth::new(&start, &after);
            let v = DVector::from_vec(dense::stacked(&after.world.velocities));
            // conjugate gradients stop at a millionth; the others go on
            agree(solver, &truth, &v, 1e-4, 1e-3);
        }
    }
}

/// Long enough, Jacobi's residual goes under 1e-10.
#[test]
fn jacobi_iterated_to_convergence() {
    let scene = scene("net", json!({"rows": 3, "columns": 4}));
    let mut twin =
        Twin::new(&scene, parameters(json!({"solver": "jacobi", "iterations": 1000, "execution": "global"})))
            .expect("a twin");
    let plan = solvers::plan(&twin.parameters, &twin.lists, false);
    let passes: Vec<&Dispatch> =
        plan.iter().filter(|d| matches!(d.kernel, "update_multipliers" | "update_velocities")).collect();
    plan.iter()
        .filter(|d| d.kernel.starts_with("compute") && d.kernel != "compute_positions")
        .for_each(|d| twin.world.run(d));
    for _ in 0..20 {
        passes.iter().for_each(|dispatch| twin.world.run(dispatch));
    }
    let residual = twin.measure().residual;
    assert!(residual < 1e-10, "residual {residual:e}");
}

#[test]
fn the_sparse_j_is_the_dense_one() {
    let scene = scene("tree", json!({"branches": 2, "depth": 3}));
    let start = Twin::new(&scene, parameters(json!({"solver": "jacobi"}))).expect("a twin");
    let mut after = start.clone();
    after.step(1);
    let truth = Truth::new(&start, &after);
    let live: Vec<usize> = (0..start.world.joints.len()).collect();
    let ours = dense::jacobian(&after.world, &live);
    for (r, row) in ours.iter().enumerate() {
        for (c, x) in row.iter().enumerate() {
            assert!((x - truth.jacobian[(r, c)]).abs() < 1e-12, "J[{r}, {c}]");
        }
    }
    let a = dense::delassus(&ours, &dense::inverse_mass(&after.world));
    let worst = (0..a.len())
        .flat_map(|r| (0..a.len()).map(move |c| (r, c)))
        .fold(0f64, |m, (r, c)| m.max((a[r][c] - truth.a[(r, c)]).abs()));
    assert!(worst < 1e-9 * truth.a.amax(), "A is off by {worst:e}");
}
