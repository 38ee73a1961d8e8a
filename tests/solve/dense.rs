//! The twin against a dense f64 solve. J, M⁻¹, V* and the bias are written down here once more, from the scene's
//! poses and anchors alone, and A λ = b is solved by nalgebra. Every solver of the list that goes by velocities is held to three things:
//! - its velocities and its multipliers belong together, V = V* − h M⁻¹ Jᵀ λ, however early it was cut off;
//! - what it leaves in J V + β C/h explains all of its error;
//! - solved again and again from its own multipliers it arrives, J V = −β C/h, at the dense V.
//!
//! Where A is singular λ is not unique and only J V and V are compared (V is unique: J V = −β C/h and V − V* in
//! the range of M⁻¹ Jᵀ leave no choice).

use crate::common::*;
use beadwork::Scene;
use beadwork::cpu::{Twin, dense};
use beadwork::solvers::{self, direct, planner::Tuning};
use glam::{DMat3, DQuat, DVec3};
use nalgebra::{DMatrix, DVector};
use proptest::prelude::*;
use serde_json::{Value, json};

/// One substep with everything in the open: 3 rows per joint, 6 columns per body.
struct Dense {
    j: DMatrix<f64>,
    inverse_mass: DMatrix<f64>,
    /// A = J M⁻¹ Jᵀ
    a: DMatrix<f64>,
    /// β C/h
    bias: DVector<f64>,
    /// V*
    free: DVector<f64>,
    /// λ_prev, what the guard and the warm start see.
    previous: DVector<f64>,
    tuning: Tuning,
    h: f64,
}

impl Dense {
    fn of(scene: &Scene, twin: &Twin) -> Dense {
        let parameters = twin.parameters();
        let tuning = solvers::last_part(parameters, twin.lists()).tuning(parameters);
        let (bodies, joints, h) = (scene.bodies.len(), scene.joints.len(), parameters.substep());
        let gravity = DVec3::from_array(parameters.gravity.vector());
        let kept = 1.0 - parameters.damping * h;
        let rotation = |body: u32| scene.bodies[body as usize].rotation.as_dquat().normalize();
        let position = |body: u32| scene.bodies[body as usize].position.as_dvec3();

        let mut j = DMatrix::zeros(3 * joints, 6 * bodies);
        let mut bias = DVector::zeros(3 * joints);
        let mut previous = DVector::zeros(3 * joints);
        let mut pull = vec![0.0; bodies];
        for (l, joint) in scene.joints.iter().enumerate() {
            let arm_a = rotation(joint.a) * joint.anchor_a.as_dvec3();
            let arm_b = rotation(joint.b) * joint.anchor_b.as_dvec3();
            let gap = (position(joint.a) + arm_a) - (position(joint.b) + arm_b);
            let lambda = joint.multiplier.as_dvec3();
            pull[joint.a as usize] += lambda.length() * arm_a.length();
            pull[joint.b as usize] += lambda.length() * arm_b.length();
            for r in 0..3 {
                bias[3 * l + r] = tuning.stabilisation / h * gap[r];
                previous[3 * l + r] = lambda[r];
            }
            // d/dt of (x_a + R_a r_a) − (x_b + R_b r_b): unit velocities and unit spins, one column each
            for axis in 0..3 {
                let unit = DVec3::AXES[axis];
                for r in 0..3 {
                    j[(3 * l + r, 6 * joint.a as usize + axis)] = unit[r];
                    j[(3 * l + r, 6 * joint.b as usize + axis)] = -unit[r];
                    j[(3 * l + r, 6 * joint.a as usize + 3 + axis)] = unit.cross(arm_a)[r];
                    j[(3 * l + r, 6 * joint.b as usize + 3 + axis)] = -unit.cross(arm_b)[r];
                }
            }
        }

        let mut inverse_mass = DMatrix::zeros(6 * bodies, 6 * bodies);
        let mut free = DVector::zeros(6 * bodies);
        for (i, body) in scene.bodies.iter().enumerate().filter(|(_, body)| !body.fixed) {
            let (q, inertia) = (body.rotation.as_dquat().normalize(), body.inertia.as_dvec3());
            // I_eff = max(I, ½h² Σ |λ||a|), at most cap · I
            let floor = 0.5 * h * h * pull[i];
            let raised = inertia.max(DVec3::splat(floor).min(tuning.guard_cap * inertia));
            let w =
                DMat3::from_quat(q) * DMat3::from_diagonal(raised.recip()) * DMat3::from_quat(q.inverse());
            let linear = (body.linear_velocity.as_dvec3() + h * gravity) * kept;
            let omega = body.angular_velocity.as_dvec3();
            // the article leaves the gyroscopic torque out
            let spun = if parameters.solver == "article" { omega } else { gyrated(q, omega, inertia, h) };
            for r in 0..3 {
                inverse_mass[(6 * i + r, 6 * i + r)] = 1.0 / f64::from(body.mass);
                free[6 * i + r] = linear[r];
                free[6 * i + 3 + r] = (spun * kept)[r];
                for c in 0..3 {
                    inverse_mass[(6 * i + 3 + r, 6 * i + 3 + c)] = w.col(c)[r];
                }
            }
        }
        let a = &j * &inverse_mass * j.transpose();
        Dense { j, inverse_mass, a, bias, free, previous, tuning, h }
    }

