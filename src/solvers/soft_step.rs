//! Soft steps: one pass of springs in each of a few substeps, and one that takes back the speed that this put in.
//!
//! Good: calm everywhere, heavy stacks too, and gaps close without a blow. Bad: half of the passes take back speeds, so
//! that on joints alone small steps of Gauss-Seidel are 1.5 to 2 times nearer. With a frequency of its own (`softness`)
//! more substeps change nothing.
//!
//! Joints are coloured and go colour by colour. A joint is a spring of frequency f with damping ratio ζ = 2, as softness.rs has it:
//!     Δ = s A_ll⁻¹ h⁻¹ (J V + κ C) − γ λ,   λ += Δ,   V −= h M⁻¹ JᵀΔ;   x ← x + h V;   the same with κ = 0, s = 1, γ = 0
//! All of λ is kept from substep to substep. f is a quarter of the substeps in a second, which a substep can follow. It
//! is no more than `softness` where that is a number.
//!
//! Rows of other kinds that are hard have that spring as their γ = A_rr/a₂, springs stay as they are, and hard stops
//! are closed by κ. When bodies have moved, hard rows are as hard as they say, and overruns of a stop are not pushed
//! back.

use super::planner::{Planner, Tuning};
use super::softness::Softness;
use super::{
    Around, CAUTIOUS, Method, Own, Recommended, Solver, has_no_relaxation, has_no_tiles, joints,
    takes_anything, xpbd,
};
use crate::codes::soft_joints::RELAXING;
use crate::lists::Domain;
use crate::parameters::{Parameters, Setting};
use crate::plan::Step;

pub static SOLVER: Solver = Solver {
    name: "soft-step",
    title: "Soft steps",
    verdict: "Joints are springs that each substep can follow, and a second pass takes back the speed that they put in: calm everywhere, half as near as hard small steps.",
    iterative: true,
    recommended: Some(Recommended { substeps: 10, iterations: 1 }),
    method: Method::Own(Own {
        refuses: takes_anything,
        refuses_tiles: has_no_tiles,
        tuning: |_| TUNING,
        tunes: false,
        relaxation: has_no_relaxation,
        plan,
        increment,
        around: Some(Around::Beside { begin, advance }),
    }),
};

/// How far a gap is closed follows from f and ζ.
const TUNING: Tuning = Tuning { warm_start: 1.0, stabilisation: 0.0, guard_cap: CAUTIOUS.guard_cap };

/// ζ of joints.
const DAMPING: f64 = 2.0;

fn softness(parameters: &Parameters) -> Softness {
    let h = parameters.substep();
    let followed = Softness::followed(h);
    let hertz = match parameters.softness {
        Setting::Auto => followed,
        Setting::Value(most) => followed.min(most),
    };
    Softness::of(hertz, DAMPING, h)
}

fn plan(planner: &mut Planner, domain: &Domain) {
    planner.over("compute_inertia", &domain.bodies);
    planner.over("compute_free_velocity", &domain.bodies);
    begin(planner, domain);
    planner.spread(domain);
    planner.record(domain, 0);
    for k in 1..=planner.parameters.iterations {
        pass(planner, domain, softness(planner.parameters), 0);
        planner.record(domain, k);
    }
    advance(planner, domain);
}

/// J, A_ll and κ C, with γ of rows of other kinds.
fn begin(planner: &mut Planner, domain: &Domain) {
    let Softness { closing, firmness, yielding } = softness(planner.parameters);
    // the share of a gap that a substep closes
    let share = closing * planner.parameters.substep();
    let shut = |step: &mut Step| step.stabilisation = share;
    if domain.is_plain() {
        return planner.with("compute_jacobian_and_delassus", &domain.joints, shut);
    }
    let mixed = &domain.mixed;
    planner.with("joint_rows", &domain.joints, shut);
    planner.over("joint_softness", &mixed.springs);
    planner.with("joint_softness", &domain.joints, |step| step.gain = yielding / firmness);
    planner.with("joint_stairs", &mixed.courses, shut);
    joints::first_segments(planner, &mixed.courses, 0);
    planner.over("joint_blocks", &domain.joints);
}

/// Once bodies move, hard rows are hard, and one pass more takes back the speed that closed its gaps.
fn advance(planner: &mut Planner, domain: &Domain) {
    planner.over("compute_positions", &domain.bodies);
    if !domain.is_plain() {
        planner.over("joint_harden", &domain.joints);
        planner.over("joint_blocks", &domain.joints);
    }
    increment(planner, domain);
    planner.over("joint_breaks", &domain.mixed.brittle);
    xpbd::publish(planner, domain);
}

/// The pass that relaxes. Also between two passes over contacts, where all joints have rows that know their own
/// softness.
fn increment(planner: &mut Planner, domain: &Domain) {
    for _ in 0..planner.parameters.iterations {
        pass(planner, domain, Softness::RELAXING, RELAXING);
    }
}

fn pass(planner: &mut Planner, domain: &Domain, softness: Softness, relaxing: u32) {
    let plain = domain.is_plain();
    for (colour, bounded) in domain.colours.iter().zip(&domain.bounded_colours) {
        let kernel = if plain { "soft_joints" } else { "joint_sweep" };
        planner.with(kernel, &(colour.start..bounded.start), |step| {
            step.gain = 1.0;
            if plain {
                softness.tell(step);
                step.extra[0] = relaxing;
            }
        });
        planner.with("joint_sweep_stairs", bounded, |step| step.gain = 1.0);
    }
}
