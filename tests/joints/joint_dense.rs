//! Joints of every kind against dense linear algebra by nalgebra. It checks the exact solver, and the bound by which
//! the iterative ones choose how far to go in a pass.

use crate::common::mixed::{KINDS, Random, grown, scene};
use crate::common::*;
use beadwork::Scene;
use beadwork::cpu::{Twin, dense};
use beadwork::scene::JointKind;
use glam::{DMat3, Vec3};
use nalgebra::{DMatrix, DVector};
use serde_json::{Value, json};

/// One substep of a scene whose joints are all of one island or more, in the open. It has six columns a body, and one
/// row for each row that holds.
struct Dense {
    j: DMatrix<f64>,
    inverse_mass: DMatrix<f64>,
    /// A + Γ
    a: DMatrix<f64>,
    bias: DVector<f64>,
    free: DVector<f64>,
    /// The rows of each joint.
    rows: Vec<std::ops::Range<usize>>,
}

impl Dense {
    /// Of the step that the twin has just done.
    fn of(twin: &Twin) -> Self {
        let world = twin.world();
        let bodies = world.bodies.len();
        let (mut lines, mut bias, mut rows) = (Vec::new(), Vec::new(), Vec::new());
        let mut gammas = Vec::new();
        for (l, tie) in world.ties.iter().enumerate() {
            let of = world.rows[l];
            let first = lines.len();
            let live: Vec<usize> = (0..6).filter(|&k| of.live()[k]).collect();
            for &k in &live {
                let mut line = vec![0.0; 6 * bodies];
                for (body, arm, sign) in [(tie.a, of.arm_a, 1.0), (tie.b, of.arm_b, -1.0)] {
                    let (n, turn) = if k < 3 {
                        (of.linear[k], arm.cross(of.linear[k]))
                    } else {
                        (Default::default(), of.angular[k - 3])
                    };
                    for (r, x) in n.to_array().into_iter().chain(turn.to_array()).enumerate() {
                        line[6 * body + r] += sign * x;
                    }
                }
                lines.push(line);
                bias.push(world.biases[l].to_array()[k]);
            }
            rows.push(first..lines.len());
            gammas.push(of.softness.to_array());
        }
        let j = DMatrix::from_fn(lines.len(), 6 * bodies, |r, c| lines[r][c]);
        let mut inverse_mass = DMatrix::zeros(6 * bodies, 6 * bodies);
        for (i, body) in world.bodies.iter().enumerate() {
            (0..3).for_each(|r| inverse_mass[(6 * i + r, 6 * i + r)] = body.inverse_mass);
            let w = DMat3::from(world.mobility[i]);
            for (r, c) in (0..9).map(|rc| (rc / 3, rc % 3)) {
                inverse_mass[(6 * i + 3 + r, 6 * i + 3 + c)] = w.col(c)[r];
            }
        }
        let bare = &j * &inverse_mass * j.transpose();
        let mut a = bare.clone();
        for (l, range) in rows.iter().enumerate() {
            let live = (0..6).filter(|&k| world.rows[l].live()[k]);
            for (r, k) in range.clone().zip(live) {
                let gamma = gammas[l][k];
                if gamma >= 0.0 {
                    a[(r, r)] += gamma;
                } else {
                    // a share of A_ll
                    range.clone().for_each(|c| a[(r, c)] -= gamma * bare[(r, c)]);
                }
            }
        }
        let free = DVector::from_vec(dense::stacked(&world.free_velocities));
        Self { j, inverse_mass, a, bias: DVector::from_vec(bias), free, rows }
    }

    /// λmax(D⁻¹A), D the blocks of A on its diagonal, each of one joint.
    fn largest(&self) -> f64 {
        let size = self.a.nrows();
        let mut root = DMatrix::zeros(size, size);
        for range in &self.rows {
            let (from, n) = (range.start, range.len());
            let block = self.a.view((from, from), (n, n)).into_owned();
            let inverse =
                block.cholesky().expect("a regular block").l().try_inverse().expect("a regular root");
            root.view_mut((from, from), (n, n)).copy_from(&inverse);
        }
        (&root * &self.a * root.transpose()).symmetric_eigenvalues().max()
    }
}

fn stepped(scene: &Scene, changes: Value) -> Twin {
    let mut twin = Twin::new(scene, parameters(changes)).expect("a twin");
    twin.step(1);
    twin
}

