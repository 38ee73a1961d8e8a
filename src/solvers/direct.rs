//! Exact: elimination along every chain, tree, ring and net, one pass per substep.
//!
//! Good: one pass solves any length, load and mass ratio, and on chains it is the cheapest solver here as well. Only
//! rounding is left. A cold step also leaves 1e-6 of the load (`REGULARISATION`); the next step makes it good. Bad: a
//! net's matrix fills up as it is eliminated, so large nets are refused.
//!
//! `positions` says how joints are kept shut in place. Where they are pulled, chains go through `solve_chains`, the
//! whole substep in one dispatch, one thread per chain. Few long ones go through `solve_long_chains`, one workgroup per
//! chain. Trees go through `solve_trees`. The last two run between the ordinary stages. Where they are projected or
//! symplectic, chains go through `symplectic_chains` and `project_chains`. There trees and few long chains go through
//! `solve_islands`, one workgroup per island; islands with loops always do. The formulas stand in those files.

use std::ops::Range;

use super::planner::{Planner, Tuning};
use super::{Method, Own, Solver, joints};
use crate::codes::island_substep::{PROJECTED, PULLED, SYMPLECTIC};
use crate::lists::chains::FEW;
use crate::lists::elimination::MOST_TURNS;
use crate::lists::nets::{BySize, MOST_PARTS, MOST_SOLVES, Nets};
use crate::lists::{Domain, Lists, Table};
use crate::parameters::{Execution, Parameters, Positions};
use crate::plan::{Step, WORKGROUP};

pub static SOLVER: Solver = Solver {
    name: "direct",
    title: "Exact",
    verdict: "Solves every chain in one pass, whatever its length or load, and is the fastest as well; nets cost it more, and beyond some 64 x 64 beads it refuses them.",
    iterative: false,
    recommended: None,
    method: Method::Own(Own {
        refuses_tiles,
        tuning: |_| Tuning { warm_start: 1.0, stabilisation: 0.2, guard_cap: UNCAPPED },
        tunes: true,
        around: None,
        relaxation: super::has_no_relaxation,
        plan,
        increment: |planner, domain| joints::increment(planner, &domain.mixed),
        refuses,
    }),
};

/// The guard may raise an inertia by any factor that occurs: a cap of 16 lets a 1000:1 pendant shake itself apart. An
/// exact solve feeds no error back.
const UNCAPPED: f64 = 1e12;

/// γ over the mean diagonal of A_ll. Taut chains between two pins, flat rings and doubled joints make A singular. This
/// much keeps them solvable and, acting on the change of λ only, is not seen elsewhere.
pub const REGULARISATION: f64 = 1e-6;

/// Chains in a workgroup of `solve_chains`, and islands in one of `solve_small_islands` and `joint_small_nets`.
const CHAIN_GROUP: u32 = 32;
pub(super) const ISLAND_GROUP: u32 = 32;

/// The most turns of all loops of a thread: for each joint of its chain, tree or island, and for each driven or bounded
/// joint.
const TURNS_IN_CHAINS: u32 = 24;
const TURNS_IN_TREES: u32 = 4;
const TURNS_OF_ANY: u32 = 5;
const TURNS_OF_COURSES: u32 = 40;

/// Turns of its loops that a thread needs. Longer chains than that are shared out, and trees always but where they are pulled.
pub fn turns(parameters: &Parameters, domain: &Domain) -> u32 {
    let longest = &domain.longest;
    let pulled = parameters.chosen_positions() == Positions::Pulled || domain.nets.tree_too_large;
    [
        (if pulled { longest.tree } else { 0 }, TURNS_IN_TREES),
        (longest.mixed, TURNS_OF_ANY),
        (longest.courses, TURNS_OF_COURSES),
    ]
    .into_iter()
    .map(|(joints, turns)| joints.saturating_mul(turns))
    .fold(0, u32::max)
}

fn refuses(domain: &Domain) -> Option<&'static str> {
    (domain.nets.too_large || domain.mixed.too_large).then_some(
        "The exact solver takes nets up to some 64 x 64 beads; something here has too many loops. Choose 'auto' or an iterative solver.",
    )
}

