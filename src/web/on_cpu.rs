//! Where no graphics device computes: the kernels' twins in f32, on the thread that calls.

use crate::cpu::CpuMachine;
use crate::error::Result;
use crate::machine::Machine;

/// What a simulation of this page runs on.
pub async fn fresh() -> Result<Box<dyn Machine>> {
    Ok(Box::new(CpuMachine::<f32>::default()))
}
