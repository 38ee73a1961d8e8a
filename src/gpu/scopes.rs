//! Noticing what the device refuses. There is one stack of scopes per device: between `open` and `close` nothing may be
//! awaited.

use crate::error::{BeadworkError, Code, Result};
use crate::gpu::Gpu;

pub struct Scopes {
    memory: wgpu::ErrorScopeGuard,
    validation: wgpu::ErrorScopeGuard,
}

impl Scopes {
    pub fn open(gpu: &Gpu) -> Self {
        let memory = gpu.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let validation = gpu.device.push_error_scope(wgpu::ErrorFilter::Validation);
        Self { memory, validation }
    }

    /// The first refusal in between, if any; the future holds on to nothing here.
    pub fn close(self) -> impl Future<Output = Result<()>> + 'static {
        let invalid = self.validation.pop();
        let exhausted = self.memory.pop();
        async move {
            let invalid = invalid.await;
            // an object made in vain is refused again wherever it is used, so lack of memory comes first
            if exhausted.await.is_some() {
                let message = "The graphics device has not enough memory for this scene and solver.";
                return Err(BeadworkError::new(Code::OutOfMemory, message));
            }
            match invalid {
                Some(error) => {
                    Err(BeadworkError::new(Code::Internal, format!("The device refused its work: {error}")))
                }
                None => Ok(()),
            }
        }
    }
}
