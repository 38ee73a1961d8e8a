//! What the stages of a substep read and write, and what looks at the result.

use super::Only::{Always, Guarded, Tensors};
use super::Touch;

pub(super) const apply_pull: &[Touch] =
    &[("bodies", 2, 0, Always), ("poses", 2, 0, Always), ("velocities", 2, 2, Always)];
pub(super) const apply_pushes: &[Touch] = &[
    ("lists", 1, 0, Always),
    ("pushes", 4, 3, Always),
    ("bodies", 2, 0, Always),
    ("poses", 2, 0, Always),
    ("velocities", 2, 2, Always),
    ("multipliers", 0, 1, Always),
];
pub(super) const apply_torques: &[Touch] = &[
    ("lists", 1, 0, Always),
    ("pushes", 4, 0, Always),
    ("bodies", 2, 0, Always),
    ("poses", 2, 0, Always),
    ("velocities", 1, 1, Always),
    ("multipliers", 0, 1, Always),
];
pub(super) const apply_drag: &[Touch] = &[("lists", 1, 0, Always), ("velocities", 2, 2, Always)];
pub(super) const apply_gravity: &[Touch] = &[("lists", 1, 0, Always), ("velocities", 1, 1, Always)];
pub(super) const compute_inertia: &[Touch] = &[
    ("lists", 1, 0, Guarded),
    ("bodies", 2, 0, Always),
    ("velocities", 0, 2, Always),
    ("ties", 2, 0, Guarded),
    ("multipliers", 1, 0, Guarded),
    ("poses", 1, 0, Tensors),
    ("mobility", 0, 2, Tensors),
];
pub(super) const compute_free_velocity: &[Touch] = &[
    ("velocities", 2, 0, Always),
    ("free_velocities", 0, 2, Always),
    ("bodies", 2, 0, Tensors),
    ("poses", 1, 0, Tensors),
];
pub(super) const compute_jacobian_and_delassus: &[Touch] = &[
    ("ties", 2, 0, Always),
    ("poses", 2, 0, Always),
    ("velocities", 2, 0, Always),
    ("mobility", 2, 0, Tensors),
    ("arms", 0, 2, Always),
    ("blocks", 0, 3, Always),
];
pub(super) const warm_start: &[Touch] = &[("multipliers", 1, 1, Always)];
pub(super) const update_multipliers: &[Touch] = &[
    ("velocities", 2, 0, Always),
    ("arms", 2, 0, Always),
    ("blocks", 3, 0, Always),
    ("multipliers", 1, 1, Always),
];
pub(super) const update_velocities: &[Touch] = &[
    ("lists", 1, 0, Always),
    ("free_velocities", 2, 0, Always),
    ("velocities", 0, 2, Always),
    ("arms", 2, 0, Always),
    ("multipliers", 1, 0, Always),
    ("mobility", 2, 0, Tensors),
];
pub(super) const compute_positions: &[Touch] = &[("velocities", 2, 0, Always), ("poses", 2, 2, Always)];
pub(super) const record_residual: &[Touch] =
    &[("velocities", 2, 0, Always), ("arms", 2, 0, Always), ("blocks", 3, 0, Always)];
pub(super) const publish_residual: &[Touch] = &[
    ("velocities", 2, 0, Always),
    ("arms", 2, 0, Always),
    ("blocks", 3, 0, Always),
    ("multipliers", 0, 1, Always),
];
pub(super) const measure: &[Touch] = &[
    ("ties", 2, 0, Always),
    ("multipliers", 1, 0, Always),
    ("poses", 2, 0, Always),
    ("velocities", 2, 0, Always),
    ("bodies", 2, 0, Always),
];
pub(super) const count_falls: &[Touch] = &[("drafts", 1, 1, Always)];
pub(super) const measure_gravity: &[Touch] =
    &[("lists", 1, 0, Always), ("bodies", 1, 0, Always), ("poses", 1, 0, Always)];
pub(super) const measure_total: &[Touch] = &[];
pub(super) const find_fault: &[Touch] = &[("poses", 2, 0, Always)];
pub(super) const pose_parts: &[Touch] = &[
    ("parts", 2, 0, Always),
    ("poses", 2, 2, Always),
    ("velocities", 2, 2, Always),
    ("free_velocities", 0, 2, Always),
];
pub(super) const place_body: &[Touch] = &[("poses", 2, 2, Always)];
// of a ray; of each body besides `poses` and `ray_bodies`
pub(super) const cast_rays: &[Touch] = &[
    ("poses", 2, 0, Always),
    ("ray_bodies", 2, 0, Always),
    ("rays", 2, 0, Always),
    ("ray_hits", 0, 2, Always),
];