/// One thread per chain keeps a device busy only if chains are many. Few long ones are shared out, each among the
/// threads of a workgroup. That takes about three times the work, so it needs threads that are idle. A CPU in a card's
/// place has none: there a workgroup takes longer than a thread even for one chain of 1,000 joints (`cargo run
/// --release --example bench -- --scene bridge --sizes 1000`). A chain that is too long for a thread's loops takes a
/// workgroup everywhere.
fn by_workgroup(planner: &Planner, domain: &Domain) -> bool {
    let count = domain.chains.long.count;
    let most = planner.facts.most_turns.unwrap_or(u32::MAX);
    if domain.longest.chain > most / TURNS_IN_CHAINS {
        return true;
    }
    match planner.parameters.execution {
        Execution::Global => false,
        Execution::Tile => count > 0,
        Execution::Auto => count > 0 && count <= FEW && planner.facts.hardware,
    }
}

/// How joints are kept shut in place. Halves of gravity stand on both sides of a move, where a body's own would stand on one. Beside
/// contacts only those are symplectic who ask for it: what touches nothing is tried so, which takes its time and many dispatches.
pub fn positions(parameters: &Parameters, lists: &Lists) -> Positions {
    let unasked = lists.contacts.is_some() && parameters.positions == Positions::Auto;
    match parameters.chosen_positions() {
        Positions::Symplectic if lists.drags.scaled || unasked => Positions::Projected,
        positions => positions,
    }
}

/// The same for chains and nets of points. A driven body brings energy in, which their safeguard would take for a fault every
/// time.
fn positions_of_points(positions: Positions, lists: &Lists) -> Positions {
    match positions {
        Positions::Symplectic if !lists.driven.is_empty() => Positions::Projected,
        positions => positions,
    }
}

fn refuses_tiles(domain: &Domain) -> Option<&'static str> {
    let shared = domain.chains.long.count + domain.nets.branched().all().count + domain.mixed.nets.all.count;
    (shared == 0 && !domain.mixed.goes_at_once()).then_some(
        "The exact solver gives a workgroup to chains of 64 joints or more, to trees and to nets; choose 'auto' or 'global' here.",
    )
}

fn plan(planner: &mut Planner, domain: &Domain) {
    let all = positions(planner.parameters, planner.lists);
    let positions = positions_of_points(all, planner.lists);
    let nets = &domain.nets;
    if positions == Positions::Pulled {
        pull_chains(planner, domain);
        pull_trees(planner, domain);
        solve_branched(planner, nets, nets.looped(), positions);
    } else {
        let shared = by_workgroup(planner, domain) && nets.long.count == domain.chains.long.count;
        let long = if shared { nets.long } else { Table::default() };
        let short = Table { count: domain.chains.all.count - long.count, ..domain.chains.all };
        let branched = if nets.tree_too_large { nets.looped() } else { nets.branched() };
        planner.shut(|planner| {
            shut_chains(planner, short, positions == Positions::Symplectic);
            solve_islands(planner, nets, long, positions);
            solve_branched(planner, nets, branched, positions);
        });
        if nets.tree_too_large {
            pull_trees(planner, domain);
        }
    }
    joints::solve(planner, &domain.mixed, all);
    fall(planner, &domain.loose, all == Positions::Symplectic);
}

/// Bodies without joints: v ← v + h g, x ← x + h v; or, as `symplectic` does it, half of h g before the move and half after.
fn fall(planner: &mut Planner, bodies: &Range<u32>, symplectic: bool) {
    let kick = |planner: &mut Planner, share: f64, keep: bool| {
        planner.with("compute_free_velocity", bodies, |step| {
            step.h *= share;
            step.velocity_kept = if keep { step.velocity_kept } else { 1.0 };
        });
        planner.over("update_velocities", bodies);
    };
    planner.over("compute_inertia", bodies);
    if symplectic {
        kick(planner, 0.5, false);
        planner.over("compute_positions", bodies);
        kick(planner, 0.5, true);
    } else {
        kick(planner, 1.0, true);
        planner.over("compute_positions", bodies);
    }
}

fn pull_chains(planner: &mut Planner, domain: &Domain) {
    let (all, long) = (domain.chains.all, domain.chains.long);
    let shared = by_workgroup(planner, domain);
    let chains = if shared { all.count - long.count } else { all.count };
    planner.grouped("solve_chains", all.first, chains, chains.div_ceil(CHAIN_GROUP), regularised);
    if shared {
        between_stages(planner, &domain.chains.long_bodies, &domain.chains.long_joints, |planner| {
            planner.grouped("solve_long_chains", long.first, long.count, long.count, regularised);
        });
    }
}

