//! The plan of a frame and of a substep where bodies touch. A round is a pass over all contacts and then the joints'
//! own solver for the residual. So joints that are solved exactly hold exactly to the end.
//!
//! Once a frame: neighbours, where they touch, λ of before, colours. Each substep:
//!     V* by forces and the contacts' λ of before, V by the joints' as well;   joints
//!     {a soft pass over the contacts;  joints}   x ← x + h V   {a pass that relaxes;  joints}
//! A contact of frequency f = 1/(4h) and damping ratio ζ = 5 closes its depth like a spring that the substep can
//! follow. The pass after the move takes back the speed that this put in.

use std::ops::Range;

use super::planner::Planner;
use super::softness::Softness;
use super::{Around, Part, chebyshev, direct, events, halves, joints};
use crate::codes::contact_block_colour::COLOURS;
use crate::codes::contact_propose::USUAL;
use crate::codes::contact_relax::ALL;
use crate::codes::contact_relax_one::{ALONE, BACK};
use crate::codes::contact_rows::PALETTE;
use crate::codes::contact_size::{OF_COLOURS, OF_PAIRS};
use crate::codes::contact_sweep_wide::COLOURED;
use crate::lists::contacts::Contacts;
use crate::lists::{Domain, Lists};
use crate::parameters::{ContactSoftness, ContactSolver, Execution, Parameters, Positions};
use crate::plan::{REDUCTION_GROUPS, Step, WORKGROUP};

/// ζ of contacts.
const DAMPING: f64 = 5.0;

/// β of hard contacts: the share of a depth that a substep closes.
const HARD: f64 = 0.2;

/// Rounds of bids for colours; in crowds of spheres four leave none without.
const BIDS: u32 = 6;

/// Rounds in which bodies take colours.
const ROUNDS: u32 = 24;

/// Counts of the device's own: pairs without a colour, and bodies where there are such.
const OF_REST: u32 = 1 + PALETTE;
const OF_BODIES_WITH_REST: u32 = 2 + PALETTE;

/// Bodies up to which one workgroup takes all colours.
const FEW: u32 = 256;

/// The same on a card, whose workgroup has 256 threads there. Of 640 pairs between so many bodies that move, three rounds
/// take a colour; a dispatch takes as long. It is a guess: no card was measured.
const FEW_ON_A_CARD: u32 = 1280;

/// κ, s and γ of contacts.
fn softness_of(softness: ContactSoftness, h: f64) -> Softness {
    match softness {
        ContactSoftness::Auto => Softness::of(Softness::followed(h), DAMPING, h),
        ContactSoftness::Hertz(hertz) => Softness::of(hertz, DAMPING, h),
        ContactSoftness::Hard => Softness { closing: HARD / h, firmness: 1.0, yielding: 0.0 },
    }
}

pub fn plan(planner: &mut Planner, parts: &[Part], contacts: &Contacts) {
    if let Some((part, solve)) = within(parts) {
        return plan_within(planner, part, contacts, solve);
    }
    planner.framed(|planner| {
        find(planner, contacts);
        colour_pairs(planner);
        prepare_first(planner, parts, contacts);
    });
    halt(planner, contacts);
    let soft = planner.parameters.contact_softness;
    let hard = soft == ContactSoftness::Hard;
    let passes = passes(planner.parameters);
    let softness = softness_of(soft, planner.parameters.substep());
    each(planner, parts, |planner, part| {
        let symplectic = direct::positions(planner.parameters, planner.lists) == Positions::Symplectic;
        if symplectic && shuts(planner, part) {
            halves::attempt(planner, &part.domain.mixed);
        }
    });
    if starts_at_once(planner, parts, contacts) {
        planner.counted("contact_start", planner.lists.body_count);
    } else {
        start(planner, parts, contacts);
    }
    record(planner, softness, 0);
    for k in 0..passes {
        pass(planner, softness, k, passes);
        solve_joints(planner, parts);
        record(planner, softness, k + 1);
    }
    each(planner, parts, |planner, part| match &part.own().around {
        Some(Around::Beside { advance, .. }) => advance(planner, part.domain),
        _ if shuts(planner, part) => joints::advance_beside(planner, part.domain),
        _ => planner.advance(part.domain),
    });
    planner.drive();
    planner.pose_parts();
    planner.pairs("contact_prepare", |step| step.count = contacts.room);
    events::touch(planner, contacts);
    // hard contacts keep the speed that pushes them out, so there is nothing to relax
    for k in 0..if hard { 0 } else { passes } {
        pass(planner, Softness::RELAXING, k, passes);
        solve_joints(planner, parts);
    }
}

