//! The GPU Jacobi solver of reference 1, to the letter: the baseline to learn from and to time against.
//!
//! Good: short, and the shape of every solver here. Bad: three things it does not say. Its warm start keeps λ but
//! clears the velocity deltas. So its first pass adds D⁻¹b on top of the old λ, and a chain at rest never comes to
//! rest. Nothing pulls a gap back, so it only grows. ω = 1 explodes within two frames wherever three joints meet on a
//! body.
//!
//! Its kernels stand in shaders/article/ with its own arrays in its own layout. These are mat3 Jacobians and Delassus
//! inverses, world inertia and its inverse as full matrices, velocity deltas apart from velocities. Where it had to
//! differ:
//! - Pass and pose state (x, q, v, ω, m⁻¹, r₀, r₁, b₀, b₁, λ) lie in the buffers that all solvers share, since solvers
//!   are switched while the scene runs. These are as wide as its vec3 arrays (16 bytes per vector). This also brings
//!   its λ pass from nine storage buffers to WebGPU's eight.
//! - `jacobian` is an array of 3 × 3 matrices, w0 and w1 of a joint side by side, as in its struct.
//! - Fixed bodies have zero inverse mass and inertia and get no gravity; it has no notion of them.
//! - Its last step, not printed there, is taken as v ← v + Δv, x ← x + h v and the exponential map.
//! - Its angular integration leaves out the gyroscopic torque, as printed: exact for spheres.

use super::planner::{Planner, Tuning};
use super::{Method, Own, Solver, has_no_tiles, takes_points};
use crate::lists::Domain;

pub static SOLVER: Solver = Solver {
    name: "article",
    title: "Article's Jacobi",
    verdict: "The published baseline: Jacobi with an inconsistent warm start and no pull on the gap. Joints come apart and stay apart; trees and nets explode.",
    iterative: true,
    recommended: None,
    method: Method::Own(Own {
        refuses_tiles: has_no_tiles,
        // its own values for these are in its kernels
        tuning: |_| Tuning { warm_start: 1.0, stabilisation: 0.0, guard_cap: 1.0 },
        tunes: true,
        around: None,
        relaxation: super::has_no_relaxation,
        plan,
        // it refuses bodies that touch
        increment: |_, _| {},
        refuses: takes_points,
    }),
};

fn plan(planner: &mut Planner, domain: &Domain) {
    planner.over("article_inertia", &domain.bodies);
    planner.over("article_free_velocity", &domain.bodies);
    planner.over("article_jacobian_and_delassus", &domain.joints);
    planner.record_by("article_residual", domain, 0);
    for iteration in 1..=planner.parameters.iterations {
        planner.over("article_multipliers", &domain.joints);
        planner.over("article_velocities", &domain.bodies);
        planner.record_by("article_residual", domain, iteration);
    }
    planner.over("article_positions", &domain.bodies);
    // with J from its matrices and no bias
    planner.publish("article_publish", &domain.joints);
}
