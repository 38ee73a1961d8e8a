//! What solvers plan for islands where some joint is more than a firm point: the same stages, by the kernels of
//! shaders/joints/.

use std::ops::Range;

use super::direct;
use super::planner::Planner;
use crate::lists::elimination::MOST_TURNS;
use crate::lists::mixed::{Bounded, Firm, Mixed, RECORD};
use crate::lists::{Domain, Table};
use crate::parameters::Positions;
use crate::plan::{Step, WORKGROUP};

/// Rounds of a projection at most; one that finds all shut costs a look.
const ROUNDS: u32 = 5;

/// Islands without loops that one workgroup solves, a thread each.
const TREES_AT_ONCE: u32 = 16;

/// Joints that a thread of `joint_places` takes one after the other where a CPU stands in for a graphics card.
const PLACED_AT_ONCE: u32 = 8;

/// γ of hard rows over their own A_rr, in an island with loops or several held bodies where something turns. Rows can
/// be inconsistent there, and λ would grow from step to step. It stretches a joint under its load by some 1e-7 m.
const CLOSED: f64 = 1e-5;

/// The share of each row's own A_rr that is added, on the change only, where a factor would be singular without. It is
/// for velocities, and for places, which have no softness.
const REGULARISATION: [f64; 2] = [1e-6, 1e-4];

/// The same in islands with two loops or more, where rows may be dependent, and f32 resolves no smaller difference. It
/// must not act on λ itself: bodies would sink under their load in every step, and be lifted again by what shuts the
/// places.
const IN_MESHES: f64 = 1e-3;

/// `step.extra[0]` of `joint_trees`, `joint_pivots` and `joint_nets`, as shaders/ties/rows.wgsl has it.
const VELOCITIES: u32 = 0;
const PLACES: u32 = 1;
const REACH: u32 = 2;
const BUT_KEPT: u32 = 4;
const BUT_SETTLED: u32 = 16;

/// `step.extra[1]` of `joint_segments`.
const LAST: u32 = 1;
const FIRST: u32 = 2;
const AFTERWARDS: u32 = 4;
const SEEN: u32 = 8;

/// Rounds of Newton's method in either half of a substep of halved islands; what needs more is projected. Then those in
/// which rows are shut at the time of a blow, and those behind it.
const HALF_ROUNDS: u32 = 8;
const TURNED_ROUNDS: u32 = 4;
const BEHIND_ROUNDS: u32 = 6;

/// `step.extra[0]` of `joint_blow`.
const FOUND: u32 = 0;
const TURNED: u32 = 1;
const BEHIND: u32 = 2;

/// Rounds of a projection beside contacts, which places move on in every substep.
const ROUNDS_BESIDE: u32 = 2;

/// Quasi-Newton steps for the forces that shut the joints at a substep's end; one that finds all shut costs a look.
const REACHES: u32 = 3;

/// J, γ and β C/h.
pub fn linearise(planner: &mut Planner, joints: &Range<u32>, mixed: &Mixed) {
    planner.over("joint_rows", joints);
    soften(planner, mixed, 0);
}

/// Which part of its staircase each row that is driven or bounded begins on, once λ is what the substep starts from.
pub fn stairs(planner: &mut Planner, mixed: &Mixed) {
    planner.over("joint_stairs", &mixed.courses);
    first_segments(planner, mixed);
}

/// The part of a staircase that is given, which each of these rows begins on.
pub fn first_segments(planner: &mut Planner, mixed: &Mixed) {
    planner.with("joint_segments", &mixed.courses, |step| step.extra[1] = FIRST);
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
        attempt(planner, mixed);
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
    planner.with("joint_stairs", &mixed.courses, told);
    first_segments(planner, mixed);
    planner.with("joint_velocities", &mixed.bodies, told);
    planner.with("joint_left", &mixed.joints, told);
    eliminate(planner, mixed, &all(mixed), VELOCITIES | but_kept);
    bound(planner, mixed, but_kept);
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
            level(planner, mixed);
            by_island(planner, "joint_keep", mixed.firm.islands, |_| {});
        }
    });
}

/// Tries islands by two halves, beside contacts those that touch nothing.
pub fn attempt(planner: &mut Planner, mixed: &Mixed) {
    reach(planner, mixed);
    halve(planner, mixed);
    judge(planner, mixed);
}