/// W, V* and V by stages.
fn start(planner: &mut Planner, parts: &[Part], contacts: &Contacts) {
    each(planner, parts, |planner, part| planner.over("compute_inertia", &part.domain.bodies));
    if contacts.bounces {
        planner.grouped("contact_reflect", 0, 1, 1, |_| {});
    }
    each(planner, parts, |planner, part| {
        planner.over("compute_free_velocity", &part.domain.bodies);
        match &part.own().around {
            Some(Around::Beside { begin, .. }) => begin(planner, part.domain),
            _ => joints::begin(planner, part.domain, part.solver.iterative),
        }
    });
    planner.counted("contact_warm", planner.lists.body_count);
    big(planner, "contact_warm_big", contacts, 0);
    each(planner, parts, |planner, part| planner.spread(part.domain));
    solve_joints(planner, parts);
}

/// Whether the same is one dispatch: each body is on its own where there is no joint, nothing bounces, and no big body
/// moves. It pays where a dispatch takes its time.
fn starts_at_once(planner: &Planner, parts: &[Part], contacts: &Contacts) -> bool {
    let pays = planner.parameters.execution != Execution::Auto || planner.facts.launches;
    let alone = |part: &Part| {
        part.domain.joints.is_empty() && !matches!(part.own().around, Some(Around::Beside { .. }))
    };
    pays && !contacts.bounces && contacts.big_and_moving.is_empty() && parts.iter().all(alone)
}

/// Whether a part's joints are shut in place.
fn shuts(planner: &Planner, part: &Part) -> bool {
    part.solver.name == direct::SOLVER.name
        && direct::positions(planner.parameters, planner.lists) != Positions::Pulled
}

type Solve = fn(&mut Planner, &Domain);

/// The solver that has contacts for its own.
pub fn within<'a, 'b>(parts: &'b [Part<'a>]) -> Option<(&'b Part<'a>, Solve)> {
    match parts {
        [part] => match part.own().around {
            Some(Around::Within(solve)) => Some((part, solve)),
            _ => None,
        },
        _ => None,
    }
}

fn plan_within(planner: &mut Planner, part: &Part, contacts: &Contacts, solve: Solve) {
    let bodies = &part.domain.bodies;
    planner.tune(part.tuning(planner.parameters));
    planner.framed(|planner| {
        find(planner, contacts);
        colour_bodies(planner, bodies);
        prepare_first(planner, std::slice::from_ref(part), contacts);
    });
    halt(planner, contacts);
    planner.over("compute_inertia", bodies);
    if contacts.bounces {
        planner.grouped("contact_reflect", 0, 1, 1, |_| {});
    }
    planner.over("compute_free_velocity", bodies);
    solve(planner, part.domain);
    planner.drive();
    planner.pose_parts();
    planner.pairs("contact_prepare", |step| step.count = contacts.room);
    events::touch(planner, contacts);
}

/// Over all contacts before bodies move.
pub fn passes(parameters: &Parameters) -> u32 {
    let hard = parameters.contact_softness == ContactSoftness::Hard;
    parameters.contact_passes.or(if hard { 2 } else { 1 })
}

/// Entry `k` of the residual curve, where one is wanted.
pub(super) fn record(planner: &mut Planner, softness: Softness, k: u32) {
    if planner.recording() {
        planner.grouped("contact_record", 0, 1, REDUCTION_GROUPS, |step| {
            softness.tell(step);
            step.iteration = k;
        });
    }
}

fn each(planner: &mut Planner, parts: &[Part], mut act: impl FnMut(&mut Planner, &Part)) {
    for part in parts {
        planner.tune(part.tuning(planner.parameters));
        act(planner, part);
    }
}

