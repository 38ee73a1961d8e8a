//! Trees of joints that hold a point by the world's axes: on the GPU a kernel of their own, here the same as any.

pub use super::joint_trees::joint_trees as joint_pivots;
