//! What the kernels of contacts read and write, per pair, with one point. Words by body in cells and rows are left out
//! of the count.

use super::Only::{Always, Tensors};
use super::Touch;

/// One pair put right.
const SWEEP: &[Touch] = &[
    ("pairs", 2, 0, Always),
    ("contact_reaches", 2, 0, Always),
    ("contact_forces", 2, 2, Always),
    ("velocities", 4, 4, Always),
];

/// λ of a body's pairs gathered.
const WARM: &[Touch] = &[
    ("velocities", 2, 0, Always),
    ("free_velocities", 2, 2, Always),
    ("contact_rows", 4, 0, Always),
    ("pairs", 4, 0, Always),
    ("contact_reaches", 4, 0, Always),
    ("contact_forces", 4, 0, Always),
];

/// The changes of λ of a body's pairs gathered.
const SPREAD: &[Touch] = &[
    ("contact_rows", 4, 0, Always),
    ("pairs", 8, 0, Always),
    ("contact_reaches", 8, 0, Always),
    ("contact_changes", 8, 0, Always),
    ("velocities", 2, 2, Always),
];

pub(super) const contact_forget: &[Touch] =
    &[("pairs", 2, 1, Always), ("surfaces", 4, 0, Always), ("contact_forces", 0, 1, Always)];
/// With the copy that `contact_recall` makes of each pair where there are compounds.
pub(super) const contact_owners: &[Touch] = &[("pairs", 2, 3, Always), ("parts", 4, 0, Always)];
pub(super) const contact_keep: &[Touch] = &[
    ("pairs", 2, 0, Always),
    ("touches", 1, 0, Always),
    ("contact_forces", 1, 0, Always),
    ("former_forces", 0, 2, Always),
    ("contact_reaches", 2, 0, Always),
    ("former_manifolds", 0, 6, Always),
];
pub(super) const contact_begin: &[Touch] = &[("contact_colours", 0, 5, Always), ("pairs", 0, 1, Always)];
pub(super) const contact_keep_rows: &[Touch] =
    &[("velocities", 1, 0, Always), ("contact_rows", 8, 0, Always), ("former_rows", 0, 8, Always)];
pub(super) const contact_bin: &[Touch] = &[
    ("poses", 1, 0, Always),
    ("surfaces", 2, 0, Always),
    ("velocities", 1, 0, Always),
    ("contact_cells", 1, 4, Always),
];
pub(super) const contact_halt: &[Touch] = &[
    ("poses", 1, 0, Always),
    ("contact_cells", 3, 0, Always),
    ("velocities", 1, 0, Always),
    ("surfaces", 2, 0, Always),
];
pub(super) const contact_find: &[Touch] = &[
    ("poses", 2, 0, Always),
    ("velocities", 2, 0, Always),
    ("surfaces", 2, 0, Always),
    ("contact_cells", 7, 0, Always),
    ("contact_rows", 0, 4, Always),
];
pub(super) const contact_count: &[Touch] = &[("contact_rows", 4, 4, Always), ("surfaces", 2, 0, Always)];
pub(super) const contact_number: &[Touch] = &[("contact_rows", 8, 4, Always), ("pairs", 0, 1, Always)];
pub(super) const contact_link: &[Touch] = &[("contact_rows", 8, 4, Always), ("surfaces", 2, 0, Always)];
pub(super) const contact_size: &[Touch] = &[];
pub(super) const contact_resume: &[Touch] = &[
    ("pairs", 1, 1, Always),
    ("poses", 4, 0, Always),
    ("surfaces", 2, 0, Always),
    ("former_rows", 8, 0, Always),
    ("former_manifolds", 6, 0, Always),
    ("touches", 0, 2, Always),
    ("contact_reaches", 0, 2, Always),
];
pub(super) const contact_collide: &[Touch] = &[
    ("pairs", 1, 2, Always),
    ("poses", 4, 0, Always),
    ("velocities", 2, 0, Always),
    ("surfaces", 4, 0, Always),
    ("contact_rows", 8, 0, Always),
    ("touches", 0, 2, Always),
    ("contact_forces", 0, 1, Always),
];
pub(super) const contact_recall: &[Touch] = &[
    ("pairs", 2, 0, Always),
    ("touches", 2, 0, Always),
    ("former_rows", 8, 0, Always),
    ("former_forces", 2, 0, Always),
    ("contact_forces", 0, 2, Always),
];
pub(super) const contact_propose: &[Touch] =
    &[("pairs", 2, 0, Always), ("velocities", 2, 0, Always), ("contact_colours", 2, 1, Always)];
pub(super) const contact_accept: &[Touch] =
    &[("pairs", 2, 0, Always), ("velocities", 2, 0, Always), ("contact_colours", 2, 1, Always)];
