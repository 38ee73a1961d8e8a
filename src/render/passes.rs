//! The drawing shaders as pipelines.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use wgpu::ShaderStages;

use crate::gpu::Gpu;
use crate::gpu::pipelines::{Compiled, Constants, Pipeline, Variant};
use crate::gpu::shaders::{Shader, shaders};

static SHADERS: &[Shader] = shaders! {
    render:
        gather_joints, gather_beads, occupy_cells, light_cells, place_beads, list_tiles, list_lit,
        light_beads, draw_beads, draw_shadows, draw_ground, draw_plane, resolve, draw_cords, draw_hairline, draw_joints,
        draw_contacts, gather_overshoots, gather_depths, colour_errors, pick;
};

pub fn list() -> &'static [Shader] {
    SHADERS
}

/// What a compute pass runs over, one thread per item in groups of 64.
#[derive(Clone, Copy)]
pub enum Items<'a> {
    Count(u32),
    /// As many groups as the device counted, at this byte of the buffer.
    Indirect(&'a wgpu::Buffer, usize),
}

/// `stage` is the place of the entry point in its file.
pub fn dispatch(
    shader: &Compiled,
    pass: &mut wgpu::ComputePass,
    group: &wgpu::BindGroup,
    offsets: &[u32],
    stage: usize,
    items: Items,
) {
    pass.set_pipeline(shader.compute_pipeline(stage));
    pass.set_bind_group(0, group, offsets);
    match items {
        Items::Count(0) => {}
        Items::Count(items) => pass.dispatch_workgroups(items.div_ceil(64), 1, 1),
        Items::Indirect(buffer, at) => pass.dispatch_workgroups_indirect(buffer, at as u64),
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

/// `draw_beads`, compiled for each kind of shape where not all are spheres, in the order of shaders/shapes/shape.wgsl. They
/// bind the same.
pub const DRAWS: [&str; 6] =
    ["draw_beads", "draw_boxes", "draw_capsules", "draw_planes", "draw_cylinders", "draw_hulls"];

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
        "draw_ground" | "draw_plane" => out(canvas, None, Some((Always, false))),
        "resolve" => out(canvas, over, Some((Always, false))),
        "draw_cords" => out(canvas, over, Some((GreaterEqual, false))),
        "draw_hairline" | "draw_joints" | "draw_contacts" => out(canvas, over, Some((Always, false))),
        _ => None,
    }
}

fn compile(
    device: &wgpu::Device,
    shader: &Shader,
    canvas: wgpu::TextureFormat,
    constants: Constants,
) -> Compiled {
    let Some(output) = output(shader.name, canvas) else {
        return Compiled::compute(device, shader, shader.source, constants);
    };
    let module = shader.module(device, shader.source);
    let constants: Vec<(&str, f64)> = constants
        .iter()
        .filter(|(name, _)| shader.has_override(name))
        .map(|&(name, value)| (name, value.into()))
        .collect();
    let options = wgpu::PipelineCompilationOptions { constants: &constants, ..Default::default() };
    let visibility = |writable| match writable {
        false => ShaderStages::VERTEX_FRAGMENT,
        true => ShaderStages::FRAGMENT,
    };
    Compiled::new(
        device,
        shader,
        |binding| visibility(binding.writable),
        |layout| {
            Pipeline::Draw(device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                label: Some(shader.name),
                layout: Some(layout),
                vertex: wgpu::VertexState {
                    module: &module,
                    entry_point: None,
                    compilation_options: options.clone(),
                    buffers: &[],
                },
                primitive: wgpu::PrimitiveState {
                    topology: match shader.name {
                        // marks of many corners
                        "draw_joints" | "draw_contacts" => wgpu::PrimitiveTopology::TriangleStrip,
                        _ => wgpu::PrimitiveTopology::TriangleList,
                    },
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
            }))
        },
    )
}

/// The pipelines of a view, by shader, `resolve` by the names of `RESOLVES`. Each is compiled when a picture first
/// needs it. Most pictures have no crowd, no plane and no splats, and a software device takes a second for some.
pub struct Passes {
    gpu: Arc<Gpu>,
    canvas: wgpu::TextureFormat,
    /// Some bead of the pictures is no sphere.
    shaped: bool,
    known: RefCell<HashMap<&'static str, Arc<Compiled>>>,
}

fn named(name: &str) -> &'static Shader {
    SHADERS.iter().find(|shader| shader.name == name).expect("it is in the list")
}

/// The shader of a pass, and its constants.
fn meant(name: &'static str, shaped: bool) -> (&'static Shader, Vec<(&'static str, u32)>) {
    let place = |names: &[&str]| (0..).zip(names).find(|(_, known)| **known == name).map(|(k, _)| k);
    let (shader, mut constants) = match (place(&RESOLVES), place(&DRAWS)) {
        (Some(finest), _) => (named("resolve"), vec![("FINEST", finest)]),
        (_, Some(kind)) if shaped => (named("draw_beads"), vec![("KIND", kind)]),
        _ => (named(name), vec![]),
    };
    constants.extend(shaped.then_some(("SHAPES", 1)));
    (shader, constants)
}

impl Passes {
    pub fn new(gpu: Arc<Gpu>, canvas: wgpu::TextureFormat, shaped: bool) -> Self {
        Self { gpu, canvas, shaped, known: RefCell::default() }
    }

    pub fn get(&self, name: &'static str) -> Arc<Compiled> {
        let compiled = || {
            let Self { gpu, canvas, .. } = self;
            let (shader, constants) = meant(name, self.shaped);
            let drawn = output(shader.name, *canvas).map(|_| *canvas);
            let variant = Variant::new(shader, &constants, drawn);
            gpu.pipelines.get(variant, || compile(&gpu.device, shader, *canvas, &constants))
        };
        self.known.borrow_mut().entry(name).or_insert_with(compiled).clone()
    }
}