/// Solves for the residual of the joints' equations, by the solver that takes them.
fn solve_joints(planner: &mut Planner, parts: &[Part]) {
    each(planner, parts, |planner, part| {
        if !part.domain.joints.is_empty() {
            (part.own().increment)(planner, part.domain);
        }
    });
}

/// Whether a pass goes over contacts colour after colour, for which a workgroup will do.
pub fn are_swept(parameters: &Parameters, lists: &Lists) -> bool {
    let in_turn = matches!(parameters.contact_solver, ContactSolver::Auto | ContactSolver::GaussSeidel);
    in_turn && lists.contacts.is_some() && within(&super::parts(parameters, lists)).is_none()
}

/// One pass over all contacts, the `k`-th of so many.
fn pass(planner: &mut Planner, softness: Softness, k: u32, passes: u32) {
    match planner.parameters.contact_solver {
        ContactSolver::Auto | ContactSolver::GaussSeidel => sweep(planner, softness),
        ContactSolver::MassSplitting => relax(planner, softness, BACK, (0.0, 1.0)),
        ContactSolver::Jacobi => relax(planner, softness, ALONE, (0.0, 1.0)),
        ContactSolver::Chebyshev => {
            let step = chebyshev::coefficients(passes, 1)[k as usize];
            relax(planner, softness, BACK, step);
        }
    }
}

/// Colour after colour, and then side by side what found none. Pairs of a colour share no body that moves, so there are
/// at most as many as bodies.
fn sweep(planner: &mut Planner, softness: Softness) {
    let bodies = planner.lists.body_count;
    let card = planner.facts.hardware;
    let tell = |step: &mut Step| {
        softness.tell(step);
        step.gain = 1.0;
    };
    let wide = match planner.parameters.execution {
        Execution::Auto => card && bodies <= FEW_ON_A_CARD,
        Execution::Global => false,
        Execution::Tile => true,
    };
    if wide {
        planner.grouped("contact_sweep_wide", 0, 1, 1, tell);
    } else if bodies <= FEW {
        planner.grouped("contact_sweep_all", 0, 1, 1, tell);
    } else {
        for colour in 0..if card { USUAL } else { PALETTE } {
            planner.indirect("contact_sweep", 1 + colour, bodies, |step| {
                tell(step);
                step.extra[0] = colour;
            });
        }
        // few are left for the last colours
        if card {
            planner.grouped("contact_sweep_wide", USUAL, 1, 1, |step| {
                tell(step);
                step.extra[0] = COLOURED;
            });
        }
    }
    if !wide {
        planner.counted_pairs("contact_relax", OF_REST, tell);
    }
    planner.indirect("contact_spread", OF_BODIES_WITH_REST, bodies, |step| step.count = step.body_count);
    spread_big(planner, 0);
}

/// All contacts side by side; `blend` of the last change and `gain` along the new one.
fn relax(planner: &mut Planner, softness: Softness, how: u32, (blend, gain): (f64, f64)) {
    planner.pairs("contact_relax", |step| {
        softness.tell(step);
        step.extra[0] = ALL | how;
        (step.blend, step.gain) = (blend, gain);
    });
    let bodies = planner.lists.body_count;
    planner.grouped("contact_spread", 0, bodies, bodies.div_ceil(WORKGROUP), |step| step.extra[0] = 1);
    spread_big(planner, 1);
}

fn spread_big(planner: &mut Planner, all: u32) {
    if let Some(contacts) = planner.lists.contacts.as_ref() {
        big(planner, "contact_spread_big", contacts, all);
    }
}

/// One workgroup for each big body that moves.
fn big(planner: &mut Planner, kernel: &'static str, contacts: &Contacts, all: u32) {
    let bodies = &contacts.big_and_moving;
    let count = bodies.end - bodies.start;
    planner.grouped(kernel, bodies.start, count, count, |step| step.extra[0] = all);
}

fn in_cells(step: &mut Step, contacts: &Contacts) {
    step.gain = f64::from(contacts.radius);
    step.extra[0] = contacts.cells - 1;
}

