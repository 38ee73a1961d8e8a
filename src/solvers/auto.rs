//! Each island by what fits it: the exact solver where it applies, Chebyshev for nets.
//!
//! Good: nothing to choose. Bad: a net is solved only as well as its iterations go.
//!
//! The rule is fixed, so that the same scene gives the same bits everywhere. Of the iterative solvers
//! Chebyshev is taken since it is safe on every scene at any number of passes; conjugate gradients leave less
//! behind at the same number, but cut off early they can gain energy.

use super::plan::Planner;
use super::{Solver, chebyshev, direct, takes_anything};
use crate::solvers::lists::Domain;

pub static SOLVER: Solver = Solver {
    name: "auto",
    title: "Automatic",
    verdict: "Takes the exact solver wherever it applies and Chebyshev for the rest; the best choice unless you are here to compare.",
    iterative: false,
    refuses_tiles,
    tuning: direct::SOLVER.tuning,
    relaxation: super::has_no_relaxation,
    plan,
    publish,
    refuses: takes_anything,
};

pub const EXACT: &Solver = &direct::SOLVER;
pub const ITERATIVE: &Solver = &chebyshev::SOLVER;

/// `solvers::plan` shares a scene out before it comes to a plan; a domain of one kind is the exact solver's.
fn plan(planner: &mut Planner, domain: &Domain) {
    let solver = if domain.has_mesh { ITERATIVE } else { EXACT };
    (solver.plan)(planner, domain);
}

fn refuses_tiles(domain: &Domain) -> Option<&'static str> {
    let solver = if domain.has_mesh { ITERATIVE } else { EXACT };
    (solver.refuses_tiles)(domain)
}

fn publish(planner: &mut Planner, domain: &Domain) {
    let solver = if domain.has_mesh { ITERATIVE } else { EXACT };
    (solver.publish)(planner, domain);
}
