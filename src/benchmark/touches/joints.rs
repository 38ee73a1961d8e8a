//! What the kernels of joints of any kind read and write. Of such a joint there are six rows in `ties`, eight in `arms`, nine in
//! `blocks` and two in `multipliers`.

use super::Only::{Always, Tensors};
use super::Touch;

pub(super) const joint_rows: &[Touch] = &[
    ("ties", 6, 0, Always),
    ("poses", 2, 0, Always),
    ("velocities", 2, 0, Always),
    ("multipliers", 2, 2, Always),
    ("arms", 0, 8, Always),
    ("blocks", 0, 6, Always),
];
pub(super) const joint_stairs: &[Touch] = &[
    ("ties", 24, 0, Always),
    ("poses", 2, 0, Always),
    ("velocities", 2, 0, Always),
    ("mobility", 2, 0, Tensors),
    ("arms", 8, 0, Always),
    ("multipliers", 2, 0, Always),
    ("stairs", 0, 18, Always),
];
pub(super) const joint_segments: &[Touch] = &[
    ("arms", 6, 6, Always),
    ("blocks", 9, 8, Always),
    ("multipliers", 2, 2, Always),
    ("stairs", 12, 0, Always),
];
pub(super) const joint_landing: &[Touch] = &[
    ("velocities", 2, 0, Always),
    ("arms", 8, 0, Always),
    ("blocks", 1, 1, Always),
    ("multipliers", 2, 0, Always),
    ("stairs", 12, 6, Always),
];
// by joint; a line search reads them again
pub(super) const joint_search: &[Touch] = &[
    ("lists", 1, 0, Always),
    ("blocks", 3, 3, Always),
    ("multipliers", 2, 0, Always),
    ("stairs", 6, 6, Always),
];
pub(super) const joint_draft: &[Touch] = &[
    ("poses", 2, 0, Always),
    ("velocities", 2, 0, Always),
    ("free_velocities", 0, 2, Always),
    ("drafts", 0, 4, Always),
];
pub(super) const joint_reach: &[Touch] = &[
    ("drafts", 2, 0, Always),
    ("bodies", 1, 0, Tensors),
    ("velocities", 2, 0, Always),
    ("poses", 0, 2, Always),
];
pub(super) const joint_calm: &[Touch] = &[
    ("ties", 6, 0, Always),
    ("poses", 2, 0, Always),
    ("blocks", 2, 3, Always),
    ("multipliers", 2, 0, Always),
];
pub(super) const joint_ahead: &[Touch] =
    &[("ties", 6, 0, Always), ("poses", 2, 0, Always), ("blocks", 0, 4, Always)];
pub(super) const joint_seen: &[Touch] = &[
    ("ties", 6, 0, Always),
    ("poses", 2, 0, Always),
    ("velocities", 2, 0, Always),
    ("arms", 8, 0, Always),
    ("multipliers", 2, 0, Always),
    ("blocks", 6, 8, Always),
    ("stairs", 18, 12, Always),
];
pub(super) const joint_agree: &[Touch] = &[("lists", 1, 0, Always), ("blocks", 3, 2, Always)];
pub(super) const joint_work: &[Touch] = &[
    ("ties", 24, 0, Always),
    ("velocities", 2, 0, Always),
    ("free_velocities", 2, 0, Always),
    ("arms", 8, 0, Always),
    ("multipliers", 2, 0, Always),
    ("blocks", 1, 1, Always),
];
pub(super) const joint_soft: &[Touch] = &[
    ("ties", 12, 0, Always),
    ("poses", 2, 0, Always),
    ("velocities", 2, 0, Always),
    ("mobility", 2, 0, Tensors),
    ("arms", 8, 6, Always),
    ("blocks", 0, 2, Always),
    ("stairs", 6, 6, Always),
];
// by island
pub(super) const joint_apart: &[Touch] =
    &[("lists", 1, 0, Always), ("contact_rows", 4, 0, Always), ("blocks", 0, 1, Always)];
