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

use Only::{Always, Guarded, Tensors, Uneven};

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

/// By kernel.
pub(super) const TOUCHES: &[(&str, &[Touch])] = &[
    (
        "compute_inertia",
        &[
            ("lists", 1, 0, Guarded),
            ("bodies", 2, 0, Always),
            ("velocities", 0, 2, Always),
            ("ties", 2, 0, Guarded),
            ("multipliers", 1, 0, Guarded),
            ("poses", 1, 0, Tensors),
            ("mobility", 0, 2, Tensors),
        ],
    ),
    (
        "compute_free_velocity",
        &[
            ("velocities", 2, 0, Always),
            ("free_velocities", 0, 2, Always),
            ("bodies", 2, 0, Tensors),
            ("poses", 1, 0, Tensors),
        ],
    ),
    (
        "compute_jacobian_and_delassus",
        &[
            ("ties", 2, 0, Always),
            ("poses", 2, 0, Always),
            ("velocities", 2, 0, Always),
            ("mobility", 2, 0, Tensors),
            ("arms", 0, 2, Always),
            ("blocks", 0, 3, Always),
        ],
    ),
    ("warm_start", &[("multipliers", 1, 1, Always)]),
    (
        "update_multipliers",
        &[
            ("velocities", 2, 0, Always),
            ("arms", 2, 0, Always),
            ("blocks", 3, 0, Always),
            ("multipliers", 1, 1, Always),
        ],
    ),
    (
        "update_velocities",
        &[
            ("lists", 1, 0, Always),
            ("free_velocities", 2, 0, Always),
            ("velocities", 0, 2, Always),
            ("arms", 2, 0, Always),
            ("multipliers", 1, 0, Always),
            ("mobility", 2, 0, Tensors),
        ],
    ),
    ("compute_positions", &[("velocities", 2, 0, Always), ("poses", 2, 2, Always)]),
    (
        "update_multipliers_chebyshev",
        &[
            ("velocities", 2, 0, Always),
            ("arms", 2, 0, Always),
            ("blocks", 3, 1, Always),
            ("multipliers", 1, 1, Always),
        ],
    ),
    (
        "relax_joints",
        &[
            ("velocities", 2, 2, Always),
            ("arms", 2, 0, Always),
            ("blocks", 3, 0, Always),
            ("multipliers", 1, 1, Always),
            ("mobility", 2, 0, Tensors),
        ],
    ),
    ("tile_relax", TILE),
    ("tile_sweep", TILE),
    ("tile_conjugate", TILE),
    (
        "conjugate_start",
        &[
            ("velocities", 2, 0, Always),
            ("arms", 2, 0, Always),
            ("blocks", 3, 1, Always),
            ("conjugate", 0, 2, Always),
            ("segment_sums", 0, 1, Always),
        ],
    ),
    (
        "conjugate_spread",
        &[
            ("lists", 1, 0, Always),
            ("velocities", 2, 0, Always),
            ("arms", 2, 0, Always),
            ("blocks", 1, 0, Always),
            ("spread", 0, 2, Always),
            ("mobility", 2, 0, Tensors),
        ],
    ),
    (
        "conjugate_image",
        &[
            ("spread", 2, 0, Always),
            ("arms", 2, 0, Always),
            ("blocks", 1, 0, Always),
            ("conjugate", 0, 1, Always),
            ("segment_sums", 0, 1, Always),
        ],
    ),
    (
        "conjugate_update",
        &[
            ("blocks", 3, 0, Always),
            ("conjugate", 2, 1, Always),
            ("multipliers", 1, 1, Always),
            ("segment_sums", 1, 1, Always),
        ],
    ),
    (
        "conjugate_direction",
        &[("blocks", 3, 1, Always), ("conjugate", 1, 0, Always), ("segment_sums", 1, 0, Always)],
    ),
    (
        // there: all but the blocks read, the blocks written; back: all read again, and what was found written
        "solve_chains",
        &[
            ("ties", 4, 0, Uneven),
            ("multipliers", 2, 1, Always),
            ("poses", 4, 2, Always),
            ("velocities", 4, 2, Always),
            ("bodies", 4, 0, Tensors),
            ("blocks", 3, 3, Always),
        ],
    ),
    (
        // there: what the stages before left, S⁻¹, F and z written; back: these again, and the arms for U
        "solve_long_chains",
        &[
            ("velocities", 4, 0, Always),
            ("mobility", 4, 0, Tensors),
            ("arms", 4, 0, Always),
            ("blocks", 3, 0, Always),
            ("multipliers", 1, 1, Always),
            ("chain_links", 6, 6, Always),
        ],
    ),
    (
        // a start, a sweep up, a sweep down and a last pass; one column, as without a loop (with one, some half more)
        "solve_trees",
        &[
            ("velocities", 2, 0, Always),
            ("mobility", 2, 0, Tensors),
            ("arms", 6, 0, Always),
            ("blocks", 3, 1, Always),
            ("tree_nodes", 13, 38, Always),
            ("tree_links", 10, 10, Always),
        ],
    ),
    ("add_changes", &[("blocks", 1, 0, Always), ("multipliers", 1, 1, Always)]),
    (
        "article_inertia",
        &[
            ("bodies", 1, 0, Always),
            ("poses", 1, 0, Always),
            ("ang_mass", 0, 3, Always),
            ("ang_mass_inv", 0, 3, Always),
        ],
    ),
    (
        "article_free_velocity",
        &[
            ("bodies", 1, 0, Always),
            ("velocities", 2, 2, Always),
            ("lin_vel_delta", 0, 1, Always),
            ("ang_vel_delta", 0, 1, Always),
        ],
    ),
    (
        "article_jacobian_and_delassus",
        &[
            ("ties", 2, 0, Always),
            ("poses", 1, 0, Always),
            ("bodies", 1, 0, Always),
            ("ang_mass_inv", 3, 0, Always),
            ("jacobian", 0, 6, Always),
            ("delassus_inv", 0, 3, Always),
        ],
    ),
    (
        "article_multipliers",
        &[
            ("ties", 2, 0, Always),
            ("velocities", 2, 0, Always),
            ("lin_vel_delta", 1, 0, Always),
            ("ang_vel_delta", 1, 0, Always),
            ("jacobian", 6, 0, Always),
            ("delassus_inv", 3, 0, Always),
            ("multipliers", 1, 1, Always),
        ],
    ),
    (
        "article_velocities",
        &[
            ("lists", 1, 0, Always),
            ("velocities", 1, 0, Always),
            ("ang_mass_inv", 3, 0, Always),
            ("jacobian", 6, 0, Always),
            ("multipliers", 1, 0, Always),
            ("lin_vel_delta", 0, 1, Always),
            ("ang_vel_delta", 0, 1, Always),
        ],
    ),
    (
        "article_positions",
        &[
            ("poses", 2, 2, Always),
            ("velocities", 2, 2, Always),
            ("lin_vel_delta", 1, 0, Always),
            ("ang_vel_delta", 1, 0, Always),
        ],
    ),
];

