//! What the solvers of point joints read and write.

use super::Only::{Always, Tensors, Uneven};
use super::Touch;

/// The whole of a substep, whatever its passes.
const TILE: &[Touch] = &[
    ("ties", 2, 0, Always),
    ("poses", 2, 2, Always),
    ("velocities", 2, 2, Always),
    ("multipliers", 1, 1, Always),
    ("bodies", 2, 0, Tensors),
];

pub(super) const update_multipliers_chebyshev: &[Touch] = &[
    ("velocities", 2, 0, Always),
    ("arms", 2, 0, Always),
    ("blocks", 3, 1, Always),
    ("multipliers", 1, 1, Always),
];
pub(super) const relax_joints: &[Touch] = &[
    ("velocities", 2, 2, Always),
    ("arms", 2, 0, Always),
    ("blocks", 3, 0, Always),
    ("multipliers", 1, 1, Always),
    ("mobility", 2, 0, Tensors),
];
pub(super) const soft_joints: &[Touch] = relax_joints;
pub(super) const conjugate_start: &[Touch] = &[
    ("velocities", 2, 0, Always),
    ("arms", 2, 0, Always),
    ("blocks", 3, 1, Always),
    ("conjugate", 0, 2, Always),
    ("segment_sums", 0, 1, Always),
];
pub(super) const conjugate_spread: &[Touch] = &[
    ("lists", 1, 0, Always),
    ("velocities", 2, 0, Always),
    ("arms", 2, 0, Always),
    ("blocks", 1, 0, Always),
    ("spread", 0, 2, Always),
    ("mobility", 2, 0, Tensors),
];
pub(super) const conjugate_image: &[Touch] = &[
    ("spread", 2, 0, Always),
    ("arms", 2, 0, Always),
    ("blocks", 1, 0, Always),
    ("conjugate", 0, 1, Always),
    ("segment_sums", 0, 1, Always),
];
pub(super) const conjugate_update: &[Touch] = &[
    ("blocks", 3, 0, Always),
    ("conjugate", 2, 1, Always),
    ("multipliers", 1, 1, Always),
    ("segment_sums", 1, 1, Always),
];
pub(super) const conjugate_direction: &[Touch] =
    &[("blocks", 3, 1, Always), ("conjugate", 1, 0, Always), ("segment_sums", 1, 0, Always)];
pub(super) const nncg_begin: &[Touch] =
    &[("blocks", 0, 1, Always), ("conjugate", 0, 2, Always), ("multipliers", 1, 0, Always)];
pub(super) const nncg_sum: &[Touch] =
    &[("conjugate", 2, 0, Always), ("multipliers", 1, 0, Always), ("segment_sums", 0, 1, Always)];
