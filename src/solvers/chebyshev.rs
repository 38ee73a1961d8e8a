//! Chebyshev's semi-iteration on block Jacobi.
//!
//! Good: as parallel as Jacobi, ten to thirty times fewer passes, no dot products, no colours, nothing to
//! estimate. Bad: still iterative, so a hanging chain of 40 needs some 300 passes for three digits.
//!
//! The spectrum of D⁻¹A lies in (0, c] with c = n_max, the most joints on one body: A ⪯ blockdiag(n_i …), so
//! no eigenvalue need be estimated. For N passes choose the interval [a, c] on which the polynomial stays
//! under 1/T in size, with T = 16:
//!     s = cosh(acosh(T)/N),  a = c (s − 1)/(s + 1),  θ = (c + a)/2,  δ = (c − a)/2,  σ = θ/δ = s
//!     d ← P g/θ;   then with ρ = 1/σ:  ρ' = 1/(2σ − ρ),  d ← ρ'ρ d + (2ρ'/δ) P g
//! Below a the polynomial is between 0 and 1, above it within ±1/16: inside −1/3 < p ≤ 1, so a warm start is
//! stable at every N.

use super::planner::{Planner, Tuning};
use super::tiles;
use super::{CAUTIOUS, Method, Own, Solver, needs_small_islands, takes_no_bounds};
use crate::lists::Domain;

pub static SOLVER: Solver = Solver {
    name: "chebyshev",
    title: "Chebyshev",
    verdict: "Jacobi made ten to thirty times quicker by two numbers per pass; safe on any scene and needs no tuning, but is not exact.",
    iterative: true,
    recommended: None,
    method: Method::Own(Own {
        refuses_tiles: needs_small_islands,
        tuning,
        tunes: true,
        around: None,
        relaxation: super::has_no_relaxation,
        plan,
        increment,
        refuses: takes_no_bounds,
    }),
};

/// Where rows say the same twice, passes that overshoot make what λ has between them grow from step to step, if they begin with it.
fn tuning(domain: &Domain) -> Tuning {
    if domain.mixed.says_twice() { Tuning { warm_start: 0.0, ..CAUTIOUS } } else { CAUTIOUS }
}

/// T, by how much at least every mode in [a, c] shrinks. 3 is nearly unstable, 10 to 20 best at every N from
/// 4 to 64, 200 slower.
const SHRINK: f64 = 16.0;

/// From here on more passes give a smaller residual on the same interval, not a wider interval. A solve of a thousand
/// passes is meant to converge, and 1/T would be all it ever gained.
const WIDEST_AT: u32 = 64;

/// σ and θ of the interval that so many passes can hold under 1/T.
fn interval(passes: u32, most_joints: u32) -> (f64, f64) {
    let c = f64::from(most_joints.max(1));
    let sigma = (SHRINK.acosh() / f64::from(passes.min(WIDEST_AT))).cosh();
    let a = c * (sigma - 1.0) / (sigma + 1.0);
    (sigma, 0.5 * (c + a))
}

/// What each of `passes` passes does: the share of the last direction kept, and the step along D⁻¹ r.
pub fn coefficients(passes: u32, most_joints: u32) -> Vec<(f64, f64)> {
    let (sigma, theta) = interval(passes, most_joints);
    let delta = theta / sigma;
    let mut rho = 1.0 / sigma;
    let mut out = vec![(0.0, 1.0 / theta)];
    for _ in 1..passes {
        let next = 1.0 / (2.0 * sigma - rho);
        out.push((next * rho, 2.0 * next / delta));
        rho = next;
    }
    out
}

fn plan(planner: &mut Planner, domain: &Domain) {
    if planner.tiled(domain, tiles::relaxing_pays) {
        let (sigma, theta) = interval(planner.parameters.iterations, domain.most_joints);
        return tiles::relax(planner, domain, sigma, 1.0 / theta);
    }
    planner.prepare(domain);
    passes(planner, domain);
    planner.advance(domain);
}

fn increment(planner: &mut Planner, domain: &Domain) {
    planner.over("joint_free", &domain.bodies);
    passes(planner, domain);
}

fn passes(planner: &mut Planner, domain: &Domain) {
    let passes = coefficients(planner.parameters.iterations, domain.most_joints);
    for (iteration, (blend, gain)) in (1..).zip(passes) {
        let kernel = if domain.is_plain() { "update_multipliers_chebyshev" } else { "joint_relax" };
        planner.with(kernel, &domain.joints, |step| {
            step.blend = blend;
            step.gain = gain;
        });
        planner.spread(domain);
        planner.record(domain, iteration);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// p(x) of the passes, by running them on a system with the one eigenvalue x.
    fn polynomial(passes: u32, most_joints: u32, x: f64) -> f64 {
        let (mut left, mut direction) = (1.0, 0.0);
        for (blend, gain) in coefficients(passes, most_joints) {
            direction = blend * direction + gain * left;
            left -= x * direction;
        }
        left
    }

    /// T_n(x)
    fn chebyshev(n: u32, x: f64) -> f64 {
        let n = f64::from(n);
        if x <= 1.0 { (n * x.max(-1.0).acos()).cos() } else { (n * x.acosh()).cosh() }
    }

    #[test]
    fn passes_multiply_up_to_chebyshevs_polynomial() {
        for most_joints in [1, 2, 12] {
            for passes in [1, 2, 3, 8, 20, 64] {
                let (sigma, theta) = interval(passes, most_joints);
                let delta = theta / sigma;
                for i in 0..=50 {
                    let x = f64::from(most_joints) * f64::from(i) / 50.0;
                    let expected = chebyshev(passes, (theta - x) / delta) / chebyshev(passes, sigma);
                    let p = polynomial(passes, most_joints, x);
                    assert!(
                        (p - expected).abs() < 1e-9,
                        "N {passes}, n {most_joints}, x {x}: {p}, not {expected}"
                    );
                }
            }
        }
    }

    #[test]
    fn every_mode_is_warm_start_stable_at_every_number_of_passes() {
        for most_joints in [1, 2, 3, 4, 12] {
            for passes in (1..=64).chain([100, 333, 1000]) {
                for i in 0..=500 {
                    let x = f64::from(most_joints) * f64::from(i) / 500.0;
                    let p = polynomial(passes, most_joints, x);
                    assert!(
                        p > -1.0 / 3.0 && p <= 1.0 + 1e-12,
                        "N {passes}, n {most_joints}, x {x}: p = {p}"
                    );
                }
            }
        }
    }
}
