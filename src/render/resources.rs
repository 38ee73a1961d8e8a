//! Buffers and textures that are counted, and destroyed at once when dropped.

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use bytemuck::{Pod, Zeroable};

use crate::codes;
use crate::gpu::Gpu;
use crate::render::passes::{DEPTH_FORMAT, SEEN_FORMAT, SHADOW_FORMAT};

pub struct Buffer {
    gpu: Arc<Gpu>,
    buffer: wgpu::Buffer,
}

impl Buffer {
    pub fn new(gpu: &Arc<Gpu>, label: &'static str, size: u64, usage: wgpu::BufferUsages) -> Self {
        let size = size.max(64).next_multiple_of(16);
        let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            size,
            usage: usage | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        gpu.allocated.fetch_add(size, Ordering::Relaxed);
        Self { gpu: gpu.clone(), buffer }
    }

    pub fn storage(gpu: &Arc<Gpu>, label: &'static str, size: u64) -> Self {
        Self::new(gpu, label, size, wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC)
    }

    pub fn uniform<T: Pod>(gpu: &Arc<Gpu>, label: &'static str) -> Self {
        Self::new(gpu, label, size_of::<T>() as u64, wgpu::BufferUsages::UNIFORM)
    }

    pub fn filled(gpu: &Arc<Gpu>, label: &'static str, bytes: &[u8]) -> Self {
        let buffer = Self::storage(gpu, label, bytes.len() as u64);
        buffer.write(bytes);
        buffer
    }

    pub fn write(&self, bytes: &[u8]) {
        self.gpu.queue.write_buffer(&self.buffer, 0, bytes);
    }
}

impl Deref for Buffer {
    type Target = wgpu::Buffer;
    fn deref(&self) -> &wgpu::Buffer {
        &self.buffer
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        self.gpu.allocated.fetch_sub(self.buffer.size(), Ordering::Relaxed);
        self.buffer.destroy();
    }
}

pub struct Texture {
    gpu: Arc<Gpu>,
    pub texture: wgpu::Texture,
    pub view: wgpu::TextureView,
    bytes: u64,
}

impl Texture {
    pub fn new(
        gpu: &Arc<Gpu>,
        label: &'static str,
        (width, height): (u32, u32),
        format: wgpu::TextureFormat,
    ) -> Self {
        let copied = format != DEPTH_FORMAT && format != SEEN_FORMAT && format != SHADOW_FORMAT;
        let usage = wgpu::TextureUsages::RENDER_ATTACHMENT
            | if copied { wgpu::TextureUsages::COPY_SRC } else { wgpu::TextureUsages::TEXTURE_BINDING };
        let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some(label),
            size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage,
            view_formats: &[],
        });
        let view = texture.create_view(&Default::default());
        let bytes = 4 * u64::from(width) * u64::from(height);
        gpu.allocated.fetch_add(bytes, Ordering::Relaxed);
        Self { gpu: gpu.clone(), texture, view, bytes }
    }
}

impl Drop for Texture {
    fn drop(&mut self) {
        self.gpu.allocated.fetch_sub(self.bytes, Ordering::Relaxed);
        self.texture.destroy();
    }
}

pub const MOST_DRAWN: usize = codes::frame::MOST_DRAWN as usize;

/// `Frame` of shaders/render/frame.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct Frame {
    pub right: [f32; 3],
    pub focal: f32,
    pub up: [f32; 3],
    pub near: f32,
    pub forward: [f32; 3],
    pub splat_radius: f32,
    pub eye: [f32; 3],
    pub ground_height: f32,
    pub size: [f32; 2],
    pub beads: u32,
    pub mode: u32,
    pub background: [f32; 3],
    pub dark: f32,
    pub ground: [f32; 3],
    pub pool: f32,
    pub warning: [f32; 3],
    pub detail: f32,
    pub middle: [f32; 3],
    pub reach: f32,
    pub map_corner: [f32; 2],
    pub map_side: f32,
    pub casters: u32,
    pub weight: f32,
    pub cells: f32,
    pub hairline: f32,
    pub texel: f32,
    pub threads: [[f32; 4]; MOST_DRAWN],
    pub line: [f32; 4],
    pub joints_known: u32,
    pub far_casters: u32,
    pub far_weight: f32,
    pub planes: u32,
}

