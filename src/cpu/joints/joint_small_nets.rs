//! Twin of shaders/joints/joint_small_nets.wgsl: a thread and a workgroup do the same.

pub use super::joint_nets::joint_nets as joint_small_nets;
