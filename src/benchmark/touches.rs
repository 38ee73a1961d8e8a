//! What each kernel reads and writes at least: the byte model's table.

/// What one struct of a buffer belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    Body,
    Joint,
    /// A record of the dispatch: a chain, a tree, a segment.
    Record,
}

/// When a kernel touches what it binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Only {
    Always,
    /// Inertia differs from axis to axis somewhere in the scene.
    Tensors,
    /// The stiffness guard is on.
    Guarded,
    /// Some chain is not even.
    Uneven,
}

use Only::{Always, Tensors};

use crate::kernels::kernels;

/// (buffer, rows of 16 bytes read and written of each struct, when). A buffer that is bound but not named here is
/// not touched. `lists` stands for the words that lead from bodies to their ties; the others are counted apart.
pub(super) type Touch = (&'static str, u32, u32, Only);

/// The whole of a substep, whatever its passes.
const TILE: &[Touch] = &[
    ("ties", 2, 0, Always),
    ("poses", 2, 2, Always),
    ("velocities", 2, 2, Always),
    ("multipliers", 1, 1, Always),
    ("bodies", 2, 0, Tensors),
];

/// One pair put right.
const SWEEP: &[Touch] = &[
    ("pairs", 2, 0, Always),
    ("contact_reaches", 2, 0, Always),
    ("contact_forces", 2, 2, Always),
    ("velocities", 4, 4, Always),
];

/// One table for each kernel, under its name. What holds a few numbers in all is left out.
#[allow(non_upper_case_globals)]
mod by_kernel {
    use super::Only::{Always, Guarded, Tensors, Uneven};
    use super::{SWEEP, TILE, Touch};

    // per pair, with one point; what stands by body in cells and rows is left out of the count
    pub const contact_keep: &[Touch] = &[
        ("pairs", 2, 0, Always),
        ("touches", 1, 0, Always),
        ("contact_forces", 1, 0, Always),
        ("former_forces", 0, 2, Always),
    ];
    pub const contact_begin: &[Touch] = &[("contact_colours", 0, 5, Always)];
    pub const contact_keep_rows: &[Touch] =
        &[("velocities", 1, 0, Always), ("contact_rows", 8, 0, Always), ("former_rows", 0, 8, Always)];
    pub const contact_bin: &[Touch] =
        &[("poses", 1, 0, Always), ("surfaces", 2, 0, Always), ("contact_cells", 1, 1, Always)];
    pub const contact_find: &[Touch] = &[
        ("poses", 2, 0, Always),
        ("velocities", 2, 0, Always),
        ("surfaces", 2, 0, Always),
        ("contact_cells", 7, 0, Always),
        ("contact_rows", 0, 4, Always),
    ];
    pub const contact_count: &[Touch] = &[("contact_rows", 4, 4, Always), ("surfaces", 2, 0, Always)];
    pub const contact_number: &[Touch] = &[("contact_rows", 8, 4, Always), ("pairs", 0, 1, Always)];
    pub const contact_link: &[Touch] = &[("contact_rows", 8, 4, Always), ("surfaces", 2, 0, Always)];
    pub const contact_size: &[Touch] = &[];
    pub const contact_collide: &[Touch] = &[
        ("pairs", 1, 2, Always),
        ("poses", 4, 0, Always),
        ("velocities", 2, 0, Always),
        ("surfaces", 4, 0, Always),
        ("contact_rows", 8, 0, Always),
        ("touches", 0, 2, Always),
        ("contact_forces", 0, 1, Always),
    ];
    pub const contact_recall: &[Touch] = &[
        ("pairs", 2, 0, Always),
        ("touches", 2, 0, Always),
        ("former_rows", 8, 0, Always),
        ("former_forces", 2, 0, Always),
        ("contact_forces", 0, 2, Always),
    ];
    pub const contact_propose: &[Touch] =
        &[("pairs", 2, 0, Always), ("velocities", 2, 0, Always), ("contact_colours", 2, 1, Always)];
    pub const contact_accept: &[Touch] =
        &[("pairs", 2, 0, Always), ("velocities", 2, 0, Always), ("contact_colours", 2, 1, Always)];
    pub const contact_list: &[Touch] = &[("contact_colours", 1, 1, Always), ("pairs", 1, 0, Always)];
    pub const contact_prepare: &[Touch] = &[
        ("pairs", 2, 0, Always),
        ("touches", 2, 0, Always),
        ("poses", 4, 0, Always),
        ("velocities", 4, 0, Always),
        ("surfaces", 2, 0, Always),
        ("contact_reaches", 0, 2, Always),
        ("contact_forces", 0, 1, Always),
    ];
    pub const contact_warm: &[Touch] = &[
        ("velocities", 2, 0, Always),
        ("free_velocities", 2, 2, Always),
        ("contact_rows", 4, 0, Always),
        ("pairs", 4, 0, Always),
        ("contact_reaches", 4, 0, Always),
        ("contact_forces", 4, 0, Always),
    ];
    pub const contact_warm_big: &[Touch] = &[
        ("velocities", 2, 0, Always),
        ("free_velocities", 2, 2, Always),
        ("contact_rows", 4, 0, Always),
        ("pairs", 4, 0, Always),
        ("contact_reaches", 4, 0, Always),
        ("contact_forces", 4, 0, Always),
    ];
    pub const contact_sweep: &[Touch] = SWEEP;
    pub const contact_sweep_all: &[Touch] = SWEEP;
    pub const contact_reflect: &[Touch] = &[
        ("pairs", 2, 0, Always),
        ("contact_reaches", 2, 0, Always),
        ("contact_forces", 1, 0, Always),
        ("velocities", 4, 0, Always),
    ];
    pub const contact_relax: &[Touch] = &[
        ("pairs", 2, 0, Always),
        ("contact_colours", 1, 0, Always),
        ("contact_reaches", 2, 0, Always),
        ("contact_forces", 2, 2, Always),
        ("contact_changes", 0, 2, Always),
        ("velocities", 4, 0, Always),
    ];
    pub const contact_spread: &[Touch] = &[
        ("contact_rows", 4, 0, Always),
        ("pairs", 8, 0, Always),
        ("contact_reaches", 8, 0, Always),
        ("contact_changes", 8, 0, Always),
        ("velocities", 2, 2, Always),
    ];
    pub const contact_spread_big: &[Touch] = &[
        ("contact_rows", 4, 0, Always),
        ("pairs", 8, 0, Always),
        ("contact_reaches", 8, 0, Always),
        ("contact_changes", 8, 0, Always),
        ("velocities", 2, 2, Always),
    ];
    pub const contact_record: &[Touch] = &[
        ("pairs", 2, 0, Always),
        ("contact_reaches", 2, 0, Always),
        ("contact_forces", 2, 0, Always),
        ("velocities", 4, 0, Always),
    ];
    pub const contact_measure: &[Touch] = &[("pairs", 2, 0, Always), ("contact_forces", 1, 0, Always)];
    pub const apply_pull: &[Touch] =
        &[("bodies", 2, 0, Always), ("poses", 2, 0, Always), ("velocities", 2, 2, Always)];
    pub const apply_pushes: &[Touch] = &[
        ("lists", 1, 0, Always),
        ("pushes", 4, 3, Always),
        ("bodies", 2, 0, Always),
        ("poses", 2, 0, Always),
        ("velocities", 2, 2, Always),
        ("multipliers", 0, 1, Always),
    ];
    pub const compute_inertia: &[Touch] = &[
        ("lists", 1, 0, Guarded),
        ("bodies", 2, 0, Always),
        ("velocities", 0, 2, Always),
        ("ties", 2, 0, Guarded),
        ("multipliers", 1, 0, Guarded),
        ("poses", 1, 0, Tensors),
        ("mobility", 0, 2, Tensors),
    ];
    pub const compute_free_velocity: &[Touch] = &[
        ("velocities", 2, 0, Always),
        ("free_velocities", 0, 2, Always),
        ("bodies", 2, 0, Tensors),
        ("poses", 1, 0, Tensors),
    ];
    pub const compute_jacobian_and_delassus: &[Touch] = &[
        ("ties", 2, 0, Always),
        ("poses", 2, 0, Always),
        ("velocities", 2, 0, Always),
        ("mobility", 2, 0, Tensors),
        ("arms", 0, 2, Always),
        ("blocks", 0, 3, Always),
    ];
    pub const warm_start: &[Touch] = &[("multipliers", 1, 1, Always)];
    pub const update_multipliers: &[Touch] = &[
        ("velocities", 2, 0, Always),
        ("arms", 2, 0, Always),
        ("blocks", 3, 0, Always),
        ("multipliers", 1, 1, Always),
    ];
    pub const update_velocities: &[Touch] = &[
        ("lists", 1, 0, Always),
        ("free_velocities", 2, 0, Always),
        ("velocities", 0, 2, Always),
        ("arms", 2, 0, Always),
        ("multipliers", 1, 0, Always),
        ("mobility", 2, 0, Tensors),
    ];
    pub const compute_positions: &[Touch] = &[("velocities", 2, 0, Always), ("poses", 2, 2, Always)];
    pub const record_residual: &[Touch] =
        &[("velocities", 2, 0, Always), ("arms", 2, 0, Always), ("blocks", 3, 0, Always)];
    pub const publish_residual: &[Touch] = &[
        ("velocities", 2, 0, Always),
        ("arms", 2, 0, Always),
        ("blocks", 3, 0, Always),
        ("multipliers", 0, 1, Always),
    ];
    pub const measure: &[Touch] = &[
        ("ties", 2, 0, Always),
        ("multipliers", 1, 0, Always),
        ("poses", 2, 0, Always),
        ("velocities", 2, 0, Always),
        ("bodies", 2, 0, Always),
    ];
    pub const count_falls: &[Touch] = &[("drafts", 1, 1, Always)];
    pub const measure_total: &[Touch] = &[];
    pub const find_fault: &[Touch] = &[("poses", 2, 0, Always)];
    pub const article_inertia: &[Touch] = &[
        ("bodies", 1, 0, Always),
        ("poses", 1, 0, Always),
        ("ang_mass", 0, 3, Always),
        ("ang_mass_inv", 0, 3, Always),
    ];
    pub const article_free_velocity: &[Touch] = &[
        ("bodies", 1, 0, Always),
        ("velocities", 2, 2, Always),
        ("lin_vel_delta", 0, 1, Always),
        ("ang_vel_delta", 0, 1, Always),
    ];
    pub const article_jacobian_and_delassus: &[Touch] = &[
        ("ties", 2, 0, Always),
        ("poses", 1, 0, Always),
        ("bodies", 1, 0, Always),
        ("ang_mass_inv", 3, 0, Always),
        ("jacobian", 0, 6, Always),
        ("delassus_inv", 0, 3, Always),
    ];
    pub const article_multipliers: &[Touch] = &[
        ("ties", 2, 0, Always),
        ("velocities", 2, 0, Always),
        ("lin_vel_delta", 1, 0, Always),
        ("ang_vel_delta", 1, 0, Always),
        ("jacobian", 6, 0, Always),
        ("delassus_inv", 3, 0, Always),
        ("multipliers", 1, 1, Always),
    ];
    pub const article_velocities: &[Touch] = &[
        ("lists", 1, 0, Always),
        ("velocities", 1, 0, Always),
        ("ang_mass_inv", 3, 0, Always),
        ("jacobian", 6, 0, Always),
        ("multipliers", 1, 0, Always),
        ("lin_vel_delta", 0, 1, Always),
        ("ang_vel_delta", 0, 1, Always),
    ];
    pub const article_positions: &[Touch] = &[
        ("poses", 2, 2, Always),
        ("velocities", 2, 2, Always),
        ("lin_vel_delta", 1, 0, Always),
        ("ang_vel_delta", 1, 0, Always),
    ];
    pub const article_publish: &[Touch] = &[
        ("ties", 2, 0, Always),
        ("velocities", 2, 0, Always),
        ("jacobian", 6, 0, Always),
        ("multipliers", 0, 1, Always),
    ];
    pub const article_residual: &[Touch] = &[
        ("ties", 2, 0, Always),
        ("velocities", 2, 0, Always),
        ("lin_vel_delta", 1, 0, Always),
        ("ang_vel_delta", 1, 0, Always),
        ("jacobian", 6, 0, Always),
    ];
    pub const update_multipliers_chebyshev: &[Touch] = &[
        ("velocities", 2, 0, Always),
        ("arms", 2, 0, Always),
        ("blocks", 3, 1, Always),
        ("multipliers", 1, 1, Always),
    ];
    pub const relax_joints: &[Touch] = &[
        ("velocities", 2, 2, Always),
        ("arms", 2, 0, Always),
        ("blocks", 3, 0, Always),
        ("multipliers", 1, 1, Always),
        ("mobility", 2, 0, Tensors),
    ];
    pub const conjugate_start: &[Touch] = &[
        ("velocities", 2, 0, Always),
        ("arms", 2, 0, Always),
        ("blocks", 3, 1, Always),
        ("conjugate", 0, 2, Always),
        ("segment_sums", 0, 1, Always),
    ];
    pub const conjugate_spread: &[Touch] = &[
        ("lists", 1, 0, Always),
        ("velocities", 2, 0, Always),
        ("arms", 2, 0, Always),
        ("blocks", 1, 0, Always),
        ("spread", 0, 2, Always),
        ("mobility", 2, 0, Tensors),
    ];
    pub const conjugate_image: &[Touch] = &[
        ("spread", 2, 0, Always),
        ("arms", 2, 0, Always),
        ("blocks", 1, 0, Always),
        ("conjugate", 0, 1, Always),
        ("segment_sums", 0, 1, Always),
    ];
    pub const conjugate_update: &[Touch] = &[
        ("blocks", 3, 0, Always),
        ("conjugate", 2, 1, Always),
        ("multipliers", 1, 1, Always),
        ("segment_sums", 1, 1, Always),
    ];
    pub const conjugate_direction: &[Touch] =
        &[("blocks", 3, 1, Always), ("conjugate", 1, 0, Always), ("segment_sums", 1, 0, Always)];
    pub const tile_relax: &[Touch] = TILE;
    pub const tile_sweep: &[Touch] = TILE;
    pub const tile_conjugate: &[Touch] = TILE;
    /// there: all but the blocks read, the blocks written; back: all read again, and what was found written
    pub const solve_chains: &[Touch] = &[
        ("ties", 4, 0, Uneven),
        ("multipliers", 2, 1, Always),
        ("poses", 4, 2, Always),
        ("velocities", 4, 2, Always),
        ("bodies", 4, 0, Tensors),
        ("blocks", 3, 3, Always),
    ];
    /// there: what the stages before left, S⁻¹, F and z written; back: these again, and the arms for U
    pub const solve_long_chains: &[Touch] = &[
        ("velocities", 4, 0, Always),
        ("mobility", 4, 0, Tensors),
        ("arms", 4, 0, Always),
        ("blocks", 3, 0, Always),
        ("multipliers", 1, 1, Always),
        ("chain_links", 6, 6, Always),
    ];
    /// three walks, and what would be needed to take the substep back
    pub const symplectic_chains: &[Touch] = &[
        ("ties", 6, 0, Uneven),
        ("multipliers", 3, 1, Always),
        ("poses", 6, 2, Always),
        ("velocities", 6, 4, Always),
        ("bodies", 6, 0, Tensors),
        ("blocks", 6, 7, Always),
        ("drafts", 3, 4, Always),
    ];
    /// where all is shut already, which is what most chains are
    pub const project_chains: &[Touch] = &[("poses", 2, 0, Always)];
    /// what is read and written once whatever the factor costs
    pub const solve_islands: &[Touch] = &[
        ("ties", 4, 0, Always),
        ("multipliers", 2, 1, Always),
        ("poses", 4, 4, Always),
        ("velocities", 4, 4, Always),
        ("bodies", 2, 0, Always),
        ("drafts", 9, 9, Always),
        ("factors", 8, 8, Always),
    ];
    /// a start, a sweep up and a sweep down
    pub const solve_trees: &[Touch] = &[
        ("velocities", 2, 0, Always),
        ("mobility", 2, 0, Tensors),
        ("arms", 6, 0, Always),
        ("blocks", 3, 1, Always),
        ("tree_nodes", 13, 26, Always),
        ("tree_links", 9, 9, Always),
    ];
    // of a joint of any kind: six rows of `ties`, eight of `arms`, nine of `blocks`, two of `multipliers`
    pub const joint_rows: &[Touch] = &[
        ("ties", 6, 0, Always),
        ("poses", 2, 0, Always),
        ("velocities", 2, 0, Always),
        ("multipliers", 2, 2, Always),
        ("arms", 0, 8, Always),
        ("blocks", 0, 6, Always),
    ];
    pub const joint_stairs: &[Touch] = &[
        ("ties", 24, 0, Always),
        ("poses", 2, 0, Always),
        ("velocities", 2, 0, Always),
        ("mobility", 2, 0, Tensors),
        ("arms", 8, 0, Always),
        ("multipliers", 2, 0, Always),
        ("stairs", 0, 12, Always),
    ];
    pub const joint_segments: &[Touch] = &[
        ("arms", 6, 6, Always),
        ("blocks", 9, 8, Always),
        ("multipliers", 2, 2, Always),
        ("stairs", 12, 0, Always),
    ];
    pub const joint_landing: &[Touch] = &[
        ("velocities", 2, 0, Always),
        ("arms", 8, 0, Always),
        ("blocks", 1, 1, Always),
        ("multipliers", 2, 0, Always),
        ("stairs", 12, 6, Always),
    ];
    // by joint; a line search reads them again
    pub const joint_search: &[Touch] = &[
        ("lists", 1, 0, Always),
        ("blocks", 3, 3, Always),
        ("multipliers", 2, 0, Always),
        ("stairs", 6, 6, Always),
    ];
    pub const joint_draft: &[Touch] = &[
        ("poses", 2, 0, Always),
        ("velocities", 2, 0, Always),
        ("free_velocities", 0, 2, Always),
        ("drafts", 0, 4, Always),
    ];
    pub const joint_reach: &[Touch] = &[
        ("drafts", 2, 0, Always),
        ("bodies", 1, 0, Tensors),
        ("velocities", 2, 0, Always),
        ("poses", 0, 2, Always),
    ];
    pub const joint_ahead: &[Touch] = &[
        ("ties", 6, 0, Always),
        ("poses", 2, 0, Always),
        ("multipliers", 2, 0, Always),
        ("blocks", 0, 5, Always),
    ];
    pub const joint_judge: &[Touch] = &[
        ("lists", 1, 0, Always),
        ("bodies", 2, 0, Always),
        ("poses", 2, 0, Always),
        ("velocities", 2, 0, Always),
        ("drafts", 4, 4, Always),
        ("multipliers", 2, 0, Always),
        ("blocks", 1, 2, Always),
    ];
    pub const joint_keep: &[Touch] = &[
        ("lists", 1, 0, Always),
        ("drafts", 4, 0, Always),
        ("poses", 0, 2, Always),
        ("velocities", 0, 2, Always),
        ("blocks", 2, 0, Always),
        ("multipliers", 0, 2, Always),
    ];
    pub const joint_places: &[Touch] = &[
        ("ties", 6, 0, Always),
        ("poses", 2, 0, Always),
        ("velocities", 2, 0, Always),
        ("multipliers", 1, 0, Always),
        ("arms", 0, 8, Always),
        ("blocks", 3, 6, Always),
    ];
    pub const joint_softness: &[Touch] = &[
        ("ties", 2, 0, Always),
        ("velocities", 2, 0, Always),
        ("mobility", 2, 0, Tensors),
        ("arms", 8, 6, Always),
    ];
    pub const joint_blocks: &[Touch] = &[
        ("velocities", 2, 0, Always),
        ("mobility", 2, 0, Tensors),
        ("arms", 8, 0, Always),
        ("blocks", 0, 9, Always),
    ];
    pub const joint_warm_start: &[Touch] = &[("multipliers", 2, 2, Always)];
    pub const joint_free: &[Touch] = &[
        ("lists", 1, 0, Always),
        ("free_velocities", 0, 2, Always),
        ("velocities", 2, 0, Always),
        ("mobility", 2, 0, Tensors),
        ("arms", 8, 0, Always),
        ("multipliers", 2, 0, Always),
    ];
    pub const joint_velocities: &[Touch] = &[
        ("lists", 1, 0, Always),
        ("free_velocities", 2, 0, Always),
        ("velocities", 0, 2, Always),
        ("mobility", 2, 0, Tensors),
        ("arms", 8, 0, Always),
        ("multipliers", 2, 0, Always),
    ];
    pub const joint_left: &[Touch] = &[
        ("velocities", 2, 0, Always),
        ("mobility", 2, 0, Tensors),
        ("arms", 8, 0, Always),
        ("blocks", 6, 2, Always),
        ("multipliers", 2, 0, Always),
    ];
    pub const joint_relax: &[Touch] = &[
        ("velocities", 2, 0, Always),
        ("mobility", 2, 0, Tensors),
        ("arms", 8, 0, Always),
        ("blocks", 9, 2, Always),
        ("multipliers", 2, 2, Always),
    ];
    pub const joint_sweep: &[Touch] = &[
        ("velocities", 2, 2, Always),
        ("mobility", 2, 0, Tensors),
        ("arms", 8, 0, Always),
        ("blocks", 9, 0, Always),
        ("multipliers", 2, 2, Always),
    ];
    pub const joint_relax_stairs: &[Touch] = &[
        ("velocities", 2, 0, Always),
        ("mobility", 2, 0, Tensors),
        ("arms", 8, 0, Always),
        ("blocks", 6, 0, Always),
        ("multipliers", 2, 2, Always),
        ("stairs", 12, 0, Always),
    ];
    pub const joint_sweep_stairs: &[Touch] = &[
        ("velocities", 2, 4, Always),
        ("mobility", 2, 0, Tensors),
        ("arms", 8, 0, Always),
        ("blocks", 6, 0, Always),
        ("multipliers", 2, 2, Always),
        ("stairs", 12, 0, Always),
    ];
    pub const joint_misses: &[Touch] = &[
        ("velocities", 2, 0, Always),
        ("mobility", 2, 0, Tensors),
        ("arms", 8, 6, Always),
        ("blocks", 6, 6, Always),
        ("multipliers", 2, 0, Always),
        ("stairs", 12, 0, Always),
    ];
    pub const joint_trees: &[Touch] = &[
        ("poses", 1, 0, Tensors),
        ("velocities", 3, 2, Always),
        ("mobility", 6, 0, Tensors),
        ("arms", 16, 0, Always),
        ("blocks", 4, 0, Always),
        ("multipliers", 2, 2, Always),
        ("rooted", 7, 7, Always),
    ];
    pub const joint_pivots: &[Touch] = &[
        ("poses", 1, 0, Tensors),
        ("velocities", 3, 2, Always),
        ("mobility", 2, 0, Tensors),
        ("arms", 16, 0, Always),
        ("blocks", 4, 0, Always),
        ("multipliers", 2, 2, Always),
        ("rooted", 7, 7, Always),
    ];
    pub const joint_breaks: &[Touch] = &[("ties", 1, 0, Always), ("multipliers", 2, 2, Always)];
    // but for the factors, which are counted by their blocks
    pub const joint_nets: &[Touch] = &[
        ("velocities", 2, 2, Always),
        ("mobility", 2, 0, Tensors),
        ("arms", 8, 0, Always),
        ("blocks", 2, 2, Always),
        ("multipliers", 2, 2, Always),
    ];
    pub const joint_aside: &[Touch] = &[("velocities", 2, 2, Always), ("free_velocities", 0, 2, Always)];
    pub const joint_shift: &[Touch] =
        &[("velocities", 2, 2, Always), ("free_velocities", 2, 0, Always), ("poses", 2, 2, Always)];
    pub const joint_publish: &[Touch] = &[
        ("velocities", 2, 0, Always),
        ("mobility", 2, 0, Tensors),
        ("poses", 1, 0, Always),
        ("arms", 8, 0, Always),
        ("blocks", 6, 0, Always),
        ("multipliers", 2, 1, Always),
    ];
    pub const joint_record: &[Touch] = &[
        ("velocities", 2, 0, Always),
        ("mobility", 2, 0, Tensors),
        ("poses", 1, 0, Always),
        ("arms", 8, 0, Always),
        ("blocks", 6, 0, Always),
        ("multipliers", 2, 0, Always),
    ];
    pub const joint_gaps: &[Touch] = &[
        ("ties", 6, 0, Always),
        ("poses", 2, 0, Always),
        ("multipliers", 1, 0, Always),
        ("blocks", 0, 1, Always),
    ];
    pub const add_changes: &[Touch] = &[("blocks", 1, 0, Always), ("multipliers", 1, 1, Always)];
}

/// What the kernel called `name` touches.
pub(super) fn touches(name: &str) -> &'static [Touch] {
    macro_rules! find {
        ($($folder:ident $kernel:ident: $takes:ident, $use:ident;)+) => {
            match name {
                $(stringify!($kernel) => by_kernel::$kernel,)+
                _ => &[],
            }
        };
    }
    kernels!(find)
}

