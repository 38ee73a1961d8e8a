//! Shaders compiled for a device, each way of compiling one kept once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use wgpu::ShaderStages;

use crate::gpu::shaders::{Binding, Shader, overrides};

/// Values of a module's `override`s.
pub type Constants<'a> = &'a [(&'static str, u32)];

/// A way of compiling a shader.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    shader: &'static str,
    constants: Vec<(&'static str, u32)>,
    /// The format that it draws into, if it draws.
    canvas: Option<wgpu::TextureFormat>,
}

impl Variant {
    /// Without constants that the shader has not, so that nothing is compiled twice.
    pub fn new(shader: &Shader, constants: Constants, canvas: Option<wgpu::TextureFormat>) -> Self {
        let constants = constants.iter().copied().filter(|(name, _)| shader.has_override(name)).collect();
        Self { shader: shader.name, constants, canvas }
    }
}

/// All that was compiled for one device, shared by its users.
#[derive(Default)]
pub struct PipelineCache(Mutex<HashMap<Variant, Arc<Compiled>>>);

impl PipelineCache {
    pub fn get(&self, variant: Variant, compile: impl FnOnce() -> Compiled) -> Arc<Compiled> {
        let cache = || self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(known) = cache().get(&variant) {
            return known.clone();
        }
        // outside the lock: in a browser a panic in here would leave it locked for all others
        let made = Arc::new(compile());
        cache().insert(variant, made.clone());
        made
    }
}

#[derive(Debug)]
pub enum Pipeline {
    /// By entry point.
    Compute(Vec<wgpu::ComputePipeline>),
    Draw(wgpu::RenderPipeline),
}

/// A shader ready to run.
#[derive(Debug)]
pub struct Compiled {
    pub name: &'static str,
    pub bindings: &'static [Binding],
    layout: wgpu::BindGroupLayout,
    pipeline: Pipeline,
}

impl Compiled {
    /// `own` is the shader's text or a person's edit of it; entry points and bindings stay those of the shader.
    pub fn compute(device: &wgpu::Device, shader: &Shader, own: &str, constants: Constants) -> Self {
        let module = shader.module(device, own);
        let text = shader.assemble(own);
        let known: Vec<&str> = overrides(&text).collect();
        let constants: Vec<(&str, f64)> = constants
            .iter()
            .filter(|(name, _)| known.contains(name))
            .map(|&(name, value)| (name, f64::from(value)))
            .collect();
        Self::new(
            device,
            shader,
            |_| ShaderStages::COMPUTE,
            |layout| {
                let pipeline = |entry| {
                    device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                        label: Some(shader.name),
                        layout: Some(layout),
                        module: &module,
                        entry_point: Some(entry),
                        compilation_options: wgpu::PipelineCompilationOptions {
                            constants: &constants,
                            ..Default::default()
                        },
                        cache: None,
                    })
                };
                Pipeline::Compute(shader.entry_points().into_iter().map(pipeline).collect())
            },
        )
    }

    pub fn new(
        device: &wgpu::Device,
        shader: &Shader,
        visibility: impl Fn(&Binding) -> ShaderStages,
        pipeline: impl FnOnce(&wgpu::PipelineLayout) -> Pipeline,
    ) -> Self {
        let bindings = shader.bindings();
        let entries: Vec<_> = bindings
            .iter()
            .map(|binding| wgpu::BindGroupLayoutEntry {
                binding: binding.index,
                visibility: visibility(binding),
                ty: binding.kind,
                count: None,
            })
            .collect();
        let label = Some(shader.name);
        let layout =
            device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label, entries: &entries });
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label,
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let pipeline = pipeline(&pipeline_layout);
        Self { name: shader.name, bindings, layout, pipeline }
    }

    /// A bind group of what `resource` finds under the names that the shader declares.
    pub fn bind<'a>(
        &self,
        device: &wgpu::Device,
        resource: impl Fn(&'static str) -> wgpu::BindingResource<'a>,
    ) -> wgpu::BindGroup {
        let entry = |binding: &Binding| wgpu::BindGroupEntry {
            binding: binding.index,
            resource: resource(binding.name),
        };
        let entries: Vec<_> = self.bindings.iter().map(entry).collect();
        device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some(self.name),
            layout: &self.layout,
            entries: &entries,
        })
    }

    /// Of its entry point in the place `stage` of its text.
    pub fn compute_pipeline(&self, stage: usize) -> &wgpu::ComputePipeline {
        let Pipeline::Compute(pipelines) = &self.pipeline else { unreachable!("{} draws", self.name) };
        &pipelines[stage]
    }

    pub fn render_pipeline(&self) -> &wgpu::RenderPipeline {
        let Pipeline::Draw(pipeline) = &self.pipeline else { unreachable!("{} computes", self.name) };
        pipeline
    }
}