/// What a struct of `buffer` belongs to and how many rows it has; none for buffers that hold a few numbers in all.
pub(super) fn shape_of(buffer: &str) -> Option<(Of, u32)> {
    Some(match buffer {
        "bodies" | "poses" | "velocities" | "free_velocities" | "mobility" | "spread" => (Of::Body, 2),
        "lin_vel_delta" | "ang_vel_delta" => (Of::Body, 1),
        "ang_mass" | "ang_mass_inv" => (Of::Body, 3),
        "tree_nodes" => (Of::Body, 25),
        "ties" | "arms" | "conjugate" => (Of::Joint, 2),
        "blocks" | "delassus_inv" => (Of::Joint, 3),
        "multipliers" => (Of::Joint, 1),
        "jacobian" => (Of::Joint, 6),
        "tree_links" => (Of::Joint, 12),
        "chain_links" => (Of::Joint, 6),
        "segment_sums" => (Of::Record, 1),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::kernels;

    #[test]
    fn kernels_touch_only_what_they_bind() {
        for (name, touches) in TOUCHES {
            let Some(kernel) = kernels::find(name) else { continue };
            let bindings: Vec<_> = kernels::buffers(kernel).collect();
            for (buffer, read, written, _) in *touches {
                let binding = bindings.iter().find(|binding| binding.name == *buffer);
                let binding = binding.unwrap_or_else(|| panic!("{name} does not bind {buffer}"));
                assert!(*written == 0 || binding.writable, "{name} may not write {buffer}");
                assert!(read + written > 0, "{name}: {buffer}");
                assert!(*buffer == "lists" || shape_of(buffer).is_some(), "{name}: {buffer}");
            }
        }
    }
}