// by island; more only where there was a blow
pub(super) const joint_blow: &[Touch] =
    &[("lists", 1, 0, Always), ("stairs", 6, 0, Always), ("blocks", 1, 1, Always)];
pub(super) const joint_late: &[Touch] = &[("lists", 3, 0, Always), ("blocks", 1, 0, Always)];
pub(super) const joint_back: &[Touch] = &[("drafts", 2, 0, Always), ("poses", 0, 2, Always)];
pub(super) const joint_level: &[Touch] =
    &[("velocities", 2, 0, Always), ("arms", 8, 0, Always), ("blocks", 0, 3, Always)];
pub(super) const joint_stairs_first: &[Touch] = &[
    ("ties", 24, 0, Always),
    ("poses", 2, 0, Always),
    ("velocities", 2, 0, Always),
    ("mobility", 2, 0, Tensors),
    ("arms", 8, 0, Always),
    ("multipliers", 2, 0, Always),
    ("stairs", 0, 18, Always),
];
pub(super) const joint_stairs_second: &[Touch] = &[
    ("ties", 24, 0, Always),
    ("poses", 2, 0, Always),
    ("velocities", 2, 0, Always),
    ("mobility", 2, 0, Tensors),
    ("arms", 8, 0, Always),
    ("multipliers", 2, 0, Always),
    ("stairs", 18, 18, Always),
];
pub(super) const joint_judge: &[Touch] = &[
    ("lists", 1, 0, Always),
    ("bodies", 2, 0, Always),
    ("poses", 2, 0, Always),
    ("velocities", 2, 0, Always),
    ("drafts", 4, 4, Always),
    ("multipliers", 2, 0, Always),
    ("blocks", 2, 2, Always),
];
pub(super) const joint_keep: &[Touch] = &[
    ("lists", 1, 0, Always),
    ("drafts", 4, 0, Always),
    ("poses", 0, 2, Always),
    ("velocities", 0, 2, Always),
    ("blocks", 2, 0, Always),
    ("multipliers", 0, 2, Always),
];
pub(super) const joint_places: &[Touch] = &[
    ("ties", 6, 0, Always),
    ("poses", 2, 0, Always),
    ("velocities", 2, 0, Always),
    ("multipliers", 1, 0, Always),
    ("arms", 0, 8, Always),
    ("blocks", 3, 6, Always),
];
pub(super) const joint_softness: &[Touch] = &[
    ("blocks", 1, 0, Always),
    ("ties", 2, 0, Always),
    ("velocities", 2, 0, Always),
    ("mobility", 2, 0, Tensors),
    ("arms", 8, 6, Always),
];
pub(super) const joint_harden: &[Touch] =
    &[("ties", 4, 0, Always), ("arms", 8, 6, Always), ("blocks", 0, 2, Always), ("stairs", 6, 6, Always)];
