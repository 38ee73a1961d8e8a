//! Twin of shaders/solvers/solve_small_islands.wgsl: a thread and a workgroup do the same.

pub use super::solve_islands::solve_islands as solve_small_islands;
