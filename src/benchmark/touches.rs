//! What each kernel reads and writes at least: the byte model's table. It stands in a file for each folder of shaders/,
//! a constant for each kernel, under its name. Buffers of a few numbers in all are left out.

#[allow(non_upper_case_globals)]
mod article;
#[allow(non_upper_case_globals)]
mod contacts;
#[allow(non_upper_case_globals)]
mod joints;
#[allow(non_upper_case_globals)]
mod solvers;
#[allow(non_upper_case_globals)]
mod step;

use crate::kernels::kernels;

/// What one struct of a buffer belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    Body,
    Joint,
    /// A record of the dispatch: a chain, a tree, a segment.
    Record,
}

/// When a kernel touches its bindings.
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

/// (buffer, rows of 16 bytes read and written of each struct, when). A buffer that is bound but not named here is
/// not touched. `lists` stands for the words that lead from bodies to their ties; the others are counted apart.
pub(super) type Touch = (&'static str, u32, u32, Only);

/// What the kernel called `name` touches.
pub(super) fn touches(name: &str) -> &'static [Touch] {
    macro_rules! find {
        ($($folder:ident $kernel:ident: $takes:ident, $use:ident;)+) => {
            match name {
                $(stringify!($kernel) => $folder::$kernel,)+
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
        | "lin_vel_delta" | "ang_vel_delta" | "ray_bodies" | "parts" | "ang_mass" | "ang_mass_inv"
        | "tree_nodes" | "rooted" | "energies" => Of::Body,
        "ties" | "arms" | "conjugate" | "blocks" | "delassus_inv" | "multipliers" | "jacobian"
        | "tree_links" | "chain_links" | "factors" | "stairs" | "learnt" => Of::Joint,
        "segment_sums" | "pushes" | "rays" | "ray_hits" => Of::Record,
        "contact_cells" | "contact_rows" | "former_rows" | "surfaces" | "contact_colours" | "pairs"
        | "touches" | "contact_reaches" | "contact_forces" | "contact_changes" | "former_forces"
        | "former_manifolds" => Of::Record,
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