pub(super) const contact_list: &[Touch] = &[("contact_colours", 1, 1, Always), ("pairs", 1, 0, Always)];
pub(super) const contact_prepare: &[Touch] = &[
    ("pairs", 2, 0, Always),
    ("touches", 2, 0, Always),
    ("poses", 4, 0, Always),
    ("velocities", 4, 0, Always),
    ("surfaces", 2, 0, Always),
    ("contact_reaches", 0, 2, Always),
    ("contact_forces", 0, 1, Always),
];
pub(super) const contact_start: &[Touch] = &[
    ("bodies", 2, 0, Always),
    ("poses", 1, 0, Tensors),
    ("velocities", 2, 4, Always),
    ("mobility", 0, 2, Tensors),
    ("contact_rows", 4, 0, Always),
    ("pairs", 4, 0, Always),
    ("contact_reaches", 4, 0, Always),
    ("contact_forces", 4, 0, Always),
];
pub(super) const contact_warm: &[Touch] = WARM;
pub(super) const contact_warm_big: &[Touch] = WARM;
pub(super) const contact_sweep: &[Touch] = SWEEP;
pub(super) const contact_sweep_all: &[Touch] = SWEEP;
pub(super) const contact_sweep_wide: &[Touch] = SWEEP;
pub(super) const contact_reflect: &[Touch] = &[
    ("pairs", 2, 0, Always),
    ("contact_reaches", 2, 0, Always),
    ("contact_forces", 1, 0, Always),
    ("velocities", 4, 0, Always),
];
pub(super) const contact_relax: &[Touch] = &[
    ("pairs", 2, 0, Always),
    ("contact_colours", 1, 0, Always),
    ("contact_reaches", 2, 0, Always),
    ("contact_forces", 2, 2, Always),
    ("contact_changes", 0, 2, Always),
    ("velocities", 4, 0, Always),
];
pub(super) const contact_spread: &[Touch] = SPREAD;
pub(super) const contact_spread_big: &[Touch] = SPREAD;
pub(super) const contact_record: &[Touch] = &[
    ("pairs", 2, 0, Always),
    ("contact_reaches", 2, 0, Always),
    ("contact_forces", 2, 0, Always),
    ("velocities", 4, 0, Always),
];
pub(super) const contact_measure: &[Touch] = &[("pairs", 2, 0, Always), ("contact_forces", 1, 0, Always)];
pub(super) const contact_keep_touching: &[Touch] = &[("contact_rows", 8, 0, Always), ("pairs", 4, 0, Always)];
pub(super) const contact_touch: &[Touch] = &[("pairs", 1, 1, Always), ("contact_forces", 1, 0, Always)];
pub(super) const contact_sense: &[Touch] = &[
    ("pairs", 1, 1, Always),
    ("poses", 4, 0, Always),
    ("contact_cells", 6, 0, Always),
    ("surfaces", 2, 0, Always),
];
pub(super) const contact_events: &[Touch] = &[
    ("contact_rows", 8, 0, Always),
    ("former_rows", 4, 0, Always),
    ("pairs", 4, 0, Always),
    ("surfaces", 2, 0, Always),
];
pub(super) const contact_block_colour: &[Touch] = &[
    ("lists", 1, 0, Always),
    ("contact_colours", 3, 1, Always),
    ("contact_rows", 8, 0, Always),
    ("pairs", 2, 0, Always),
    ("velocities", 2, 0, Always),
    ("surfaces", 1, 0, Always),
];
pub(super) const contact_block_list: &[Touch] = &[("lists", 1, 0, Always), ("contact_colours", 1, 0, Always)];
pub(super) const contact_block_begin: &[Touch] = &[("pairs", 1, 0, Always), ("contact_forces", 2, 2, Always)];
pub(super) const contact_block_guess: &[Touch] = &[
    ("lists", 1, 0, Always),
    ("poses", 2, 2, Always),
    ("velocities", 0, 2, Always),
    ("free_velocities", 2, 0, Always),
    ("energies", 0, 2, Always),
];
pub(super) const contact_block_bodies: &[Touch] = &[
    ("velocities", 4, 0, Always),
    ("contact_rows", 8, 0, Always),
    ("pairs", 2, 0, Always),
    ("contact_reaches", 2, 0, Always),
    ("contact_forces", 2, 0, Always),
    ("energies", 2, 11, Always),
];
pub(super) const contact_block_pairs: &[Touch] = &[
    ("pairs", 2, 0, Always),
    ("velocities", 4, 0, Always),
    ("contact_reaches", 2, 0, Always),
    ("contact_forces", 2, 2, Always),
];
