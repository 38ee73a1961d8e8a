//! The solvers: one file each, one interface, one list. Adding one touches its own file and a line of `LIST`.

pub mod article;
pub mod auto;
pub mod chebyshev;
pub mod conjugate_gradient;
pub mod direct;
mod even;
pub mod gauss_seidel;
pub mod jacobi;
pub mod lists;
pub mod plan;
pub mod tiles;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::error::{BeadworkError, Code, Result};
use crate::kernels;
use crate::parameters::{Execution, Guard, Parameters};
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
    /// Why a workgroup cannot solve whole islands of these, if it cannot.
    #[serde(skip)]
    pub refuses_tiles: fn(&Domain) -> Option<&'static str>,
    /// What `auto` stands for in warmStart, stabilisation and stiffnessGuard.
    #[serde(skip)]
    pub tuning: Tuning,
    /// What `auto` stands for in relaxation, by the number of iterations, where the solver has one.
    #[serde(skip)]
    pub relaxation: fn(&Domain, u32) -> Option<f64>,
    #[serde(skip)]
    pub plan: fn(&mut Planner, &Domain),
    /// Dispatches that put each joint's residual where a measurement looks for it.
    #[serde(skip)]
    pub publish: fn(&mut Planner, &Domain),
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
    &auto::SOLVER,
];

pub fn list() -> &'static [&'static Solver] {
    LIST
}

pub fn names() -> Vec<&'static str> {
    LIST.iter().map(|solver| solver.name).collect()
}

impl Parameters {
    /// These parameters with `changes` made (names as in JSON), or the first fault and no change.
    pub fn with(&self, changes: &Map<String, Value>) -> Result<Parameters> {
        self.changed(changes, &names())
    }
}

pub fn find(name: &str) -> &'static Solver {
    LIST.iter().find(|solver| solver.name == name).expect("parameters hold a known solver's name")
}

/// For solvers that leave arms, biases and velocities in the shared buffers.
pub fn publish_residual(planner: &mut Planner, domain: &Domain) {
    planner.over("publish_residual", &domain.joints);
}

/// For solvers that only go pass by pass.
pub fn has_no_tiles(_: &Domain) -> Option<&'static str> {
    Some("This solver has no tiles; 'auto' and 'global' run it.")
}

/// For solvers that have a `tile_*` kernel.
pub fn needs_small_islands(domain: &Domain) -> Option<&'static str> {
    (domain.tiles.count == 0)
        .then_some("An island here is larger than a tile of 128 joints; choose 'auto' or 'global'.")
}

pub fn has_no_relaxation(_: &Domain, _: u32) -> Option<f64> {
    None
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

/// The numbers that the solver at work goes by: a person's own, or what `auto` stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Settled {
    /// None where the solver has no relaxation.
    pub relaxation: Option<f64>,
    pub warm_start: f64,
    pub stabilisation: f64,
}

pub fn settled(parameters: &Parameters, lists: &Lists) -> Settled {
    let solver = chosen(parameters, lists);
    let domain = parts(parameters, lists).last().map_or(&lists.whole, |part| part.1);
    let tuning = tuning_of(solver, parameters);
    Settled {
        relaxation: (solver.relaxation)(domain, parameters.iterations)
            .map(|auto| parameters.relaxation.or(auto)),
        warm_start: tuning.warm_start,
        stabilisation: tuning.stabilisation,
    }
}

/// Whether the chosen solver can take the scene; the error says why not.
pub fn check(parameters: &Parameters, lists: &Lists) -> Result<()> {
    match (find(parameters.solver).refuses)(&lists.whole) {
        Some(reason) => Err(BeadworkError::at(Code::NotApplicable, "solver", reason)),
        None if parameters.execution == Execution::Tile => check_tiles(parameters, lists),
        None => Ok(()),
    }
}

/// Tiles are asked for by name: every part must have them.
fn check_tiles(parameters: &Parameters, lists: &Lists) -> Result<()> {
    for (solver, domain) in parts(parameters, lists) {
        let Some(reason) = (solver.refuses_tiles)(domain) else { continue };
        return Err(BeadworkError::at(Code::NotApplicable, "execution", reason));
    }
    Ok(())
}

/// Which solver takes which islands: one for all, or under `auto` each what fits it.
pub fn parts<'a>(parameters: &Parameters, lists: &'a Lists) -> Vec<(&'static Solver, &'a Domain)> {
    if parameters.solver != auto::SOLVER.name {
        return vec![(find(parameters.solver), &lists.whole)];
    }
    let mut parts = Vec::new();
    if !lists.exact.is_empty() {
        parts.push((auto::EXACT, &lists.exact));
    }
    if !lists.rest.is_empty() {
        parts.push((auto::ITERATIVE, &lists.rest));
    }
    parts
}

/// One substep.
pub fn plan(parameters: &Parameters, lists: &Lists, record: bool) -> Vec<Dispatch> {
    let mut planner = Planner::new(parameters, lists, record);
    for (solver, domain) in parts(parameters, lists) {
        planner.tune(tuning_of(solver, parameters));
        (solver.plan)(&mut planner, domain);
    }
    planner.finish()
}

/// What comes before a substep's own dispatches while a hand is on a body.
pub fn pull(parameters: &Parameters, lists: &Lists) -> Dispatch {
    let mut planner = Planner::new(parameters, lists, false);
    planner.always("apply_pull", 0, 1, 1);
    planner.finish().remove(0)
}

/// The solver that does the work; where `auto` shares it out, the one that is not exact.
pub fn chosen(parameters: &Parameters, lists: &Lists) -> &'static Solver {
    parts(parameters, lists).last().map_or(find(parameters.solver), |part| part.0)
}

/// The kernels that do the solving, as they will run: which execution was taken.
pub fn execution(parameters: &Parameters, lists: &Lists) -> String {
    let one = Parameters { iterations: 1, ..parameters.clone() };
    let mut names: Vec<&str> = Vec::new();
    for dispatch in plan(&one, lists, false) {
        if kernels::solves(dispatch.kernel) && !names.contains(&dispatch.kernel) {
            names.push(dispatch.kernel);
        }
    }
    names.join(" + ")
}
