//! A view: a camera, a theme and a target that pictures are drawn into. It runs no loop of its own.

use std::sync::Arc;

use crate::error::{BeadworkError, Code, Result};
use crate::gpu::Gpu;
use crate::gpu::clock::Clock;
use crate::gpu::device::lost;
use crate::render::camera::Glide;
use crate::render::drawing::Drawing;
use crate::render::drawn::Drawn;
use crate::render::errors::Errors;
use crate::render::frame::MAP_SIZE;
use crate::render::groups::Groups;
use crate::render::passes::{self, Passes};
use crate::render::picture;
use crate::render::resources::{Buffer, CELLS, Counters, Frame, Texture};
use crate::render::show::Show;
use crate::render::stage::{Overlays, takes_pictures};
use crate::render::stores::{Screen, Stock, clamped};
use crate::render::theme::{ColourBy, ThemeColours};
use crate::simulation::Simulation;

/// Where pictures go.
pub enum Target {
    Surface(wgpu::Surface<'static>),
    /// A texture of the view's own, for [`View::screenshot`].
    Offscreen,
}

#[derive(Clone, Debug)]
pub struct ViewOptions {
    /// Pixels of the device.
    pub width: u32,
    pub height: u32,
    pub theme: ThemeColours,
    pub colour_by: ColourBy,
    /// Height of the ground in m, or none.
    pub ground: Option<f32>,
    /// Beads that look smaller than this many pixels (their radius) are splatted; by default 1.5, and 4 where there
    /// are thousands.
    pub splat_radius: Option<f32>,
    pub show: Show,
}

impl Default for ViewOptions {
    fn default() -> Self {
        Self {
            width: 960,
            height: 540,
            theme: ThemeColours::DARK,
            colour_by: ColourBy::Bead,
            ground: Some(0.0),
            splat_radius: None,
            show: Show::default(),
        }
    }
}

/// By so many pictures what finds the bead under a press is compiled: the first picture does not wait for it, nor does a press.
const UNTIL_PICK: u32 = 5;

pub struct View {
    pub(super) gpu: Arc<Gpu>,
    target: Target,
    format: wgpu::TextureFormat,
    pub(super) passes: Passes,
    /// Some bead in the last picture was no sphere, and `shapes` says what each was.
    pub(super) shaped: bool,
    pub(super) shapes: Buffer,
    /// Slots of planes.
    pub(super) planes: Buffer,
    /// Which kinds of shapes there are.
    pub(super) kinds: [bool; 6],
    pub glide: Glide,
    pub theme: ThemeColours,
    pub colour_by: ColourBy,
    pub ground: Option<f32>,
    pub(super) splat_radius: Option<f32>,
    pub show: Show,
    pub overlays: Overlays,
    pub(super) size: (u32, u32),
    pub(super) frame: Frame,
    pub(super) frame_buffer: Buffer,
    pub(super) counters: Buffer,
    pub(super) occupancy: Buffer,
    pub(super) arriving: Buffer,
    pub(super) wanted: Buffer,
    pub(super) shadows: Texture,
    pub(super) sampler: wgpu::Sampler,
    pub(super) nothing: Buffer,
    pub(super) stock: Stock,
    pub(super) screen: Screen,
    pub(super) canvas: Option<Texture>,
    pub(super) drawings: Vec<Drawing>,
    pub(super) groups: Groups,
    /// So many were drawn.
    pictures: u32,
    /// None unless colours say so.
    pub(super) errors: Option<Errors>,
    /// Runs only on request: timestamps are not free everywhere.
    pub(super) clock: Option<Clock>,
    pub(super) clock_ran: bool,
}

takes_pictures!(View);

impl View {
    pub fn new(gpu: Arc<Gpu>, target: Target, options: ViewOptions) -> Result<Self> {
        gpu.check()?;
        let format = match &target {
            Target::Offscreen => wgpu::TextureFormat::Rgba8Unorm,
            Target::Surface(surface) => {
                let offered = surface.get_capabilities(&gpu.adapter).formats;
                *offered.iter().find(|format| !format.is_srgb()).or(offered.first()).ok_or_else(|| {
                    BeadworkError::new(Code::NoAdapter, "The graphics adapter cannot draw into this canvas.")
                })?
            }
        };
        let size = clamped(&gpu, options.width, options.height);
        let mut view = Self {
            passes: Passes::new(gpu.clone(), format.add_srgb_suffix(), false),
            shaped: false,
            shapes: Buffer::storage(&gpu, "shapes", 16),
            planes: Buffer::storage(&gpu, "planes", 4),
            kinds: [true, false, false, false, false, false],
            format,
            target,
            glide: Glide::default(),
            theme: options.theme,
            colour_by: options.colour_by,
            ground: options.ground,
            splat_radius: options.splat_radius,
            show: options.show,
            overlays: Overlays::default(),
            size,
            frame: Frame::default(),
            frame_buffer: Buffer::uniform::<Frame>(&gpu, "frame"),
            counters: Buffer::new(
                &gpu,
                "counters",
                size_of::<Counters>() as u64,
                wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::INDIRECT | wgpu::BufferUsages::COPY_SRC,
            ),
            occupancy: Buffer::storage(&gpu, "occupancy", 4 * u64::from(CELLS)),
            arriving: Buffer::storage(&gpu, "arriving", 4 * u64::from(CELLS)),
            wanted: Buffer::storage(&gpu, "wanted", 4 * u64::from(CELLS)),
            shadows: Texture::new(&gpu, "shadows", (MAP_SIZE, MAP_SIZE), passes::SHADOW_FORMAT),
            sampler: gpu.device.create_sampler(&wgpu::SamplerDescriptor {
                label: Some("smooth"),
                mag_filter: wgpu::FilterMode::Linear,
                min_filter: wgpu::FilterMode::Linear,
                ..Default::default()
            }),
            nothing: Buffer::storage(&gpu, "nothing", 64),
            stock: Stock::new(&gpu, 1, 1),
            screen: Screen::new(&gpu, size),
            canvas: None,
            drawings: Vec::new(),
            groups: Groups::default(),
            pictures: 0,
            errors: None,
            clock: None,
            clock_ran: false,
            gpu,
        };
        view.configure();
        Ok(view)
    }

