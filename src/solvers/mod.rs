//! The solvers: one file each, one interface, one list.

pub mod article;
pub mod auto;
pub mod avbd;
pub mod chebyshev;
pub mod chores;
pub mod conjugate_gradient;
pub mod contacts;
pub mod direct;
pub mod events;
pub mod gauss_seidel;
mod halves;
pub mod jacobi;
pub mod joints;
pub mod nncg;
pub mod planner;
pub mod soft_step;
mod softness;
pub mod tiles;
pub mod xpbd;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::error::{BeadworkError, Code, Result};
use crate::kernels;
use crate::lists::{Domain, Lists, Table};
use crate::parameters::{Execution, Forces, Parameters, Positions, Switch};
use crate::plan::{Facts, Plan, WORKGROUP};
use planner::{Planner, Tuning};

/// What a solver is.
#[derive(Serialize)]
pub struct Solver {
    pub name: &'static str,
    pub title: &'static str,
    /// Good at and bad at, in a sentence or two.
    pub verdict: &'static str,
    pub iterative: bool,
    /// Its default substeps and passes, where they are not the general defaults.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recommended: Option<Recommended>,
    #[serde(skip)]
    pub method: Method,
}

/// Substeps of each frame and passes in each of them, in place of the defaults that all solvers have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Recommended {
    pub substeps: u32,
    pub iterations: u32,
}

impl Solver {
    /// Whether it solves A λ = b for the velocities. The others put places right, or joints that yield.
    pub fn solves_the_equation(&self) -> bool {
        !matches!(&self.method, Method::Own(own) if own.around.is_some())
    }
}

pub enum Method {
    Own(Own),
    /// Gives every island to one of the others: see `auto.rs`.
    Shared(fn(&Lists) -> Vec<Part<'_>>),
}

/// How a solver plans a substep.
pub struct Own {
    /// Why it cannot take these islands, if it cannot.
    pub refuses: fn(&Domain) -> Option<&'static str>,
    /// Why a workgroup cannot solve whole islands of these, if it cannot.
    pub refuses_tiles: fn(&Domain) -> Option<&'static str>,
    /// What `auto` stands for in warmStart, stabilisation and stiffnessGuard.
    pub tuning: fn(&Domain) -> Tuning,
    /// Whether a person's own numbers for these three mean anything to it.
    pub tunes: bool,
    /// What `auto` stands for in relaxation, where the solver has one.
    pub relaxation: fn(&Domain, &Parameters) -> Option<f64>,
    pub plan: fn(&mut Planner, &Domain),
    /// From V and λ as they are to what the joints ask for: what `plan` does between its first stages and its last.
    pub increment: fn(&mut Planner, &Domain),
    /// None for a solver by velocities alone.
    pub around: Option<Around>,
}

/// What a solver does in its own way where bodies touch.
pub enum Around {
    /// Around a substep's contacts: before they are solved, and from when bodies move.
    Beside { begin: fn(&mut Planner, &Domain), advance: fn(&mut Planner, &Domain) },
    /// Contacts are its own too: from V* to where bodies end.
    Within(fn(&mut Planner, &Domain)),
}

/// Some islands, and the solver that takes them.
pub struct Part<'a> {
    pub solver: &'static Solver,
    pub domain: &'a Domain,
}

impl Part<'_> {
    pub fn own(&self) -> &'static Own {
        match &self.solver.method {
            Method::Own(own) => own,
            Method::Shared(_) => unreachable!("shares are given to solvers with a method of their own"),
        }
    }

    /// The solver's defaults with the person's own numbers in their place.
    pub fn tuning(&self, parameters: &Parameters) -> Tuning {
        let tuning = (self.own().tuning)(self.domain);
        if !self.own().tunes {
            return tuning;
        }
        Tuning {
            warm_start: parameters.warm_start.or(tuning.warm_start),
            stabilisation: parameters.stabilisation.or(tuning.stabilisation),
            guard_cap: match parameters.stiffness_guard {
                Switch::Auto => tuning.guard_cap,
                Switch::Set(true) => tuning.guard_cap.max(CAUTIOUS.guard_cap),
                Switch::Set(false) => 1.0,
            },
        }
    }
}

