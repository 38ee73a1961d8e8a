//! The drawing shaders as pipelines. Like the simulation's kernels they bind what their own text declares, so a
//! buffer's name and access are written down once, in the shader.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use wgpu::{BindingType, BufferBindingType, ShaderStages, TextureSampleType};

/// One shader file with the parts that it is put together with.
pub struct Shader {
    pub name: &'static str,
    pub source: &'static str,
}

macro_rules! shaders {
    ($($name:literal),+ $(,)?) => {
        &[$(Shader { name: $name, source: include_str!(concat!("../../shaders/render/", $name, ".wgsl")) },)+]
    };
}

static SHADERS: &[Shader] = shaders![
    "gather_joints",
    "gather_beads",
    "occupy_cells",
    "light_cells",
    "place_beads",
    "list_tiles",
    "list_lit",
    "light_beads",
    "draw_beads",
    "draw_shadows",
    "draw_ground",
    "resolve",
    "draw_cords",
    "draw_hairline",
    "pick",
];

const PARTS: &[&str] = &[
    include_str!("../../shaders/render/frame.wgsl"),
    include_str!("../../shaders/render/bead.wgsl"),
    include_str!("../../shaders/render/cord.wgsl"),
    include_str!("../../shaders/render/cells.wgsl"),
    include_str!("../../shaders/render/colours.wgsl"),
    include_str!("../../shaders/render/studio.wgsl"),
    include_str!("../../shaders/render/splat.wgsl"),
    include_str!("../../shaders/render/tile.wgsl"),
    include_str!("../../shaders/common/rotation.wgsl"),
];

pub fn list() -> &'static [Shader] {
    SHADERS
}

/// The whole module of a shader: its own text first, so that line numbers stay its own.
pub fn assemble(shader: &Shader) -> String {
    let mut text = String::from(shader.source);
    for part in PARTS {
        text.push('\n');
        text.push_str(part);
    }
    // a part that uses the shader's own bindings
    if shader.name == "resolve" {
        text.push_str(include_str!("../../shaders/render/pearl.wgsl"));
    }
    // bodies, joints and poses as the simulation lays them out
    text.push_str(include_str!("../../shaders/render/simulation.wgsl"));
    text
}

#[derive(Clone, Copy, Debug)]
pub struct Slot {
    pub index: u32,
    pub name: &'static str,
    kind: BindingType,
    writable: bool,
}

/// Bindings from lines of the forms `@group(0) @binding(5) var<storage, read> poses: array<Pose>;`,
/// `@group(0) @binding(6) var seen: texture_2d<u32>;` and, in every shader, the frame at 0.
fn slots(source: &'static str) -> Vec<Slot> {
    let buffer = |ty| BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None };
    let texture = |sample_type| BindingType::Texture {
        sample_type,
        view_dimension: wgpu::TextureViewDimension::D2,
        multisampled: false,
    };
    let frame = Slot { index: 0, name: "frame", kind: buffer(BufferBindingType::Uniform), writable: false };
    let declared = source.lines().filter_map(|line| {
        let rest = line.strip_prefix("@group(0) @binding(")?;
        let (index, rest) = rest.split_once(") var")?;
        let (space, rest) = match rest.strip_prefix('<') {
            Some(rest) => rest.split_once("> ")?,
            None => ("", rest.trim_start()),
        };
        let (name, rest) = rest.split_once(": ")?;
        let kind = match (space, rest.trim_end_matches(';')) {
            ("storage, read", _) => buffer(BufferBindingType::Storage { read_only: true }),
            ("storage, read_write", _) => buffer(BufferBindingType::Storage { read_only: false }),
            ("uniform", _) => buffer(BufferBindingType::Uniform),
            (_, "texture_2d<u32>") => texture(TextureSampleType::Uint),
            (_, "texture_2d<f32>") => texture(TextureSampleType::Float { filterable: true }),
            (_, "sampler") => BindingType::Sampler(wgpu::SamplerBindingType::Filtering),
            _ => return None,
        };
        Some(Slot { index: index.parse().ok()?, name, kind, writable: space == "storage, read_write" })
    });
    std::iter::once(frame).chain(declared).collect()
}