/// (A + Γ) q = J V* + β C/h, V = V* − M⁻¹ Jᵀ q, to rounding.
fn is_the_dense_solve(twin: &Twin, ratio: f64, name: &str) {
    let dense = Dense::of(twin);
    let b = &dense.j * &dense.free + &dense.bias;
    let q = dense.a.clone().lu().solve(&b).expect("a regular A");
    let v = &dense.free - &dense.inverse_mass * (dense.j.transpose() * &q);
    let world = twin.world();
    let found = DVector::from_vec(dense::stacked(&world.velocities));
    let h = twin.parameters().substep();
    // islands of nothing but firm points are solved by other kernels
    let mixed = &twin.lists().whole.mixed.bodies;
    let mixed = &world.lists[mixed.start as usize..mixed.end as usize];
    let in_them = |v: &DVector<f64>| {
        DVector::from_iterator(
            6 * mixed.len(),
            mixed.iter().flat_map(|&i| v.rows(6 * i as usize, 6).iter().copied().collect::<Vec<f64>>()),
        )
    };
    let (found, v) = (in_them(&found), in_them(&v));
    let lambda: Vec<f64> = (0..world.ties.len())
        .flat_map(|l| {
            let live = world.rows[l].live();
            let lambda = (world.lambda(l) * h).to_array();
            (0..6).filter(move |&k| live[k]).map(move |k| lambda[k])
        })
        .collect();
    let off = |found: &DVector<f64>, truth: &DVector<f64>| (found - truth).amax() / truth.amax();
    let (off_v, off_q) = (off(&found, &v), off(&DVector::from_vec(lambda), &q));
    // rounding of f64 times the condition of A, which goes with the ratio of masses
    let allowed = 1e-12 * ratio.max(10.0);
    assert!(
        !mixed.is_empty() && off_v < allowed && off_q < allowed,
        "{name}, {ratio}:1: V off by {off_v:e}, q by {off_q:e}"
    );
}

const RATIOS: [f64; 3] = [1.0, 100.0, 1e4];

#[test]
fn the_exact_solver_is_the_dense_solve() {
    for seed in 0..60 {
        let ratio = RATIOS[seed as usize % 3];
        let scene = scene(&mut Random::new(seed), 2 + seed as usize % 23, ratio, &KINDS, 0);
        let twin = stepped(&scene, json!({"solver": "direct", "positions": "pulled"}));
        is_the_dense_solve(&twin, ratio, &format!("tree {seed}"));
    }
}

/// Points one after another where bodies may touch, held at neither end, at one, at both.
#[test]
fn chains_of_points_beside_contacts_are_the_dense_solve() {
    let points = [(JointKind::Point, None)];
    for seed in 0..60 {
        let (ratio, bodies) = (RATIOS[seed as usize % 3], 3 + seed as usize % 23);
        let mut scene = grown(&mut Random::new(seed), bodies, ratio, &points, |_, i| i - 1);
        scene.contacts = true;
        scene.bodies.iter_mut().for_each(|body| body.collides = false);
        if seed % 4 == 0 {
            let last = &mut scene.bodies[bodies - 1];
            last.fixed = true;
            (last.linear_velocity, last.angular_velocity) = (Vec3::ZERO, Vec3::ZERO);
        }
        let twin = stepped(&scene, json!({"solver": "direct", "positions": "pulled"}));
        assert!(!twin.world().knots.is_empty(), "chain {seed} went another way");
        is_the_dense_solve(&twin, ratio, &format!("chain {seed}"));
    }
}

/// Jacobi's and Chebyshev's passes rest on it: λmax(D⁻¹A) ≤ n_max, the most joints on one body.
#[test]
fn no_mode_is_faster_than_the_most_joints_on_a_body() {
    let mut nearest = 0f64;
    for seed in 0..60 {
        let scene = scene(&mut Random::new(400 + seed), 3 + seed as usize % 20, 100.0, &KINDS, 0);
        let twin = stepped(&scene, json!({"solver": "jacobi"}));
        let most = f64::from(twin.lists().whole.most_joints);
        let largest = Dense::of(&twin).largest();
        assert!(largest <= most * (1.0 + 1e-9), "tree {seed}: {largest}, and {most} joints on a body");
        nearest = nearest.max(largest / most);
    }
    // a bound that nothing comes near would make every pass too short
    assert!(nearest > 0.99, "the largest is {nearest} of its bound");
}