/// Stable settings for solvers that do not converge: a share of the old multipliers, a soft pull on the gap and a
/// bounded guard. Full warm start together with a strong pull pumps energy in.
pub const CAUTIOUS: Tuning = Tuning { warm_start: 0.9, stabilisation: 0.05, guard_cap: 16.0 };

static LIST: &[&Solver] = &[
    &article::SOLVER,
    &jacobi::SOLVER,
    &chebyshev::SOLVER,
    &gauss_seidel::SOLVER,
    &conjugate_gradient::SOLVER,
    &nncg::SOLVER,
    &soft_step::SOLVER,
    &xpbd::SOLVER,
    &avbd::SOLVER,
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

/// For solvers that only go pass by pass.
pub fn has_no_tiles(_: &Domain) -> Option<&'static str> {
    Some("This solver has no tiles; 'auto' and 'global' run it.")
}

/// For solvers that have a `tile_*` kernel.
pub fn needs_small_islands(domain: &Domain) -> Option<&'static str> {
    match () {
        () if domain.tiles.count > 0 => None,
        () if !domain.is_plain() => {
            Some("Tiles take hard point joints without recovery speeds only; choose 'auto' or 'global'.")
        }
        () => Some("An island here is larger than a tile of 128 joints; choose 'auto' or 'global'."),
    }
}

pub fn has_no_relaxation(_: &Domain, _: &Parameters) -> Option<f64> {
    None
}

pub fn takes_points(domain: &Domain) -> Option<&'static str> {
    (!domain.is_plain()).then_some(
        "This solver takes hard point joints only, and some joint here is of another kind, soft or brittle, or has a recovery speed. Choose 'auto', 'direct', 'gauss-seidel', 'chebyshev' or 'jacobi'.",
    )
}

pub fn takes_no_bounds(domain: &Domain) -> Option<&'static str> {
    (!domain.bounded.is_empty()).then_some(
        "This solver takes no limits, and no motors, servos or holds with a largest force; some joint here has one. Choose 'auto', 'direct', 'gauss-seidel' or 'jacobi'.",
    )
}

pub fn takes_anything(_: &Domain) -> Option<&'static str> {
    None
}

impl Part<'_> {
    /// The share of each gap that velocities are asked to close: none where joints are shut in place.
    pub fn pull(&self, parameters: &Parameters) -> f64 {
        let in_place =
            self.solver.name == direct::SOLVER.name && parameters.chosen_positions() != Positions::Pulled;
        if in_place { 0.0 } else { self.tuning(parameters).stabilisation }
    }
}

/// The numbers that the solver at work uses: a person's own, or those that `auto` stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Settled {
    /// None where the solver has no relaxation.
    pub relaxation: Option<f64>,
    pub warm_start: f64,
    /// β; 0 where joints are not pulled shut.
    pub stabilisation: f64,
}

pub fn settled(parameters: &Parameters, lists: &Lists) -> Settled {
    let part = last_part(parameters, lists);
    let tuning = part.tuning(parameters);
    Settled {
        relaxation: (part.own().relaxation)(part.domain, parameters)
            .map(|auto| parameters.relaxation.or(auto)),
        warm_start: tuning.warm_start,
        stabilisation: part.pull(parameters),
    }
}

/// Whether the chosen solver can take the scene; the error says why not.
pub fn check(parameters: &Parameters, lists: &Lists) -> Result<()> {
    for part in parts(parameters, lists) {
        let own = part.own();
        if let Some(reason) = (own.refuses)(part.domain) {
            return Err(BeadworkError::at(Code::NotApplicable, "solver", reason));
        }
        let tiles = parameters.execution == Execution::Tile && !contacts::are_swept(parameters, lists);
        if let Some(reason) = tiles.then(|| (own.refuses_tiles)(part.domain)).flatten() {
            return Err(BeadworkError::at(Code::NotApplicable, "execution", reason));
        }
    }
    Ok(())
}

