//! What the article's kernels read and write.

use super::Only::Always;
use super::Touch;

pub(super) const article_inertia: &[Touch] = &[
    ("bodies", 1, 0, Always),
    ("poses", 1, 0, Always),
    ("ang_mass", 0, 3, Always),
    ("ang_mass_inv", 0, 3, Always),
];
pub(super) const article_free_velocity: &[Touch] = &[
    ("bodies", 1, 0, Always),
    ("velocities", 2, 2, Always),
    ("lin_vel_delta", 0, 1, Always),
    ("ang_vel_delta", 0, 1, Always),
];
pub(super) const article_jacobian_and_delassus: &[Touch] = &[
    ("ties", 2, 0, Always),
    ("poses", 1, 0, Always),
    ("bodies", 1, 0, Always),
    ("ang_mass_inv", 3, 0, Always),
    ("jacobian", 0, 6, Always),
    ("delassus_inv", 0, 3, Always),
];
pub(super) const article_multipliers: &[Touch] = &[
    ("ties", 2, 0, Always),
    ("velocities", 2, 0, Always),
    ("lin_vel_delta", 1, 0, Always),
    ("ang_vel_delta", 1, 0, Always),
    ("jacobian", 6, 0, Always),
    ("delassus_inv", 3, 0, Always),
    ("multipliers", 1, 1, Always),
];
pub(super) const article_velocities: &[Touch] = &[
    ("lists", 1, 0, Always),
    ("velocities", 1, 0, Always),
    ("ang_mass_inv", 3, 0, Always),
    ("jacobian", 6, 0, Always),
    ("multipliers", 1, 0, Always),
    ("lin_vel_delta", 0, 1, Always),
    ("ang_vel_delta", 0, 1, Always),
];
pub(super) const article_positions: &[Touch] = &[
    ("poses", 2, 2, Always),
    ("velocities", 2, 2, Always),
    ("lin_vel_delta", 1, 0, Always),
    ("ang_vel_delta", 1, 0, Always),
];
pub(super) const article_publish: &[Touch] = &[
    ("ties", 2, 0, Always),
    ("velocities", 2, 0, Always),
    ("jacobian", 6, 0, Always),
    ("multipliers", 0, 1, Always),
];
pub(super) const article_residual: &[Touch] = &[
    ("ties", 2, 0, Always),
    ("velocities", 2, 0, Always),
    ("lin_vel_delta", 1, 0, Always),
    ("ang_vel_delta", 1, 0, Always),
    ("jacobian", 6, 0, Always),
];