    /// The same view on another device.
    pub fn rebuilt(&self, gpu: Arc<Gpu>, target: Target) -> Result<Self> {
        let options = ViewOptions {
            width: self.size.0,
            height: self.size.1,
            theme: self.theme,
            colour_by: self.colour_by,
            ground: self.ground,
            splat_radius: self.splat_radius,
            show: self.show,
        };
        let mut next = Self::new(gpu, target, options)?;
        next.glide = self.glide;
        next.overlays = self.overlays.clone();
        Ok(next)
    }

    pub(super) fn passes_for(&self, shaped: bool) -> Passes {
        Passes::new(self.gpu.clone(), self.format.add_srgb_suffix(), shaped)
    }

    pub fn gpu(&self) -> &Arc<Gpu> {
        &self.gpu
    }

    /// Pixels of the device. A size of zero is skipped (a canvas that is not shown has none). One that the device
    /// cannot hold is cut to the largest that it can.
    pub fn resize(&mut self, width: u32, height: u32) {
        if width == 0 || height == 0 || clamped(&self.gpu, width, height) == self.size {
            return;
        }
        self.size = clamped(&self.gpu, width, height);
        self.screen = Screen::new(&self.gpu, self.size);
        self.unbind();
        // they look at the screen's depth
        self.drawings.iter_mut().for_each(Drawing::unbind_marks);
        self.configure();
    }

    fn configure(&mut self) {
        match &self.target {
            Target::Offscreen => {
                let format = self.format.add_srgb_suffix();
                self.canvas = Some(Texture::new(&self.gpu, "canvas", self.size, format));
            }
            Target::Surface(surface) => surface.configure(
                &self.gpu.device,
                &wgpu::SurfaceConfiguration {
                    usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
                    format: self.format,
                    color_space: Default::default(),
                    width: self.size.0,
                    height: self.size.1,
                    present_mode: wgpu::PresentMode::Fifo,
                    desired_maximum_frame_latency: 2,
                    alpha_mode: wgpu::CompositeAlphaMode::Opaque,
                    view_formats: vec![self.format.add_srgb_suffix()],
                },
            ),
        }
    }

    pub fn render(&mut self, simulation: &mut Simulation) -> Result<()> {
        self.render_many(&mut [Drawn::new(simulation)])
    }

    /// Draws several simulations into one picture. Nothing is waited for.
    pub fn render_many(&mut self, drawn: &mut [Drawn]) -> Result<()> {
        self.gpu.check()?;
        if !drawn.iter().all(|one| one.simulation.gpu().is_some_and(|gpu| Arc::ptr_eq(gpu, &self.gpu))) {
            // one of the two is still on a device that was lost
            return Err(lost());
        }
        self.prepare(drawn)?;
        self.pictures += 1;
        if self.pictures == UNTIL_PICK {
            self.passes.get("pick");
        }
        self.clock_ran = self.clock.is_some();
        match &self.target {
            Target::Offscreen => {
                let canvas = self.canvas.as_ref().expect("offscreen views have one");
                picture::submit(self, &canvas.view);
            }
            Target::Surface(surface) => {
                use wgpu::CurrentSurfaceTexture::{Suboptimal, Success};
                let (Success(texture) | Suboptimal(texture)) = surface.get_current_texture() else {
                    // hidden or just resized: the next picture will do
                    self.configure();
                    return Ok(());
                };
                let view = texture.texture.create_view(&wgpu::TextureViewDescriptor {
                    format: Some(self.format.add_srgb_suffix()),
                    ..Default::default()
                });
                picture::submit(self, &view);
                self.gpu.queue.present(texture);
            }
        }
        Ok(())
    }
}
