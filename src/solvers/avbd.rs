//! AVBD: every body goes to the minimum of its own energy, colour by colour. Every joint then learns its force, and how
//! stiff it has to be.
//!
//! Good: of the iterative solvers it bears the greatest loads in few passes, and a star of a hundred joints takes two
//! colours of bodies. Bad: it fails quietly. Its error is missing motion, not gaps: with penalties that are too stiff a
//! body moves only as far as its neighbours have moved. It damps, as implicit Euler does, and a pass moves twice the
//! bytes of others.
//!
//! ```text
//! k₀ = tr(A_ll⁻¹)/(3 h²),   k = s k₀,   s ← max(γ s, κ),   λ ← αγ λ
//! V = V* − (1 − w) h g,   x ← x + h V                                         the guess
//! F = k (C − α C₀) + λ,   H = M/h² + Σ Jᵀ k J + G,   f = M (V − V*)/h + Σ Jᵀ F
//! (x, q) ← (x, q) − H⁻¹ f,   V ← V − H⁻¹ f/h                                  each body, colour by colour
//! λ ← F,   s ← s + growth |C − α C₀|/r                                        each joint
//! ```
//!
//! G is how arms turn under F; with it H is positive definite however hard a joint pulls, and no guard is needed. As
//! published k is in N/m, made for bodies of 1 kg. Here k₀ is the stiffness that closes a joint's gap in one substep,
//! so that one set of numbers does for all masses, radii and substeps. As published V = (x − x₀)/h; here it takes the
//! changes of x over h, which f32 resolves at any substep. One k a joint instead of one for each world axis: so nothing
//! depends on how the scene is turned.
//!
//! `hard` off is VBD: λ = 0, α = 0, and k stays at κ k₀.
//!
//! It keeps λ, s and w (how much of gravity a body gave in to) from substep to substep; all three are part of the state. λ that it leaves
//! is a force and may start another solver.
//!
//! Joints of other kinds are solved by their rows, F = K (C − C₀ + h b) + λ for each, with k₀ of linear and of angular
//! rows. A soft row is a spring of its own stiffness 1/(γ h²) and learns nothing. A row with stops, a motor or friction
//! takes the force at which its staircase meets the line of its spring. So bounds hold for the force of the whole
//! substep. Before a stop is met its K is 0, and a row far from it is free. Once a pass has met it, K stays k until the
//! substep ends. Otherwise a Newton step that knows nothing of the stop would go past it and back in turn, pass after
//! pass. At twenty passes a slider went through its stop.
//!
//! Contacts are springs of the same kind, in every pass: F_n = max(0, λ_n + k (b + h u_n)), F_t inside its cone, of
//! which shaders/ties/contact_spring.wgsl has the formulas. Their stiffness depends on the force that they bear: k = k₀
//! max(3 κ, growth h² A_nn λ_n/r), so that nothing is remembered but λ. Bodies that touch have colours of their own,
//! found once a frame.

use super::planner::{Planner, Tuning};
use super::softness::Softness;
use super::{
    Around, Method, Own, Recommended, Solver, contacts, has_no_relaxation, has_no_tiles, takes_anything, xpbd,
};
use crate::lists::Domain;
use crate::plan::Step;

pub static SOLVER: Solver = Solver {
    name: "avbd",
    title: "AVBD",
    verdict: "Moves body by body and learns forces and penalties: bears heavy loads in few passes, but its unsolved part is missing motion.",
    iterative: true,
    recommended: Some(Recommended { substeps: 1, iterations: 20 }),
    method: Method::Own(Own {
        refuses: takes_anything,
        refuses_tiles: has_no_tiles,
        tuning: |_| TUNING,
        tunes: false,
        relaxation: has_no_relaxation,
        plan,
        increment: |_, _| {},
        around: Some(Around::Within(touch)),
    }),
};

/// The kept share of λ has parameters of its own, whole gaps are closed, and nothing is guarded.
const TUNING: Tuning = Tuning { warm_start: 1.0, stabilisation: 0.0, guard_cap: 1.0 };

