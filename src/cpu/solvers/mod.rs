//! Twins of shaders/solvers/, and of shaders/common/{conjugate,tile}.wgsl, which only they share.

pub mod add_changes;
pub mod conjugate;
pub mod conjugate_direction;
pub mod conjugate_image;
pub mod conjugate_spread;
pub mod conjugate_start;
pub mod conjugate_update;
pub mod factor;
mod island;
pub mod place_gather;
pub mod place_joints;
pub mod place_predict;
pub mod place_record;
pub mod project_chains;
pub mod relax_joints;
pub mod solve_chains;
pub mod solve_islands;
pub mod solve_long_chains;
pub mod solve_trees;
pub mod symplectic_chains;
mod tile;
pub mod tile_conjugate;
pub mod tile_relax;
pub mod tile_sweep;
pub mod update_multipliers_chebyshev;
pub mod ways;