/// The same beside contacts.
pub fn advance_beside(planner: &mut Planner, domain: &Domain) {
    let but_kept = kept_beside(planner);
    advance(planner, &domain.mixed, &domain.bodies, ROUNDS_BESIDE, but_kept);
}

/// Whether islands beside contacts may have been kept, which are then passed over.
fn kept_beside(planner: &Planner) -> u32 {
    let symplectic = direct::positions(planner.parameters, planner.lists) == Positions::Symplectic;
    if symplectic && planner.lists.contacts.is_some() { BUT_KEPT } else { 0 }
}

fn by_island(planner: &mut Planner, kernel: &'static str, of: Table, tell: impl Fn(&mut Step)) {
    planner.grouped(kernel, of.first, of.count, of.count.div_ceil(WORKGROUP), tell);
}

/// J, γ, bias and λ to begin with, of joints that are solved beside contacts. What `advance_beside` leaves open is pulled shut.
pub fn begin(planner: &mut Planner, domain: &Domain, iterative: bool) {
    if domain.is_plain() {
        return;
    }
    let but_kept = if iterative { 0 } else { kept_beside(planner) };
    planner.with("joint_rows", &domain.joints, |step| step.extra[0] = but_kept);
    soften(planner, &domain.mixed, but_kept);
    planner.joint_warm_start(&domain.joints);
    planner.with("joint_stairs", &domain.mixed.courses, |step| step.extra[0] = but_kept);
    planner.with("joint_segments", &domain.mixed.courses, |step| {
        step.extra[0] = but_kept;
        step.extra[1] = FIRST;
    });
    if iterative {
        planner.over("joint_blocks", &domain.joints);
    }
}

