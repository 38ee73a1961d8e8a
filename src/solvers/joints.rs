//! What solvers plan for islands where some joint is more than a firm point: the same stages, by the kernels of
//! shaders/joints/.

use std::ops::Range;

use super::direct::ISLAND_GROUP;
use super::planner::Planner;
use super::{direct, halves};
use crate::codes::motion::{GUARD_LATER, GUARD_ROWS};
use crate::codes::newton::{BEGINS, ENDS, FREES, PULLS, SOLVES};
use crate::codes::on_stairs::{AFTERWARDS, BY_FORCE, LAST};
use crate::codes::rows::{BUT_KEPT, BUT_SETTLED, LOOK, PLACES, REACH, VELOCITIES};
use crate::lists::elimination::MOST_TURNS;
use crate::lists::mixed::{Bounded, Mixed, RECORD};
use crate::lists::{Domain, Table};
use crate::parameters::{Execution, Positions};
use crate::plan::{Step, WORKGROUP};

/// Rounds of a projection at most; one that finds all shut costs a look.
const ROUNDS: u32 = 5;

/// Islands without loops that one workgroup solves, a thread each; and fewer through all rounds, where they differ more.
const TREES_AT_ONCE: u32 = 16;
const NEWTON_AT_ONCE: u32 = 8;

/// Joints that a thread of `joint_places` takes one after the other where a CPU stands in for a graphics card.
const PLACED_AT_ONCE: u32 = 8;

/// γ of hard rows over their own A_rr, in an island with loops or several held bodies where something turns. Rows can
/// be inconsistent there, and λ would grow from step to step. It stretches a joint under its load by some 1e-7 m.
pub(super) const CLOSED: f64 = 1e-5;

/// The share of each row's own A_rr that is added, on the change only, where a factor would be singular without. It is
/// for velocities, and for places, which have no softness.
const REGULARISATION: [f64; 2] = [1e-6, 1e-4];

/// The same in islands with two loops or more, where rows may be dependent, and f32 resolves no smaller difference. It
/// must not act on λ itself: bodies would sink under their load in every step, and be lifted again by what shuts the
/// places.
const IN_MESHES: f64 = 1e-3;

/// Rounds of a projection beside contacts, which places move on in every substep.
const ROUNDS_BESIDE: u32 = 2;

/// Joints of an island without loops that is guarded in these rounds too. Without, 127 beads opened by 12 radii under a ball a thousand
/// times as heavy. A thousand beads opened by 23 radii under one a hundred times as heavy.
const LONG: u32 = 48;

/// J, γ and β C/h, but for islands that were kept.
pub fn linearise(planner: &mut Planner, joints: &Range<u32>, mixed: &Mixed, but_kept: u32) {
    planner.with("joint_rows", joints, |step| step.extra[0] = but_kept);
    soften(planner, mixed, but_kept);
}

/// The same and `stairs` for a measurement, which leaves λ as it is.
pub fn look(planner: &mut Planner, mixed: &Mixed) {
    planner.with("joint_rows", &mixed.joints, |step| step.extra[1] = LOOK);
    soften(planner, mixed, 0);
    planner.over("joint_stairs", &mixed.courses);
    planner.with("joint_segments", &mixed.courses, |step| step.extra[1] = LOOK);
}

/// Which part of its staircase each row that is driven or bounded begins on, once λ is what the substep starts from.
pub fn stairs(planner: &mut Planner, mixed: &Mixed, but_kept: u32) {
    planner.with("joint_stairs", &mixed.courses, |step| step.extra[0] = but_kept);
    first_segments(planner, &mixed.courses, but_kept);
}

/// The part of a staircase that is given, which each of these rows begins on.
pub(super) fn first_segments(planner: &mut Planner, courses: &Range<u32>, but: u32) {
    planner.with("joint_segments", courses, |step| {
        step.extra[0] = but;
        step.extra[1] = BY_FORCE;
    });
}

