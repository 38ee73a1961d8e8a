//! The device and what lies on it: struct layouts, buffers, kernels, readback, stage timings.

pub mod buffers;
pub mod device;
pub mod executor;
pub mod kernels;
pub mod layout;
pub mod readback;
pub mod scopes;
pub mod timings;
pub mod watch;

pub use device::Gpu;