#[derive(Debug)]
pub enum Pipeline {
    Compute(Vec<wgpu::ComputePipeline>),
    Draw(wgpu::RenderPipeline),
}

/// What a compute pass runs over, a thread an item in groups of 64.
#[derive(Clone, Copy)]
pub enum Items<'a> {
    Count(u32),
    /// As many groups as the device counted, at this byte of the buffer.
    Indirect(&'a wgpu::Buffer, usize),
}

#[derive(Debug)]
pub struct Pass {
    name: &'static str,
    layout: wgpu::BindGroupLayout,
    slots: Vec<Slot>,
    pipeline: Pipeline,
}

impl Pass {
    /// A bind group of what `resource` finds under the names that the shader declares.
    pub fn bind<'a>(
        &self,
        device: &wgpu::Device,
        resource: impl Fn(&'static str) -> wgpu::BindingResource<'a>,
    ) -> wgpu::BindGroup {
        let entries: Vec<_> = self
            .slots
            .iter()
            .map(|slot| wgpu::BindGroupEntry { binding: slot.index, resource: resource(slot.name) })
            .collect();
        device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some(self.name),
            layout: &self.layout,
            entries: &entries,
        })
    }

    /// What it binds beside the frame.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.slots.iter().map(|slot| slot.name)
    }

    /// `stage` is the place of the entry point in its file.
    pub fn dispatch(
        &self,
        pass: &mut wgpu::ComputePass,
        group: &wgpu::BindGroup,
        stage: usize,
        items: Items,
    ) {
        let Pipeline::Compute(pipelines) = &self.pipeline else { unreachable!("{} draws", self.name) };
        pass.set_pipeline(&pipelines[stage]);
        pass.set_bind_group(0, group, &[]);
        match items {
            Items::Count(0) => {}
            Items::Count(items) => pass.dispatch_workgroups(items.div_ceil(64), 1, 1),
            Items::Indirect(buffer, at) => pass.dispatch_workgroups_indirect(buffer, at as u64),
        }
    }

    pub fn set<'a>(&'a self, pass: &mut wgpu::RenderPass<'a>, group: &wgpu::BindGroup) {
        let Pipeline::Draw(pipeline) = &self.pipeline else { unreachable!("{} computes", self.name) };
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, group, &[]);
    }
}

/// How a shader's fragments reach their target.
struct Output {
    format: wgpu::TextureFormat,
    blend: Option<wgpu::BlendState>,
    /// Depth compared with, and whether it is written.
    depth: Option<(wgpu::CompareFunction, bool)>,
}

/// `resolve`, compiled for tiles of splats only, of small pearls, of large ones. They bind the same.
pub const RESOLVES: [&str; 3] = ["resolve_splats", "resolve_pearls", "resolve_detail"];

pub const SEEN_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::R32Uint;
pub const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;
/// Light that gets through to the ground: from the sky, from the key light.
pub const SHADOW_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rg16Float;

/// Each occluder takes its share of what got past the others: dst (1 − src).
const OCCLUDE: wgpu::BlendState = {
    let component = wgpu::BlendComponent {
        src_factor: wgpu::BlendFactor::Zero,
        dst_factor: wgpu::BlendFactor::OneMinusSrc,
        operation: wgpu::BlendOperation::Add,
    };
    wgpu::BlendState { color: component, alpha: component }
};

fn output(name: &str, canvas: wgpu::TextureFormat) -> Option<Output> {
    use wgpu::CompareFunction::{Always, GreaterEqual};
    let out = |format, blend, depth| Some(Output { format, blend, depth });
    let over = Some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING);
    match name {
        "draw_beads" => out(SEEN_FORMAT, None, Some((GreaterEqual, true))),
        "draw_shadows" => out(SHADOW_FORMAT, Some(OCCLUDE), None),
        "draw_ground" => out(canvas, None, Some((Always, false))),
        "resolve" => out(canvas, over, Some((Always, false))),
        "draw_cords" => out(canvas, over, Some((GreaterEqual, false))),
        "draw_hairline" => out(canvas, over, Some((Always, false))),
        _ => None,
    }
}

