//! A view: a camera, a theme and a target that pictures are drawn into. It runs no loop of its own.

use std::sync::Arc;

use glam::{Vec2, Vec3};

use crate::error::{BeadworkError, Code, Result};
use crate::gpu::device::lost;
use crate::gpu::{Gpu, readback};
use crate::render::camera::Glide;
use crate::render::clock::Clock;
use crate::render::drawing::{Bounds, Drawing, Drawn};
use crate::render::passes::Passes;
use crate::render::resources::{
    BEAD_BYTES, Buffer, CELLS, Cord, Counters, DrawnRecord, Frame, MOST_DRAWN, SIGNAL_BYTES, SPLAT_BYTES,
    TILE, Texture,
};
use crate::render::theme::{ColourBy, Rgb, ThemeColours};
use crate::render::{passes, picture};
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
        }
    }
}

/// A bar that things hang from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    pub from: Vec3,
    pub to: Vec3,
    pub radius: f32,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlays {
    pub bars: Vec<Bar>,
    /// World height in m of a level line through the camera's target.
    pub hairline: Option<f32>,
}

/// What the last picture consisted of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Beads drawn as ray-cast pearls.
    pub pearls: u32,
    /// Beads drawn as splats.
    pub splats: u32,
    /// Threads seen.
    pub threads: u32,
    /// By stage; empty without timestamps, and until a picture has been drawn after statistics were first asked for.
    pub milliseconds: Vec<(&'static str, f64)>,
}

/// Bars at most; they take the first places among the cords.
pub(super) const MOST_BARS: usize = 4;
/// Threads drawn at most.
const MOST_CORDS: u64 = 1 << 16;
const MAP_SIZE: u32 = 256;
/// Those of an 8K screen: some 600 MB of textures.
const MOST_PIXELS: f64 = 7680.0 * 4320.0;
/// Above so many beads splats start earlier: drawing quads costs by the quad.
const MANY: u32 = 5000;

/// What depends on how much is drawn.
pub(super) struct Stock {
    pub beads: Buffer,
    pub visible: Buffer,
    pub lit: Buffer,
    pub signals: Buffer,
    pub cords: Buffer,
    bodies: u64,
    joints: u64,
}

impl Stock {
    fn new(gpu: &Arc<Gpu>, bodies: u64, joints: u64) -> Self {
        let cords = (2 * joints).min(MOST_CORDS) + (MOST_BARS + MOST_DRAWN) as u64;
        Self {
            beads: Buffer::storage(gpu, "beads", BEAD_BYTES * bodies),
            visible: Buffer::storage(gpu, "visible", 4 * bodies),
            lit: Buffer::storage(gpu, "lit", 4 * bodies),
            signals: Buffer::storage(gpu, "signals", SIGNAL_BYTES * joints),
            cords: Buffer::storage(gpu, "cords", size_of::<Cord>() as u64 * cords),
            bodies,
            joints,
        }
    }
}

/// What depends on the canvas.
pub(super) struct Screen {
    pub seen: Texture,
    pub depth: Texture,
    pub marks: Buffer,
    pub tiles: Buffer,
    pub tile_count: u32,
    /// None while no bead can look small enough.
    pub splats: Option<Buffer>,
}

impl Screen {
    fn new(gpu: &Arc<Gpu>, size: (u32, u32)) -> Self {
        let tile_count = size.0.div_ceil(TILE) * size.1.div_ceil(TILE);
        let tiles = u64::from(tile_count);
        Self {
            seen: Texture::new(gpu, "seen", size, passes::SEEN_FORMAT),
            depth: Texture::new(gpu, "depth", size, passes::DEPTH_FORMAT),
            marks: Buffer::storage(gpu, "marks", 4 * tiles),
            tiles: Buffer::storage(gpu, "tiles", 3 * 4 * tiles),
            tile_count,
            splats: None,
        }
    }
}

/// The bind groups of the passes that read none of the simulations' buffers.
pub(super) struct Groups {
    pub occupy_cells: wgpu::BindGroup,
    pub light_cells: wgpu::BindGroup,
    pub list_tiles: wgpu::BindGroup,
    pub place_beads: wgpu::BindGroup,
    pub list_lit: wgpu::BindGroup,
    pub light_beads: wgpu::BindGroup,
    pub draw_beads: wgpu::BindGroup,
    pub draw_shadows: wgpu::BindGroup,
    pub draw_ground: wgpu::BindGroup,
    pub resolve: wgpu::BindGroup,
    pub draw_cords: wgpu::BindGroup,
    pub draw_hairline: wgpu::BindGroup,
}

