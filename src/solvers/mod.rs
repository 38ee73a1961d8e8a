//! The solvers: one file each, one interface, one list. Adding one touches its own file and a line of `LIST`.

pub mod article;
pub mod chebyshev;
pub mod conjugate_gradient;
pub mod direct;
pub mod gauss_seidel;
pub mod jacobi;
pub mod lists;
pub mod plan;

use serde::Serialize;

use crate::error::{BeadworkError, Code, Result};
use crate::parameters::{Guard, Parameters};
use lists::{Domain, Lists};
use plan::{Dispatch, Planner, Tuning};

/// What a solver is, and how it plans a substep.
#[derive(Serialize)]
pub struct Solver {
    pub name: &'static str,
    pub title: &'static str,
    /// Good at and bad at, in a sentence or two.
    pub verdict: &'static str,
    pub iterative: bool,
    /// What `auto` stands for in warmStart, stabilisation and stiffnessGuard.
    #[serde(skip)]
    pub tuning: Tuning,
    #[serde(skip)]
    pub plan: fn(&mut Planner, &Domain),
    /// Dispatches that a measurement needs first, where the solver keeps J in a form of its own.
    #[serde(skip)]
    pub publish: Option<fn(&mut Planner, &Domain)>,
    /// Why it cannot take these islands, if it cannot.
    #[serde(skip)]
    pub refuses: fn(&Domain) -> Option<&'static str>,
}

/// What solvers that do not converge can bear: a share of the old multipliers, a soft pull on the gap and a
/// bounded guard. Full warm start together with a strong pull pumps energy in.
pub const CAUTIOUS: Tuning = Tuning { warm_start: 0.9, stabilisation: 0.05, guard_cap: 16.0 };

static LIST: &[&Solver] = &[
    &article::SOLVER,
    &jacobi::SOLVER,
    &chebyshev::SOLVER,
    &gauss_seidel::SOLVER,
    &conjugate_gradient::SOLVER,
    &direct::SOLVER,
];

pub fn list() -> &'static [&'static Solver] {
    LIST
}

pub fn find(name: &str) -> &'static Solver {
    LIST.iter().find(|solver| solver.name == name).expect("parameters hold a known solver's name")
}

pub fn takes_anything(_: &Domain) -> Option<&'static str> {
    None
}

/// `solver` with the person's own numbers in place of its defaults.
pub fn tuning_of(solver: &Solver, parameters: &Parameters) -> Tuning {
    Tuning {
        warm_start: parameters.warm_start.or(solver.tuning.warm_start),
        stabilisation: parameters.stabilisation.or(solver.tuning.stabilisation),
        guard_cap: match parameters.stiffness_guard {
            Guard::Auto => solver.tuning.guard_cap,
            Guard::Set(true) => solver.tuning.guard_cap.max(CAUTIOUS.guard_cap),
            Guard::Set(false) => 1.0,
        },
    }
}

/// Whether the chosen solver can take the scene; the error says why not.
pub fn check(parameters: &Parameters, lists: &Lists) -> Result<()> {
    match (find(parameters.solver).refuses)(&lists.whole) {
        Some(reason) => Err(BeadworkError::at(Code::NotApplicable, "solver", reason)),
        None => Ok(()),
    }
}

/// One substep of the chosen solver.
pub fn plan(parameters: &Parameters, lists: &Lists, record: bool) -> Vec<Dispatch> {
    let solver = find(parameters.solver);
    let mut planner = Planner::new(parameters, lists, record);
    planner.tune(tuning_of(solver, parameters));
    (solver.plan)(&mut planner, &lists.whole);
    planner.finish()
}

/// The kernels that do the solving, as they will run: which execution was taken.
pub fn execution(parameters: &Parameters, lists: &Lists) -> String {
    const STAGES: [&str; 5] =
        ["compute_inertia", "compute_free_velocity", "compute_jacobian_and_delassus", "update_velocities", "compute_positions"];
    let mut names: Vec<&str> = Vec::new();
    let one = Parameters { iterations: 1, ..parameters.clone() };
    for dispatch in plan(&one, lists, false) {
        if !STAGES.contains(&dispatch.kernel) && !names.contains(&dispatch.kernel) {
            names.push(dispatch.kernel);
        }
    }
    names.join(" + ")
}

/// What `auto` stands for on these islands.
pub fn chosen(name: &'static str, _lists: &Lists) -> &'static str {
    name
}