fn plan(planner: &mut Planner, domain: &Domain) {
    planner.over("compute_inertia", &domain.bodies);
    planner.over("compute_free_velocity", &domain.bodies);
    begin(planner, domain);
    move_on(planner, domain);
}

/// Where bodies touch.
fn touch(planner: &mut Planner, domain: &Domain) {
    let parameters = planner.parameters;
    let hard = parameters.hard.or(true);
    begin(planner, domain);
    planner.pairs("contact_block_begin", |step| tell(step, parameters, hard));
    planner.over("contact_block_guess", &domain.bodies);
    planner.shut(|planner| {
        // a curve has the residual of u_n + b/h
        let kept = if hard { parameters.gap_kept } else { 0.0 };
        let closing = (1.0 - kept) / parameters.substep();
        let all = Softness { closing, firmness: 1.0, yielding: 0.0 };
        contacts::record(planner, all, 0);
        for pass in 0..parameters.iterations {
            contacts::over_coloured(planner, ["contact_block_bodies", "joint_block_move"], |step| {
                tell(step, parameters, hard);
            });
            if hard {
                planner.with("joint_block_joints", &domain.joints, |step| tell(step, parameters, hard));
                planner.pairs("contact_block_pairs", |step| tell(step, parameters, hard));
            }
            contacts::record(planner, all, pass + 1);
        }
        planner.over("block_end", &domain.bodies);
        planner.over("joint_breaks", &domain.mixed.brittle);
    });
    xpbd::publish(planner, domain);
}

fn begin(planner: &mut Planner, domain: &Domain) {
    let hard = planner.parameters.hard.or(true);
    let parameters = planner.parameters;
    let kernel = if domain.is_plain() { "block_begin" } else { "joint_block_begin" };
    if !domain.is_plain() {
        // the share of a gap that a substep closes, of stops that are overrun too
        let closed = if hard { 1.0 - parameters.gap_kept } else { 1.0 };
        let mixed = &domain.mixed;
        planner.with("joint_rows", &domain.joints, |step| step.stabilisation = closed);
        planner.over("joint_softness", &mixed.springs);
        planner.with("joint_stairs", &mixed.courses, |step| step.stabilisation = closed);
        planner.over("joint_block_units", &domain.joints);
    }
    planner.with(kernel, &domain.joints, |step| tell(step, parameters, hard));
}

fn tell(step: &mut Step, parameters: &crate::parameters::Parameters, hard: bool) {
    let whole = if hard { 1.0 } else { 0.0 };
    step.penalty = parameters.penalty;
    step.penalty_kept = whole * parameters.penalty_kept;
    step.gap_kept = whole * parameters.gap_kept;
    step.warm_start = step.gap_kept * step.penalty_kept;
    step.penalty_growth = parameters.penalty_growth;
}

/// From V* to where joints end.
fn move_on(planner: &mut Planner, domain: &Domain) {
    planner.over("block_guess", &domain.bodies);
    planner.shut(|planner| {
        passes(planner, domain);
        planner.over("block_end", &domain.bodies);
        planner.over("joint_breaks", &domain.mixed.brittle);
    });
    xpbd::publish(planner, domain);
}

fn passes(planner: &mut Planner, domain: &Domain) {
    let parameters = planner.parameters;
    let hard = parameters.hard.or(true);
    let [of_bodies, of_joints] = match domain.is_plain() {
        true => ["block_bodies", "block_joints"],
        false => ["joint_block_bodies", "joint_block_joints"],
    };
    xpbd::record(planner, domain, 0);
    for pass in 0..parameters.iterations {
        for colour in &domain.body_colours {
            planner.over(of_bodies, colour);
        }
        if hard {
            planner.with(of_joints, &domain.joints, |step| tell(step, parameters, hard));
        }
        xpbd::record(planner, domain, pass + 1);
    }
}