pub struct View {
    pub(super) gpu: Arc<Gpu>,
    target: Target,
    format: wgpu::TextureFormat,
    pub(super) passes: Arc<Passes>,
    pub glide: Glide,
    pub theme: ThemeColours,
    pub colour_by: ColourBy,
    pub ground: Option<f32>,
    splat_radius: Option<f32>,
    pub overlays: Overlays,
    pub(super) size: (u32, u32),
    pub(super) frame: Frame,
    pub(super) frame_buffer: Buffer,
    pub(super) counters: Buffer,
    pub(super) occupancy: Buffer,
    arriving: Buffer,
    wanted: Buffer,
    pub(super) shadows: Texture,
    sampler: wgpu::Sampler,
    nothing: Buffer,
    pub(super) stock: Stock,
    pub(super) screen: Screen,
    canvas: Option<Texture>,
    pub(super) drawings: Vec<Drawing>,
    pub(super) groups: Option<Groups>,
    /// Runs only for those who ask: timestamps are not free everywhere.
    pub(super) clock: Option<Clock>,
    clock_ran: bool,
}

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
            passes: gpu.passes.get(&gpu.device, format.add_srgb_suffix()),
            format,
            target,
            glide: Glide::default(),
            theme: options.theme,
            colour_by: options.colour_by,
            ground: options.ground,
            splat_radius: options.splat_radius,
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
            groups: None,
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
        };
        let mut next = Self::new(gpu, target, options)?;
        next.glide = self.glide;
        next.overlays = self.overlays.clone();
        Ok(next)
    }

    pub fn gpu(&self) -> &Arc<Gpu> {
        &self.gpu
    }

    pub fn size(&self) -> (u32, u32) {
        self.size
    }

    pub(super) fn size_vector(&self) -> Vec2 {
        Vec2::new(self.size.0 as f32, self.size.1 as f32)
    }

    /// Pixels of the device. A size of zero is skipped (a canvas that is not shown has none), and one that the
    /// device cannot hold is cut to the largest that it can.
    pub fn resize(&mut self, width: u32, height: u32) {
        if width == 0 || height == 0 || clamped(&self.gpu, width, height) == self.size {
            return;
        }
        self.size = clamped(&self.gpu, width, height);
        self.screen = Screen::new(&self.gpu, self.size);
        self.groups = None;
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

    /// Moves the camera on its way by `dt` seconds; true while it has way to go.
    pub fn advance(&mut self, dt: f32) -> bool {
        self.glide.advance(dt)
    }

    /// Sends the camera to where all of `bounds` is in the picture.
    pub fn frame(&mut self, bounds: Bounds) {
        let aspect = self.size.0 as f32 / self.size.1 as f32;
        self.glide.goal.frame(bounds.middle(), bounds.half(), aspect);
    }

    /// The same at once.
    pub fn frame_now(&mut self, bounds: Bounds) {
        self.frame(bounds);
        self.glide.jump(self.glide.goal);
    }

    pub fn render(&mut self, simulation: &mut Simulation) -> Result<()> {
        self.render_many(&mut [Drawn::new(simulation)])
    }

    /// Draws several simulations into one picture. Nothing is waited for.
    pub fn render_many(&mut self, drawn: &mut [Drawn]) -> Result<()> {
        self.gpu.check()?;
        if !drawn.iter().all(|one| Arc::ptr_eq(one.simulation.gpu(), &self.gpu)) {
            // one of the two is still on a device that was lost
            return Err(lost());
        }
        self.prepare(drawn)?;
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

    /// Figures of the last picture, when the device has drawn it.
    pub fn statistics(&mut self) -> impl Future<Output = Result<Statistics>> + 'static + use<> {
        let mut sources: Vec<(&wgpu::Buffer, u64)> = vec![(&self.counters, size_of::<Counters>() as u64)];
        let clock = self.clock.as_ref().filter(|_| self.clock_ran).map(|clock| (clock, clock.reading()));
        let mut by_stage = None;
        if let Some((clock, (size, read))) = clock {
            sources.push((&clock.resolved, size));
            by_stage = Some(read);
        }
        let reading = readback::read(&self.gpu, &sources);
        if self.clock.is_none() {
            self.clock = Clock::new(&self.gpu);
        }
        let bars = self.overlays.bars.len().min(MOST_BARS) as u32;
        async move {
            let bytes = reading.await?;
            let counters: Counters = bytemuck::pod_read_unaligned(&bytes[0]);
            Ok(Statistics {
                pearls: counters.beads[1],
                splats: counters.splats,
                threads: counters.cords[1].saturating_sub(bars),
                milliseconds: by_stage.map_or(Vec::new(), |read| read(&bytes[1])),
            })
        }
    }

    /// The last picture of an offscreen view: width, height, and sRGB bytes by rows, four a pixel.
    pub fn screenshot(&self) -> Result<impl Future<Output = Result<(u32, u32, Vec<u8>)>> + 'static + use<>> {
        self.gpu.check()?;
        let Some(canvas) = &self.canvas else {
            return Err(BeadworkError::new(
                Code::Internal,
                "A canvas keeps its own picture; ask it for a blob.",
            ));
        };
        let (width, height) = self.size;
        let row = (4 * width).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let size = u64::from(row) * u64::from(height);
        let usage = wgpu::BufferUsages::COPY_SRC;
        let staging = Buffer::new(&self.gpu, "screenshot", size, usage);
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        encoder.copy_texture_to_buffer(
            canvas.texture.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &staging,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(row),
                    rows_per_image: None,
                },
            },
            canvas.texture.size(),
        );
        self.gpu.queue.submit([encoder.finish()]);
        let reading = readback::read(&self.gpu, &[(&staging, size)]);
        Ok(async move {
            let bytes = reading.await?;
            drop(staging);
            let rows = bytes[0].chunks_exact(row as usize);
            Ok((width, height, rows.flat_map(|r| &r[..4 * width as usize]).copied().collect()))
        })
    }

    /// Everything that the passes are told and bind, made ready for this list of simulations.
    fn prepare(&mut self, drawn: &mut [Drawn]) -> Result<()> {
        if drawn.len() > MOST_DRAWN {
            let message = format!("One picture holds at most {MOST_DRAWN} simulations.");
            return Err(BeadworkError::new(Code::Limit, message));
        }
        let bodies: u64 = drawn.iter().map(|d| d.simulation.body_count() as u64).sum();
        let joints: u64 = drawn.iter().map(|d| d.simulation.joint_count() as u64).sum();
        let binding = self.gpu.limits.max_storage_buffer_binding_size;
        if BEAD_BYTES * bodies > binding {
            let message = format!("The picture would hold {bodies} beads, more than this device can draw.");
            return Err(BeadworkError::new(Code::Limit, message));
        }
        let mut rebind = false;
        if (self.stock.bodies, self.stock.joints) != (bodies, joints) {
            self.stock = Stock::new(&self.gpu, bodies, joints);
            self.groups = None;
            rebind = true;
        }
        self.drawings.truncate(drawn.len());
        for (i, one) in drawn.iter_mut().enumerate() {
            let fits = match self.drawings.get(i) {
                Some(drawing) => drawing.fits(one.simulation)?,
                None => false,
            };
            if !fits {
                let drawing = Drawing::new(&self.gpu, one.simulation)?;
                if i < self.drawings.len() {
                    self.drawings[i] = drawing;
                } else {
                    self.drawings.push(drawing);
                }
            }
        }
        let mut record = DrawnRecord::default();
        for (i, one) in drawn.iter_mut().enumerate() {
            record = DrawnRecord {
                offset: one.offset.to_array(),
                index: i as u32,
                bodies: one.simulation.body_count() as u32,
                joints: one.simulation.joint_count() as u32,
                held: u32::MAX,
                ..record
            };
            if let Some(pull) = one.simulation.pull() {
                record.held = pull.body as u32;
                record.local_point = pull.local_point.to_array();
                record.goal = pull.goal.to_array();
            }
            self.drawings[i].place(record);
            record.first_body += record.bodies;
            record.first_joint += record.joints;
            if rebind || self.drawings[i].gather_beads.is_none() {
                let (joints, beads) =
                    self.drawings[i]
                        .bind(&self.gpu, &self.passes, one.simulation, &|name| self.shared(name).clone())?;
                self.drawings[i].gather_joints = Some(joints);
                self.drawings[i].gather_beads = Some(beads);
            }
        }
        self.tell(drawn, bodies as u32);
        if self.groups.is_none() {
            self.groups = Some(self.bind());
        }
        Ok(())
    }

    fn tell(&mut self, drawn: &[Drawn], beads: u32) {
        let bounds = drawn
            .iter()
            .zip(&self.drawings)
            .fold(Bounds::EMPTY, |sum, (one, drawing)| sum.with(drawing.bounds.moved(one.offset)));
        let threads: Vec<(Option<Rgb>, bool)> = drawn.iter().map(|d| (d.thread, d.dashed)).collect();
        let splats = picture::tell(self, &threads, bounds, beads);
        if splats && self.screen.splats.is_none() {
            let size = SPLAT_BYTES * u64::from(self.size.0) * u64::from(self.size.1);
            self.screen.splats = Some(Buffer::storage(&self.gpu, "splats", size));
            self.groups = None;
        }
        self.frame_buffer.write(bytemuck::bytes_of(&self.frame));
    }

    /// The camera as it stands now, for kernels that run between two pictures.
    pub(super) fn tell_camera(&mut self) {
        let size = self.size_vector();
        picture::tell_camera(&mut self.frame, &self.glide.now, size);
        self.frame_buffer.write(bytemuck::bytes_of(&self.frame));
    }

    /// Pixels of this picture for one of a picture 700 high: fingers and hairlines do not shrink with the pixels.
    pub(super) fn frame_scale(&self) -> f32 {
        (self.size.1 as f32 / 700.0).max(1.0)
    }

    /// Below which radius in pixels beads are splatted; 0 if the splats' picture would not fit the device.
    pub(super) fn splat_radius(&self, beads: u32) -> f32 {
        let size = SPLAT_BYTES * u64::from(self.size.0) * u64::from(self.size.1);
        if size > self.gpu.limits.max_storage_buffer_binding_size {
            return 0.0;
        }
        self.splat_radius.unwrap_or(if beads >= MANY { 4.0 } else { 1.5 })
    }

    fn shared(&self, name: &'static str) -> &wgpu::Buffer {
        match name {
            "frame" => &self.frame_buffer,
            "beads" => &self.stock.beads,
            "visible" => &self.stock.visible,
            "signals" => &self.stock.signals,
            "cords" => &self.stock.cords,
            "counters" => &self.counters,
            "occupancy" => &self.occupancy,
            "marks" => &self.screen.marks,
            "tiles" => &self.screen.tiles,
            "arriving" => &self.arriving,
            "wanted" => &self.wanted,
            "lit" => &self.stock.lit,
            "splats" => self.screen.splats.as_ref().unwrap_or(&self.nothing),
            _ => unreachable!("no drawing shader has a buffer called {name}"),
        }
    }

    fn bind(&self) -> Groups {
        let group = |pass: &str| {
            self.passes.get(pass).bind(&self.gpu.device, |name| match name {
                "seen" => wgpu::BindingResource::TextureView(&self.screen.seen.view),
                "shadows" => wgpu::BindingResource::TextureView(&self.shadows.view),
                "smooth_sampler" => wgpu::BindingResource::Sampler(&self.sampler),
                name => self.shared(name).as_entire_binding(),
            })
        };
        Groups {
            occupy_cells: group("occupy_cells"),
            light_cells: group("light_cells"),
            list_tiles: group("list_tiles"),
            place_beads: group("place_beads"),
            list_lit: group("list_lit"),
            light_beads: group("light_beads"),
            draw_beads: group("draw_beads"),
            draw_shadows: group("draw_shadows"),
            draw_ground: group("draw_ground"),
            resolve: group(passes::RESOLVES[0]),
            draw_cords: group("draw_cords"),
            draw_hairline: group("draw_hairline"),
        }
    }
}

/// At least a pixel, no side longer than a texture's, and of as many pixels as an 8K screen at most: what is more is
/// drawn coarser, in the same shape.
fn clamped(gpu: &Gpu, width: u32, height: u32) -> (u32, u32) {
    let most = gpu.limits.max_texture_dimension_2d;
    let (width, height) = (width.clamp(1, most), height.clamp(1, most));
    let pixels = f64::from(width) * f64::from(height);
    let scale = (MOST_PIXELS / pixels).sqrt().min(1.0);
    let shrunk = |side: u32| ((f64::from(side) * scale) as u32).max(1);
    (shrunk(width), shrunk(height))
}
