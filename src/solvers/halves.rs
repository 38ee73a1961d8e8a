//! What the exact solver plans for a substep in two halves, which `joint_judge` keeps or takes back. Islands of firm joints go by the
//! force that shuts them, all others by a staircase for each half. Formulas are in shaders/joints/joint_draft.wgsl.

use std::ops::Range;

use super::joints::{
    CLOSED, Part, by_island, eliminate, first_segments, goes_at_once, look_at_once, newton, newton_at_once,
    part_of, reach_at_once,
};
use super::planner::Planner;
use crate::codes::joint_blow::{BEHIND, FOUND, TURNED};
use crate::codes::motion::GUARD_POINTS;
use crate::codes::newton::{BEGINS, PULLS};
use crate::codes::on_stairs::{BY_FORCE, SEEN};
use crate::codes::rows::{BUT_KEPT, BUT_SETTLED, PLACES, REACH, VELOCITIES};
use crate::lists::Table;
use crate::lists::mixed::{Bounded, Firm, Mixed, RECORD};
use crate::plan::Step;

/// Rounds of Newton's method in either half of a substep of halved islands; what needs more is projected. Then those in
/// which rows are shut at the time of a blow, and those behind it.
const HALF_ROUNDS: u32 = 8;
const TURNED_ROUNDS: u32 = 4;
const BEHIND_ROUNDS: u32 = 6;

/// Quasi-Newton steps for the forces that shut the joints at a substep's end; one that finds all shut costs a look.
const REACHES: u32 = 3;

/// Tries islands by two halves, beside contacts those that touch nothing.
pub fn attempt(planner: &mut Planner, mixed: &Mixed) {
    reach(planner, mixed);
    halve(planner, mixed);
    judge(planner, mixed);
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
        step.extra[1] = BY_FORCE;
    });
    planner.with("joint_velocities", bodies, half);
    let at_once = goes_at_once(planner, &mixed.halved, HALF_ROUNDS);
    if at_once {
        planner.over("joint_carry", bodies);
    }
    for round in 0..=HALF_ROUNDS {
        let seen = |step: &mut Step| {
            half(step);
            step.extra[0] = if round > 0 { BUT_SETTLED } else { first };
            step.iteration = round;
            step.iterations = HALF_ROUNDS;
        };
        planner.over("joint_reach", bodies);
        if at_once {
            look_at_once(planner, &mixed.halved, seen);
            if round < HALF_ROUNDS {
                reach_at_once(planner, &mixed.halved, round > 0);
            }
            continue;
        }
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
    if goes_at_once(planner, &mixed.halved, rounds) {
        return newton_at_once(planner, &mixed.halved, rounds, first, BEGINS | PULLS);
    }
    let told = |step: &mut Step| step.extra[0] = first;
    first_segments(planner, courses, first);
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
pub fn level(planner: &mut Planner, mixed: &Mixed) {
    // without it heavy ends break half as often again; with that of places a ragdoll that hangs by a hand leaves its way
    planner.with("compute_inertia", &mixed.halved.bodies, |step| step.extra[0] = GUARD_POINTS);
    planner.with("joint_level", &mixed.halved.joints, |step| step.extra[0] = BUT_KEPT);
    eliminate(planner, mixed, &part_of(&mixed.halved), PLACES | BUT_KEPT);
}

/// The joints of firm islands, which stand first.
fn firm(mixed: &Mixed) -> Part {
    let Firm { trees, pivots, rings, meshes, .. } = mixed.firm;
    Part {
        bodies: mixed.firm.bodies.clone(),
        joints: mixed.firm.joints.clone(),
        trees: Table { count: trees, ..mixed.trees },
        pivots: Table { count: pivots, ..mixed.pivots },
        rings: Table { count: rings, ..mixed.rings },
        meshes: Table { count: meshes, ..mixed.meshes },
    }
}