pub(super) const joint_blocks: &[Touch] = &[
    ("velocities", 2, 0, Always),
    ("mobility", 2, 0, Tensors),
    ("arms", 8, 0, Always),
    ("blocks", 0, 9, Always),
];
pub(super) const joint_halve: &[Touch] = &[("multipliers", 2, 4, Always)];
pub(super) const joint_warm_start: &[Touch] = &[("multipliers", 2, 2, Always)];
pub(super) const joint_free: &[Touch] = &[
    ("lists", 1, 0, Always),
    ("free_velocities", 0, 2, Always),
    ("velocities", 2, 0, Always),
    ("mobility", 2, 0, Tensors),
    ("arms", 8, 0, Always),
    ("multipliers", 2, 0, Always),
];
pub(super) const joint_velocities: &[Touch] = &[
    ("lists", 1, 0, Always),
    ("free_velocities", 2, 0, Always),
    ("velocities", 0, 2, Always),
    ("mobility", 2, 0, Tensors),
    ("arms", 8, 0, Always),
    ("multipliers", 2, 0, Always),
];
pub(super) const joint_left: &[Touch] = &[
    ("velocities", 2, 0, Always),
    ("mobility", 2, 0, Tensors),
    ("arms", 8, 0, Always),
    ("blocks", 6, 2, Always),
    ("multipliers", 2, 0, Always),
];
pub(super) const joint_relax: &[Touch] = &[
    ("velocities", 2, 0, Always),
    ("mobility", 2, 0, Tensors),
    ("arms", 8, 0, Always),
    ("blocks", 9, 2, Always),
    ("multipliers", 2, 2, Always),
];
pub(super) const joint_sweep: &[Touch] = &[
    ("velocities", 2, 2, Always),
    ("mobility", 2, 0, Tensors),
    ("arms", 8, 0, Always),
    ("blocks", 9, 0, Always),
    ("multipliers", 2, 2, Always),
];
pub(super) const joint_relax_stairs: &[Touch] = &[
    ("velocities", 2, 0, Always),
    ("mobility", 2, 0, Tensors),
    ("arms", 8, 0, Always),
    ("blocks", 6, 0, Always),
    ("multipliers", 2, 2, Always),
    ("stairs", 12, 0, Always),
];
pub(super) const joint_sweep_stairs: &[Touch] = &[
    ("velocities", 2, 4, Always),
    ("mobility", 2, 0, Tensors),
    ("arms", 8, 0, Always),
    ("blocks", 6, 0, Always),
    ("multipliers", 2, 2, Always),
    ("stairs", 12, 0, Always),
];
pub(super) const joint_misses: &[Touch] = &[
    ("velocities", 2, 0, Always),
    ("mobility", 2, 0, Tensors),
    ("arms", 8, 6, Always),
    ("blocks", 6, 6, Always),
    ("multipliers", 2, 0, Always),
    ("stairs", 12, 0, Always),
];
pub(super) const joint_place_begin: &[Touch] = &[
    ("ties", 6, 0, Always),
    ("poses", 2, 0, Always),
    ("arms", 6, 0, Always),
    ("blocks", 0, 4, Always),
    ("multipliers", 1, 2, Always),
];
pub(super) const joint_place: &[Touch] = &[
    ("ties", 6, 0, Always),
    ("poses", 2, 2, Always),
    ("velocities", 2, 2, Always),
    ("mobility", 2, 0, Tensors),
    ("blocks", 9, 0, Always),
    ("multipliers", 2, 2, Always),
];
pub(super) const joint_place_stairs: &[Touch] = &[
    ("ties", 6, 0, Always),
    ("poses", 2, 2, Always),
    ("velocities", 2, 2, Always),
    ("mobility", 2, 0, Tensors),
    ("blocks", 9, 0, Always),
    ("multipliers", 2, 2, Always),
    ("stairs", 12, 0, Always),
];
pub(super) const joint_trees: &[Touch] = &[
    ("poses", 1, 0, Tensors),
    ("velocities", 3, 2, Always),
    ("mobility", 6, 0, Tensors),
    ("arms", 16, 0, Always),
    ("blocks", 4, 0, Always),
    ("multipliers", 2, 2, Always),
    ("rooted", 7, 7, Always),
];
pub(super) const joint_pivots: &[Touch] = &[
    ("poses", 1, 0, Tensors),
    ("velocities", 3, 2, Always),
    ("mobility", 2, 0, Tensors),
    ("arms", 16, 0, Always),
    ("blocks", 4, 0, Always),
    ("multipliers", 2, 2, Always),
    ("rooted", 7, 7, Always),
];
pub(super) const joint_look: &[Touch] = &[
    ("ties", 6, 0, Always),
    ("poses", 2, 0, Always),
    ("velocities", 2, 0, Always),
    ("arms", 8, 6, Always),
    ("multipliers", 2, 2, Always),
    ("blocks", 9, 8, Always),
    ("stairs", 18, 12, Always),
];
pub(super) const joint_look_alone: &[Touch] = joint_look;
pub(super) const joint_carry: &[Touch] =
    &[("mobility", 2, 0, Tensors), ("free_velocities", 2, 0, Always), ("rooted", 0, 4, Always)];