pub(super) const nncg_turn: &[Touch] = &[
    ("blocks", 1, 1, Always),
    ("conjugate", 2, 2, Always),
    ("multipliers", 1, 1, Always),
    ("segment_sums", 1, 0, Always),
];
pub(super) const tile_relax: &[Touch] = TILE;
pub(super) const tile_sweep: &[Touch] = TILE;
pub(super) const tile_conjugate: &[Touch] = TILE;
/// there: all but the blocks read, the blocks written; back: all read again, and the results written
pub(super) const solve_chains: &[Touch] = &[
    ("ties", 4, 0, Uneven),
    ("multipliers", 2, 1, Always),
    ("poses", 4, 2, Always),
    ("velocities", 4, 2, Always),
    ("bodies", 4, 0, Tensors),
    ("blocks", 3, 3, Always),
];
/// there: what the stages before left, S⁻¹, F and z written; back: these again, and the arms for U
pub(super) const solve_long_chains: &[Touch] = &[
    ("velocities", 4, 0, Always),
    ("mobility", 4, 0, Tensors),
    ("arms", 4, 0, Always),
    ("blocks", 3, 0, Always),
    ("multipliers", 1, 1, Always),
    ("chain_links", 6, 6, Always),
];
/// three walks, and what would be needed to take the substep back
pub(super) const symplectic_chains: &[Touch] = &[
    ("ties", 6, 0, Uneven),
    ("multipliers", 3, 1, Always),
    ("poses", 6, 2, Always),
    ("velocities", 6, 4, Always),
    ("bodies", 6, 0, Tensors),
    ("blocks", 6, 7, Always),
    ("drafts", 3, 4, Always),
];
/// where all is shut already, which is what most chains are
pub(super) const project_chains: &[Touch] = &[("poses", 2, 0, Always)];
/// read and written once whatever the factor costs
pub(super) const solve_islands: &[Touch] = &[
    ("ties", 4, 0, Always),
    ("multipliers", 2, 1, Always),
    ("poses", 4, 4, Always),
    ("velocities", 4, 4, Always),
    ("bodies", 2, 0, Always),
    ("drafts", 9, 9, Always),
    ("factors", 8, 8, Always),
];
pub(super) const solve_small_islands: &[Touch] = solve_islands;
/// a start, a sweep up and a sweep down
pub(super) const solve_trees: &[Touch] = &[
    ("velocities", 2, 0, Always),
    ("mobility", 2, 0, Tensors),
    ("arms", 6, 0, Always),
    ("blocks", 3, 1, Always),
    ("tree_nodes", 13, 26, Always),
    ("tree_links", 9, 9, Always),
];
pub(super) const add_changes: &[Touch] = &[("blocks", 1, 0, Always), ("multipliers", 1, 1, Always)];
pub(super) const place_predict: &[Touch] = &[
    ("bodies", 2, 0, Always),
    ("poses", 2, 2, Always),
    ("velocities", 2, 2, Always),
    ("mobility", 0, 2, Tensors),
];
/// by colours; side by side the poses and velocities are not written, but three rows of `blocks`
pub(super) const place_joints: &[Touch] = &[
    ("ties", 2, 0, Always),
    ("poses", 2, 2, Always),
    ("velocities", 2, 2, Always),
    ("multipliers", 1, 1, Always),
    ("mobility", 2, 0, Tensors),
];
/// three rows of `blocks` of each joint, by body: a chain has as many
pub(super) const place_gather: &[Touch] = &[
    ("lists", 1, 0, Always),
    ("poses", 2, 2, Always),
    ("velocities", 2, 2, Always),
    ("blocks", 3, 0, Always),
    ("mobility", 2, 0, Tensors),
];
pub(super) const place_record: &[Touch] = &[("ties", 2, 0, Always), ("poses", 2, 0, Always)];
pub(super) const block_begin: &[Touch] = &[
    ("ties", 2, 0, Always),
    ("poses", 2, 0, Always),
    ("velocities", 2, 0, Always),
    ("multipliers", 1, 1, Always),
    ("blocks", 0, 3, Always),
    ("mobility", 2, 0, Tensors),
];
pub(super) const block_guess: &[Touch] =
    &[("poses", 2, 2, Always), ("velocities", 0, 2, Always), ("free_velocities", 2, 0, Always)];
/// a colour of a chain, with half of its bodies, reads all of its joints, and the other half as neighbours
pub(super) const block_bodies: &[Touch] = &[
    ("lists", 1, 0, Always),
    ("bodies", 2, 0, Always),
    ("ties", 2, 0, Always),
    ("poses", 4, 2, Always),
    ("velocities", 2, 2, Always),
    ("free_velocities", 2, 0, Always),
    ("blocks", 2, 0, Always),
    ("multipliers", 1, 0, Always),
];
pub(super) const block_joints: &[Touch] = &[
    ("ties", 2, 0, Always),
    ("poses", 2, 0, Always),
    ("blocks", 2, 1, Always),
    ("multipliers", 1, 1, Always),
];
pub(super) const block_end: &[Touch] = &[("velocities", 1, 0, Always), ("free_velocities", 1, 0, Always)];
