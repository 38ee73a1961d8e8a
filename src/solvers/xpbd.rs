//! XPBD: places are put right joint by joint, and velocities take the same impulses.
//!
//! Good: nothing is remembered from one substep to the next, so that nothing can build up. One pass in each of many
//! small substeps leaves half the gap that coloured Gauss-Seidel leaves. Bad: a pass carries load one joint further and
//! no more, so that few substeps or a thousandfold weight leave it far behind. With many passes in one substep it is
//! PBD, and late.
//!
//! ```text
//! v ← v + h g,   x ← x + h v,   q ← exp(h ω) q
//! μ = ω (A_ll + α̃ 1)⁻¹ (C(x) − α̃ Σμ),   α̃ = compliance/h²
//! x ← x − M⁻¹ Jᵀ μ,   V ← V − h⁻¹ M⁻¹ Jᵀ μ,   λ = Σμ/h²
//! ```
//!
//! As published V is (x − x₀)/h instead. That is the same in exact arithmetic; in f32 h² g is soon less than half a last digit of x, and
//! the chain hangs in the air. By colours each μ is found at the places that the colour before left. Side by side all are found from the
//! same places and taken ω/max(n_a, n_b) times, the same number at both ends, so that momentum is kept. With one pass a substep a mode x of
//! D⁻¹A, 0 < x ≤ n_max, has p = 1 − ω x/n_max, and its gap obeys z² − 2pz + p = 0: it is stable for p > −1/3, so for ω < 4/3.
//! By colours p ≥ 0 for ω = 1.
//!
//! Joints of other kinds follow the equations that all solvers have, with u = (C − C₀)/h in place of J V. Springs,
//! stops, motors and friction mean the same, and bounds hold for the force of the whole substep.
//!
//! Where bodies touch, contacts are solved as beside every solver, around the passes over places.

use super::planner::{Planner, Tuning};
use super::{Around, Method, Own, Recommended, Solver, has_no_tiles, joints, takes_anything};
use crate::lists::Domain;
use crate::parameters::{Parameters, PassOrder};

pub static SOLVER: Solver = Solver {
    name: "xpbd",
    title: "XPBD",
    verdict: "Puts places right joint by joint in many small substeps and remembers nothing: small gaps for little, but heavy loads need more substeps.",
    iterative: true,
    recommended: Some(Recommended { substeps: 20, iterations: 1 }),
    method: Method::Own(Own {
        refuses_tiles: has_no_tiles,
        tuning: |_| TUNING,
        tunes: false,
        relaxation: |_, parameters| Some(relaxation(parameters)),
        plan,
        increment: |_, _| {},
        around: Some(Around::Beside { begin: begin_touching, advance: advance_touching }),
        refuses: takes_anything,
    }),
};

/// Nothing is kept, whole gaps are closed, and nothing is guarded.
const TUNING: Tuning = Tuning { warm_start: 0.0, stabilisation: 0.0, guard_cap: 1.0 };

/// Below 4/3, from which on any straight strand explodes.
const SIDE_BY_SIDE: f64 = 1.25;

fn relaxation(parameters: &Parameters) -> f64 {
    if parameters.pass_order == PassOrder::SideBySide { SIDE_BY_SIDE } else { 1.0 }
}

fn plan(planner: &mut Planner, domain: &Domain) {
    begin(planner, domain);
    planner.over("place_predict", &domain.bodies);
    put_right(planner, domain);
}

/// Where bodies touch, contacts are solved by velocities that know nothing of joints. Bodies then move, joints are put right where that led
/// them, and the pass that relaxes contacts meets the velocities that this left.
fn begin_touching(planner: &mut Planner, domain: &Domain) {
    begin(planner, domain);
    if domain.is_plain() {
        // none of λ is kept
        planner.warm_start(&domain.joints);
    }
}

fn advance_touching(planner: &mut Planner, domain: &Domain) {
    planner.over("compute_positions", &domain.bodies);
    put_right(planner, domain);
}

fn put_right(planner: &mut Planner, domain: &Domain) {
    planner.shut(|planner| {
        passes(planner, domain);
        planner.over("joint_breaks", &domain.mixed.brittle);
    });
    publish(planner, domain);
}

/// Of joints that are more than firm points: γ, β C₀/h and staircases as all solvers have them, with all of a gap to be closed.
fn begin(planner: &mut Planner, domain: &Domain) {
    let mixed = &domain.mixed;
    if mixed.bodies.is_empty() {
        return;
    }
    planner.over("compute_inertia", &domain.bodies);
    planner.with("joint_rows", &domain.joints, |step| step.stabilisation = 1.0);
    planner.over("joint_softness", &mixed.springs);
    planner.with("joint_stairs", &mixed.courses, |step| step.stabilisation = 1.0);
    joints::first_segments(planner, &mixed.courses, 0);
    let compliance = planner.parameters.compliance;
    planner.with("joint_place_begin", &domain.joints, |step| step.compliance = compliance);
}

fn passes(planner: &mut Planner, domain: &Domain) {
    let parameters = planner.parameters;
    let side_by_side = parameters.pass_order == PassOrder::SideBySide;
    let omega = parameters.relaxation.or(relaxation(parameters));
    record(planner, domain, 0);
    for pass in 0..parameters.iterations {
        let tell = |step: &mut crate::plan::Step| {
            step.gain = omega;
            step.compliance = parameters.compliance;
            step.iteration = pass;
            step.extra[0] = u32::from(side_by_side);
        };
        let kernel = if domain.is_plain() { "place_joints" } else { "joint_place" };
        if side_by_side {
            planner.with(kernel, &(domain.joints.start..domain.bounded.start), tell);
            planner.with("joint_place_stairs", &domain.bounded, tell);
            planner.over("place_gather", &domain.bodies);
        } else {
            for (colour, bounded) in domain.colours.iter().zip(&domain.bounded_colours) {
                planner.with(kernel, &(colour.start..bounded.start), tell);
                planner.with("joint_place_stairs", bounded, tell);
            }
        }
        record(planner, domain, pass + 1);
    }
}

/// Entry k of the curve is |C|/h after pass k.
pub(super) fn record(planner: &mut Planner, domain: &Domain, k: u32) {
    if planner.recording() && !domain.is_plain() && planner.lists.contacts.is_none() {
        planner.over("joint_gaps", &domain.joints);
    }
    planner.record_by("place_record", domain, k);
}

/// The residual is |J V| at the substep's end.
pub(super) fn publish(planner: &mut Planner, domain: &Domain) {
    if domain.is_plain() {
        planner.publish("compute_jacobian_and_delassus", &domain.joints);
        planner.publish("publish_residual", &domain.joints);
    } else {
        planner.publish("joint_rows", &domain.joints);
        planner.publish("joint_softness", &domain.mixed.springs);
        planner.publish("joint_misses", &domain.mixed.courses);
        planner.publish("joint_publish", &domain.joints);
    }
}