/// γ of springs by frequency, and of what would be singular without.
fn soften(planner: &mut Planner, mixed: &Mixed, but_kept: u32) {
    planner.with("joint_softness", &mixed.springs, |step| step.extra[0] = but_kept);
    planner.with("joint_softness", &mixed.closed, |step| {
        step.extra[0] = but_kept;
        step.gain = CLOSED;
    });
}

/// Exact. With `symplectic`, islands are tried so first. An island that is taken back, or any other, takes one solve for the velocities.
/// Where joints are shut in place, up to `ROUNDS` more are for the places.
pub fn solve(planner: &mut Planner, mixed: &Mixed, positions: Positions) {
    if mixed.bodies.is_empty() {
        return;
    }
    let symplectic = positions == Positions::Symplectic;
    let but_kept = if symplectic { BUT_KEPT } else { 0 };
    if symplectic {
        halves::attempt(planner, mixed);
    }
    planner.over("compute_inertia", &mixed.bodies);
    planner.over("compute_free_velocity", &mixed.bodies);
    let told = |step: &mut Step| step.extra[0] = but_kept;
    planner.with("joint_rows", &mixed.joints, |step| {
        told(step);
        if positions != Positions::Pulled {
            step.stabilisation = 0.0;
        }
    });
    soften(planner, mixed, but_kept);
    planner.joint_warm_start(&mixed.joints);
    stairs(planner, mixed, but_kept);
    settle(planner, mixed, but_kept, PULLS);
    let rounds = if positions == Positions::Pulled { 0 } else { ROUNDS };
    advance(planner, mixed, &mixed.bodies, rounds, but_kept);
}

/// Bodies move, and joints are shut in place in up to so many rounds. Islands that were kept come where they were found to be.
fn advance(planner: &mut Planner, mixed: &Mixed, bodies: &Range<u32>, rounds: u32, but_kept: u32) {
    let told = |step: &mut Step| step.extra[0] = but_kept;
    planner.with("joint_breaks", &mixed.brittle, told);
    planner.over("compute_positions", bodies);
    planner.publish_with("joint_misses", &mixed.courses, told);
    if but_kept != 0 {
        planner.publish_with("joint_misses", &mixed.halved.soft, told);
    }
    planner.publish("joint_publish", &mixed.joints);
    planner.shut(|planner| {
        (0..rounds).for_each(|round| shut(planner, mixed, (round, rounds), but_kept));
        if but_kept != 0 {
            halves::level(planner, mixed);
            by_island(planner, "joint_keep", mixed.firm.islands, |_| {});
        }
    });
}

/// `advance` beside contacts.
pub fn advance_beside(planner: &mut Planner, domain: &Domain) {
    let but_kept = kept_beside(planner);
    advance(planner, &domain.mixed, &domain.bodies, ROUNDS_BESIDE, but_kept);
    // contacts go on to use the true one
    if is_long(&domain.mixed) {
        planner.shut(|planner| planner.over("compute_inertia", &domain.mixed.bodies));
    }
}

/// Whether rounding is enough to fold up a tight chain. Far from the origin it moves beads to and fro, and what shuts the joints turns
/// them. The guard lets them move in place of turning.
fn is_long(mixed: &Mixed) -> bool {
    mixed.firm.most_joints >= LONG
}

/// Whether islands beside contacts may have been kept, which are then passed over.
fn kept_beside(planner: &Planner) -> u32 {
    let symplectic = direct::positions(planner.parameters, planner.lists) == Positions::Symplectic;
    if symplectic && planner.lists.contacts.is_some() { BUT_KEPT } else { 0 }
}

pub(super) fn by_island(planner: &mut Planner, kernel: &'static str, of: Table, tell: impl Fn(&mut Step)) {
    planner.grouped(kernel, of.first, of.count, of.count.div_ceil(WORKGROUP), tell);
}

