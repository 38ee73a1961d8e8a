//! Coloured block Gauss-Seidel with over-relaxation.
//!
//! Good: the change of one joint reaches its neighbour at once. So it needs half of Jacobi's passes, and with
//! over-relaxation on a chain only a fraction of Chebyshev's. Bad: one dispatch per colour, so a star of 100 joints
//! takes 100 of them in each pass. Over-relaxation needs care where more than two colours are needed.
//!
//! Joints of one colour share no movable body and are put right together: Δ = ω A_ll⁻¹ h⁻¹ (J V + β C/h), λ += Δ,
//! V −= h M⁻¹ JᵀΔ. On a graph of two colours (chains, even rings, trees that happen to be) ω > 1 leaves modes of size
//! (ω − 1)^N. These stay stable under the warm start while that is under 1/3. With more colours a sweep in one
//! direction turns modes round (complex p), and ω > 1 grows from step to step. Sweeps there and back in turn make every
//! pair of passes symmetric, and real.

use std::ops::Range;

use super::planner::Planner;
use super::{CAUTIOUS, Method, Own, Solver, needs_small_islands, takes_anything, tiles};
use crate::lists::Domain;
use crate::plan::Facts;

pub static SOLVER: Solver = Solver {
    name: "gauss-seidel",
    title: "Gauss-Seidel",
    verdict: "Puts joints right one colour after another: the fewest passes of the simple solvers on a chain, but more dispatches the more joints meet on a bead.",
    iterative: true,
    recommended: None,
    method: Method::Own(Own {
        refuses_tiles: needs_small_islands,
        tuning: |_| CAUTIOUS,
        tunes: true,
        around: None,
        relaxation: |domain, parameters| Some(relaxation(domain, parameters.iterations)),
        plan,
        increment: passes,
        refuses: takes_anything,
    }),
};

/// Where rows say the same twice, ω > 1 makes what λ has between them grow from step to step. Where forces have bounds, no more than 1
/// was tried.
fn relaxation(domain: &Domain, iterations: u32) -> f64 {
    if domain.mixed.says_twice() || !domain.bounded.is_empty() {
        1.0
    } else {
        safe_relaxation(iterations, domain.colours.len())
    }
}

/// ω that stays stable with a warm start.
pub fn safe_relaxation(iterations: u32, colours: usize) -> f64 {
    match (colours, iterations) {
        (0..=2, 4..) => 1.7,
        (0..=2, 3) => 1.5,
        (3.., 4..) => 1.3,
        _ => 1.0,
    }
}

/// All threads but those of one colour wait, which costs as much as work where a CPU runs them in turn.
fn tiles_pay(facts: Facts) -> bool {
    facts.hardware
}

fn plan(planner: &mut Planner, domain: &Domain) {
    let iterations = planner.parameters.iterations;
    let colours = &domain.colours;
    let omega = planner.parameters.relaxation.or(relaxation(domain, iterations));
    if planner.tiled(domain, tiles_pay) {
        return tiles::plan(planner, domain, "tile_sweep", |step| {
            step.gain = omega;
            step.extra = [colours.len() as u32, u32::from(colours.len() > 2)];
        });
    }
    planner.prepare(domain);
    passes(planner, domain);
    planner.advance(domain);
}

fn passes(planner: &mut Planner, domain: &Domain) {
    let iterations = planner.parameters.iterations;
    let omega = planner.parameters.relaxation.or(relaxation(domain, iterations));
    for iteration in 1..=iterations {
        sweep(planner, domain, omega, iteration);
        planner.record(domain, iteration);
    }
}

/// The `iteration`-th pass, from 1 on.
pub(super) fn sweep(planner: &mut Planner, domain: &Domain, omega: f64, iteration: u32) {
    let sweep = |(colour, bounded): (&Range<u32>, &Range<u32>)| {
        let kernel = if domain.is_plain() { "relax_joints" } else { "joint_sweep" };
        planner.with(kernel, &(colour.start..bounded.start), |step| step.gain = omega);
        planner.with("joint_sweep_stairs", bounded, |step| step.gain = omega.min(1.0));
    };
    let colours = domain.colours.iter().zip(&domain.bounded_colours);
    if colours.len() > 2 && iteration.is_multiple_of(2) {
        colours.rev().for_each(sweep);
    } else {
        colours.for_each(sweep);
    }
}