/// `Drawn` of shaders/render/simulation.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct DrawnRecord {
    pub offset: [f32; 3],
    pub index: u32,
    pub first_body: u32,
    pub first_joint: u32,
    pub bodies: u32,
    pub joints: u32,
    pub local_point: [f32; 3],
    pub held: u32,
    pub goal: [f32; 3],
    pub points_only: u32,
    pub slots: u32,
    pub force_size: f32,
    pub force_scale: f32,
    /// Where in `tints` centres of mass begin; 0 where all are the origins of their shapes.
    pub centres: u32,
}

/// `Cord` of shaders/render/cord.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct Cord {
    pub from: [f32; 3],
    pub radius: f32,
    pub to: [f32; 3],
    pub strain: f32,
    pub colour: [f32; 3],
    pub dash: f32,
}

/// `Counters` of shaders/render/simulation.wgsl: arguments of five draw calls and two dispatches, then figures.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct Counters {
    pub beads: [u32; 4],
    pub cords: [u32; 4],
    /// Tiles of splats only, of small pearls, of large ones.
    pub tiles: [[u32; 4]; 3],
    /// Workgroups in three directions, items.
    pub cells: [u32; 4],
    pub lit: [u32; 4],
    pub splats: u32,
    pub most_load: u32,
}

/// Vertices of a quad.
pub use codes::quad::QUAD;
pub const BEAD_BYTES: u64 = 64;
pub const SIGNAL_BYTES: u64 = 16;
/// Words per pixel of the splats' picture.
pub const SPLAT_BYTES: u64 = 12;
/// Side of a tile in pixels.
pub use codes::screen::TILE;
/// Cells of the occupancy grid.
pub const CELLS: u32 = codes::cells::CELLS.pow(3);

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use std::mem::{offset_of, size_of};

    use super::*;
    use crate::render::passes;

    macro_rules! layout {
        ($name:literal $ty:ident: $($field:ident),+) => {
            ($name, size_of::<$ty>() as u32, vec![$(offset_of!($ty, $field) as u32),+])
        };
    }

    /// Every drawing shader is valid by itself, and keeps inside WebGPU's default of eight storage buffers per stage.
    /// Its structs that Rust has too are laid out alike: size, and offset of every field.
    #[test]
    fn shaders_are_valid_and_share_their_structs() {
        let ours = [
            layout!("Frame" Frame: right, focal, up, near, forward, splat_radius, eye, ground_height, size, beads,
                mode, background, dark, ground, pool, warning, detail, middle, reach, map_corner, map_side, casters,
                weight, cells, hairline, texel, threads, line, joints_known, far_casters, far_weight, planes),
            layout!("Drawn" DrawnRecord: offset, index, first_body, first_joint, bodies, joints, local_point, held,
                goal, points_only, slots, force_size, force_scale, centres),
            layout!("Cord" Cord: from, radius, to, strain, colour, dash),
        ];
        let mut met = 0;
        for shader in passes::list() {
            let text = shader.assemble(shader.source);
            let module = naga::front::wgsl::parse_str(&text)
                .unwrap_or_else(|e| panic!("{}: {}", shader.name, e.emit_to_string(&text)));
            let flags = naga::valid::ValidationFlags::all();
            naga::valid::Validator::new(flags, naga::valid::Capabilities::SHADER_FLOAT16_IN_FLOAT32)
                .validate(&module)
                .unwrap_or_else(|e| panic!("{}: {}", shader.name, e.emit_to_string(&text)));
            let storage = module
                .global_variables
                .iter()
                .filter(|(_, v)| matches!(v.space, naga::AddressSpace::Storage { .. }))
                .count();
            assert!(storage <= 8, "{} binds {storage} storage buffers", shader.name);
            for (_, ty) in module.types.iter() {
                let naga::TypeInner::Struct { members, span } = &ty.inner else { continue };
                let name = ty.name.as_deref().unwrap_or("");
                if let Some((_, size, offsets)) = ours.iter().find(|(known, ..)| *known == name) {
                    let theirs: Vec<u32> = members.iter().map(|member| member.offset).collect();
                    assert_eq!((&theirs, *span), (offsets, *size), "{name} in {}", shader.name);
                    met += 1;
                }
                let bytes = match name {
                    "Bead" => BEAD_BYTES,
                    "Signal" => SIGNAL_BYTES,
                    "Counters" => size_of::<Counters>() as u64,
                    _ => continue,
                };
                assert_eq!(u64::from(*span), bytes, "{name} in {}", shader.name);
            }
        }
        assert!(met >= passes::list().len());
    }
}
