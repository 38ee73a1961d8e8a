//! Kernels that a person edits while the simulation runs.

use std::sync::Arc;

use serde::Serialize;

use super::Simulation;
use crate::error::{BeadworkError, Code, Result};
use crate::gpu::Gpu;
use crate::gpu::kernels::{self, Specialisation};
use crate::gpu::pipelines::Compiled;

/// One line from the shader compiler; line and column count from 1 in the kernel's own text, 0 where unknown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KernelMessage {
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub message: String,
    pub line: u32,
    pub column: u32,
}

impl From<&wgpu::CompilationMessage> for KernelMessage {
    fn from(message: &wgpu::CompilationMessage) -> Self {
        let kind = match message.message_type {
            wgpu::CompilationMessageType::Error => "error",
            wgpu::CompilationMessageType::Warning => "warning",
            wgpu::CompilationMessageType::Info => "info",
        };
        let (line, column) = message.location.map_or((0, 0), |at| (at.line_number, at.line_position));
        Self { kind, message: message.message.clone(), line, column }
    }
}

/// An edited kernel after compilation; `compiled` is there only if it can run.
pub struct KernelEdit {
    name: &'static str,
    source: Arc<str>,
    gpu: Arc<Gpu>,
    specialisation: Specialisation,
    compiled: Option<Arc<Compiled>>,
    pub messages: Vec<KernelMessage>,
}

impl Simulation {
    /// The edited kernels, by name.
    pub fn edits(&self) -> Vec<(&'static str, Arc<str>)> {
        self.machine.edits()
    }

    /// Puts an edited kernel in place of the stock one, if it compiles; gives the compiler's messages either way.
    pub fn replace_kernel(
        &mut self,
        name: &str,
        own: &str,
    ) -> Result<impl Future<Output = Result<KernelEdit>> + 'static + use<>> {
        self.machine.check()?;
        let machine = self.gpu_machine()?;
        let kernel = kernels::find(name).ok_or_else(|| {
            BeadworkError::at(
                Code::Parameter,
                "name",
                "There is no kernel of that name; kernels() lists them.",
            )
        })?;
        let (gpu, specialisation) = (machine.gpu().clone(), machine.specialisation());
        let scope = gpu.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let module = kernel.module(&gpu.device, own);
        let compiled = kernels::compile(&gpu.device, kernel, own, specialisation);
        let error = scope.pop();
        let (source, lines) = (Arc::from(own), own.lines().count() as u32);
        Ok(async move {
            gpu.settle();
            let mut messages: Vec<KernelMessage> =
                module.get_compilation_info().await.messages.iter().map(KernelMessage::from).collect();
            // a brace left open is found missing only in the parts that follow
            messages.iter_mut().for_each(|message| message.line = message.line.min(lines));
            let error = error.await;
            let failed = messages.iter().any(|message| message.kind == "error");
            if let Some(error) = error.as_ref().filter(|_| !failed) {
                messages.push(KernelMessage {
                    kind: "error",
                    message: error.to_string(),
                    line: 0,
                    column: 0,
                });
            }
            gpu.check()?;
            let compiled = error.is_none().then(|| Arc::new(compiled));
            Ok(KernelEdit { name: kernel.name, source, gpu, specialisation, compiled, messages })
        })
    }

    /// Takes over a kernel that compiled.
    pub fn install_kernel(&mut self, edit: &KernelEdit) -> Result<()> {
        let Some(compiled) = &edit.compiled else { return Ok(()) };
        let machine = self.gpu_machine()?;
        // the scene or the device may have changed while it compiled
        let fits = Arc::ptr_eq(&edit.gpu, machine.gpu()) && edit.specialisation == machine.specialisation();
        machine.install(edit.name, edit.source.clone(), fits.then(|| compiled.clone()));
        self.plan_anew();
        Ok(())
    }

    pub fn restore_kernels(&mut self) {
        self.machine.restore_kernels();
        self.plan_anew();
    }
}