/// Whether the exact solver's loops come to their end on this device.
pub fn check_turns(parameters: &Parameters, lists: &Lists, facts: Facts) -> Result<()> {
    let most = facts.most_turns.unwrap_or(u32::MAX);
    let exact = parts(parameters, lists).into_iter().filter(|part| part.solver.name == direct::SOLVER.name);
    match exact.map(|part| direct::turns(parameters, part.domain)).max() {
        Some(turns) if turns > most => {
            let message = format!(
                "This device leaves a loop after {most} turns, and the exact solver needs {turns} for the largest island. \
                 Choose an iterative solver or the CPU machine."
            );
            Err(BeadworkError::at(Code::Limit, "solver", message))
        }
        _ => Ok(()),
    }
}

/// Which solver takes which islands: one for all, or under `auto` each what fits it. Never empty.
pub fn parts<'a>(parameters: &Parameters, lists: &'a Lists) -> Vec<Part<'a>> {
    let solver = find(parameters.solver);
    match solver.method {
        Method::Own(_) => vec![Part { solver, domain: &lists.whole }],
        Method::Shared(share) => share(lists),
    }
}

/// The one that leaves something undone, where there are several.
pub fn last_part<'a>(parameters: &Parameters, lists: &'a Lists) -> Part<'a> {
    parts(parameters, lists).pop().expect("there is always a part")
}

/// The solver that does the work; where `auto` shares it out, the one that is not exact.
pub fn chosen(parameters: &Parameters, lists: &Lists) -> &'static Solver {
    last_part(parameters, lists).solver
}

/// The plan of a step, and the one that publishes its residuals.
pub fn plan(parameters: &Parameters, lists: &Lists, facts: Facts, record: bool) -> Plan {
    let mut planner = Planner::new(parameters, lists, facts, record);
    drag(&mut planner);
    if parameters.forces == Forces::Once {
        planner.gravity_once(&lists.whole.bodies);
    }
    if let Some(touching) = &lists.contacts {
        contacts::plan(&mut planner, &parts(parameters, lists), touching);
        planner.ended(Planner::pose_parts);
        events::tell(&mut planner);
        return planner.finish();
    }
    for part in parts(parameters, lists) {
        planner.tune(part.tuning(parameters));
        (part.own().plan)(&mut planner, part.domain);
    }
    planner.drive();
    planner.ended(Planner::pose_parts);
    events::tell(&mut planner);
    planner.finish()
}

/// The first stage of a substep, where some body has damping or a gravity of its own.
fn drag(planner: &mut Planner) {
    let Table { first, count } = planner.lists.drags.records;
    planner.grouped("apply_drag", first, count, count.div_ceil(WORKGROUP), |_| {});
}

/// Entries of the residual curve of a step that is recorded: after the warm start, and after each pass. 0 where nothing iterates.
pub fn curve_entries(parameters: &Parameters, lists: &Lists) -> u32 {
    let passes = match &lists.contacts {
        Some(_) if contacts::within(&parts(parameters, lists)).is_some() => parameters.iterations,
        Some(_) => contacts::passes(parameters),
        None if chosen(parameters, lists).iterative => parameters.iterations,
        None => return 0,
    };
    1 + passes
}

/// The kernels that do the solving, as they will run: which execution was taken.
pub fn execution(parameters: &Parameters, lists: &Lists, facts: Facts) -> String {
    let one = Parameters { iterations: 1, ..parameters.clone() };
    let mut names: Vec<&str> = Vec::new();
    for dispatch in plan(&one, lists, facts, false).substep {
        if kernels::solves(dispatch.kernel) && !names.contains(&dispatch.kernel) {
            names.push(dispatch.kernel);
        }
    }
    names.join(" + ")
}