/// What a struct of `buffer` belongs to; none for buffers that hold a few numbers in all.
pub(super) fn owner_of(buffer: &str) -> Option<Of> {
    Some(match buffer {
        "bodies" | "poses" | "velocities" | "free_velocities" | "mobility" | "spread" | "drafts"
        | "lin_vel_delta" | "ang_vel_delta" | "ang_mass" | "ang_mass_inv" | "tree_nodes" | "rooted" => {
            Of::Body
        }
        "ties" | "arms" | "conjugate" | "blocks" | "delassus_inv" | "multipliers" | "jacobian"
        | "tree_links" | "chain_links" | "factors" | "stairs" => Of::Joint,
        "segment_sums" | "pushes" => Of::Record,
        "contact_cells" | "contact_rows" | "former_rows" | "surfaces" | "contact_colours" | "pairs"
        | "touches" | "contact_reaches" | "contact_forces" | "contact_changes" | "former_forces" => {
            Of::Record
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::kernels;

    #[test]
    fn kernels_touch_only_what_they_bind() {
        for kernel in kernels::list() {
            let name = kernel.name;
            let bindings: Vec<_> = kernels::buffers(kernel).collect();
            for (buffer, read, written, _) in touches(name) {
                let binding = bindings.iter().find(|binding| binding.name == *buffer);
                let binding = binding.unwrap_or_else(|| panic!("{name} does not bind {buffer}"));
                assert!(*written == 0 || binding.writable, "{name} may not write {buffer}");
                assert!(read + written > 0, "{name}: {buffer}");
                assert!(*buffer == "lists" || owner_of(buffer).is_some(), "{name}: {buffer}");
            }
        }
    }
}