/// J, γ, bias and λ to begin with, of joints that are solved beside contacts. What `advance_beside` leaves open is pulled shut.
pub fn begin(planner: &mut Planner, domain: &Domain, iterative: bool) {
    if domain.is_plain() {
        return;
    }
    let but_kept = if iterative { 0 } else { kept_beside(planner) };
    linearise(planner, &domain.joints, &domain.mixed, but_kept);
    planner.joint_warm_start(&domain.joints);
    stairs(planner, &domain.mixed, but_kept);
    if iterative {
        planner.over("joint_blocks", &domain.joints);
    }
}

/// Exact, from V and λ as they are: what contacts have left.
pub fn increment(planner: &mut Planner, mixed: &Mixed) {
    let but_kept = kept_beside(planner);
    settle(planner, mixed, but_kept, FREES | BEGINS);
}

/// A solve for the velocities, but for islands that were kept. It begins as `begins` says.
fn settle(planner: &mut Planner, mixed: &Mixed, but_kept: u32, begins: u32) {
    let bounded = &mixed.bounded;
    let told = |step: &mut Step| step.extra[0] = but_kept;
    let rounds = planner.parameters.rounds;
    let at_once = goes_at_once(planner, bounded, rounds);
    let parts = if at_once { beside(mixed, bounded) } else { vec![all(mixed)] };
    if begins != PULLS && !at_once {
        planner.over("joint_free", &bounded.bodies);
        first_segments(planner, &bounded.courses, but_kept);
    }
    for part in &parts {
        if begins == PULLS {
            planner.with("joint_velocities", &part.bodies, told);
        }
        planner.with("joint_left", &part.joints, told);
    }
    for part in &parts {
        eliminate(planner, mixed, part, VELOCITIES | but_kept);
    }
    if at_once {
        newton_at_once(planner, bounded, rounds, but_kept, begins | ENDS);
    } else {
        bound(planner, mixed, but_kept);
    }
}

/// Further rounds of Newton's method, where the first put some row where it does not belong, but for islands that were kept.
fn bound(planner: &mut Planner, mixed: &Mixed, but_kept: u32) {
    let Bounded { bodies, joints, courses, .. } = &mixed.bounded;
    newton(planner, mixed, &mixed.bounded, planner.parameters.rounds, [but_kept, but_kept | BUT_SETTLED]);
    let told = |step: &mut Step| step.extra[0] = BUT_SETTLED | but_kept;
    // where the last round was not to be gone to its end
    planner.with("joint_segments", joints, |step| {
        told(step);
        step.extra[1] = LAST;
    });
    planner.with("joint_velocities", bodies, told);
    planner.with("joint_segments", courses, |step| {
        step.extra[0] = but_kept;
        step.extra[1] = AFTERWARDS;
    });
}

/// So many islands are a thread's each even on a graphics card. It is a guess: none was at hand.
const CROWD: u32 = 4096;

/// Turns of its loops that a thread needs at most for each joint of its island in a round of Newton's method.
const TURNS_OF_ROUND: u32 = 100;

/// Whether islands go through all rounds in one dispatch. It pays where each dispatch takes its time. No island may be too
/// large for a thread's loops.
pub(super) fn goes_at_once(planner: &Planner, islands: &Bounded, rounds: u32) -> bool {
    let turns = || rounds * islands.most_joints * TURNS_OF_ROUND;
    let pays = planner.parameters.execution != Execution::Auto || planner.facts.launches;
    islands.goes_at_once() && pays && planner.facts.most_turns.is_none_or(|most| turns() <= most)
}

/// All rounds in one dispatch, but for islands that `passes` passes over; shaders/ties/newton.wgsl has the stages.
pub(super) fn newton_at_once(planner: &mut Planner, islands: &Bounded, rounds: u32, passes: u32, asks: u32) {
    planner.over("joint_carry", &islands.bodies);
    run_at_once(planner, islands, |step| {
        step.extra = [VELOCITIES | passes, asks];
        step.iterations = rounds;
        step.regularisation = REGULARISATION[0];
    });
}

