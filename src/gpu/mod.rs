//! The GPU as a machine: the device and what lies on it, shaders and how they are compiled, struct layouts, buffers, readback, the clock.

pub mod buffers;
pub mod clock;
pub(crate) mod contacts;
pub mod device;
pub mod executor;
mod growth;
mod hulls;
pub mod kernels;
pub mod layout;
pub mod machine;
pub mod pipelines;
pub mod readback;
pub mod scopes;
pub mod shaders;
pub mod sizes;
pub(crate) mod ties;
pub mod watch;

pub use device::Gpu;
pub use machine::GpuMachine;