fn whom_to_meet(step: &mut Step, contacts: &Contacts) {
    in_cells(step, contacts);
    step.extra[1] = contacts.big.len() as u32;
    step.iteration = contacts.parted;
    step.iterations = contacts.masks;
}

/// Behind a frame's last substep, before events are written.
fn halt(planner: &mut Planner, contacts: &Contacts) {
    let bodies = planner.lists.body_count;
    planner.ended(|planner| {
        let groups = bodies.div_ceil(WORKGROUP);
        planner
            .grouped("contact_halt", contacts.big.start, bodies, groups, |step| whom_to_meet(step, contacts));
    });
}

/// Finds neighbours, where they touch, and the λ of the frame before.
fn find(planner: &mut Planner, contacts: &Contacts) {
    let bodies = planner.lists.body_count;
    let cells = |step: &mut Step| in_cells(step, contacts);
    planner.pose_parts();
    events::remember(planner);
    planner.pairs("contact_keep", |_| {});
    let words = (2 + PALETTE) * bodies.max(8);
    planner.grouped("contact_begin", 0, words, words.div_ceil(WORKGROUP), |step| {
        cells(step);
        step.extra[1] = contacts.room;
    });
    planner.counted("contact_keep_rows", bodies);
    planner.grouped("contact_bin", 0, bodies, bodies.div_ceil(WORKGROUP), cells);
    planner.grouped("contact_find", contacts.big.start, bodies, bodies.div_ceil(WORKGROUP), |step| {
        whom_to_meet(step, contacts);
    });
    planner.counted("contact_count", bodies);
    planner.grouped("contact_number", 0, bodies, bodies.div_ceil(WORKGROUP), |step| {
        step.extra[1] = contacts.room;
    });
    planner.counted("contact_link", bodies);
    size(planner, OF_PAIRS);
    if contacts.boxes {
        planner.pairs("contact_resume", |_| {});
    }
    planner.pairs("contact_collide", |_| {});
    planner.pairs("contact_recall", |_| {});
    if !planner.lists.parts.is_empty() {
        planner.pairs("contact_owners", |_| {});
    }
}

fn size(planner: &mut Planner, of: u32) {
    planner.grouped("contact_size", 0, 1, 1, |step| step.extra[0] = of);
}

fn colour_pairs(planner: &mut Planner) {
    let coloured = are_swept(planner.parameters, planner.lists);
    for round in 0..if coloured { BIDS } else { 0 } {
        planner.pairs("contact_propose", |step| step.iteration = round);
        planner.pairs("contact_accept", |step| {
            step.iteration = round;
            step.extra[0] = u32::from(round + 1 == BIDS);
        });
    }
    size(planner, OF_COLOURS);
    planner.pairs("contact_list", |step| step.extra[0] = u32::from(!coloured));
}

/// Bodies of one colour share neither a contact nor a joint.
fn colour_bodies(planner: &mut Planner, bodies: &Range<u32>) {
    for round in 0..ROUNDS {
        planner.with("contact_block_colour", bodies, |step| {
            step.iteration = round;
            step.extra[0] = u32::from(round + 1 == ROUNDS);
        });
    }
    size(planner, OF_COLOURS);
    planner.over("contact_block_list", bodies);
}

/// Over the bodies of each colour, and then side by side over those that found none.
pub(super) fn over_coloured(planner: &mut Planner, kernels: [&'static str; 2], tell: impl Fn(&mut Step)) {
    let bodies = planner.lists.body_count;
    for colour in (0..COLOURS).chain([PALETTE]) {
        for kernel in kernels {
            planner.indirect(kernel, 1 + colour, bodies, |step| {
                tell(step);
                step.extra[0] = colour;
            });
        }
    }
}

fn prepare_first(planner: &mut Planner, parts: &[Part], contacts: &Contacts) {
    // as a scene that is loaded here would find it
    each(planner, parts, |planner, part| planner.over("compute_inertia", &part.domain.bodies));
    planner.pairs("contact_prepare", |step| {
        step.count = contacts.room;
        step.extra[0] = 1;
    });
}