/// One solve for the force that shuts the joints of islands, but for those that are settled.
pub(super) fn reach_at_once(planner: &mut Planner, islands: &Bounded, pulls: bool) {
    run_at_once(planner, islands, |step| {
        step.extra = [REACH | BUT_SETTLED, SOLVES | if pulls { PULLS } else { 0 }];
        step.iterations = 1;
        step.regularisation = REGULARISATION[1];
        step.h *= 0.5;
    });
}

/// Whether islands that go through several stages in one dispatch are a thread's each, or else a workgroup's.
fn are_threads(planner: &Planner, islands: &Bounded) -> bool {
    direct::alone_or(planner, !planner.facts.hardware || islands.islands.count >= CROWD)
}

fn run_at_once(planner: &mut Planner, islands: &Bounded, tell: impl Fn(&mut Step)) {
    let alone = are_threads(planner, islands);
    let kernels = match alone {
        true => ["joint_newton_trees_alone", "joint_newton_pivots_alone"],
        false => ["joint_newton_trees", "joint_newton_pivots"],
    };
    for (kernel, table) in kernels.into_iter().zip(islands.at_once) {
        let groups = if alone { table.count.div_ceil(NEWTON_AT_ONCE) } else { table.count };
        planner.grouped(kernel, table.first, table.count, groups, &tell);
    }
}

/// Looks in one dispatch where the first half of a substep leads islands; shaders/ties/looking.wgsl has the stages.
pub(super) fn look_at_once(planner: &mut Planner, islands: &Bounded, tell: impl Fn(&mut Step)) {
    let Table { first, count } = islands.islands;
    let (kernel, groups) = match are_threads(planner, islands) {
        true => ("joint_look_alone", count.div_ceil(NEWTON_AT_ONCE)),
        false => ("joint_look", count),
    };
    planner.grouped(kernel, first, count, groups, tell);
}

/// Rounds of Newton's method, the first of which is solved already; shaders/joints/joint_search.wgsl has the formulas. Islands are passed
/// over as `first` says after that solve, and as `later` says from then on.
pub(super) fn newton(
    planner: &mut Planner,
    mixed: &Mixed,
    islands: &Bounded,
    rounds: u32,
    [first, later]: [u32; 2],
) {
    let Bounded { bodies, joints, courses, islands: records, .. } = islands;
    let told = |step: &mut Step| step.extra[0] = later;
    for round in 0..rounds {
        let seen = |step: &mut Step| {
            step.extra[0] = if round > 0 { later } else { first };
            step.iteration = round;
            step.iterations = rounds;
        };
        if round > 0 {
            planner.with("joint_segments", joints, told);
            planner.with("joint_velocities", bodies, told);
            planner.with("joint_left", joints, told);
            eliminate(planner, mixed, &part_of(islands), VELOCITIES | later);
        }
        planner.with("joint_landing", courses, seen);
        by_island(planner, "joint_search", *records, seen);
    }
}

/// One round of Newton's method for the places, the `round`-th of so many: A μ = C, x ← x − M⁻¹ Jᵀ μ.
fn shut(planner: &mut Planner, mixed: &Mixed, (round, rounds): (u32, u32), but_kept: u32) {
    let beside = planner.lists.contacts.is_some();
    let guarded = if beside { is_long(mixed) } else { but_kept != 0 };
    let first = if guarded { GUARD_ROWS } else { 1 };
    match round {
        0 => planner.with("compute_inertia", &mixed.bodies, |step| step.extra[0] = first),
        1 if !beside => planner.with("compute_inertia", &mixed.bodies, |step| step.extra[0] = GUARD_LATER),
        _ => {}
    }
    let at_once = if planner.facts.hardware { 1 } else { PLACED_AT_ONCE };
    let (joints, count) = (&mixed.joints, mixed.joints.end - mixed.joints.start);
    planner.grouped("joint_places", joints.start, count, count.div_ceil(at_once * WORKGROUP), |step| {
        step.iteration = round;
        step.iterations = at_once;
        step.extra[0] = but_kept;
    });
    if round == 0 {
        planner.over("joint_aside", &mixed.bodies);
    }
    eliminate(planner, mixed, &all(mixed), PLACES | but_kept);
    planner.with("joint_shift", &mixed.bodies, |step| step.extra[0] = u32::from(round + 1 == rounds));
}

