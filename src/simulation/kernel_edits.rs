//! Kernels that a person edits while the simulation runs.

use std::sync::Arc;

use serde::Serialize;

use super::Simulation;
use crate::error::{BeadworkError, Code, Result};
use crate::gpu::Gpu;
use crate::gpu::kernels::{self, Specialisation};
use crate::gpu::pipelines::Compiled;

/// An edited kernel: its text outlives the device that it was compiled for.
pub(super) struct Replacement {
    pub source: Arc<str>,
    pub compiled: Arc<Compiled>,
}

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
    pub fn edits(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.replaced.iter().map(|(&name, edit)| (name, &*edit.source))
    }

    /// Puts an edited kernel in place of the stock one, if it compiles; what it says either way.
    pub fn replace_kernel(
        &mut self,
        name: &str,
        own: &str,
    ) -> Result<impl Future<Output = Result<KernelEdit>> + 'static + use<>> {
        self.gpu.check()?;
        let kernel = kernels::find(name).ok_or_else(|| {
            BeadworkError::at(
                Code::Parameter,
                "name",
                "There is no kernel of that name; kernels() lists them.",
            )
        })?;
        let device = &self.gpu.device;
        let scope = device.push_error_scope(wgpu::ErrorFilter::Validation);
        let module = kernel.module(device, own);
        let specialisation = self.specialisation();
        let compiled = kernels::compile(device, kernel, own, specialisation);
        let error = scope.pop();
        let gpu = self.gpu.clone();
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
    pub fn install_kernel(&mut self, edit: &KernelEdit) {
        if let Some(compiled) = &edit.compiled {
            // the scene or the device may have changed while it compiled
            if Arc::ptr_eq(&edit.gpu, &self.gpu) && edit.specialisation == self.specialisation() {
                let replacement = Replacement { source: edit.source.clone(), compiled: compiled.clone() };
                self.replaced.insert(edit.name, replacement);
            } else {
                self.replace(edit.name, edit.source.clone());
            }
            self.program = None;
        }
    }

    /// A text that compiled before, for this device and scene.
    pub(super) fn replace(&mut self, name: &'static str, source: Arc<str>) {
        let kernel = kernels::find(name).expect("only known kernels are replaced");
        let compiled = Arc::new(kernels::compile(&self.gpu.device, kernel, &source, self.specialisation()));
        self.replaced.insert(name, Replacement { source, compiled });
    }

    /// After bodies or joints were tied anew.
    pub(super) fn refit_edits(&mut self) {
        let edits: Vec<_> = self.replaced.iter().map(|(&name, edit)| (name, edit.source.clone())).collect();
        for (name, source) in edits {
            self.replace(name, source);
        }
    }

    pub fn restore_kernels(&mut self) {
        self.replaced.clear();
        self.program = None;
    }
}
