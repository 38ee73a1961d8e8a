//! Exact: elimination along every chain, tree and ring, one pass a substep.
//!
//! Good: what is left after one pass is rounding, at any length, load and mass ratio, and on chains it is the
//! cheapest solver here as well. Bad: it takes only islands with at most one loop; a net has many.
//!
//! Chains go through `solve_chains`, the whole substep in one dispatch. Trees, rings, and rings hung on a
//! thread go through `solve_trees` between the ordinary stages. The formulas stand in those files.

use super::Solver;
use super::plan::{Planner, Tuning, WORKGROUP};
use crate::solvers::lists::Domain;

pub static SOLVER: Solver = Solver {
    name: "direct",
    title: "Exact",
    verdict: "Solves every chain to rounding in one pass, whatever its length or load, and is the fastest as well; it cannot take nets.",
    iterative: false,
    tiles: false,
    tuning: Tuning { warm_start: 1.0, stabilisation: 0.2, guard_cap: UNCAPPED },
    plan,
    publish,
    refuses,
};

/// The guard may raise an inertia by any factor that occurs: a cap of 16 lets a 1000:1 pendant shake itself apart,
/// and what is solved exactly feeds no error back.
const UNCAPPED: f64 = 1e12;

/// γ over the mean diagonal of A_ll. Taut chains between two pins, flat rings and doubled joints make A
/// singular; this much keeps them solvable and, acting on the change of λ only, is not seen elsewhere.
pub const REGULARISATION: f64 = 1e-6;

/// Chains in a workgroup of `solve_chains`.
const CHAIN_GROUP: u32 = 32;

fn refuses(domain: &Domain) -> Option<&'static str> {
    domain.has_mesh.then_some(
        "The exact solver takes chains, trees and rings; something here has more than one loop. Choose 'auto' or an iterative solver.",
    )
}

/// Chains have published theirs within the step.
fn publish(planner: &mut Planner, domain: &Domain) {
    planner.over("publish_residual", &domain.tree_joints);
}

fn plan(planner: &mut Planner, domain: &Domain) {
    let chains = domain.chains;
    planner.grouped("solve_chains", chains.first, chains.count, chains.count.div_ceil(CHAIN_GROUP), |step| {
        step.regularisation = REGULARISATION;
    });

    let trees = domain.trees;
    planner.over("compute_inertia", &domain.tree_bodies);
    planner.over("compute_free_velocity", &domain.tree_bodies);
    planner.over("compute_jacobian_and_delassus", &domain.tree_joints);
    planner.over("update_velocities", &domain.tree_bodies);
    planner.grouped("solve_trees", trees.first, trees.count, trees.count.div_ceil(WORKGROUP), |step| {
        step.regularisation = REGULARISATION;
    });
    planner.over("update_velocities", &domain.tree_bodies);
    planner.over("compute_positions", &domain.tree_bodies);

    // bodies without joints
    planner.over("compute_inertia", &domain.loose);
    planner.over("compute_free_velocity", &domain.loose);
    planner.over("update_velocities", &domain.loose);
    planner.over("compute_positions", &domain.loose);
}
