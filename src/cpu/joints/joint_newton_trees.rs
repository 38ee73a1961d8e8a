//! Twin of shaders/joints/joint_newton_trees.wgsl: a thread and a workgroup do the same, for joints of any kind.

pub use super::newton::newton as joint_newton_trees;
