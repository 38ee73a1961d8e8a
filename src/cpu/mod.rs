//! Every kernel of the shaders again, over one `Number`, one file each in folders of the same names, to be laid beside
//! the WGSL. In f64 it is the twin, which every shader is tested against. It walks the same plans over the same lists.

pub mod algebra;
mod article;
mod batches;
mod body;
mod by_four;
pub mod contacts;
pub mod dense;
pub mod events;
mod four;
mod four_records;
pub mod joints;
mod kernels;
mod machine;
mod members;
pub mod number;
mod pushed;
mod records;
mod reduction;
pub mod shape;
mod solvers;
mod step;
pub mod tie;
pub mod ties;
pub mod touch;
mod twin;
mod world;

pub use machine::CpuMachine;
pub use number::Number;
pub use records::{Arms, Block, Body, Multiplier, Pose, Velocity};
pub use step::apply_pull::Pull;
pub use step::measure::Partial;
pub use tie::Tie;
pub use twin::Twin;
pub use world::World;
