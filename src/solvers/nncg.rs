//! Nonsmooth nonlinear conjugate gradients: sweeps of Gauss-Seidel with a memory of where they were going.
//!
//! Good: a loaded chain is solved in a fraction of the passes that Gauss-Seidel needs. It takes limits, motors and
//! friction, which conjugate gradients do not. Bad: two sums over each island in every pass. More passes do not mend
//! the error of too long a substep. Where bodies touch it runs once for each pass over the contacts.
//!
//! A pass sweeps over all joints, colour after colour, from λ to λ'. g = λ' − λ stands for the gradient, in each island by itself:
//!     β = |g|²/|g_before|²;   β > 1: d ← 0, λ ← λ';   else λ ← λ' + β d, d ← β d + g
//! A torque of 1 N m counts as a force of 1 N. V follows from λ. The last pass is a plain sweep: β d knows of no bounds. With |g|² weighed by A_ll,
//! so that all joints count alike, 20 passes left a pendant of 100 : 1 half as far again from the truth.

use super::planner::Planner;
use super::{CAUTIOUS, Method, Own, Solver, gauss_seidel, has_no_tiles, takes_anything};
use crate::codes::nncg::ROWS;
use crate::lists::Domain;

pub static SOLVER: Solver = Solver {
    name: "nncg",
    title: "Nonlinear conjugate gradients",
    verdict: "Gauss-Seidel that remembers its direction: a loaded chain in a fraction of the passes, limits and friction too, for two sums over each island in every pass.",
    iterative: true,
    recommended: None,
    method: Method::Own(Own {
        refuses: takes_anything,
        refuses_tiles: has_no_tiles,
        tuning: |_| CAUTIOUS,
        tunes: true,
        relaxation: |_, _| Some(1.0),
        plan,
        increment,
        around: None,
    }),
};

fn plan(planner: &mut Planner, domain: &Domain) {
    planner.prepare(domain);
    passes(planner, domain);
    planner.advance(domain);
}

/// V after the contacts is V* of the following passes.
fn increment(planner: &mut Planner, domain: &Domain) {
    planner.over("joint_free", &domain.bodies);
    passes(planner, domain);
}

fn passes(planner: &mut Planner, domain: &Domain) {
    let passes = planner.parameters.iterations;
    let omega = planner.parameters.relaxation.or(1.0);
    let segments = domain.segments;
    let rows = if domain.is_plain() { 0 } else { ROWS };
    planner.with("nncg_begin", &domain.joints, |step| step.extra[0] = rows);
    for k in 1..=passes {
        gauss_seidel::sweep(planner, domain, omega, k);
        if k < passes {
            for kernel in ["nncg_sum", "nncg_turn"] {
                planner.grouped(kernel, segments.first, segments.count, segments.count, |step| {
                    step.iteration = k - 1;
                    step.extra[0] = rows;
                });
            }
            planner.spread(domain);
        }
        planner.record(domain, k);
    }
}
