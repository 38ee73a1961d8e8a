//! Twin of shaders/joints/joint_look_alone.wgsl: a thread and a workgroup do the same.

pub use super::joint_look::joint_look as joint_look_alone;