fn compile(
    device: &wgpu::Device,
    shader: &'static Shader,
    canvas: wgpu::TextureFormat,
    constants: &[(&str, f64)],
) -> Pass {
    let name = shader.name;
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(name),
        source: wgpu::ShaderSource::Wgsl(assemble(shader).into()),
    });
    let options = wgpu::PipelineCompilationOptions { constants, ..Default::default() };
    let output = output(name, canvas);
    let slots = slots(shader.source);
    let entries: Vec<_> = slots
        .iter()
        .map(|slot| wgpu::BindGroupLayoutEntry {
            binding: slot.index,
            visibility: match (&output, slot.writable) {
                (None, _) => ShaderStages::COMPUTE,
                (Some(_), false) => ShaderStages::VERTEX_FRAGMENT,
                (Some(_), true) => ShaderStages::FRAGMENT,
            },
            ty: slot.kind,
            count: None,
        })
        .collect();
    let layout = device
        .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some(name), entries: &entries });
    let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some(name),
        bind_group_layouts: &[Some(&layout)],
        immediate_size: 0,
    });
    let pipeline = match output {
        None => Pipeline::Compute(
            entry_points(shader.source)
                .into_iter()
                .map(|entry| {
                    device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                        label: Some(name),
                        layout: Some(&pipeline_layout),
                        module: &module,
                        entry_point: Some(entry),
                        compilation_options: Default::default(),
                        cache: None,
                    })
                })
                .collect(),
        ),
        Some(output) => Pipeline::Draw(device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(name),
            layout: Some(&pipeline_layout),
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: None,
                compilation_options: options.clone(),
                buffers: &[],
            },
            primitive: wgpu::PrimitiveState {
                topology: wgpu::PrimitiveTopology::TriangleStrip,
                ..Default::default()
            },
            depth_stencil: output.depth.map(|(compare, write)| wgpu::DepthStencilState {
                format: DEPTH_FORMAT,
                depth_write_enabled: Some(write),
                depth_compare: Some(compare),
                stencil: Default::default(),
                bias: Default::default(),
            }),
            multisample: Default::default(),
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: None,
                compilation_options: options,
                targets: &[Some(wgpu::ColorTargetState {
                    format: output.format,
                    blend: output.blend,
                    write_mask: wgpu::ColorWrites::ALL,
                })],
            }),
            multiview_mask: None,
            cache: None,
        })),
    };
    Pass { name, layout, slots, pipeline }
}

/// Compute entry points in the order of their file.
fn entry_points(source: &'static str) -> Vec<&'static str> {
    let mut lines = source.lines();
    let mut found = Vec::new();
    while let Some(line) = lines.next() {
        if line.starts_with("@compute") {
            let head = lines.next().unwrap_or_default();
            found.extend(head.strip_prefix("fn ").and_then(|rest| rest.split('(').next()));
        }
    }
    found
}

#[derive(Debug)]
pub struct Passes(HashMap<&'static str, Pass>);

impl Passes {
    pub fn get(&self, name: &str) -> &Pass {
        &self.0[name]
    }
}

/// The pipelines of a device by the canvas's format, shared by all its views.
#[derive(Debug, Default)]
pub struct PassCache(Mutex<HashMap<wgpu::TextureFormat, Arc<Passes>>>);

impl PassCache {
    pub fn get(&self, device: &wgpu::Device, canvas: wgpu::TextureFormat) -> Arc<Passes> {
        let mut cache = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        cache
            .entry(canvas)
            .or_insert_with(|| {
                let plain = SHADERS.iter().filter(|s| s.name != "resolve");
                let mut passes: HashMap<_, _> =
                    plain.map(|s| (s.name, compile(device, s, canvas, &[]))).collect();
                let resolve = SHADERS.iter().find(|s| s.name == "resolve").expect("it is in the list");
                for (finest, name) in RESOLVES.into_iter().enumerate() {
                    passes.insert(name, compile(device, resolve, canvas, &[("FINEST", finest as f64)]));
                }
                Arc::new(Passes(passes))
            })
            .clone()
    }
}