    /// J V + β C/h
    fn left(&self, v: &DVector<f64>) -> DVector<f64> {
        &self.j * v + &self.bias
    }

    /// V* − h M⁻¹ Jᵀ λ
    fn pulled(&self, lambda: &DVector<f64>) -> DVector<f64> {
        &self.free - self.h * &self.inverse_mass * (self.j.transpose() * lambda)
    }

    /// λ of A λ = h⁻¹ (J V* + β C/h) by LU, for A that can be inverted.
    fn multipliers(&self) -> DVector<f64> {
        let b = self.left(&self.free) / self.h;
        self.a.clone().lu().solve(&b).expect("a regular A")
    }

    /// V of the shortest λ, for any A. Singular values under 1e-10 of the largest are null modes: rounding
    /// leaves those at 1e-15, and the softest real one of these scenes stands above 1e-6.
    fn velocities_by_svd(&self) -> DVector<f64> {
        let b = self.left(&self.free) / self.h;
        let svd = self.a.clone().svd(true, true);
        let lambda = svd.solve(&b, 1e-10 * svd.singular_values[0]).expect("both sides of the decomposition");
        self.pulled(&lambda)
    }
}

/// ω after h of I ω̇ + ω × I ω = 0 by the implicit midpoint rule, iterated until it stands still.
fn gyrated(q: DQuat, omega: DVec3, inertia: DVec3, h: f64) -> DVec3 {
    let start = q.inverse() * omega;
    let mut end = start;
    for _ in 0..100 {
        let middle = 0.5 * (start + end);
        end = start - h * middle.cross(inertia * middle) / inertia;
    }
    q * end
}

fn velocities(twin: &Twin) -> DVector<f64> {
    DVector::from_vec(dense::stacked(&twin.world().velocities))
}

fn multipliers(twin: &Twin) -> DVector<f64> {
    DVector::from_vec(twin.world().multipliers.iter().flat_map(|m| m.lambda.to_array()).collect())
}

/// Largest difference against `allowed` times the largest number of the truth, or times 1 if that is more.
fn check(what: &str, width: usize, ours: &DVector<f64>, truth: &DVector<f64>, allowed: f64) {
    let scale = truth.amax().max(1.0);
    assert_close(what, width, worst(ours.as_slice(), truth.iter().copied()), allowed * scale);
}

/// With gaps pulled shut, as the formulas above have it; tests/solve/positions.rs has the other ways.
fn twin(scene: &Scene, changes: Value) -> Twin {
    let pulled = merged(&json!({"positions": "pulled"}), changes);
    Twin::new(scene, parameters(pulled)).expect("a twin")
}

fn after(start: &Twin) -> Twin {
    let mut after = start.clone();
    after.step(1);
    after
}