fn pull_trees(planner: &mut Planner, domain: &Domain) {
    let trees = domain.trees.records;
    between_stages(planner, &domain.trees.bodies, &domain.trees.joints, |planner| {
        let groups = trees.count.div_ceil(WORKGROUP);
        planner.grouped("solve_trees", trees.first, trees.count, groups, regularised);
        planner.over("add_changes", &domain.trees.joints);
    });
}

/// One thread per chain. An island that `symplectic` takes back is pulled without β and then projected, by the same
/// kernels that `projected` runs over every chain.
fn shut_chains(planner: &mut Planner, chains: Table, symplectic: bool) {
    let groups = chains.count.div_ceil(CHAIN_GROUP);
    if symplectic {
        planner.grouped("symplectic_chains", chains.first, chains.count, groups, regularised);
    }
    let left_over = |step: &mut Step| {
        regularised(step);
        step.extra[0] = u32::from(symplectic);
    };
    planner.grouped("solve_chains", chains.first, chains.count, groups, |step| {
        left_over(step);
        step.stabilisation = 0.0;
    });
    planner.grouped("project_chains", chains.first, chains.count, groups, left_over);
}

/// So few islands are not worth a thread each.
const COMPANY: u32 = 4;

/// Whether small islands are a thread's each. A CPU in a card's place switches threads at every barrier of a workgroup. There
/// many small islands go side by side, and their crowds take a tenth of the time (docs/benchmarks/joint-cost.md).
pub(super) fn are_alone(planner: &Planner, islands: u32) -> bool {
    alone_or(planner, islands >= COMPANY && !planner.facts.hardware)
}

/// Whether an island is a thread's, and not a workgroup's: as `execution` asks, or else as `auto` says.
pub(super) fn alone_or(planner: &Planner, auto: bool) -> bool {
    match planner.parameters.execution {
        Execution::Global => true,
        Execution::Tile => false,
        Execution::Auto => auto,
    }
}

/// Trees and nets.
fn solve_branched(planner: &mut Planner, nets: &Nets, islands: BySize, positions: Positions) {
    let small = islands.small;
    if !are_alone(planner, small.count) {
        return solve_islands(planner, nets, islands.all(), positions);
    }
    solve_islands(planner, nets, islands.large, positions);
    planner.grouped(
        "solve_small_islands",
        small.first,
        small.count,
        small.count.div_ceil(ISLAND_GROUP),
        |step| {
            of_islands(step, positions);
            step.iterations = MOST_PARTS;
        },
    );
}

/// One workgroup per island: a whole substep in one dispatch, or as many parts of a solve as are not too long for one.
fn solve_islands(planner: &mut Planner, nets: &Nets, islands: Table, positions: Positions) {
    let solves = if positions == Positions::Pulled { 1 } else { MOST_SOLVES };
    // and a last look
    let parts = nets.parts * solves + 1;
    let at_once = (MOST_TURNS / nets.turns.max(1)).clamp(1, parts);
    for part in 0..parts.div_ceil(at_once) {
        planner.grouped("solve_islands", islands.first, islands.count, islands.count, |step| {
            of_islands(step, positions);
            step.iteration = part;
            step.iterations = at_once;
        });
    }
}

fn of_islands(step: &mut Step, positions: Positions) {
    regularised(step);
    step.extra[0] = match positions {
        Positions::Projected => PROJECTED,
        Positions::Symplectic => SYMPLECTIC,
        Positions::Pulled | Positions::Auto => PULLED,
    };
    if positions != Positions::Pulled {
        step.stabilisation = 0.0;
    }
}

fn regularised(step: &mut Step) {
    step.regularisation = REGULARISATION;
}

fn between_stages(
    planner: &mut Planner,
    bodies: &Range<u32>,
    joints: &Range<u32>,
    solve: impl FnOnce(&mut Planner),
) {
    planner.over("compute_inertia", bodies);
    planner.over("compute_free_velocity", bodies);
    planner.over("compute_jacobian_and_delassus", joints);
    planner.warm_start(joints);
    planner.over("update_velocities", bodies);
    solve(planner);
    planner.over("update_velocities", bodies);
    planner.over("compute_positions", bodies);
    planner.publish("publish_residual", joints);
}
