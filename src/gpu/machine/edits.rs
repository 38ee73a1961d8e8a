//! Kernels that a person edited, which run in the stock ones' place.

use std::sync::Arc;

use super::GpuMachine;
use crate::error::Result;
use crate::gpu::executor::Program;
use crate::gpu::kernels;
use crate::gpu::pipelines::Compiled;
use crate::plan::Dispatch;

/// An edited kernel: its text outlives the device that it was compiled for.
pub(super) struct Edit {
    pub source: Arc<str>,
    compiled: Arc<Compiled>,
}

impl GpuMachine {
    /// Puts an edited kernel in the stock one's place; without `compiled` it is compiled here, as it was before.
    pub fn install(&mut self, name: &'static str, source: Arc<str>, compiled: Option<Arc<Compiled>>) {
        let compiled = compiled.unwrap_or_else(|| {
            let kernel = kernels::find(name).expect("only known kernels are edited");
            Arc::new(kernels::compile(&self.gpu.device, kernel, &source, self.specialisation))
        });
        self.edits.insert(name, Edit { source, compiled });
    }

    /// A plan by the kernels that are to run.
    pub(super) fn program_for(&mut self, plan: &[Dispatch]) -> Result<Program> {
        let (gpu, edits, specialisation) = (&self.gpu, &self.edits, self.specialisation);
        Program::new(gpu, plan, &mut self.buffers, |name| match edits.get(name) {
            Some(edit) => edit.compiled.clone(),
            None => kernels::compiled(gpu, name, specialisation),
        })
    }
}
