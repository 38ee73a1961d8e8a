//! Block Jacobi with a consistent warm start and relaxation.
//!
//! Good: the simplest solver there is; every joint and every body works alone, and it converges wherever the relaxation
//! fits. Bad: a change at one joint travels one bead per pass, so a hanging chain of 40 needs some 7,000 passes for
//! three digits.
//!
//! λ ← λ + ω D⁻¹ h⁻¹ (J V + β C/h), D the diagonal blocks of A. It converges when ω λmax(D⁻¹A) < 2, and λmax ≤ n_max,
//! the most joints on one body. A warm start feeds the residual back in; a mode that a step multiplies by p then obeys
//! z² − 2pz + p = 0, stable for −1/3 < p ≤ 1. With one pass p = 1 − ω λmax, so ω = 4/(3 n_max) would stand on the edge:
//! ω = 1.25/n_max stays inside for every number of passes.

use super::planner::Planner;
use super::tiles;
use super::{CAUTIOUS, Method, Own, Solver, needs_small_islands, takes_anything};
use crate::lists::Domain;

pub static SOLVER: Solver = Solver {
    name: "jacobi",
    title: "Jacobi",
    verdict: "Simple, parallel and safe on any scene, but load travels only one joint per pass: long or heavily loaded chains stretch.",
    iterative: true,
    recommended: None,
    method: Method::Own(Own {
        refuses_tiles: needs_small_islands,
        tuning: |_| CAUTIOUS,
        tunes: true,
        around: None,
        relaxation: |domain, _| Some(safe_relaxation(domain.most_joints)),
        plan,
        increment,
        refuses: takes_anything,
    }),
};

/// ω that is stable for any number of passes.
pub fn safe_relaxation(most_joints: u32) -> f64 {
    (1.25 / f64::from(most_joints)).min(1.0)
}

fn plan(planner: &mut Planner, domain: &Domain) {
    let omega = planner.parameters.relaxation.or(safe_relaxation(domain.most_joints));
    if planner.tiled(domain, tiles::relaxing_pays) {
        return tiles::relax(planner, domain, 0.0, omega);
    }
    planner.prepare(domain);
    passes(planner, domain, omega);
    planner.advance(domain);
}

fn increment(planner: &mut Planner, domain: &Domain) {
    planner.over("joint_free", &domain.bodies);
    passes(planner, domain, planner.parameters.relaxation.or(safe_relaxation(domain.most_joints)));
}

fn passes(planner: &mut Planner, domain: &Domain, omega: f64) {
    for iteration in 1..=planner.parameters.iterations {
        let kernel = if domain.is_plain() { "update_multipliers" } else { "joint_relax" };
        planner.with(kernel, &(domain.joints.start..domain.bounded.start), |step| step.gain = omega);
        planner.with("joint_relax_stairs", &domain.bounded, |step| step.gain = omega.min(1.0));
        planner.spread(domain);
        planner.record(domain, iteration);
    }
}
