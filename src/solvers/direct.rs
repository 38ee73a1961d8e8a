//! Exact: block elimination along every chain, one pass a substep.
//!
//! Good: what is left after one pass is rounding, at any length, load and mass ratio, and it is the cheapest
//! solver here as well. Bad: it takes only what can be eliminated in one sweep.

use super::plan::{Planner, Tuning};
use super::{Solver};
use crate::solvers::lists::Domain;

pub static SOLVER: Solver = Solver {
    name: "direct",
    title: "Exact",
    verdict: "Solves every chain to rounding in one pass, whatever its length or load, and is the fastest as well; it cannot take nets.",
    iterative: false,
    tuning: Tuning { warm_start: 1.0, stabilisation: 0.2, guard_cap: f64::INFINITY },
    plan,
    publish: None,
    refuses,
};

/// γ over the mean diagonal of A_ll. Taut chains between two pins, flat rings and doubled joints make A
/// singular; this much keeps them solvable and, acting on the change of λ only, is not seen elsewhere.
pub const REGULARISATION: f64 = 1e-6;

fn refuses(domain: &Domain) -> Option<&'static str> {
    domain.has_mesh.then_some(
        "The exact solver takes chains, rings and trees; this scene has a net with more than one loop. Choose 'auto' or an iterative solver.",
    )
}

fn plan(planner: &mut Planner, domain: &Domain) {
    if !domain.loose.is_empty() {
        planner.over("compute_inertia", &domain.loose);
        planner.over("compute_free_velocity", &domain.loose);
        planner.over("update_velocities", &domain.loose);
        planner.over("compute_positions", &domain.loose);
    }
    let chains = domain.chains;
    planner.grouped("solve_chains", chains.first, chains.count, chains.count.div_ceil(64), |step| {
        step.regularisation = REGULARISATION;
    });
}
