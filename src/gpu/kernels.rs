//! The kernels: one WGSL file each, put together with the shared parts. What a kernel binds is read from its
//! own declarations, so a buffer's name and access are written down once, in the shader.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use serde::Serialize;

/// One kernel as it stands in the repository; its entry point has the kernel's name.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Kernel {
    pub name: &'static str,
    pub file: &'static str,
    pub source: &'static str,
}

macro_rules! kernels {
    ($($folder:literal: $($name:literal),+;)+) => {
        &[$($(Kernel {
            name: $name,
            file: concat!("shaders/", $folder, "/", $name, ".wgsl"),
            source: include_str!(concat!("../../shaders/", $folder, "/", $name, ".wgsl")),
        },)+)+]
    };
}

static KERNELS: &[Kernel] = kernels! {
    "step":
        "apply_pull", "compute_inertia", "compute_free_velocity", "compute_jacobian_and_delassus",
        "update_multipliers", "update_velocities", "compute_positions",
        "record_residual", "publish_residual", "measure", "measure_total", "find_fault";
    "article":
        "article_inertia", "article_free_velocity", "article_jacobian_and_delassus",
        "article_multipliers", "article_velocities", "article_positions", "article_publish",
        "article_residual";
    "solvers":
        "update_multipliers_chebyshev", "relax_joints",
        "conjugate_start", "conjugate_spread", "conjugate_image", "conjugate_update", "conjugate_direction",
        "tile_relax", "tile_sweep", "tile_conjugate", "solve_chains", "solve_long_chains", "solve_trees";
};

/// Parts that every kernel is given, after its own text so that its line numbers stay its own.
const PARTS: &[&str] = &[
    include_str!("../../shaders/common/step.wgsl"),
    include_str!("../../shaders/common/rotation.wgsl"),
    include_str!("../../shaders/common/symmetric.wgsl"),
    include_str!("../../shaders/common/body.wgsl"),
    include_str!("../../shaders/common/joint.wgsl"),
    include_str!("../../shaders/common/conjugate.wgsl"),
];

/// A part for kernels that take whole tiles: it names their bindings.
const TILE_PART: &str = include_str!("../../shaders/common/tile.wgsl");

pub fn list() -> &'static [Kernel] {
    KERNELS
}

pub fn find(name: &str) -> Option<&'static Kernel> {
    KERNELS.iter().find(|kernel| kernel.name == name)
}

/// The whole module that is compiled for a kernel's text.
pub fn assemble(own: &str) -> String {
    let tile = own.contains("take_tile(").then_some(TILE_PART);
    let mut text = String::from(own);
    for part in PARTS.iter().copied().chain(tile) {
        text.push('\n');
        text.push_str(part);
    }
    text
}

/// One storage buffer of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding {
    pub index: u32,
    pub name: &'static str,
    pub writable: bool,
}

/// The storage buffers that a kernel declares, from lines of the one form
/// `@group(0) @binding(5) var<storage, read> poses: array<Pose>;`
pub fn bindings(source: &'static str) -> Vec<Binding> {
    source
        .lines()
        .filter_map(|line| {
            let rest = line.strip_prefix("@group(0) @binding(")?;
            let (index, rest) = rest.split_once(") var<storage, ")?;
            let (access, rest) = rest.split_once("> ")?;
            let (name, _) = rest.split_once(':')?;
            Some(Binding { index: index.parse().ok()?, name, writable: access == "read_write" })
        })
        .collect()
}

/// A kernel ready to run.
#[derive(Debug)]
pub struct Compiled {
    pub pipeline: wgpu::ComputePipeline,
    pub layout: wgpu::BindGroupLayout,
    pub bindings: Vec<Binding>,
}

/// What is known of a scene when its pipelines are compiled: the `override`s of shaders/common/body.wgsl.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Specialisation {
    pub isotropic: bool,
    pub even_chains: bool,
}

impl Specialisation {
    pub const ALL: [Self; 4] = [
        Self { isotropic: false, even_chains: false },
        Self { isotropic: false, even_chains: true },
        Self { isotropic: true, even_chains: false },
        Self { isotropic: true, even_chains: true },
    ];

    /// Without what the kernel never asks about, so that nothing is compiled twice.
    fn needed_by(self, kernel: &Kernel) -> Self {
        Self { even_chains: self.even_chains && kernel.source.contains("EVEN_CHAINS"), ..self }
    }
}

/// Pipelines of a device by kernel and specialisation; replaced kernels are kept by their simulation.
#[derive(Default)]
pub struct PipelineCache(Mutex<HashMap<(&'static str, Specialisation), Arc<Compiled>>>);

impl PipelineCache {
    pub fn get(&self, device: &wgpu::Device, name: &'static str, scene: Specialisation) -> Arc<Compiled> {
        let kernel = find(name).unwrap_or_else(|| panic!("no kernel is called {name}"));
        let key = (name, scene.needed_by(kernel));
        let cache = || self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(known) = cache().get(&key) {
            return known.clone();
        }
        // outside the lock: in a browser a panic in here would leave it locked for every other simulation
        let made = Arc::new(compile(device, kernel, kernel.source, key.1));
        cache().insert(key, made.clone());
        made
    }
}

pub fn shader_module(device: &wgpu::Device, label: &str, own: &str) -> wgpu::ShaderModule {
    device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(label),
        source: wgpu::ShaderSource::Wgsl(assemble(own).into()),
    })
}

/// `own` may be a person's edit of the kernel; the buffers stay those of the original.
pub fn compile(device: &wgpu::Device, kernel: &Kernel, own: &str, scene: Specialisation) -> Compiled {
    let module = shader_module(device, kernel.name, own);
    let bindings = bindings(kernel.source);
    let uniform = wgpu::BindGroupLayoutEntry {
        binding: 0,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Uniform,
            has_dynamic_offset: true,
            min_binding_size: None,
        },
        count: None,
    };
    let storage = bindings.iter().map(|binding| wgpu::BindGroupLayoutEntry {
        binding: binding.index,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Storage { read_only: !binding.writable },
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    });
    let entries: Vec<_> = std::iter::once(uniform).chain(storage).collect();
    let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some(kernel.name),
        entries: &entries,
    });
    let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some(kernel.name),
        bind_group_layouts: &[Some(&layout)],
        immediate_size: 0,
    });
    let constants = [
        ("ISOTROPIC", f64::from(u8::from(scene.isotropic))),
        ("EVEN_CHAINS", f64::from(u8::from(scene.even_chains))),
    ];
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some(kernel.name),
        layout: Some(&pipeline_layout),
        module: &module,
        entry_point: Some(kernel.name),
        compilation_options: wgpu::PipelineCompilationOptions { constants: &constants, ..Default::default() },
        cache: None,
    });
    Compiled { pipeline, layout, bindings }
}