/// The same substep again and again, each time from the multipliers of the last: what any consistent solver
/// makes of it in the end. Gives up after `most` times.
fn converged(scene: &Scene, way: &Value, most: usize) -> (Dense, Twin, usize) {
    let patient = json!({"iterations": 1000, "warmStart": 1, "stiffnessGuard": false});
    let start = twin(scene, merged(way, patient));
    let dense = Dense::of(scene, &start);
    let mut now = start.clone();
    for times in 1..=most {
        now.world_mut().poses.clone_from(&start.world().poses);
        now.world_mut().velocities.clone_from(&start.world().velocities);
        now.step(1);
        if dense.left(&velocities(&now)).amax() < 1e-10 {
            return (dense, now, times);
        }
    }
    (dense, now, most)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn cut_off_anywhere_velocities_and_multipliers_belong_together(
        recipe in recipe(), iterations in 1u32..20, damping in 0.0f64..3.0,
    ) {
        let scene = recipe.scene();
        for way in ways_by_velocities(&scene) {
            let start = twin(&scene, merged(&way, json!({"iterations": iterations, "damping": damping})));
            let after = after(&start);
            let dense = Dense::of(&scene, &start);
            let v = velocities(&after);
            // A few hundred roundings of f64; relative, since a solver that explodes is held to it too. Of
            // λ some cancel again in Jᵀ λ, so its size counts as well.
            let size = dense.pulled(&multipliers(&after)).amax().max(dense.h * multipliers(&after).amax());
            let allowed = 1e-12 * size.max(1.0) / v.amax().max(1.0);
            let pulled = dense.pulled(&multipliers(&after));
            check(&format!("{way}: V* − h M⁻¹ Jᵀ λ against V"), 6, &pulled, &v, allowed);
        }
    }

    #[test]
    fn what_a_solver_leaves_explains_its_error(recipe in exact_recipe(), iterations in 1u32..20) {
        // V − V_exact = M⁻¹ Jᵀ A⁻¹ (J V + β C/h)
        let scene = recipe.scene();
        for way in ways_by_velocities(&scene) {
            let start = twin(&scene, merged(&way, json!({"iterations": iterations})));
            let dense = Dense::of(&scene, &start);
            let v = velocities(&after(&start));
            let error = &dense.inverse_mass
                * dense.j.transpose()
                * dense.a.clone().lu().solve(&dense.left(&v)).expect("a regular A");
            let exact = dense.pulled(&dense.multipliers());
            // rounding of f64 times the condition of A, which random masses and arms bring to 1e5 or so
            let allowed = 1e-9 * v.amax().max(1.0) / exact.amax().max(1.0);
            check(&format!("{way}: V less its error"), 6, &(&v - error), &exact, allowed);
        }
    }

    #[test]
    fn the_exact_solver_is_the_dense_solve(recipe in exact_recipe(), warm_start in 0.0f64..1.0) {
        // (A + γ) δ = h⁻¹ (J V⁰ + β C/h), λ = w λ_prev + δ
        let scene = recipe.scene();
        for name in ["direct", "auto"] {
            let start = twin(&scene, json!({"solver": name, "warmStart": warm_start}));
            let after = after(&start);
            let dense = Dense::of(&scene, &start);
            let kept = dense.tuning.warm_start * &dense.previous;
            let mut regular = dense.a.clone();
            for l in 0..scene.joints.len() {
                let trace: f64 = (0..3).map(|r| dense.a[(3 * l + r, 3 * l + r)]).sum();
                (0..3).for_each(|r| regular[(3 * l + r, 3 * l + r)] += direct::REGULARISATION * trace / 3.0);
            }
            let b = dense.left(&dense.pulled(&kept)) / dense.h;
            let lambda = kept + regular.lu().solve(&b).expect("A + γ is positive definite");
            // rounding of f64 times the condition of A + γ, 1e6 at the very most
            check(&format!("{name}: λ"), 3, &multipliers(&after), &lambda, 1e-9);
            check(&format!("{name}: V"), 6, &velocities(&after), &dense.pulled(&lambda), 1e-9);
        }
    }

    #[test]
    fn sparse_and_dense_are_the_same_matrices(recipe in recipe()) {
        let scene = recipe.scene();
        let start = twin(&scene, json!({"solver": "jacobi"}));
        let after = after(&start);
        let truth = Dense::of(&scene, &start);
        let compare = |what: &str, ours: &dense::Matrix, truth: &DMatrix<f64>| {
            let columns = truth.ncols();
            let flat: Vec<f64> = ours.iter().flatten().copied().collect();
            let rows = truth.transpose();
            // a dozen roundings of f64
            let found = worst(&flat, rows.iter().copied());
            assert_close(what, columns, found, 1e-13 * truth.amax().max(1.0));
        };
        let live: Vec<usize> = (0..scene.joints.len()).collect();
        let j = dense::jacobian(after.world(), &live);
        compare("J", &j, &truth.j);
        let inverse_mass = dense::inverse_mass(after.world());
        compare("M⁻¹", &inverse_mass, &truth.inverse_mass);
        let a = dense::delassus(&j, &inverse_mass);
        compare("A", &a, &truth.a);
        // the twin's A_ll⁻¹ are the inverses of A's diagonal blocks
        for (l, block) in after.world().blocks.iter().enumerate() {
            let own = truth.a.fixed_view::<3, 3>(3 * l, 3 * l).into_owned().try_inverse().expect("a regular block");
            let ours = DVector::from_row_slice(&DMat3::from(block.inverse).transpose().to_cols_array());
            let own = DVector::from_row_slice(own.transpose().as_slice());
            check(&format!("A⁻¹ of joint {l}"), 3, &ours, &own, 1e-11);
        }
        if !matches!(recipe.shape, Shape::Net { .. }) {
            let b = truth.left(&truth.free) / truth.h;
            let ours = DVector::from_vec(dense::solve(a, b.as_slice().to_vec()));
            // rounding of f64 times the condition of A
            check("λ by elimination", 3, &ours, &truth.multipliers(), 1e-9);
        }
    }
}

