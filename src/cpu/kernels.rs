//! The kernels by name, each with what one of its threads takes.

use super::number::Number;
use super::records::Step;
use super::world::World;
use super::{article, solvers, step};

pub enum Kernel<N> {
    /// Body or joint `lists[first + thread]`.
    Item(fn(&mut World<N>, &Step<N>, usize)),
    /// The thread's own number: a record's, a body's.
    Thread(fn(&mut World<N>, &Step<N>, usize)),
    /// A whole workgroup: its number, and how many there are.
    Group(fn(&mut World<N>, &Step<N>, usize, usize)),
}

macro_rules! kernels {
    ($name:ident: $($folder:ident { $($take:ident: $($kernel:ident),+;)+ })+) => {
        match $name {
            $($($(stringify!($kernel) => Some(Kernel::$take($folder::$kernel::$kernel)),)+)+)+
            _ => None,
        }
    };
}

pub fn find<N: Number>(name: &str) -> Option<Kernel<N>> {
    kernels! { name:
        step {
            Item: compute_inertia, compute_free_velocity, compute_jacobian_and_delassus, warm_start,
                update_multipliers, update_velocities, compute_positions, publish_residual;
            Thread: apply_pull, find_fault;
            Group: record_residual, measure, measure_total;
        }
        article {
            Item: article_inertia, article_free_velocity, article_jacobian_and_delassus, article_multipliers,
                article_velocities, article_positions, article_publish;
            Group: article_residual;
        }
        solvers {
            Item: update_multipliers_chebyshev, relax_joints, conjugate_spread, add_changes;
            Thread: conjugate_start, conjugate_image, conjugate_update, conjugate_direction,
                tile_relax, tile_sweep, tile_conjugate, solve_chains, solve_long_chains, solve_trees;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shader_has_a_twin() {
        for kernel in crate::gpu::kernels::list() {
            assert!(find::<f64>(kernel.name).is_some(), "{} has no twin", kernel.name);
        }
    }
}