// of one round: what an island needs further rounds for stays in a cache
pub(super) const joint_newton_trees: &[Touch] = &[
    ("poses", 1, 0, Tensors),
    ("velocities", 2, 2, Always),
    ("arms", 8, 6, Always),
    ("blocks", 9, 8, Always),
    ("multipliers", 2, 2, Always),
    ("rooted", 11, 7, Always),
    ("stairs", 12, 6, Always),
];
pub(super) const joint_newton_pivots: &[Touch] = joint_newton_trees;
pub(super) const joint_newton_trees_alone: &[Touch] = joint_newton_trees;
pub(super) const joint_newton_pivots_alone: &[Touch] = joint_newton_trees;
pub(super) const joint_breaks: &[Touch] = &[("ties", 1, 0, Always), ("multipliers", 2, 2, Always)];
// but for the factors, which are counted by their blocks
pub(super) const joint_nets: &[Touch] = &[
    ("velocities", 2, 2, Always),
    ("mobility", 2, 0, Tensors),
    ("arms", 8, 0, Always),
    ("blocks", 2, 2, Always),
    ("multipliers", 2, 2, Always),
];
pub(super) const joint_small_nets: &[Touch] = joint_nets;
pub(super) const joint_aside: &[Touch] = &[("velocities", 2, 2, Always), ("free_velocities", 0, 2, Always)];
pub(super) const joint_shift: &[Touch] =
    &[("velocities", 2, 2, Always), ("free_velocities", 2, 0, Always), ("poses", 2, 2, Always)];
pub(super) const joint_publish: &[Touch] = &[
    ("velocities", 2, 0, Always),
    ("mobility", 2, 0, Tensors),
    ("poses", 1, 0, Always),
    ("arms", 8, 0, Always),
    ("blocks", 6, 0, Always),
    ("multipliers", 2, 1, Always),
];
pub(super) const joint_record: &[Touch] = &[
    ("velocities", 2, 0, Always),
    ("mobility", 2, 0, Tensors),
    ("poses", 1, 0, Always),
    ("arms", 8, 0, Always),
    ("blocks", 6, 0, Always),
    ("multipliers", 2, 0, Always),
];
pub(super) const joint_gaps: &[Touch] = &[
    ("ties", 6, 0, Always),
    ("poses", 2, 0, Always),
    ("multipliers", 1, 0, Always),
    ("blocks", 0, 1, Always),
];
pub(super) const joint_events: &[Touch] = &[("multipliers", 1, 1, Always)];
pub(super) const joint_block_units: &[Touch] = &[
    ("velocities", 2, 0, Always),
    ("mobility", 2, 0, Tensors),
    ("arms", 8, 0, Always),
    ("blocks", 0, 7, Always),
];
pub(super) const joint_block_begin: &[Touch] = &[
    ("ties", 6, 0, Always),
    ("poses", 2, 0, Always),
    ("blocks", 6, 7, Always),
    ("multipliers", 2, 2, Always),
];
/// a colour of a chain, with half of its bodies, reads all of its joints, and the other half as neighbours
pub(super) const joint_block_bodies: &[Touch] = &[
    ("lists", 1, 0, Always),
    ("bodies", 2, 0, Always),
    ("ties", 6, 0, Always),
    ("poses", 4, 2, Always),
    ("velocities", 2, 2, Always),
    ("free_velocities", 2, 0, Always),
    ("blocks", 11, 0, Always),
];
pub(super) const joint_block_joints: &[Touch] = &[
    ("ties", 6, 0, Always),
    ("poses", 2, 0, Always),
    ("blocks", 11, 4, Always),
    ("multipliers", 0, 2, Always),
];
pub(super) const joint_block_move: &[Touch] = &[
    ("lists", 1, 0, Always),
    ("poses", 2, 2, Always),
    ("velocities", 2, 2, Always),
    ("energies", 11, 0, Always),
];