proptest! {
    // a thousand passes per solve, thousands of solves: few scenes
    #![proptest_config(ProptestConfig { cases: 6, ..ProptestConfig::default() })]

    /// Chains, trees and rings: A is regular, gaps and all.
    #[test]
    fn every_solver_arrives_at_the_dense_solution(recipe in exact_recipe()) {
        let scene = recipe.scene();
        for way in ways_by_velocities(&scene).iter().filter(|way| way["solver"] != "article") {
            let (dense, found, times) = converged(&scene, way, 400);
            let left = dense.left(&velocities(&found)).amax();
            assert!(left < 1e-10, "{way}: |J V + β C/h| is {left:e} after {times} solves");
            // the residual times ‖M⁻¹ Jᵀ A⁻¹‖ (a few hundred), and for λ over h besides
            let lambda = dense.multipliers();
            check(&format!("{way}: V"), 6, &velocities(&found), &dense.pulled(&lambda), 1e-7);
            check(&format!("{way}: λ"), 3, &multipliers(&found), &lambda, 1e-5);
        }
    }

    /// Nets: A is singular, gaps may ask for what cannot be, so β = 0; J V and V only.
    #[test]
    fn every_solver_arrives_where_a_is_singular(
        mut recipe in recipe().prop_filter("a net", |r| matches!(r.shape, Shape::Net { .. })),
    ) {
        // Jacobi needs some condition(A) passes per power of ten: masses from a half to two only, and no more than a dozen
        recipe.bodies.truncate(12);
        recipe.bodies.iter_mut().for_each(|body| body.mass_exponent *= 0.3);
        let scene = recipe.scene();
        for way in ways_by_velocities(&scene).iter().filter(|way| way["solver"] != "article") {
            let (dense, found, times) = converged(&scene, &merged(way, json!({"stabilisation": 0})), 400);
            let left = dense.left(&velocities(&found)).amax();
            assert!(left < 1e-10, "{way}: |J V| is {left:e} after {times} solves");
            check(&format!("{way}: V"), 6, &velocities(&found), &dense.velocities_by_svd(), 1e-7);
        }
    }
}

/// The article's passes on a chain, its own bias (none) and all. Its warm start is inconsistent, but a thousand passes
/// from nothing arrive where all others do.
#[test]
fn the_article_converges_on_a_chain() {
    let scene = scene("necklaces", json!({"chains": 1, "beads": 8, "tilt": 0.7}));
    let (dense, found, _) = converged(&scene, &json!({"solver": "article"}), 1);
    let left = dense.left(&velocities(&found)).amax();
    assert!(left < 1e-10, "|J V| is {left:e}");
    check("V", 6, &velocities(&found), &dense.pulled(&dense.multipliers()), 1e-8);
}

/// A taut chain between two pins and a joint drawn twice have null modes; the exact solver's γ must carry it
/// over them.
#[test]
fn the_exact_solver_gets_over_null_modes() {
    let mut taut = scene("necklaces", json!({"chains": 1, "beads": 9, "tilt": 0}));
    taut.bodies[8].fixed = true;
    let mut doubled = scene("pendant", json!({"beads": 5, "tilt": 1.1}));
    doubled.joints.insert(1, doubled.joints[2].clone());
    for (name, scene) in [("a taut chain", taut), ("a doubled joint", doubled)] {
        let start = twin(&scene, json!({"solver": "direct"}));
        let dense = Dense::of(&scene, &start);
        let values = dense.a.clone().svd(false, false).singular_values;
        assert!(values.min() < 1e-12 * values.max(), "{name}: A is regular, {:e}", values.min());
        let after = after(&start);
        let found = velocities(&after);
        // γ once more: a millionth of impulses that are some hundred times V
        check(&format!("{name}: V"), 6, &found, &dense.velocities_by_svd(), 1e-4);
        // (A + γ) δ = b leaves h γ δ
        let left = dense.left(&found).amax();
        let stiffest = dense.a.diagonal().amax();
        let allowed = dense.h * direct::REGULARISATION * stiffest * multipliers(&after).amax();
        assert!(left < allowed, "{name}: |J V + β C/h| is {left:e}, allowed {allowed:e}");
    }
}
