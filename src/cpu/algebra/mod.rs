//! Small vectors, matrices and quaternions, in the order of operations of shaders/common/{rotation,symmetric}.wgsl.

mod matrix;
mod rotation;
mod six;
mod symmetric;
mod vector;

pub use matrix::{Mat3, cross_matrix, diagonal};
pub use rotation::{Quat, exponential};
pub use six::{Pair, Root, Six, inverse_root};
pub use symmetric::{Symmetric, outer_square};
pub use vector::Vec3;