/// Islands to be solved.
pub(super) struct Part {
    pub(super) bodies: Range<u32>,
    pub(super) joints: Range<u32>,
    pub(super) trees: Table,
    pub(super) pivots: Table,
    pub(super) rings: Table,
    pub(super) meshes: Table,
}

pub(super) fn part_of(islands: &Bounded) -> Part {
    let Bounded { trees, pivots, rings, meshes, .. } = *islands;
    let Bounded { bodies, joints, .. } = islands.clone();
    Part { bodies, joints, trees, pivots, rings, meshes }
}

fn all(mixed: &Mixed) -> Part {
    let Mixed { trees, pivots, rings, meshes, .. } = *mixed;
    Part { bodies: mixed.bodies.clone(), joints: mixed.joints.clone(), trees, pivots, rings, meshes }
}

/// Islands ahead of these in the lists, and behind them. These have no loops.
fn beside(mixed: &Mixed, islands: &Bounded) -> Vec<Part> {
    let ahead = |all: Table, of: Table| Table { count: (of.first - all.first) / RECORD as u32, ..all };
    let behind = |all: Table, of: Table| {
        let before = ahead(all, of).count + of.count;
        Table { first: all.first + before * RECORD as u32, count: all.count - before }
    };
    let Mixed { bodies, joints, trees, pivots, rings, meshes, .. } = mixed;
    vec![
        Part {
            bodies: bodies.start..islands.bodies.start,
            joints: joints.start..islands.joints.start,
            trees: ahead(*trees, islands.trees),
            pivots: ahead(*pivots, islands.pivots),
            rings: *rings,
            meshes: *meshes,
        },
        Part {
            bodies: islands.bodies.end..bodies.end,
            joints: islands.joints.end..joints.end,
            trees: behind(*trees, islands.trees),
            pivots: behind(*pivots, islands.pivots),
            rings: Table::default(),
            meshes: Table::default(),
        },
    ]
}

pub(super) fn eliminate(planner: &mut Planner, mixed: &Mixed, part: &Part, what: u32) {
    let told = |step: &mut Step| {
        step.extra[0] = what;
        step.regularisation = REGULARISATION[usize::from(what & 3 != VELOCITIES)];
        // the force is that of both halves of a substep
        if what & 3 == REACH {
            step.h *= 0.5;
        }
    };
    for (kernel, trees) in [("joint_trees", part.trees), ("joint_pivots", part.pivots)] {
        planner.grouped(kernel, trees.first, trees.count, trees.count.div_ceil(TREES_AT_ONCE), told);
    }
    let parts = mixed.nets.parts + 1;
    let at_once = (MOST_TURNS / mixed.nets.turns.max(1)).clamp(1, parts);
    for (islands, least) in [(part.rings, 0.0), (part.meshes, IN_MESHES)] {
        let alone = !mixed.nets.any_large && direct::are_alone(planner, islands.count);
        let (kernel, groups) = match alone {
            true => ("joint_small_nets", islands.count.div_ceil(ISLAND_GROUP)),
            false => ("joint_nets", islands.count),
        };
        for part in 0..parts.div_ceil(at_once) {
            planner.grouped(kernel, islands.first, islands.count, groups, |step| {
                told(step);
                step.regularisation = step.regularisation.max(least);
                step.iteration = part;
                step.iterations = at_once;
            });
        }
    }
}
