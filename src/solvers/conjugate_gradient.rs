//! Conjugate gradients, preconditioned by the block diagonal, one system per island.
//!
//! Good: the least residual per pass of all iterative solvers, and exact after as many passes as an island has joints.
//! Bad: two sums over the island in each pass, slow where it is larger than a tile. Cut off early it is no fixed linear
//! map of its start, so a warm start can gain a little energy. A few tenths of m g L/2 were seen: give it iterations
//! enough.
//!
//! Start: r = h⁻¹(J V⁰ + β C/h), z = D⁻¹r, p = z. Each pass: α = r·z / p·A p, λ += α p, r −= α A p, z = D⁻¹r,
//! β = r·z / (r·z)_old, p ← z + β p, with A p = J M⁻¹ Jᵀ p by way of the bodies. An island stops where
//! r·z ≤ 1e-12 of its first value or is 0. V follows from λ at the end.

use super::planner::Planner;
use super::{CAUTIOUS, Method, Own, Solver, needs_small_islands, takes_points, tiles};
use crate::lists::Domain;
use crate::plan::Facts;

pub static SOLVER: Solver = Solver {
    name: "conjugate-gradient",
    title: "Conjugate gradients",
    verdict: "The most exact of the iterative solvers per pass; cut off after a few passes it can gain a little energy, so give it enough.",
    iterative: true,
    recommended: None,
    method: Method::Own(Own {
        refuses_tiles: needs_small_islands,
        tuning: |_| CAUTIOUS,
        tunes: true,
        around: None,
        relaxation: super::has_no_relaxation,
        plan,
        // it refuses bodies that touch
        increment: |_, _| {},
        refuses: takes_points,
    }),
};

/// Always: pass by pass, sums over islands cost even more.
fn tiles_pay(_: Facts) -> bool {
    true
}

fn plan(planner: &mut Planner, domain: &Domain) {
    if planner.tiled(domain, tiles_pay) {
        return tiles::plan(planner, domain, "tile_conjugate", |_| {});
    }
    planner.prepare(domain);
    let segments = domain.segments;
    planner.grouped("conjugate_start", segments.first, segments.count, segments.count, |_| {});
    for iteration in 0..planner.parameters.iterations {
        planner.over("conjugate_spread", &domain.bodies);
        for kernel in ["conjugate_image", "conjugate_update", "conjugate_direction"] {
            planner.grouped(kernel, segments.first, segments.count, segments.count, |step| {
                step.iteration = iteration;
            });
        }
        if planner.recording() {
            planner.over("update_velocities", &domain.bodies);
            planner.record(domain, iteration + 1);
        }
    }
    planner.over("update_velocities", &domain.bodies);
    planner.advance(domain);
}
