//! Each island by the solver that fits it. That is the exact solver, or Chebyshev where a net is so large that
//! exactness costs too much. It is Gauss-Seidel where such a net has limits or motors.
//!
//! Good: nothing to choose. Bad: a large net is solved only as well as its passes go.
//!
//! The rule is fixed, so that the same scene gives the same bits everywhere. Of the iterative solvers Chebyshev is
//! taken since it is safe on every scene at any number of passes. Conjugate gradients leave less behind at the same
//! number, but cut off early they can gain energy.

use super::{Method, Part, Solver, chebyshev, direct, gauss_seidel};
use crate::lists::Lists;

pub static SOLVER: Solver = Solver {
    name: "auto",
    title: "Automatic",
    verdict: "Takes the exact solver, and Chebyshev for nets beyond some 20 x 20 beads; the best choice unless you are here to compare.",
    iterative: false,
    recommended: None,
    method: Method::Shared(share),
};

fn share(lists: &Lists) -> Vec<Part<'_>> {
    let exact = Part { solver: &direct::SOLVER, domain: &lists.exact };
    let bounded = !lists.rest.bounded.is_empty();
    let solver = if bounded { &gauss_seidel::SOLVER } else { &chebyshev::SOLVER };
    let rest = Part { solver, domain: &lists.rest };
    match (lists.exact.is_empty(), lists.rest.is_empty()) {
        (_, true) => vec![exact],
        (true, false) => vec![rest],
        (false, false) => vec![exact, rest],
    }
}