/// Exact, from V and λ as they are: what contacts have left.
pub fn increment(planner: &mut Planner, mixed: &Mixed) {
    let but_kept = kept_beside(planner);
    if !mixed.bounded.bodies.is_empty() {
        planner.over("joint_free", &mixed.bounded.bodies);
        planner.with("joint_segments", &mixed.courses, |step| {
            step.extra[0] = but_kept;
            step.extra[1] = FIRST;
        });
    }
    planner.with("joint_left", &mixed.joints, |step| step.extra[0] = but_kept);
    eliminate(planner, mixed, &all(mixed), VELOCITIES | but_kept);
    bound(planner, mixed, but_kept);
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

/// Rounds of Newton's method, the first of which is solved already; shaders/joints/joint_search.wgsl has the formulas. Islands are passed
/// over as `first` says after that solve, and as `later` says from then on.
fn newton(planner: &mut Planner, mixed: &Mixed, islands: &Bounded, rounds: u32, [first, later]: [u32; 2]) {
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

/// Firm islands by the force that shuts their joints at the substep's end; shaders/joints/joint_draft.wgsl has the formulas.
fn reach(planner: &mut Planner, mixed: &Mixed) {
    let Firm { bodies, joints, islands, count, .. } = &mixed.firm;
    let part = firm(mixed);
    let first = begin_halves(planner, bodies, joints, Table { count: *count, ..*islands });
    planner.with("joint_velocities", bodies, |step| step.h *= 0.5);
    for round in 0..=REACHES {
        planner.with("joint_reach", bodies, |step| step.extra[0] = u32::from(round == REACHES));
        planner.over("joint_ahead", joints);
        if round < REACHES {
            eliminate(planner, mixed, &part, REACH | first);
        }
    }
    turn_back(planner, mixed, bodies, joints);
    planner.over("joint_velocities", bodies);
    planner.over("joint_left", joints);
    eliminate(planner, mixed, &part, VELOCITIES | first);
}

/// All other islands, in the same two halves: in each a force by its own staircase, which shaders/ties/halves.wgsl has. The
/// first uses the mean speed of the substep, for which C is read at its end. Rounds of Newton's method put rows on
/// their parts and shut the hard ones in one. Bodies that move by their velocities are at the end meanwhile.
fn halve(planner: &mut Planner, mixed: &Mixed) {
    let Bounded { bodies, joints, courses, soft, islands, .. } = &mixed.halved;
    if joints.is_empty() {
        return;
    }
    let driven = planner.lists.driven.clone();
    let part = part_of(&mixed.halved);
    let half = |step: &mut Step| step.h *= 0.5;
    let told = |step: &mut Step| step.extra[0] = BUT_SETTLED;
    let half_told = |step: &mut Step| {
        half(step);
        told(step);
    };
    let first = begin_halves(planner, bodies, joints, halved(mixed));
    planner.over("joint_draft", &driven);
    planner.over("compute_positions", &driven);
    planner.over("joint_stairs_first", courses);
    planner.over("joint_soft", soft);
    planner.with("joint_segments", courses, |step| {
        half(step);
        step.extra[1] = FIRST;
    });
    planner.with("joint_velocities", bodies, half);
    for round in 0..=HALF_ROUNDS {
        let seen = |step: &mut Step| {
            step.extra[0] = if round > 0 { BUT_SETTLED } else { first };
            step.iteration = round;
            step.iterations = HALF_ROUNDS;
        };
        planner.over("joint_reach", bodies);
        planner.with("joint_seen", joints, seen);
        by_island(planner, "joint_agree", *islands, seen);
        if round == HALF_ROUNDS {
            break;
        }
        if round > 0 {
            planner.with("joint_segments", joints, |step| {
                half(step);
                told(step);
                step.extra[1] = SEEN;
            });
            planner.with("joint_velocities", bodies, half_told);
        }
        planner.with("joint_left", joints, half_told);
        eliminate(planner, mixed, &part, REACH | BUT_SETTLED);
    }
    planner.with("joint_work", joints, half);
    planner.with("joint_reach", bodies, |step| step.extra[0] = 1);
    turn_back(planner, mixed, bodies, joints);
    planner.with("joint_soft", soft, |step| step.extra[0] = 1);
    planner.over("joint_stairs_second", courses);
    blow(planner, mixed, FOUND);
    planner.over("joint_late", bodies);
    apart(planner, halved(mixed));
    land(planner, mixed, HALF_ROUNDS, first);
    blow(planner, mixed, TURNED);
    land(planner, mixed, TURNED_ROUNDS, BUT_SETTLED);
    planner.with("joint_work", joints, |step| step.extra[0] = 1);
    blow(planner, mixed, BEHIND);
    planner.with("joint_late", bodies, |step| step.extra[0] = 1);
    land(planner, mixed, BEHIND_ROUNDS, BUT_SETTLED);
    planner.with("joint_work", joints, |step| step.extra[0] = 2);
    planner.over("joint_back", &driven);
}

/// A solve for the velocities of halved islands, but for those that `first` passes over, from V* and λ as they are.
fn land(planner: &mut Planner, mixed: &Mixed, rounds: u32, first: u32) {
    let Bounded { bodies, joints, courses, .. } = &mixed.halved;
    let told = |step: &mut Step| step.extra[0] = first;
    planner.with("joint_segments", courses, |step| {
        told(step);
        step.extra[1] = FIRST;
    });
    planner.with("joint_velocities", bodies, told);
    planner.with("joint_left", joints, told);
    eliminate(planner, mixed, &part_of(&mixed.halved), VELOCITIES | first);
    newton(planner, mixed, &mixed.halved, rounds, [first, BUT_SETTLED]);
}

/// Blows within the substep: shaders/joints/joint_blow.wgsl has the formulas.
fn blow(planner: &mut Planner, mixed: &Mixed, what: u32) {
    by_island(planner, "joint_blow", halved(mixed), |step| step.extra[0] = what);
}

/// Halved islands in the table of all.
fn halved(mixed: &Mixed) -> Table {
    let (all, before) = (mixed.firm.islands, mixed.firm.count);
    Table { first: all.first + RECORD as u32 * before, count: all.count - before }
}

/// J where the substep begins, and the state of bodies and joints to which it may be taken back. Says which islands are passed over from
/// the first solve on.
fn begin_halves(planner: &mut Planner, bodies: &Range<u32>, joints: &Range<u32>, islands: Table) -> u32 {
    here(planner, bodies, joints);
    planner.over("joint_draft", bodies);
    planner.over("joint_left", joints);
    planner.over("joint_calm", joints);
    apart(planner, islands)
}

/// Beside contacts, passes over islands that touch.
fn apart(planner: &mut Planner, islands: Table) -> u32 {
    let Some(contacts) = &planner.lists.contacts else {
        return 0;
    };
    let big = contacts.big_and_moving.clone();
    by_island(planner, "joint_apart", islands, |step| {
        (step.iteration, step.iterations) = (big.start, big.end - big.start);
    });
    BUT_SETTLED
}

fn here(planner: &mut Planner, bodies: &Range<u32>, joints: &Range<u32>) {
    planner.over("compute_inertia", bodies);
    planner.with("joint_rows", joints, |step| step.stabilisation = 0.0);
}

/// Between both halves: J where they meet, V' = G(V'), and μ = q to begin with.
fn turn_back(planner: &mut Planner, mixed: &Mixed, bodies: &Range<u32>, joints: &Range<u32>) {
    here(planner, bodies, joints);
    // damping comes with `joint_judge`
    planner.with("compute_free_velocity", bodies, |step| {
        step.h *= 0.5;
        step.velocity_kept = 1.0;
    });
    planner.with("joint_softness", &mixed.closed, |step| step.gain = CLOSED);
    planner.over("joint_halve", joints);
}

/// Decides which of the tried islands are kept, firm ones first and halved ones last.
fn judge(planner: &mut Planner, mixed: &Mixed) {
    by_island(planner, "joint_judge", mixed.firm.islands, |step| step.extra[0] = mixed.firm.count);
}

/// After a projection, of islands that could have been symplectic with rows that are driven or bounded: J V = 0 where it ended.
fn level(planner: &mut Planner, mixed: &Mixed) {
    planner.with("joint_level", &mixed.halved.joints, |step| step.extra[0] = BUT_KEPT);
    eliminate(planner, mixed, &part_of(&mixed.halved), PLACES | BUT_KEPT);
}

/// One round of Newton's method for the places, the `round`-th of so many: A μ = C, x ← x − M⁻¹ Jᵀ μ.
fn shut(planner: &mut Planner, mixed: &Mixed, (round, rounds): (u32, u32), but_kept: u32) {
    if round == 0 {
        planner.over("compute_inertia", &mixed.bodies);
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

/// Trees, rings and meshes to be solved.
struct Part {
    trees: Table,
    pivots: Table,
    rings: Table,
    meshes: Table,
}

fn part_of(islands: &Bounded) -> Part {
    let Bounded { trees, pivots, rings, meshes, .. } = *islands;
    Part { trees, pivots, rings, meshes }
}

fn all(mixed: &Mixed) -> Part {
    Part { trees: mixed.trees, pivots: mixed.pivots, rings: mixed.rings, meshes: mixed.meshes }
}

/// The joints of firm islands, which stand first.
fn firm(mixed: &Mixed) -> Part {
    let Firm { trees, pivots, rings, meshes, .. } = mixed.firm;
    Part {
        trees: Table { count: trees, ..mixed.trees },
        pivots: Table { count: pivots, ..mixed.pivots },
        rings: Table { count: rings, ..mixed.rings },
        meshes: Table { count: meshes, ..mixed.meshes },
    }
}

fn eliminate(planner: &mut Planner, mixed: &Mixed, part: &Part, what: u32) {
    let told = |step: &mut Step| {
        step.extra[0] = what;
        step.regularisation = REGULARISATION[usize::from(what & 3 != VELOCITIES)];
    };
    for (kernel, trees) in [("joint_trees", part.trees), ("joint_pivots", part.pivots)] {
        planner.grouped(kernel, trees.first, trees.count, trees.count.div_ceil(TREES_AT_ONCE), told);
    }
    let parts = mixed.nets.parts + 1;
    let at_once = (MOST_TURNS / mixed.nets.turns.max(1)).clamp(1, parts);
    for (islands, least) in [(part.rings, 0.0), (part.meshes, IN_MESHES)] {
        for part in 0..parts.div_ceil(at_once) {
            planner.grouped("joint_nets", islands.first, islands.count, islands.count, |step| {
                told(step);
                step.regularisation = step.regularisation.max(least);
                step.iteration = part;
                step.iterations = at_once;
            });
        }
    }
}
